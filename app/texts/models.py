"""Words for model files that cannot be read, and for pairs that do not fit."""

from app.texts.entry import Entry

_AGAIN = "It may be damaged or only partly downloaded: get it again."
_OTHER_DRAFT = "Choose a draft that was made for this target, or the target that this draft was made for."

ERRORS = {
    "pair_file_invalid": Entry(
        "{path} cannot be opened as a pair: {detail}.",
        "Save it again from the window, or correct it with an editor; README tells how such a file looks.",
        without="{path} cannot be opened as a pair.",
    ),
    "format": Entry(
        "{path} is not a usable model file: {detail}.",
        _AGAIN,
        without="{path} is not a usable model file.",
    ),
    "file_empty": Entry("{path} is empty.", "Its download may have failed: get it again."),
    "file_is_web_page": Entry(
        "{path} is a web page, not a model.",
        "Where it came from may ask to sign in or to accept terms first: do that, then download it again.",
    ),
    "file_is_lfs_pointer": Entry(
        "{path} only stands for a file of {size_bytes} that was not downloaded.",
        "Download the file itself; with git, “git lfs pull” does it.",
        without="{path} only stands for a large file that was not downloaded.",
    ),
    "file_cut_short": Entry(
        "{path} is cut short: it has {size_bytes} of at least {expected_bytes}.",
        "Its download did not finish: get it again.",
        without="{path} is cut short.",
    ),
    "shard_missing": Entry(
        "The model in {path} lacks one of its files: {name}.",
        "Put the missing file beside the others, or download the model again.",
    ),
    "tensor_missing": Entry(
        "{path} lacks {name}, which the model's index places there.",
        "The files may come from different downloads: get all of them again.",
    ),
    "tensor_absent": Entry(
        "The checkpoint {path} lacks a part that it needs: {name}.",
        _AGAIN,
    ),
    "pickle_refused": Entry(
        "{path} asks for {name} when it is opened, which is more than weights need: it was not opened.",
        "Do not open it with other programs either. Look for a release with .safetensors files.",
    ),
    "several_models": Entry(
        "{path} holds several models: {names}.",
        "Choose the file that you mean, or give each model a folder of its own.",
        without="{path} holds several models.",
    ),
    "config_key": Entry(
        "{path} does not say what it should: {key} is {found}.",
        "The file may be damaged, or ask for something that the engine does not compute: look for another release.",
        without="{path} does not say what it should.",
    ),
    "draft_not_yet": Entry(
        "This is a draft of the kind {kind}, which Slipstream cannot convert yet.",
        "Look for another draft of the same target, such as a DSpark or DFlash one.",
    ),
    "draft_cannot_run": Entry(
        "This is a draft of the kind {kind}, which the engine cannot run.",
        "Look for another draft of the same target, such as a DSpark or DFlash one.",
    ),
    "draft_tensor_shape": Entry(
        "The draft in {path} does not agree with its own config: {name} is {got} where {expected} is due.",
        _AGAIN,
        without="The draft in {path} does not agree with its own config at {name}.",
    ),
    "draft_tensor_unknown": Entry(
        "The draft in {path} has a part that its kind does not have: {name}.",
        "It would not work without that part, so it is not used. Look for another export of this draft.",
    ),
    "checkpoint_quantized": Entry(
        "The weights of this checkpoint are stored as {scheme}, which cannot be converted.",
        "Look for the original release in BF16 or F16, or for a GGUF of this model.",
    ),
    "draft_foreign": Entry(
        "This draft is a GGUF of the kind {architecture}, which was made for another program than llama.cpp.",
        "Convert its checkpoint here, or look for a GGUF made for llama.cpp.",
    ),
    "draft_nvfp4": Entry(
        "This draft is stored as NVFP4, which the engine computes less exactly than the draft was trained for.",
        "Look for the same draft in BF16.",
    ),
    "not_a_model": Entry(
        "No model was found in {path}.", "Choose a .gguf file, or a folder with config.json and weights."
    ),
    "config_missing": Entry("{path} has weights and no config.json.", "Put the model's config.json beside them."),
    "weights_missing": Entry("{path} has no weights.", "Download its .safetensors or .bin files into the same folder."),
    "lora_adapter": Entry(
        "{path} is an adapter (LoRA) for {base}, not a model.",
        "Look for the model that it was merged into.",
        without="{path} is an adapter (LoRA) for another model, not a model.",
    ),
    "not_a_chat_model": Entry("This is no model to chat with ({kind}).", "Choose a language model."),
    "projector": Entry(
        "{path} lets a language model see or hear; it is not the model.", "Choose the model's own file, beside it."
    ),
    "importance_matrix": Entry(
        "{path} helps to quantize a model; it is not the model.", "Choose the model's own file, beside it."
    ),
    "vocabulary_alone": Entry("{path} holds a vocabulary and no weights.", "Get the model's own file."),
    "other_format": Entry(
        "{path} is a model in the format {format}, which cannot be converted.",
        "Look for a release with .safetensors files, or for a GGUF of this model.",
    ),
    "training_state": Entry(
        "{path} is what a training run goes on from, not a finished model.",
        "Save the model from its training program as a folder with config.json and .safetensors files.",
    ),
    "laboratory_layout": Entry(
        "{path} holds the weights in the layout of the laboratory that trained them, without a config.json.",
        "Look for the release with config.json and model.safetensors, or for a GGUF of this model.",
    ),
    "engine_family_unknown": Entry(
        "The engine does not know models of the family {architecture}.",
        "The model may be newer than this version of Slipstream, or made for another program.",
    ),
    "sizes_disagree": Entry(
        "{path} says {told} for {key}, and the weights beside it have {found}.",
        "Config and weights may come from different models: get both again.",
    ),
    "target_family_unknown": Entry(
        "Models of the kind {class_name} are not known here.",
        "The model may be newer than this version of Slipstream; a GGUF of it may run all the same.",
    ),
    "target_not_convertible": Entry(
        "Slipstream cannot convert models of the kind {class_name} yet.",
        "Look for a GGUF of this model: the engine runs those.",
    ),
    "pair_mismatch": Entry("This draft does not fit this target.", _OTHER_DRAFT),
    "target_cannot_feed": Entry(
        "Targets of the family {architecture} cannot hand out what a {method} draft reads.",
        "Use this target without a draft, or another pair.",
    ),
    "target_tables_rotated": Entry(
        "This target stores its token table in a rotated form that a draft cannot share.",
        "Use another file of the same target.",
    ),
    "pair_family": Entry(
        "The draft was made for a target of the family {expected}, this one is of the family {got}.",
        _OTHER_DRAFT,
    ),
    "pair_hidden_size": Entry(
        "The draft was made for a target of another size: hidden size {expected}, this one has {got}.",
        _OTHER_DRAFT,
    ),
    "pair_layer": Entry(
        "The draft reads layer {layer}, which a target of {layers} layers cannot hand out.",
        _OTHER_DRAFT,
    ),
    "pair_layer_count": Entry(
        "The draft was made for a target of {expected} layers, this one has {got}.",
        _OTHER_DRAFT,
    ),
    "pair_vocabulary": Entry(
        "The draft was made for a vocabulary of {expected} tokens, the target has {got}.",
        _OTHER_DRAFT,
    ),
    "pair_cache": Entry(
        "The draft reads its target's own cache, and was made for another one ({key}: {expected} instead of {got}).",
        _OTHER_DRAFT,
    ),
    "pair_tokens": Entry(
        "The draft was made for other tokens than the target's, though there are as many.",
        "Convert the draft again with this target, or choose the target that it was made for.",
    ),
    "draft_mask_missing": Entry(
        "The draft does not say which token marks a place to fill.",
        "Convert it again from its checkpoint, or look for another export.",
    ),
    "draft_mask_range": Entry(
        "The draft marks places to fill with token {token}, and the target has only {vocabulary_n} tokens.",
        _OTHER_DRAFT,
    ),
    "draft_markov_type": Entry(
        "The draft's Markov head is of the type {markov_type}, which the engine cannot run.",
        "Look for a draft with a vanilla Markov head.",
    ),
    "draft_head_lost": Entry(
        "This draft file lacks its own output head, and with this target it would propose nonsense.",
        "Repair it (on the command line: “convert” with --target), or convert the draft's checkpoint here.",
    ),
    "d2t_range": Entry(
        "The draft's token {row} stands for token {token}, and the target has only {vocabulary_n}.",
        "Its export is broken: look for another one.",
    ),
    "d2t_duplicate": Entry(
        "Two tokens of the draft stand for the same token {token} of the target.",
        "Its export is broken: look for another one.",
    ),
}

NOTICES = {
    "type_as_trained": Entry("A model of this size is quick as it is: rounding it would save little."),
    "type_practically_same": Entry("Half the room of BF16, quicker, and the answers are practically the same."),
    "type_quick_on_processor": Entry("The quickest format on a processor, both with a draft and without."),
    "type_draft_as_trained": Entry("A draft is small and stays as it was trained."),
    "type_largest_that_fits": Entry("The most exact of the usual formats that fits into {room_bytes} of memory."),
    "type_none_fits": Entry(
        "Even the smallest format needs {needed_bytes}, and {room_bytes} of memory is left for it.",
        "A model of up to {weights_n} would fit.",
    ),
}
