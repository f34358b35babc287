"""Why a checkpoint cannot be converted, each reason under a code of its own."""

from app.core.errors import AppError


class NotACheckpoint(AppError):
    """What was to be converted is a GGUF file already: path."""

    code = "convert_already_gguf"


class NoMtpLayers(AppError):
    """A target was to be split, and brings no layers for multi-token prediction: path."""

    code = "convert_no_mtp"


class TargetNeeded(AppError):
    """A draft takes its tokenizer from its target, and none was named: path."""

    code = "convert_target_needed"


class TargetUnusable(AppError):
    """What was named as the target of a draft is none: path."""

    code = "convert_target_unusable"


class TargetCheckpointNeeded(AppError):
    """A draft needs its target's output head as trained, and the target is a quantized file: path (of the target)."""

    code = "convert_target_checkpoint_needed"


class TensorUnknown(AppError):
    """A checkpoint holds a tensor that its class does not have: path, name."""

    code = "tensor_unknown"


class TensorTwice(AppError):
    """A checkpoint holds a tensor under two names: path, name, other."""

    code = "tensor_twice"


class TensorShapeMismatch(AppError):
    """A tensor's shape is not what the config says: path, name, expected, found."""

    code = "tensor_shape"


class TensorTypeUnsupported(AppError):
    """A tensor is stored in a type that cannot be converted: path, name, dtype."""

    code = "tensor_dtype"


class TokenizerMissing(AppError):
    """A checkpoint came without its tokenizer: path."""

    code = "tokenizer_missing"


class TokenizerInvalid(AppError):
    """A tokenizer file is not what it should be: path, detail."""

    code = "tokenizer_invalid"


class TokenizerUnsupported(AppError):
    """A tokenizer of a kind that cannot be converted: path, kind."""

    code = "tokenizer_unsupported"


class PreTokenizerUnknown(AppError):
    """A tokenizer cuts text in a way that the engine does not know: path, found."""

    code = "pre_tokenizer_unknown"


class QuantizedAlready(AppError):
    """A GGUF file was to be quantized whose weights are rounded already: path, file_type."""

    code = "convert_quantized_already"


class NotSmaller(AppError):
    """A GGUF file was to be quantized to a type that takes no less room than its own: path, file_type, output_type."""

    code = "convert_not_smaller"


class WouldReplaceSource(AppError):
    """The file to write is one of those to read: path."""

    code = "convert_onto_source"


class WouldReplaceOther(AppError):
    """What stands where the new file should go is no GGUF file: path."""

    code = "convert_onto_other"


class UnknownOutputType(AppError):
    """An output type that there is none of: output_type."""

    code = "convert_output_type"


class SourceChanged(AppError):
    """A checkpoint file became shorter while it was read: path."""

    code = "convert_source_changed"


class NothingToRepair(AppError):
    """A draft's GGUF file was to be repaired, and has all that it needs for this target: path."""

    code = "convert_nothing_to_repair"


class WrittenFileWrong(AppError):
    """The written file does not hold what was planned: path, detail."""

    code = "convert_verify"
