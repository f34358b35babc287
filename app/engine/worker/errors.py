"""What can go wrong in the engine process: failures of loading, of decoding and of what was asked for."""

from app.core.errors import AppError


class LibraryTooOld(AppError):
    """The installed llama.cpp lacks a call that the engine needs: call, library, version, needed."""

    code = "library_too_old"


class ModelNotLoaded(AppError):
    """llama.cpp refused a model file: path, detail (its own last words)."""

    code = "model_not_loaded"


class ContextNotMade(AppError):
    """There was no room for the KV cache and its buffers: path, context_size, detail."""

    code = "context_not_made"


class ModelsWithoutRoom(AppError):
    """The memory is too small for the target, whatever is given up: path."""

    code = "models_without_room"


class ContextTooLarge(AppError):
    """More context was asked for than any model is made for: context_size, most (tokens)."""

    code = "context_too_large"


class MemoryRanOut(AppError):
    """There was no memory left for what the engine was at: detail."""

    code = "memory_ran_out"


class DecodeFailed(AppError):
    """llama.cpp could not evaluate a batch: status, detail."""

    code = "decode_failed"


class DeviceMissing(AppError):
    """The device that was asked for is not there (any more): device."""

    code = "device_missing"


class NotATarget(AppError):
    """What was given as the target is a draft: path."""

    code = "not_a_target"


class NotADraft(AppError):
    """What was given as the draft is not one: path."""

    code = "not_a_draft"


class NotConverted(AppError):
    """A checkpoint folder was given where the engine reads GGUF files only: path."""

    code = "not_converted"


class QuantizingFailed(AppError):
    """llama.cpp's quantizer gave up on a file: path, output_type, detail (its own last words)."""

    code = "quantizing_failed"


class PromptTooLong(AppError):
    """The prompt fills the context: prompt_n, context_size (tokens)."""

    code = "prompt_too_long"


class PromptEmpty(AppError):
    """There is not one token to go on from."""

    code = "prompt_empty"
