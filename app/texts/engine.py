"""Words for loading and running models: failures, notices, stages, and how drafting goes."""

from app.texts.entry import Entry

_SMALLER = "Choose a shorter context, a smaller model, or another device."

ERRORS = {
    "library_too_old": Entry(
        "The installed {library} {version} lacks something that the engine needs; {needed} has it.",
        "Install Slipstream again, or that version of the library.",
        without="The installed llama.cpp lacks {call}, which the engine needs.",
    ),
    "model_not_loaded": Entry(
        "The engine could not load {path}: {detail}.",
        "The file may be damaged, or too new for this version.",
        without="The engine could not load {path}.",
    ),
    "context_not_made": Entry(
        "There is not enough memory for a context of {context_size} tokens with {path}.",
        _SMALLER,
        without="There is not enough memory for the context of {path}.",
    ),
    "context_too_large": Entry(
        "A context of {context_size} tokens is more than the {most} that can be asked for.",
        "Choose a shorter context.",
        without="The context asked for is too long.",
    ),
    "decode_failed": Entry(
        "The engine could not go on with this reply: {detail}.",
        "Try again; if it stays, load the model again.",
        without="The engine could not go on with this reply.",
    ),
    "device_missing": Entry(
        "The device {device} is not there.", "Choose another one, or leave the choice to Slipstream."
    ),
    "not_a_target": Entry(
        "{path} is a draft: it proposes tokens for another model and cannot answer by itself.",
        "Choose the model that it was made for as the target, and this one as its draft.",
    ),
    "not_a_draft": Entry("{path} is not a draft.", "Choose a draft that was made for the target."),
    "not_converted": Entry("{path} is a checkpoint that was not converted yet.", "Convert it to GGUF first."),
    "quantizing_failed": Entry(
        "{path} could not be brought to {output_type}: {detail}.",
        "Choose another number format; nothing was left half-made.",
        without="{path} could not be brought to {output_type}.",
    ),
    "prompt_too_long": Entry(
        "The message is too long: {prompt_n} tokens for a context of {context_size}.",
        "Shorten it, or load the model with a longer context.",
        without="The message is too long for the context.",
    ),
    "nothing_loaded": Entry("No model is loaded.", "Load a target first."),
    "bad_sampling_option": Entry(
        "{name} cannot be {value}: it goes from {lowest} to {highest}.",
        "Choose a value in between.",
        without="{name} has a value that makes no sense.",
    ),
    "bad_grammar": Entry(
        "The grammar cannot be followed: {detail}.",
        "Change it, or leave it out.",
        without="The grammar cannot be followed.",
    ),
    "nothing_fits": Entry(
        "The reply cannot go on: the model has no token for what may come next.",
        "Loosen the grammar, or ban fewer texts.",
    ),
    "engine_not_running": Entry("The engine is not running.", "Load the model again: that starts it."),
    "engine_crashed": Entry(
        "The engine stopped unexpectedly ({signal}).",
        "Load the model again; the details tell what was going on.",
        without="The engine stopped unexpectedly.",
    ),
    "engine_silent": Entry(
        "The engine did not answer within {seconds} seconds.",
        "The machine may be busy: try again. If it stays, “main.py doctor” tells more.",
        without="The engine did not answer in time.",
    ),
    "prompt_empty": Entry("There is nothing to answer.", "Write something first."),
}

_GO_ON = "Your chats are safe. Start it again to go on with the same models."

NOTICES = {
    "engine_crashed_loading": Entry("The engine stopped while it was loading the models.", _GO_ON),
    "engine_crashed_writing": Entry(
        "The engine stopped while it was writing the reply; what it wrote is kept.", _GO_ON
    ),
    "engine_crashed_idle": Entry("The engine stopped though it had nothing to do.", _GO_ON),
    "engine_silent": Entry(
        "The engine does not answer.",
        "It may be in the middle of a long step. Starting it again loads the models anew; what it wrote is kept.",
    ),
    "context_beyond_training": Entry(
        "The context of {context_size} tokens is longer than the {context_trained} that the model was trained for.",
        "Replies may lose the thread towards its end.",
    ),
    "cache_type_left_out": Entry(
        "The context cannot be kept as {cache_type} with this model or device, so it is kept as F16.",
        "It takes more memory than you chose.",
    ),
    "turns_dropped": Entry(
        "Earlier messages are no longer read by the model.",
        "They do not fit its context any more. Loaded with a longer context, it reads more of them.",
    ),
    "own_draft_left_out": Entry(
        "What this target brings along to draft with could not be loaded, so it writes without.",
        "The file may lack a part of it, or the memory was too small for both.",
    ),
    "template_missing": Entry(
        "The model brings no chat template, so that of {family} is used.",
        "If replies look odd, look for another file of this model.",
    ),
    "template_broken": Entry(
        "The model's chat template does not work ({detail}), so that of {family} is used.",
        "If replies look odd, look for another file of this model.",
    ),
    "template_unsafe": Entry(
        "The model's chat template reaches for what no template may ({detail}), so that of {family} is used.",
        "Trust this model less: look for it from another source.",
    ),
}

STAGES = {
    "load": "Loading",
    "load_target": "Loading the target",
    "load_draft": "Loading the draft",
    "prefill": "Reading the prompt",
    "thinking": "Thinking",
    "measure": "Measuring the plain speed",
}

STATES = {
    "drafting": "drafting",
    "paused": "paused",
    "off": "not in use",
}

REASONS = {
    "no_draft": "no draft is loaded",
    "turned_off": "drafting is turned off",
    "other_method": "the loaded draft is of another method than the one asked for",
    "slower": "plain decoding is faster here: too few guesses come true, or the target is too small to gain from them",
    "low_acceptance": "so few guesses come true that writing plainly is faster. It tries again now and then",
    "drafting_too_slow": "on this computer verifying guesses of this draft takes longer than writing plainly, however "
    "many come true. It tries again now and then",
    "slower_though_accepted": "plain decoding is faster here: the target is too small to gain from guesses",
}

FINISH_REASONS = {
    "stop": "The reply is complete.",
    "length": "The reply was cut at its length limit.",
    "cancelled": "You stopped the reply.",
    "done": "Done.",
    "failed": "The reply was broken off by a failure.",
    "crashed": "The reply was broken off because the engine stopped.",
}

SAMPLERS = {
    "logit_bias": "logit bias",
    "penalties": "penalties",
    "dry": "DRY",
    "top_n_sigma": "top-n-sigma",
    "top_k": "top-k",
    "typical_p": "typical-p",
    "top_p": "top-p",
    "min_p": "min-p",
    "xtc": "XTC",
    "temperature": "temperature",
    "mirostat": "Mirostat",
    "grammar": "grammar",
    "banned": "what is never said",
}

METHODS = {
    "none": "no draft",
    "auto": "automatic",
    "dspark": "DSpark",
    "dflash": "DFlash",
    "dflash2": "DFlash2",
    "eagle3": "EAGLE-3",
    "mtp": "MTP",
    "small_model": "Small model",
    "ngram": "Look-up",
    "ngram_map": "Look-up in all chats",
    "ngram_first": "Look-up, else the draft",
}
