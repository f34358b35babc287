"""A draft as the converter needs it, the same whatever schema it was published in."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from app.formats.safetensors import TensorInfo
from app.models.entry import DraftFacts, MarkovType
from app.models.recognition.families import FAMILIES

# The kinds whose GGUF files are laid out each in its own way, by the names of their modules in app/convert/drafts.
DraftKindName = Literal["dflash", "dflash2", "dspark", "dspark_gemma4", "eagle3", "gemma4_assistant"]
# The methods that draft a block at a time.
BlockMethod = Literal["dflash", "dflash2", "dspark"]
RopeType = Literal["default", "linear", "yarn", "llama3"]
# Positions are divided by the factor of their scaling.
LEAST_ROPE_FACTOR = 1e-6
Activation = Literal["silu", "gelu", "gelu_pytorch_tanh"]


@dataclass(frozen=True, slots=True)
class Rope:
    """Rotary positions of a draft, its own and never the target's.

    `is_neox` is False where an export keeps the pairs interleaved (q, k and their norms then need their rows put into
    halves). `dimensions` is None when the whole head is rotated. The other values are None where the type has none.
    """

    theta: float
    type: RopeType = "default"
    is_neox: bool = True
    dimensions: int | None = None
    factor: float | None = None
    original_context: int | None = None
    extrapolation_factor: float | None = None
    attention_factor: float | None = None
    beta_fast: float | None = None
    beta_slow: float | None = None
    low_freq_factor: float | None = None
    high_freq_factor: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Provenance:
    """What a checkpoint says of its origin: by whom it was exported, and for which target.

    `schema` names the format in words. `target_layers` and the others are None where the exporter did not tell.
    """

    schema: str
    class_name: str
    exporter_version: str | None = None
    target_hint: str | None = None
    target_class: str | None = None
    target_layers: int | None = None

    @property
    def target_family(self) -> str | None:
        """The target's family in GGUF's spelling."""
        return FAMILIES.get(self.target_class or "")


@dataclass(frozen=True, slots=True)
class Disagreement:
    """Something that a config tells otherwise than the weights, which are right: its key, both as text."""

    key: str
    told: str
    found: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftRecord(ABC):
    """A checkpoint of a draft, normalised.

    `tensors` maps names without prefixes ("layers.0.self_attn.q_proj.weight", "fc.weight", "d2t") to what the files
    hold, every one checked for its shape, without those that play no part in drafting. `d2t` holds offsets: target
    id = draft id + d2t[draft id]. `layer_ids` count the input of target layer i.
    """

    kind: DraftKindName
    origin: Provenance

    layers: int
    hidden_size: int
    vocabulary_n: int
    draft_vocabulary_n: int
    layer_ids: tuple[int, ...] = ()
    mask_token_id: int | None = None
    has_tied_head: bool = False
    disagreements: tuple[Disagreement, ...] = ()

    tensors: Mapping[str, TensorInfo]

    @property
    def has_embedding(self) -> bool:
        """Whether the checkpoint brings an embedding table of its own."""
        return "embed_tokens.weight" in self.tensors

    @property
    def has_head(self) -> bool:
        """Whether the checkpoint brings an output head of its own."""
        return "lm_head.weight" in self.tensors

    @property
    @abstractmethod
    def cached_values(self) -> int:
        """Keys and values that it keeps for each token of a text."""

    @property
    @abstractmethod
    def facts(self) -> DraftFacts:
        """What pairing and the window need to know."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TransformerDraft(DraftRecord):
    """A draft with layers of its own that are all alike, with a cache of its own."""

    feed_forward_size: int
    heads: int
    kv_heads: int
    head_dim: int
    context_length: int
    rms_eps: float
    rope: Rope

    @property
    def cached_values(self) -> int:
        """Keys and values that it keeps for each token of a text."""
        return self.layers * self.kv_heads * 2 * self.head_dim


@dataclass(frozen=True, slots=True)
class Selector:
    """What DFlash2 adds: a table that chooses among the best candidates of each slot, and convolutions in each layer.

    `kernel_size` in tokens, `group_size` in channels that share a kernel, `rank` the columns of the tables, `top_k` the
    candidates of a slot.
    """

    kernel_size: int
    group_size: int
    rank: int
    top_k: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockDraft(TransformerDraft):
    """A DSpark, DFlash or DFlash2 checkpoint.

    `is_confidence_dropped` says that a confidence head without Markov input was left out: the engine has no place for
    it; `is_softcap_dropped` says the same of a bound on the logits. `is_named_dspark` says what its exporter calls it.
    `sliding_layers` has one flag per layer; it is empty, and `sliding_window` None, when no layer slides. `is_causal`
    is None where the exporter left it open, which means no. `rotated_share` is the share of a head's frequencies that
    turns, None where none stands still in place.
    """

    method: BlockMethod
    activation: Activation
    sliding_window: int | None
    sliding_layers: tuple[bool, ...]
    is_causal: bool | None

    block_size: int
    sample_from_anchor: bool
    markov_rank: int
    markov_type: MarkovType
    has_confidence_head: bool
    is_confidence_dropped: bool
    selector: Selector | None = None

    embedding_scale: float | None
    logit_scale: float | None
    logit_softcap: float | None
    attention_value_scale: float | None
    rotated_share: float | None = None
    is_softcap_dropped: bool = False
    is_named_dspark: bool = False

    @property
    def needs_zero_markov(self) -> bool:
        """Whether it drafts from the anchor without a Markov head: the engine does that only through one of zeros."""
        return self.sample_from_anchor and self.markov_rank == 0

    @property
    def facts(self) -> DraftFacts:
        """What pairing and the window need to know."""
        return DraftFacts(
            method=self.method,
            schema=self.origin.schema,
            layers=self.layers,
            hidden_size=self.hidden_size,
            vocabulary_n=self.vocabulary_n,
            draft_vocabulary_n=self.draft_vocabulary_n,
            block_size=self.block_size,
            layer_ids=self.layer_ids,
            mask_token_id=self.mask_token_id,
            sample_from_anchor=self.sample_from_anchor,
            markov_rank=self.markov_rank,
            markov_type=self.markov_type,
            has_confidence_head=self.has_confidence_head,
            target_hint=self.origin.target_hint,
            target_layers=self.origin.target_layers,
            target_family=self.origin.target_family,
        )
