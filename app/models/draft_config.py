"""What the configs of all drafts have in common, whatever their kind."""

from app.models.config import Config, class_name, quantization_scheme
from app.models.draft_record import Provenance
from app.models.errors import CheckpointQuantized

MOST_LAYERS = 512
MOST_SIZE = 1 << 24


def provenance(top: Config, schema: str, target_layers: int | None = None) -> Provenance:
    """What a checkpoint's config tells of its origin; `schema` names the format that it was recognised as."""
    verifier = top.section("speculators_config").section("verifier")
    return Provenance(
        schema=schema,
        class_name=class_name(top),
        exporter_version=top.optional_text("speculators_version"),
        target_hint=verifier.optional_text("name_or_path"),
        target_class=next(iter(verifier.texts("architectures")), None),
        target_layers=target_layers,
    )


def refuse_quantized(top: Config) -> None:
    """Raise CheckpointQuantized for a draft that is stored in anything but plain numbers."""
    scheme = quantization_scheme(top)
    if scheme is not None:
        raise CheckpointQuantized(scheme=scheme)


def backbone_of(top: Config) -> Config:
    """The part that describes the transformer: nested with the speculators library, the whole config with others."""
    return top.section("transformer_layer_config") if top.has("transformer_layer_config") else top
