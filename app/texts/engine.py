"""Words for loading and running models: failures, notices, stages, and how drafting goes."""

from app.texts.entry import Entry

_SMALLER = "Choose a shorter context, a smaller model, or another device."
_LESS = "Choose a shorter context, a smaller model or fewer layers on the device, or close other programs."

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
    "models_without_room": Entry("There is not enough memory for {path}, whatever is given up.", _SMALLER),
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
    "engine_out_of_memory": Entry(
        "The engine was ended because memory ran out.",
        _LESS,
    ),
    "memory_ran_out": Entry(
        "Memory ran out in the middle of it.",
        _LESS,
    ),
    "engine_device_lost": Entry(
        "The device {device} stopped working, and the engine with it.",
        "Start the engine again. If it happens again, choose another device, or update its driver.",
        without="The device stopped working, and the engine with it.",
    ),
    "engine_file_lost": Entry(
        "A model's file was changed, cut short or taken away while the engine was using it.",
        "Put the file or its drive back, then load the model again.",
    ),
    "engine_processor_too_old": Entry(
        "This computer's processor lacks an instruction that the engine used.",
        "Please report it with the details; another device may do.",
    ),
    "model_file_changed": Entry(
        "{path} was changed after it was loaded.",
        "Load the model again.",
    ),
    "engine_silent": Entry(
        "The engine did not answer within {seconds} seconds.",
        "The machine may be busy: try again. If it stays, “slipstream doctor” tells more.",
        without="The engine did not answer in time.",
    ),
    "prompt_empty": Entry("There is nothing to answer.", "Write something first."),
}

_GO_ON = "Your chats are safe. Start it again to go on with the same models."

NOTICES = {
    "backend_not_loaded": Entry(
        "The backend {backend} is not used: {detail}.",
        "Without such a graphics card that is as it should be; with one, install or update its driver.",
        without="The backend {backend} is not used: it does not start.",
    ),
    "backend_ended_engine": Entry(
        "The backend {backend} is not used: the engine stopped, or hung, while it was loading it.",
        "Install or update the driver of the graphics card, or put the backend there anew. The next start of "
        "Slipstream tries it again.",
        without="A backend is not used: the engine stopped, or hung, while it was loading it.",
    ),
    "backends_of_other_version": Entry(
        "The backends in {path} are not used: they were made for {made_for}, and {needed} is here.",
        "Get the ones that belong to this version of Slipstream.",
        without="The backends in {path} are not used: no made-for.txt among them says {needed}.",
    ),
    "engine_crashed_loading": Entry(
        "The engine stopped while it was loading the models.",
        "Your chats are safe. If it stops again, one of the files may be damaged, or too new for this version.",
    ),
    "engine_crashed_writing": Entry(
        "The engine stopped while it was writing the reply; what it wrote is kept.", _GO_ON
    ),
    "engine_crashed_idle": Entry("The engine stopped though it had nothing to do.", _GO_ON),
    "engine_silent": Entry(
        "The engine has said nothing for {seconds} seconds.",
        "It may be in the middle of a long step, or hang. Stopped, it keeps what it wrote so far.",
    ),
    "engine_not_stopping": Entry(
        "The engine has not stopped yet.",
        "It may be in the middle of a long step. If it does not stop soon, it is started again; what it wrote is kept.",
    ),
    "engine_started_again": Entry(
        "The engine did not stop when it was told to, so it was started again.", "What it wrote is kept."
    ),
    "engine_stopped": Entry(
        "The engine is stopped; what it wrote is kept.", "Start it again to go on with the same models."
    ),
    "options_for_less": Entry(
        "With a shorter --ctx-size, fewer --gpu-layers or --cache-type q8_0 it takes less memory."
    ),
    "method_not_there": Entry(
        "Nothing that is loaded can draft by {method}.", "Name a draft for it, or leave the method to the files."
    ),
    "think_not_offered": Entry(
        "This model's template does not let one choose whether to think, so that choice counts for nothing."
    ),
    "effort_not_offered": Entry(
        "This model's template knows no effort “{effort}”, so that choice counts for nothing.",
    ),
    "context_beyond_training": Entry(
        "The context of {context_size} tokens is longer than the {context_trained} that the model was trained for.",
        "Replies may lose the thread towards its end.",
    ),
    "cache_type_left_out": Entry(
        "The context cannot be kept as {cache_type} with this model or device, so it is kept as F16.",
        "It takes more memory than you chose.",
    ),
    "device_gone": Entry(
        "The device {device} is not there, so the models run on {used}.",
        "Choose another one in the bar on top if you like.",
    ),
    "device_failed": Entry(
        "{device} could not be used, so the models run on {used}.",
        "Its driver may be broken or too old; the log tells what it said. Until Slipstream ends it is left out, unless "
        "you choose it in the bar on top.",
    ),
    "device_left": Entry(
        "The memory of {device} is too small for these models, so they run on {used}.",
        "A smaller model, or a shorter context, may fit.",
    ),
    "layers_lowered": Entry(
        "The device had less room than it told of: {layers} of {layers_all} layers run on it, the others on the "
        "processor.",
        "Replies take longer than with all of them there. Close other programs and load again to try for more.",
    ),
    "context_lowered": Entry(
        "There was too little memory for the usual context, so it is {context_size} tokens long.",
        "Long conversations lose their beginning sooner. A context length that you set yourself is never changed.",
    ),
    "draft_without_room": Entry(
        "Only the target fits into memory, so the draft was not loaded: both take {needed_bytes}, and {free_bytes} are "
        "free.",
        "A smaller number format, a shorter context or fewer open programs make room for it.",
        without="Only the target fits into memory, so the draft was not loaded.",
    ),
    "draft_displaces": Entry(
        "On {device} there is room for the target alone. For the draft, {layers} of its layers would have to leave, "
        "which costs more than drafting gains, so the draft was not loaded.",
        "A smaller number format or a shorter context makes room for it.",
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
    "draft_without_room": "there was no room for the draft beside the target, so it was not loaded",
    "turned_off": "drafting is turned off",
    "other_method": "the loaded draft is of another method than the one asked for",
    "slower": "plain decoding is faster here: too few guesses come true, or the target is too small to gain from them",
    "low_acceptance": "so few guesses come true that writing plainly is faster. It tries again now and then",
    "drafting_too_slow": "on this computer verifying guesses of this draft takes longer than writing plainly, however "
    "many come true. It tries again now and then",
    "slower_though_accepted": "plain decoding is faster here: the target is too small to gain from guesses",
}

# Why a device was picked, as the second half of "Runs on …: ".
DEVICE_REASONS = {
    "card_whole": "it has room for all of it",
    "card_in_part": "it has room for a part of it",
    "cards_together": "together the cards have room for more than one alone",
    "integrated_whole": "integrated graphics have room for all of it, and spare the processor the work",
    "device_chosen": "you chose it",
    "processor_chosen": "you chose it",
    "processor_alone": "no graphics card was found that models can run on",
    "devices_too_small": "the other devices have too little room to gain anything",
    "device_left": "the other device had no room",
    "device_failed": "the other device failed",
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
