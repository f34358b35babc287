"""Ranks the catalogue's pairs for the machine at hand, each with the reasons."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import log2
from typing import Literal, get_args

from app.core.errors import Fact
from app.hub.catalogue import Catalogue, CatalogueDraft, CatalogueTarget, Caution
from app.hub.costs import PairCost, Pick, cost_of, propose_pair
from app.hub.offers import Form, Gate, HubModel
from app.models.entry import DraftMethod
from app.models.proposal import Machine

Room = Literal["fits", "unknown", "tight", "too_large"]

# What may be taken of the memory when nobody else needs any.
_TIGHT_SHARE = 0.95
# What a draft takes of its target's weights where nobody says.
_USUAL_DRAFT_SHARE = 0.1
_BF16_BYTES = 2
_MOST_BYTES = 1 << 60
# Times as fast as without, where nobody reports; reports come from larger machines, and from texts that suit the draft.
_USUAL_GAIN: dict[DraftMethod, float] = {"dspark": 1.6, "dflash2": 1.6, "dflash": 1.5, "mtp": 1.4, "eagle3": 1.3}
_MOST_GAIN = 2.0
_GAIN_OF_LENGTH = 0.45
_CAUTION_SHARES: dict[Caution, float] = {
    "": 1.0,
    "little_gain": 0.7,
    "slower_seen": 0.6,
    "no_thinking": 0.85,
    "code_only": 0.85,
}
# Bytes of weights that a device of each kind can read in a second, in the middle of what people have: each token takes
# all that are at work. Below so many tokens a second one waits for the answer.
_BYTES_PER_S = {"cpu": 40e9, "integrated": 80e9, "accelerator": 300e9, "gpu": 350e9}
_PLEASANT_PER_S = 10.0
# Bytes that are fetched while one waits; four times as many count as much as half the size of the model.
_QUICK_FETCH_BYTES = 10e9
# Bits of a weight below which answers get worse, as if the model were half as large for each bit less.
_EXACT_BITS = 4.7


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a pair stands where it does: a code that app/texts words, with its facts."""

    code: str
    facts: tuple[tuple[str, Fact], ...] = ()


@dataclass(frozen=True, slots=True)
class RankedPair:
    """A target with one of its drafts, as this machine would run them; amounts are estimates.

    `others` are the target's other drafts, the better first. `needed_bytes` is what it takes in memory.
    """

    target: CatalogueTarget
    draft: CatalogueDraft
    others: tuple[CatalogueDraft, ...]
    target_pick: Pick
    draft_pick: Pick
    cost: PairCost
    room: Room
    reasons: tuple[Reason, ...]


def rank(
    catalogue: Catalogue,
    machine: Machine,
    context_size: int,
    disk_free_bytes: int | None = None,
    cache_type: str = "f16",
) -> tuple[RankedPair, ...]:
    """Each target with its best draft: what fits first, and among that what is able and quick enough here.

    The context is as in `cost_of`. What the disk has no room for to convert counts as tight: a ready GGUF takes less.
    """
    disk = disk_free_bytes if disk_free_bytes is not None else _MOST_BYTES
    pairs = [_ranked(target, machine, context_size, disk, cache_type) for target in catalogue.targets]
    rooms = get_args(Room)
    return tuple(sorted(pairs, key=lambda pair: (rooms.index(pair.room), -_score(pair, machine))))


def only_method(catalogue: Catalogue, method: DraftMethod) -> Catalogue:
    """The catalogue with drafts of one method alone, and the targets that have any."""
    kept = (
        replace(target, drafts=tuple(draft for draft in target.drafts if draft.method == method))
        for target in catalogue.targets
    )
    return replace(catalogue, targets=tuple(target for target in kept if target.drafts))


def smaller_instead(pairs: tuple[RankedPair, ...], family: str, weights_n: int) -> RankedPair | None:
    """The largest target below this size that fits here, of the same family where there is one."""
    fitting = [pair for pair in pairs if pair.room == "fits" and pair.target.parameters < weights_n]
    of_family = [pair for pair in fitting if _stem(pair.target.family) == _stem(family)]
    return max(of_family or fitting, key=lambda pair: pair.target.parameters, default=None)


def target_of(target: CatalogueTarget) -> HubModel:
    """What the catalogue knows of a target, as an offer that nobody has looked at; where there is a mirror, that."""
    size_bytes = target.published_bytes or target.parameters * _BF16_BYTES
    repo = target.mirror or target.repo
    form = Form(repo, "checkpoint", "", target.published_type, size_bytes, size_bytes)
    gated: Gate = "" if target.mirror else target.gated
    return HubModel(repo, (form,), target.parameters, target.family, licence=target.licence, gated=gated)


