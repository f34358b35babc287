"""What the configs of all drafts have in common, whatever their kind."""

from app.formats.errors import plain_name
from app.models.config import Config, class_name
from app.models.drafts.record import Disagreement, Provenance
from app.models.errors import CheckpointQuantized, DraftNvfp4
from app.models.recognition.quantization import quantization_scheme

MOST_LAYERS = 512
MOST_SIZE = 1 << 24


def provenance(top: Config, schema: str, target_layers: int | None = None) -> Provenance:
    """What a checkpoint's config tells of its origin; `schema` names the format that it was recognised as."""
    verifier = _verifier(top)
    return Provenance(
        schema=schema,
        class_name=class_name(top),
        exporter_version=top.optional_text("speculators_version"),
        target_hint=target_hint(top),
        target_class=next(iter(verifier.texts("architectures")), None),
        target_layers=target_layers,
    )


def target_hint(top: Config) -> str | None:
    """The name or path of the target that the exporter wrote down, None where it wrote none."""
    found = _verifier(top).values.get("name_or_path")
    return plain_name(found) if isinstance(found, str) and found else None


def _verifier(top: Config) -> Config:
    return top.section("speculators_config").section("verifier")


def disagreements(*claims: tuple[Config, str, int | bool]) -> tuple[Disagreement, ...]:
    """Where configs tell something else under a key than the value that the weights show."""
    return tuple(
        Disagreement(key, repr(config.values[key])[:80], repr(found))
        for config, key, found in claims
        if config.has(key) and config.values[key] != found
    )


def refuse_quantized(top: Config) -> None:
    """Raise DraftNvfp4 or CheckpointQuantized for a draft that is stored in anything but plain numbers."""
    scheme = quantization_scheme(top)
    if scheme == "NVFP4":
        raise DraftNvfp4()
    if scheme is not None:
        raise CheckpointQuantized(scheme=scheme)


def backbone_of(top: Config) -> Config:
    """The part that describes the transformer: nested with the speculators library, the whole config with others."""
    return top.section("transformer_layer_config") if top.has("transformer_layer_config") else top
