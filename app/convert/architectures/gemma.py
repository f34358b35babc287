"""The parts that Gemma 3 and 4 have in common: layers that see a window between layers that see everything."""

from app.convert.architectures.decoder import DecoderSizes
from app.convert.metadata import Pair, count, number
from app.models.config import Config

_SLIDING, _FULL = "sliding_attention", "full_attention"
_ACTIVATION = "gelu_pytorch_tanh"
_FULL_THETA, _SLIDING_THETA = 1_000_000.0, 10_000.0


def is_sliding(config: Config, layers: int) -> tuple[bool, ...]:
    """For each layer whether it sees a window only; raises ConfigKeyError."""
    kinds = config.texts("layer_types")
    if len(kinds) != layers or not set(kinds) <= {_SLIDING, _FULL}:
        raise config.error("layer_types")
    return tuple(kind == _SLIDING for kind in kinds)


def gemma_pairs(architecture: str, config: Config, sizes: DecoderSizes) -> list[Pair]:
    """The pairs that llama.cpp reads for either; `sizes` are those of the layers that see everything.

    Raises ConfigKeyError, also for another activation than the one that the engine computes.
    """
    if config.text("hidden_activation", _ACTIVATION) != _ACTIVATION:
        raise config.error("hidden_activation")
    softcap = config.optional_number("final_logit_softcapping")
    return [
        count(f"{architecture}.block_count", sizes.layers),
        count(f"{architecture}.context_length", sizes.context),
        count(f"{architecture}.embedding_length", sizes.hidden),
        count(f"{architecture}.attention.head_count", sizes.heads),
        count(f"{architecture}.attention.key_length", sizes.head_dim),
        count(f"{architecture}.attention.value_length", sizes.head_dim),
        number(f"{architecture}.attention.layer_norm_rms_epsilon", config.number("rms_norm_eps", 1e-6)),
        number(f"{architecture}.rope.freq_base_swa", _sliding_theta(config)),
        *([number(f"{architecture}.final_logit_softcapping", softcap)] if softcap else []),
    ]


def full_rope(config: Config) -> Config:
    """What the config says of the rope of the layers that see everything, also where it knows no others."""
    ropes = config.section("rope_parameters").over(config.section("rope_scaling"))
    own = ropes.section(_FULL) if ropes.has(_FULL) else ropes
    theta = Config({"rope_theta": config.number("rope_theta", _FULL_THETA)}, config.path)
    return Config({"rope_parameters": own.over(theta).values}, config.path)


def _sliding_theta(config: Config) -> float:
    theta = config.number("rope_local_base_freq", _SLIDING_THETA)
    return config.section("rope_parameters").section(_SLIDING).number("rope_theta", theta)
