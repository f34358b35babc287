"""What a Hub on loopback offers to the page that finds pairs."""

import json
from pathlib import Path

from tests.fakes.hub import StubHub

TARGET = "Qwen/Tiny-Qwen3"
DRAFT = "lab/tiny-qwen3-DSpark"
MISFIT = "other/Tiny-Qwen3-9-layers-DSpark"
GGUF = "someone/Tiny-Qwen3-GGUF"
GATED = "meta/Tiny-gated-EAGLE3"


def publish(hub: StubHub, fixtures: Path) -> None:
    """A target with its GGUF files, a draft for it, one for another target, one behind a gate."""
    safe = ("safetensors", "license:apache-2.0")
    hub.add(TARGET, files_in(fixtures / "trained/target"), tags=safe, config={"architectures": ["Qwen3ForCausalLM"]})
    made_for = (*safe, f"base_model:{TARGET}")
    hub.add(DRAFT, files_in(fixtures / "trained/draft-anchor-full"), tags=made_for)
    wrong = files_in(fixtures / "drafts/dspark_deepspec")
    hub.add(MISFIT, wrong, tags=made_for)
    hub.add(GATED, files_in(fixtures / "trained/draft-anchor-full"), tags=made_for, gated="manual")
    quantized = {f"Tiny-Qwen3-{kind}.gguf": bytes(size) for kind, size in (("Q4_K_M", 50_000), ("Q8_0", 90_000))}
    hub.add(GGUF, quantized, tags=("gguf", f"base_model:quantized:{TARGET}"))


def files_in(folder: Path) -> dict[str, bytes]:
    """A checkpoint as a repository."""
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


def config_of(folder: Path, **changed: object) -> bytes:
    """The config of a checkpoint with some keys changed."""
    return json.dumps({**json.loads((folder / "config.json").read_bytes()), **changed}).encode()