def draft_of(draft: CatalogueDraft, target: CatalogueTarget) -> HubModel:
    """What the catalogue knows of a draft."""
    weights_n = draft.parameters or round(target.parameters * _USUAL_DRAFT_SHARE)
    form = Form(draft.repo, "checkpoint", "", "BF16", weights_n * _BF16_BYTES, weights_n * _BF16_BYTES)
    return HubModel(draft.repo, (form,), weights_n, method=draft.method, licence=draft.licence, gated=draft.gated)


def room_of(needed_bytes: int, machine: Machine) -> Room:
    """Whether so much fits into the memory that a pair would be loaded into, as far as somebody tells of that."""
    if machine.room_bytes is None:
        return "unknown"
    if needed_bytes <= machine.room_bytes:
        return "fits"
    return "tight" if needed_bytes <= memory_bytes(machine) * _TIGHT_SHARE else "too_large"


def memory_bytes(machine: Machine) -> int:
    """The memory that a pair would be loaded into: the device's, or the machine's; 0 where nobody tells."""
    return machine.device_memory_bytes or machine.memory_total_bytes


def gain(draft: CatalogueDraft, target: CatalogueTarget) -> float:
    """How many times as fast as without it a target may be expected to write, 1 for no gain."""
    told = draft.speedup
    if told is None and draft.accepted_length is not None:
        told = draft.accepted_length * _GAIN_OF_LENGTH
    expected = min(told or _USUAL_GAIN.get(draft.method, 1.0), _MOST_GAIN)
    is_sparse = 2 * target.active_parameters < target.parameters
    caution = draft.caution or ("little_gain" if is_sparse and told is None else "")
    return expected * _CAUTION_SHARES[caution]


def _ranked(
    target: CatalogueTarget, machine: Machine, context_size: int, disk_free_bytes: int, cache_type: str
) -> RankedPair:
    best, *others = sorted(target.drafts, key=lambda draft: -gain(draft, target))
    pair = propose_pair(target_of(target), draft_of(best, target), machine, context_size, cache_type)
    assert pair is not None and pair.draft is not None, "the catalogue's models have a form each"
    cost = cost_of(pair.target, pair.draft, context_size, cache_type)
    room = room_of(cost.memory.total_bytes, machine)
    if room == "fits" and cost.peak_bytes > disk_free_bytes:
        room = "tight"
    ranked = RankedPair(target, best, tuple(others), pair.target, pair.draft, cost, room, ())
    return replace(ranked, reasons=tuple(_reasons(ranked, machine, disk_free_bytes)))


def _score(pair: RankedPair, machine: Machine) -> float:
    """What a pair is worth here: twice the size counts as much as answers twice as quick, until they are pleasant."""
    per_second = _tokens_per_s(pair, machine) * gain(pair.draft, pair.target)
    coarseness = max(0.0, _EXACT_BITS - 8 * pair.target_pick.weights_bytes / pair.target.parameters)
    ability = log2(pair.target.parameters) - coarseness
    patience = max(0.0, log2(pair.cost.fetch_bytes / _QUICK_FETCH_BYTES)) / 2
    return ability + 2 * gain(pair.draft, pair.target) - patience + 2 * min(0.0, log2(per_second / _PLEASANT_PER_S))


def _tokens_per_s(pair: RankedPair, machine: Machine) -> float:
    """About how many tokens the target writes alone, for comparing machines and models, not for telling."""
    at_work = pair.target_pick.weights_bytes * pair.target.active_parameters / pair.target.parameters
    return _BYTES_PER_S[machine.device_kind] / at_work


def _reasons(pair: RankedPair, machine: Machine, disk_free_bytes: int) -> Iterator[Reason]:
    draft, needed = pair.draft, pair.cost.memory.total_bytes
    memory = (("needed_bytes", needed), ("memory_bytes", memory_bytes(machine)))
    yield Reason(f"rank_{room_of(needed, machine)}", memory)
    if pair.cost.peak_bytes > disk_free_bytes:
        yield Reason("rank_disk", (("needed_bytes", pair.cost.peak_bytes), ("free_bytes", disk_free_bytes)))
    if pair.room != "too_large" and _tokens_per_s(pair, machine) * gain(draft, pair.target) < _PLEASANT_PER_S:
        yield Reason("rank_slow")
    if draft.accepted_length is not None:
        yield Reason("rank_accepted", (("accepted", draft.accepted_length), ("source", draft.source)))
    if draft.speedup is not None and draft.speedup >= 1:
        yield Reason("rank_speedup", (("speedup", draft.speedup), ("source", draft.source)))
    if draft.caution:
        yield Reason(f"caution_{draft.caution}", (("source", draft.source),))


def _stem(family: str) -> str:
    """Families of one name, whatever their version and whether they are sparse: qwen, gemma, lfm."""
    return next((stem for stem in ("qwen", "gemma", "lfm") if family.startswith(stem)), family)
