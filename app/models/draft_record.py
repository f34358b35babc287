"""A block draft as the converter needs it, the same whatever schema it was published in."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from app.formats.safetensors import TensorInfo
from app.models.entry import DraftFacts, DraftMethod, MarkovType
from app.models.families import FAMILIES

RopeType = Literal["default", "linear", "yarn", "llama3"]
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


@dataclass(frozen=True, slots=True)
class DraftRecord:
    """A DSpark or DFlash checkpoint, normalised.

    `tensors` maps names without prefixes ("layers.0.self_attn.q_proj.weight", "fc.weight", "d2t") to what the files
    hold, every one checked for its shape, without those that play no part in drafting. `d2t` holds offsets: target
    id = draft id + d2t[draft id]. `layer_ids` count the input of target layer i. `is_confidence_dropped` says that a
    confidence head without Markov input was left out: the engine has no place for it. `sliding_layers` has one flag
    per layer; it is empty, and `sliding_window` None, when no layer slides.
    """

    schema: str
    method: DraftMethod
    class_name: str
    exporter_version: str | None
    target_hint: str | None
    target_class: str | None
    target_layers: int | None

    layers: int
    hidden_size: int
    feed_forward_size: int
    heads: int
    kv_heads: int
    head_dim: int
    context_length: int
    rms_eps: float
    activation: Activation
    rope: Rope
    sliding_window: int | None
    sliding_layers: tuple[bool, ...]
    is_causal: bool

    vocabulary_n: int
    draft_vocabulary_n: int
    block_size: int
    layer_ids: tuple[int, ...]
    mask_token_id: int | None
    sample_from_anchor: bool
    markov_rank: int
    markov_type: MarkovType
    has_confidence_head: bool
    is_confidence_dropped: bool
    has_tied_head: bool

    embedding_scale: float | None
    logit_scale: float | None
    logit_softcap: float | None
    attention_value_scale: float | None

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
    def has_sinks(self) -> bool:
        """Whether its attention has sinks."""
        return "layers.0.self_attn.sinks" in self.tensors

    @property
    def needs_zero_markov(self) -> bool:
        """Whether it drafts from the anchor without a Markov head: the engine does that only through one of zeros."""
        return self.sample_from_anchor and self.markov_rank == 0

    @property
    def facts(self) -> DraftFacts:
        """What pairing and the window need to know."""
        return DraftFacts(
            method=self.method,
            schema=self.schema,
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
            target_hint=self.target_hint,
            target_layers=self.target_layers,
            target_family=FAMILIES.get(self.target_class or ""),
        )
