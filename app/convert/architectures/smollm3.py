"""SmolLM3."""

from collections.abc import Mapping

from app.convert.architectures.llama import llama_blueprint, tokenizer
from app.convert.blueprint import Blueprint
from app.formats.safetensors import TensorInfo
from app.models.config import Config

_NAME = "smollm3"
# Every so many layers the engine leaves positions out.
_INTERVAL = 4

__all__ = ["blueprint", "tokenizer"]


def blueprint(config: Config, tensors: Mapping[str, TensorInfo]) -> Blueprint:
    """The GGUF file of a SmolLM3ForCausalLM; raises ConfigKeyError."""
    if config.has("no_rope_layers"):
        has_rope = config.integers("no_rope_layers", most=1)
        if list(has_rope) != [int((i + 1) % _INTERVAL != 0) for i in range(len(has_rope))]:
            raise config.error("no_rope_layers")
    return llama_blueprint(_NAME, config, tensors, has_head_dim=False, takes_biases=False)
