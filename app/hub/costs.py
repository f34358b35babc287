"""What getting and running a pair takes, told before anything of it is fetched."""

from collections.abc import Collection
from dataclasses import dataclass

from app.core.errors import Fact
from app.hub.offers import Form, HubModel
from app.models.memory import ContextShape, MemoryEstimate, context_for
from app.models.output_types import is_quantized
from app.models.proposal import OFFERED_TYPES, Machine, Role, TypeProposal, propose, size_of

# What a quantization of a published GGUF may exceed the proposed one by, and still count as that size.
_SAME_SIZE_SHARE = 1.05
# Of a model that nobody has looked at only its number of weights is known. Of dense Qwen3 and Llama models from one to
# 32 billion these follow within a third; a draft has few layers.
_CACHED_VALUES = {"target": 50_000, "draft": 10_000}
_CACHED_VALUES_PER_BILLION = {"target": 2_500, "draft": 0}
_USUAL_VOCABULARY_N = 152_000
_USUAL_HIDDEN_SIZE = 4096
# Published files in formats that are as good as what would be made here.
_AS_GOOD = {"iq4_nl": ("iq4_nl", "q4_0"), "iq4_xs": ("iq4_xs", "q4_k_s")}
# What to ask for where the weights stay as they are published.
_KEEPING_TYPE = "bf16"


@dataclass(frozen=True, slots=True)
class Pick:
    """One way to get a model, and for a checkpoint the type to convert it to, "" for a GGUF."""

    model: HubModel
    form: Form
    output_type: str = ""

    @property
    def weights_bytes(self) -> int:
        """Bytes of the weights as they are run."""
        if self.form.kind == "gguf" or _keeps_its_type(self.form):
            return self.form.weights_bytes
        return size_of(self.model.weights_n, self.output_type)

    @property
    def written_bytes(self) -> int:
        """Bytes of the GGUF that is written here, 0 for what is one already."""
        return 0 if self.form.kind == "gguf" else self.weights_bytes + self._words_bytes

    @property
    def passing_bytes(self) -> int:
        """Bytes of what stands between checkpoint and result while it is quantized."""
        is_made_twice = is_quantized(self.output_type) and not _keeps_its_type(self.form)
        return size_of(self.model.weights_n, "bf16") + self._words_bytes if is_made_twice else 0

    @property
    def _words_bytes(self) -> int:
        """At most what comes into a GGUF from the files beside the weights: the tokens."""
        return self.form.fetch_bytes - self.form.weights_bytes


@dataclass(frozen=True, slots=True)
class PairCost:
    """Bytes over the network, on the disk at the fullest moment and afterwards, and in memory.

    `context_size` counts the tokens that the memory is for, `is_estimate` where one of the two was not looked at.
    """

    fetch_bytes: int
    peak_bytes: int
    kept_bytes: int
    memory: MemoryEstimate
    context_size: int
    is_estimate: bool


def cost_of(
    target: Pick,
    draft: Pick | None,
    context_size: int,
    cache_type: str = "f16",
    fetched: Collection[Pick] = (),
    written: Collection[Pick] = (),
) -> PairCost:
    """What a pair takes; both are fetched first, then converted one after the other.

    `context_size` 0 is the engine's usual choice; `cache_type` is how the target keeps its context. What was `fetched`
    or `written` before costs nothing.
    """
    picks = [target, *([draft] if draft else [])]
    fetch_bytes = sum(pick.form.fetch_bytes for pick in picks if pick not in fetched)
    peak = written_bytes = 0
    for pick in picks:
        if pick not in written:
            peak = max(peak, written_bytes + pick.passing_bytes + pick.written_bytes)
            written_bytes += pick.written_bytes
    shape, context_size = shape_of(target.model, "target"), _context_for(target.model, context_size)
    memory = MemoryEstimate(
        target.weights_bytes,
        shape.cache_bytes(context_size, cache_type),
        shape.work_bytes(context_size),
        _draft_bytes(draft, context_size) if draft else 0,
    )
    is_estimate = any(pick.model.is_estimate for pick in picks)
    return PairCost(fetch_bytes, fetch_bytes + peak, fetch_bytes + written_bytes, memory, context_size, is_estimate)


def _context_for(target: HubModel, asked: int) -> int:
    return context_for(asked, target.entry.target.context_trained if target.entry and target.entry.target else 0)


