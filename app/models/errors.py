"""Why a model cannot be used, or a draft not with a target: each reason under a code of its own."""

from app.core.errors import AppError


class DraftNotYet(AppError):
    """A kind of draft that the engine could run and Slipstream does not convert yet: kind (its name)."""

    code = "draft_not_yet"


class DraftCannotRun(AppError):
    """A kind of draft that the engine has no code for: kind (its name)."""

    code = "draft_cannot_run"


class DraftTensorShape(AppError):
    """A tensor of a draft does not have the shape that its config implies: path, name, expected, got."""

    code = "draft_tensor_shape"


class DraftTensorUnknown(AppError):
    """A draft holds a tensor that its kind has no place for, so that leaving it out would change it: path, name."""

    code = "draft_tensor_unknown"


class CheckpointQuantized(AppError):
    """The weights of a checkpoint are stored in a way that cannot be read: scheme ("nvfp4", "gptq")."""

    code = "checkpoint_quantized"


class DraftForeign(AppError):
    """A GGUF draft made for another program than llama.cpp: architecture."""

    code = "draft_foreign"


class DraftNvfp4(AppError):
    """A draft in NVFP4: the engine computes it less exactly than it was trained for."""

    code = "draft_nvfp4"


class NotAModel(AppError):
    """A file or folder in which no model was recognised: path."""

    code = "not_a_model"


class ConfigMissing(AppError):
    """A folder with weights and no config.json: path."""

    code = "config_missing"


class WeightsMissing(AppError):
    """A checkpoint folder without weights: path."""

    code = "weights_missing"


class LoraAdapter(AppError):
    """An adapter for another model, not a model: path, base (that model's name, None where it does not say)."""

    code = "lora_adapter"


class NotAChatModel(AppError):
    """A model that generates no text: kind ("image", "embedding", "speech", a class name, or both)."""

    code = "not_a_chat_model"


class Projector(AppError):
    """What turns pictures or sound into input for a language model, not the model: path."""

    code = "projector"


class ImportanceMatrix(AppError):
    """What helps to quantize a model, not the model: path."""

    code = "importance_matrix"


class VocabularyAlone(AppError):
    """A GGUF with a vocabulary and no weights: path."""

    code = "vocabulary_alone"


class OtherFormat(AppError):
    """A model in a format that cannot be converted: path, format (its name)."""

    code = "other_format"


class TrainingState(AppError):
    """What a training run saves to go on from, without weights that stand alone: path."""

    code = "training_state"


class LaboratoryLayout(AppError):
    """Weights in the layout of the laboratory that trained them, without config.json: path."""

    code = "laboratory_layout"


class EngineFamilyUnknown(AppError):
    """A GGUF of a family that the engine has no code for: architecture."""

    code = "engine_family_unknown"


class SizesDisagree(AppError):
    """A config tells a size that its weights do not have: path, key, told, found."""

    code = "sizes_disagree"


class TargetFamilyUnknown(AppError):
    """A checkpoint of a family that is not known here: class_name."""

    code = "target_family_unknown"


class TargetNotConvertible(AppError):
    """A checkpoint of a family that the engine runs and Slipstream does not convert yet: class_name."""

    code = "target_not_convertible"


class PairMismatch(AppError):
    """A draft does not fit a target."""

    code = "pair_mismatch"


class TargetCannotFeed(PairMismatch):
    """The target's family cannot hand out the hidden states that the draft needs: architecture, method."""

    code = "target_cannot_feed"


class TargetTablesRotated(PairMismatch):
    """The target stores its embedding in a rotated form that a draft cannot share."""

    code = "target_tables_rotated"


class FamilyDiffers(PairMismatch):
    """The draft was made for a target of another family: expected (the draft's), got (the target's)."""

    code = "pair_family"


class HiddenSizeDiffers(PairMismatch):
    """The draft was made for another hidden size: expected (the draft's), got (the target's)."""

    code = "pair_hidden_size"


class LayerOutOfRange(PairMismatch):
    """The draft reads a layer that the target does not have or cannot hand out: layer, layers."""

    code = "pair_layer"


class LayerCountDiffers(PairMismatch):
    """The draft was made for a target with another number of layers: expected (the draft's), got (the target's)."""

    code = "pair_layer_count"


class VocabularyDiffers(PairMismatch):
    """The draft was made for another number of tokens: expected (the draft's), got (the target's)."""

    code = "pair_vocabulary"


class CacheDiffers(PairMismatch):
    """The draft reads its target's cache, and that is of another size: key (a key of GGUF), expected, got."""

    code = "pair_cache"


class TokensDiffer(PairMismatch):
    """Both have the same number of tokens, and the tokens are not the same."""

    code = "pair_tokens"


class MaskTokenMissing(PairMismatch):
    """The draft does not say which token stands for a place to fill."""

    code = "draft_mask_missing"


class MaskTokenOutOfRange(PairMismatch):
    """The draft's mask token is none of the target's: token, vocabulary_n."""

    code = "draft_mask_range"


class MarkovTypeUnsupported(PairMismatch):
    """The draft's Markov head is of a type that the engine has no code for: markov_type."""

    code = "draft_markov_type"


class DraftHeadLost(PairMismatch):
    """A GGUF draft has an embedding and no head, and its target does not tie the two: it would propose garbage."""

    code = "draft_head_lost"


class D2tOutOfRange(AppError):
    """The table of a reduced vocabulary points at a token that does not exist: row, token, vocabulary_n."""

    code = "d2t_range"


class D2tDuplicate(AppError):
    """The table of a reduced vocabulary points at the same token twice: token."""

    code = "d2t_duplicate"


class TensorAbsent(AppError):
    """A checkpoint lacks a tensor that its class needs: path, name."""

    code = "tensor_absent"
