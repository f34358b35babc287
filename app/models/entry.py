"""What a model is, as far as pairing, planning and showing it need to know: frozen facts, no files opened."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

Form = Literal["checkpoint", "gguf"]
DraftMethod = Literal["dspark", "dflash", "dflash2", "eagle3", "mtp", "small_model"]
MarkovType = Literal["vanilla", "gated", "rnn"]

# Hidden states of the target that an EAGLE-3 draft reads.
EAGLE3_STATES = 3
# The most tokens that what drafts one a pass proposes at once: further ones are hardly ever accepted, or cost too much.
_MOST_PASSES: Mapping[DraftMethod, int] = {"eagle3": 8, "mtp": 4, "small_model": 16}


@dataclass(frozen=True, slots=True)
class TargetFacts:
    """A target: `architecture` in GGUF's spelling ("qwen3", "llama"), None when it cannot be converted or run.

    `tokens_digest` is the sha256 over the token list of a GGUF (None for a checkpoint, whose list is known only after
    conversion); vocabulary_n counts tokens with padding; mrope_sections is None unless the target uses M-RoPE.
    `has_rotated_tables` says that its embedding and head are stored in a rotated form, which no draft can share;
    `mtp_layers` counts the layers that it brings along to draft with.
    """

    architecture: str | None
    class_name: str
    layers: int
    hidden_size: int
    vocabulary_n: int
    context_trained: int
    has_own_output: bool
    tokens_digest: str | None = None
    mrope_sections: tuple[int, ...] | None = None
    has_rotated_tables: bool = False
    mtp_layers: int = 0


@dataclass(frozen=True, slots=True)
class DraftFacts:
    """A draft, whatever schema it was published in (draft-formats: the normalised record).

    `layer_ids` count the *input* of target layer i, 0-based; none where they follow from the target's number of layers
    (`pairing.target_layer_ids`). `draft_vocabulary_n` is the rows of its head; `is_reduced` says that a d2t table maps
    them to the target's `vocabulary_n` tokens. `schema` names the export format in words. `target_hidden_size` is None
    where it is the draft's own. `target_hint` (a name or path), `target_layers` and `target_family` (in GGUF's
    spelling) are what the exporter wrote about the target, where it did.
    What drafts token after token instead of blocks has none of what a block needs. `shares_cache` says of an MTP draft
    that it reads the keys and values of its target.
    `ties_own_embedding` says of a GGUF that it brings an embedding table without a head: the engine then takes the
    table for the head.
    """

    method: DraftMethod
    schema: str
    layers: int
    hidden_size: int
    vocabulary_n: int
    draft_vocabulary_n: int
    block_size: int = 1
    layer_ids: tuple[int, ...] = ()
    mask_token_id: int | None = None
    sample_from_anchor: bool = True
    markov_rank: int = 0
    markov_type: MarkovType = "vanilla"
    has_confidence_head: bool = False
    target_hint: str | None = None
    target_layers: int | None = None
    target_family: str | None = None
    tokens_digest: str | None = None
    ties_own_embedding: bool = False
    target_hidden_size: int | None = None
    shares_cache: bool = False

    @property
    def is_reduced(self) -> bool:
        """Whether the draft proposes from a part of the target's vocabulary."""
        return self.draft_vocabulary_n < self.vocabulary_n

    @property
    def draft_max(self) -> int:
        """The most tokens of one proposal."""
        block_max = self.block_size if self.sample_from_anchor else self.block_size - 1
        return _MOST_PASSES.get(self.method, block_max)


@dataclass(frozen=True, slots=True)
class ModelEntry:
    """A model on disk: exactly one of `target` and `draft` is known unless `problem` says why not.

    `problem` is the code of an AppError with its `problem_facts` as (name, value) pairs: the model is shown, named for
    what it is, and cannot be used. `made_for` is the target that such a draft names, None where it names none.
    """

    path: Path
    name: str
    form: Form
    size_bytes: int
    file_type: str
    target: TargetFacts | None = None
    draft: DraftFacts | None = None
    problem: str | None = None
    problem_facts: tuple[tuple[str, str | int | float | bool | None], ...] = ()
    made_for: str | None = None
