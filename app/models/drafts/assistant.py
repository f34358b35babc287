"""Gemma 4's assistants: a few layers that draft token after token from the target's last state and its own cache."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from app.formats.safetensors import TensorInfo
from app.models.config import Config
from app.models.drafts.config import MOST_LAYERS, MOST_SIZE, provenance, refuse_quantized
from app.models.drafts.record import DraftRecord
from app.models.drafts.tensors import Expected, canonical_tensors, require
from app.models.entry import DraftFacts
from app.models.errors import DraftCannotRun
from app.models.recognition.text_config import text_config

_FAMILY = "gemma4"


@dataclass(frozen=True, slots=True, kw_only=True)
class AssistantDraft(DraftRecord):
    """A Gemma4AssistantForCausalLM; `config` describes its layers as it would those of a target."""

    config: Config
    target_hidden_size: int

    @property
    def cached_values(self) -> int:
        """None: its layers read the keys and values of the target."""
        return 0

    @property
    def facts(self) -> DraftFacts:
        """What pairing and the window need to know: such a draft proposes one token a pass."""
        return DraftFacts(
            method="mtp",
            schema=self.origin.schema,
            layers=self.layers,
            hidden_size=self.hidden_size,
            vocabulary_n=self.vocabulary_n,
            draft_vocabulary_n=self.draft_vocabulary_n,
            target_family=_FAMILY,
            target_hidden_size=self.target_hidden_size,
            shares_cache=True,
        )


def read_assistant(top: Config, tensors: Mapping[str, TensorInfo], schema: str) -> AssistantDraft:
    """The draft of an assistant; raises what `read_draft_schema` lists.

    Checked here are the tensors that it has beside its layers; those are checked where they are converted.
    """
    refuse_quantized(top)
    text = text_config(top)
    layers = text.integer("num_hidden_layers", least=1, most=MOST_LAYERS)
    _refuse_others(text, layers)
    found = canonical_tensors(tensors)
    if top.boolean("tie_word_embeddings", True):
        found.pop("lm_head.weight", None)
    hidden = text.integer("hidden_size", least=1, most=MOST_SIZE)
    target_hidden = top.integer("backbone_hidden_size", least=1, most=MOST_SIZE)
    if hidden == target_hidden:
        raise DraftCannotRun(kind="MTP (Gemma 4 assistant) of the target's own size")
    vocabulary_n = text.integer("vocab_size", least=1, most=MOST_SIZE)
    record = AssistantDraft(
        kind="gemma4_assistant",
        origin=provenance(top, schema),
        layers=layers,
        hidden_size=hidden,
        vocabulary_n=vocabulary_n,
        draft_vocabulary_n=vocabulary_n,
        has_tied_head=True,
        config=_without_embeddings(text),
        target_hidden_size=target_hidden,
        tensors=found,
    )
    require(found, _frame(record), top.path.parent)
    return record


def _refuse_others(text: Config, layers: int) -> None:
    """Raise for what the engine's graph has no place for."""
    unusable = {
        "keys and values of its own": text.integer("num_kv_shared_layers", layers, most=MOST_LAYERS) != layers,
        "embeddings for each layer": text.integer("hidden_size_per_layer_input", 0, most=MOST_SIZE) > 0,
        "experts": text.boolean("enable_moe_block", False),
    }
    for name, is_so in unusable.items():
        if is_so:
            raise DraftCannotRun(kind=f"MTP (Gemma 4 assistant) with {name}")


def _without_embeddings(text: Config) -> Config:
    """The config without the size of a table that assistants do not have: they give it as 0."""
    return Config({key: value for key, value in text.values.items() if key != "vocab_size_per_layer_input"}, text.path)


def _frame(record: AssistantDraft) -> Iterator[Expected]:
    hidden, target_hidden = record.hidden_size, record.target_hidden_size
    yield Expected("embed_tokens.weight", (record.vocabulary_n, hidden))
    yield Expected("norm.weight", (hidden,))
    yield Expected("pre_projection.weight", (hidden, 2 * target_hidden))
    yield Expected("post_projection.weight", (target_hidden, hidden))
