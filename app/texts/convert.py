"""Words for conversions: their failures, what they did differently, their stages."""

from app.texts.entry import Entry

_AGAIN = "It may be damaged or only partly downloaded: get it again."
_REPORT = "The model may be newer than this version of Slipstream; please report it."

ERRORS = {
    "convert_already_gguf": Entry("{path} is a GGUF file already.", "Use it as it is."),
    "convert_no_mtp": Entry(
        "{path} brings no layers to draft with.",
        "Not every release of a model has them: look for another one, or for a draft of its own.",
    ),
    "convert_target_needed": Entry(
        "The draft in {path} needs the target that it was made for.",
        "Name its target too (checkpoint folder or GGUF): the draft takes its tokenizer from there.",
    ),
    "convert_target_unusable": Entry(
        "{path} cannot be the target of a draft.",
        "Choose the model that the draft was made for, as a checkpoint folder or a GGUF.",
    ),
    "tensor_unknown": Entry(
        "The checkpoint {path} has a part that the engine has no place for in models of its kind: {name}.",
        "Without that part it would be another model, so nothing is converted. Look for another release of it.",
    ),
    "tensor_twice": Entry("The checkpoint {path} has the same part twice, as {name} and as {other}.", _AGAIN),
    "tensor_shape": Entry(
        "The checkpoint {path} does not agree with its own config: {name} is {found} where {expected} is due.",
        _AGAIN,
        without="The checkpoint {path} does not agree with its own config at {name}.",
    ),
    "tensor_dtype": Entry(
        "The checkpoint {path} stores {name} as {dtype}, which cannot be converted.",
        "Look for the original release in BF16 or F16.",
    ),
    "tokenizer_missing": Entry(
        "{path} has no tokenizer.",
        "Put tokenizer.json and tokenizer_config.json from where the model is published into this folder.",
    ),
    "tokenizer_invalid": Entry(
        "The tokenizer in {path} cannot be used: {detail}.",
        _AGAIN,
        without="The tokenizer in {path} cannot be used.",
    ),
    "tokenizer_unsupported": Entry(
        "The tokenizer in {path} is of a kind that cannot be converted: {kind}.",
        "Look for a release with a tokenizer.json, or for a GGUF of this model: the engine runs those.",
    ),
    "pre_tokenizer_unknown": Entry(
        "The tokenizer in {path} cuts text in a way that the engine does not know: {found}.",
        _REPORT,
        without="The tokenizer in {path} cuts text in a way that the engine does not know.",
    ),
    "convert_target_checkpoint_needed": Entry(
        "The draft needs its target's output head as trained, and {path} holds it rounded.",
        "Name the target's checkpoint folder, or a GGUF of it in BF16, F16 or F32.",
    ),
    "convert_quantized_already": Entry(
        "The weights in {path} are rounded to {file_type} already: rounding them again would spoil the model.",
        "Start from its checkpoint, or from a GGUF of it in BF16, F16, F32 or Q8_0.",
    ),
    "convert_not_smaller": Entry(
        "{path} is in {file_type}: {output_type} would not make it smaller.", "Choose a smaller number format."
    ),
    "convert_onto_source": Entry("{path} cannot be both read and written.", "Choose another name for the new file."),
    "convert_onto_other": Entry(
        "{path} is there already, and is no GGUF file: it was left as it is.", "Choose another name for the new file."
    ),
    "convert_output_type": Entry(
        "There is no output type {output_type}.",
        "Choose bf16, q8_0 or q4_k_m, for instance; “convert --help” names all.",
    ),
    "convert_source_changed": Entry(
        "{path} changed while it was converted.",
        "Wait until its download or copy is done, then convert again; nothing was left half-made.",
    ),
    "convert_verify": Entry(
        "The converted file {path} did not hold what it should: {detail}.",
        "It was removed. Check the disk, then convert again.",
        without="The converted file {path} did not hold what it should.",
    ),
}

NOTICES = {
    "convert_tables_shared": Entry(
        "The draft's token tables are the target's own, so it borrows them: {saved_bytes} saved.",
        without="The draft's token tables are the target's own, so it borrows them.",
    ),
    "convert_tables_own": Entry(
        "The draft's token tables differ from the target's, so it keeps both of its own.",
    ),
    "convert_quantized_twice": Entry(
        "The model was rounded to Q8_0 before, and is rounded once more: made of its checkpoint, the file would be a "
        "little closer to the original.",
    ),
    "convert_zero_markov": Entry(
        "The draft has no Markov head; an empty one is added, which changes nothing that it proposes.",
    ),
    "convert_confidence_dropped": Entry(
        "The draft's confidence head works in a way that the engine has no code for, so it is left out.",
    ),
    "convert_softcap_dropped": Entry(
        "The draft bounds its scores, and the engine does not do so for its kind: it may propose a little worse.",
    ),
    "convert_window_left_out": Entry(
        "The model looks back {window} tokens in some of its layers, and the engine does not limit its family so: "
        "longer chats may read otherwise than it was trained for.",
    ),
    "convert_head_is_embedding": Entry(
        "The model's config tells of an output head of its own that its files do not have: "
        "its token table takes that place.",
    ),
    "convert_config_disagrees": Entry(
        "The draft's config says {told} for {key}, its weights {found}: the weights are taken at their word.",
    ),
    "convert_dspark_is_dflash": Entry(
        "The draft is called DSpark and has no Markov head: it is converted as the DFlash draft that it is.",
    ),
    "convert_rope_kept": Entry(
        "The draft scales positions in Llama 3's way, which is kept though other converters leave it out.",
    ),
    "convert_mask_embedding_ignored": Entry(
        "A table row for places to fill (mask_embedding.pt) lies beside the draft and is not used: "
        "it may propose a little worse.",
    ),
    "convert_layer_ids_raised": Entry(
        "The draft counts what layers of the target give out, the engine what they take in: one is added to each.",
    ),
}

STAGES = {
    "plan": "Reading the checkpoint",
    "convert": "Converting",
    "compare": "Comparing the draft's tables with the target's",
    "write": "Writing the model",
    "quantize": "Rounding the weights to the smaller format",
    "verify": "Checking the result",
}