def beside_bytes(model: HubModel, role: Role, context_size: int, cache_type: str = "f16") -> int:
    """What a model takes beside its weights: the context's keys and values, and room to compute in."""
    shape = shape_of(model, role)
    return shape.cache_bytes(context_size, cache_type) + shape.work_bytes(context_size)


def shape_of(model: HubModel, role: Role) -> ContextShape:
    """The shape that looking told, or the usual one of a model of that many weights."""
    if model.shape is not None:
        return model.shape
    cached = _CACHED_VALUES[role] + _CACHED_VALUES_PER_BILLION[role] * model.weights_n / 1e9
    return ContextShape(round(cached), _USUAL_VOCABULARY_N, _USUAL_HIDDEN_SIZE)


@dataclass(frozen=True, slots=True)
class ProposedPair:
    """What to take of both on a machine; `reason` tells why the target in that type, as `TypeProposal` does."""

    target: Pick
    draft: Pick | None
    fits: bool
    reason: str
    facts: tuple[tuple[str, Fact], ...] = ()


def propose_pair(
    target: HubModel, draft: HubModel | None, machine: Machine, context_size: int, cache_type: str = "f16"
) -> ProposedPair | None:
    """What to take of both, None where one of them is not to be had in any form; the context as in `cost_of`."""
    context_size = _context_for(target, context_size)
    picked = _proposed(draft, "draft", machine, beside_bytes(draft, "draft", context_size)) if draft else None
    if draft is not None and picked is None:
        return None
    beside = beside_bytes(target, "target", context_size, cache_type)
    beside += _draft_bytes(picked[0], context_size) if picked else 0
    found = _proposed(target, "target", machine, beside)
    if found is None:
        return None
    pick, proposal = found
    # The Hub may have no file as small as was proposed.
    fits = proposal.fits and pick.weights_bytes <= proposal.size_bytes * _SAME_SIZE_SHARE
    return ProposedPair(pick, picked[0] if picked else None, fits, proposal.reason, proposal.facts)


def _proposed(model: HubModel, role: Role, machine: Machine, beside: int) -> tuple[Pick, TypeProposal] | None:
    """The form and type to take on this machine, None for a model without any form.

    A target is taken as a GGUF where there is one of about the proposed size, as that is the least to fetch; a draft
    from its checkpoint, as published files of drafts are often older than what the engine asks for.
    """
    if not model.forms:
        return None
    weights_n = model.weights_n or max(form.weights_bytes for form in model.forms) // 2
    proposal = propose(role, weights_n, machine, beside)
    checkpoints = [form for form in model.forms if form.kind == "checkpoint"]
    ggufs = [form for form in model.forms if form.kind == "gguf"]
    if ggufs and (role == "target" or not checkpoints):
        return Pick(model, _nearest(ggufs, proposal)), proposal
    output_type = _KEEPING_TYPE if _keeps_its_type(checkpoints[0]) else proposal.output_type
    return Pick(model, checkpoints[0], output_type), proposal


def picks_of(model: HubModel) -> tuple[Pick, ...]:
    """Every way to take a model, the smallest first: the Hub's GGUF files, and types to convert its checkpoint to."""
    picks = [Pick(model, form, output_type) for form in model.forms for output_type in _types_for(form)]
    return tuple(sorted(picks, key=lambda pick: pick.weights_bytes))


def _types_for(form: Form) -> tuple[str, ...]:
    if form.kind == "gguf":
        return ("",)
    return (_KEEPING_TYPE,) if _keeps_its_type(form) else OFFERED_TYPES


def _nearest(ggufs: list[Form], proposal: TypeProposal) -> Form:
    wanted = _AS_GOOD.get(proposal.output_type, (proposal.output_type,))
    named = [form for kind in wanted for form in ggufs if form.file_type.lower() == kind]
    fitting = [form for form in ggufs if form.weights_bytes <= proposal.size_bytes * _SAME_SIZE_SHARE]
    if named:
        return named[0]
    if fitting:
        return max(fitting, key=lambda form: form.weights_bytes)
    return min(ggufs, key=lambda form: form.weights_bytes)


def _draft_bytes(draft: Pick, context_size: int) -> int:
    return draft.weights_bytes + beside_bytes(draft.model, "draft", context_size)


def _keeps_its_type(form: Form) -> bool:
    """Whether converting leaves the weights as they are published, whatever the type asked for."""
    return form.file_type == "MXFP4"
