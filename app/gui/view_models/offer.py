"""One offer in detail: what it is, what goes with it, what was chosen of both, and what getting that takes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from app.gui.view_models.at_hand import AtHand
from app.gui.view_models.discover import name_of
from app.gui.view_models.wizard import Line, Mark
from app.hub.catalogue import Catalogue, CatalogueDraft
from app.hub.costs import PairCost, Pick, ProposedPair, cost_of, picks_of, propose_pair
from app.hub.offers import HubModel, Obstacle, Offer, Partner
from app.hub.ranking import RankedPair, Reason, draft_of, memory_bytes, room_of, smaller_instead, target_of
from app.jobs.order import OrderRequest, Source
from app.models.proposal import Machine
from app.texts import Text, draft_method, figure, notice, size
from app.texts.amounts import parameters
from app.texts.description import description

# No number of a partner, nor the -1 that Qt takes for "choose one yourself".
NO_DRAFT = -2
_MARK_WORDS: Mapping[Mark, str] = {"good": "fits", "warning": "tight", "bad": "too large"}
_GET_WORDS = {True: "Get this pair", False: "Get this model"}
_METHOD_TIPS: Mapping[str, str] = {
    "dspark": "DSpark: guesses a block of tokens at once, each from the one before, and tells how sure it is",
    "dflash": "DFlash: guesses a block of tokens at once",
    "dflash2": "DFlash2: guesses a block of tokens at once, and picks those that go together",
    "eagle3": "EAGLE-3: guesses token after token from what the target has just computed",
    "mtp": "MTP: a few layers that were trained with the target guess its next tokens",
}
_GATE_LINES: Mapping[str, str] = {
    "auto": "Its owner asks you to accept terms on the Hub first, signed in with your token.",
    "manual": "Its owner lets in whom they choose: ask on the Hub first, signed in with your token.",
}


@dataclass(frozen=True, slots=True)
class PartnerLine:
    """A draft or target to choose; `problem` says why it cannot be chosen."""

    title: str
    detail: str
    told: str = ""
    caution: str = ""
    problem: Text | None = None
    tip: str = ""


@dataclass(frozen=True, slots=True)
class OfferView:
    """An offer in words; `picks` are the lines of the two lists, `chosen` their rows, for target and draft.

    `instead` names a smaller pair that fits, where this does not; `can_get` says that there is something to get.
    """

    title: str
    description: str
    reasons: str
    facts: str
    page: str
    is_estimate: bool
    problem: Text | None
    partners_title: str
    partners: tuple[PartnerLine, ...]
    partner: int
    has_none: bool
    target_picks: tuple[str, ...]
    target_pick: int
    draft_picks: tuple[str, ...]
    draft_pick: int
    pick_words: str
    lines: tuple[Line, ...]
    summary: Line | None
    memory: tuple[int, int] | None
    instead: str
    get_words: str
    can_get: bool


class OfferChoice:
    """What is offered, and what was chosen of it; every choice is kept until another offer is shown."""

    def __init__(
        self,
        offer: Offer,
        catalogue: Catalogue,
        pairs: tuple[RankedPair, ...],
        machine: Machine,
        context_size: int,
        cache_type: str = "f16",
    ) -> None:
        self.offer = offer
        self.reasons: tuple[Reason, ...] = ()
        """Why the pair stands where it does in the list."""
        self._known = {draft.repo: draft for target in catalogue.targets for draft in target.drafts}
        self._pairs = pairs
        self._machine = machine
        self._context_size = context_size
        self._cache_type = cache_type
        self.is_draft = offer.model.method is not None
        fitting = [number for number, partner in enumerate(offer.partners) if partner.misfit is None]
        self._partner = fitting[0] if fitting else NO_DRAFT
        self.at_hand = AtHand()
        """What of it is here already."""
        self._picks: dict[str, Pick] = {}
        self._proposal: ProposedPair | None = None
        self._propose()

    @property
    def target(self) -> HubModel | None:
        """The target of the pair as chosen."""
        return self._chosen_partner if self.is_draft else self.offer.model

    @property
    def draft(self) -> HubModel | None:
        """Its draft, None without one."""
        return self.offer.model if self.is_draft else self._chosen_partner

    @property
    def _chosen_partner(self) -> HubModel | None:
        return None if self._partner == NO_DRAFT else self.offer.partners[self._partner].model

    @property
    def instead(self) -> RankedPair | None:
        """A smaller pair that fits this machine, where this one does not."""
        cost = self.cost
        if self.target is None or cost is None or room_of(cost.memory.total_bytes, self._machine) != "too_large":
            return None
        return smaller_instead(self._pairs, self.target.family, self.target.weights_n)

    @property
    def cost(self) -> PairCost | None:
        """What the pair as chosen takes, None while there is none."""
        target, draft = self._picks.get("target"), self._picks.get("draft")
        if target is None:
            return None
        fetched = [pick for pick in self._picks.values() if self.at_hand.source(pick)]
        written = [pick for pick in self._picks.values() if self._gguf(pick)]
        return cost_of(target, draft, self._context_size, self._cache_type, fetched, written)

    @property
    def ready(self) -> tuple[Path, Path | None] | None:
        """The files of target and draft to load, None while one of them has to be got first."""
        target, draft = self._picks.get("target"), self._picks.get("draft")
        target_path = self._gguf(target) if target else None
        draft_path = self._gguf(draft) if draft else None
        return None if target_path is None or (draft and draft_path is None) else (target_path, draft_path)

    def _gguf(self, pick: Pick) -> Path | None:
        target = self._picks.get("target")
        return self.at_hand.gguf(pick, target if pick is not target else None)

    def choose_partner(self, number: int) -> None:
        """Take another draft or target, or NO_DRAFT; the proposal is made anew."""
        self._partner = number
        self._propose()

    def choose_pick(self, seat: str, number: int) -> None:
        """Take the model of a seat, target or draft, in another form or type."""
        self._picks[seat] = self._all_picks(seat)[number]

    def request(self) -> OrderRequest | None:
        """The order for the pair as chosen, None while there is nothing to get."""
        target, draft = self._picks.get("target"), self._picks.get("draft")
        return OrderRequest(_source(target), _source(draft) if draft else None) if target else None

    def view(self, disk_free_bytes: int | None, *, is_ordered: bool) -> OfferView:
        """All of it in words; `is_ordered` says that it is on its way already."""
        model, cost = self.offer.model, self.cost
        chosen = {seat: self._row_of(seat) for seat in ("target", "draft")}
        return OfferView(
            title=name_of(model.repo),
            description=_description(model),
            reasons=" ".join(notice(reason.code, dict(reason.facts)).sentence for reason in self.reasons),
            facts=" · ".join(filter(None, (model.repo, _parameters(model), model.licence))),
            page=self.offer.page,
            is_estimate=model.is_estimate,
            problem=_text(model.problem) if model.problem else None,
            partners_title="Targets it was made for" if self.is_draft else "Drafts made for it",
            partners=tuple(self._partner_line(partner) for partner in self.offer.partners),
            partner=self._partner,
            has_none=not self.is_draft,
            target_picks=tuple(map(_pick_words, self._all_picks("target"))),
            target_pick=chosen["target"],
            draft_picks=tuple(map(_pick_words, self._all_picks("draft"))),
            draft_pick=chosen["draft"],
            pick_words=self._proposal_words(),
            lines=tuple(self._lines(disk_free_bytes)),
            summary=self._summary(disk_free_bytes),
            memory=(memory_bytes(self._machine), cost.memory.total_bytes) if cost and not model.problem else None,
            instead=name_of(self.instead.target.repo) if self.instead else "",
            get_words=self._get_words(is_ordered=is_ordered),
            can_get=cost is not None and not is_ordered,
        )

    def _get_words(self, *, is_ordered: bool) -> str:
        if is_ordered:
            return "On its way: see below"
        return "Load it" if self.ready else _GET_WORDS[bool(self.draft and self.target)]

    def _propose(self) -> None:
        self._picks, self._proposal = {}, None
        target = self.target
        if target is None or target.problem or (self.draft and self.draft.problem):
            return
        pair = propose_pair(target, self.draft, self._machine, self._context_size, self._cache_type)
        if pair is not None:
            self._picks = {"target": pair.target, **({"draft": pair.draft} if pair.draft else {})}
            self._proposal = pair

    def _all_picks(self, seat: str) -> tuple[Pick, ...]:
        """The ways to take the model of a seat, that of the proposal included; none while there is no pair."""
        pick = self._picks.get(seat)
        if pick is None:
            return ()
        picks = picks_of(pick.model)
        return picks if pick in picks else (*picks, pick)

    def _proposal_words(self) -> str:
        """Why the target is proposed in this form, as long as it is."""
        proposal = self._proposal
        if proposal is None or self._picks["target"] != proposal.target or not proposal.fits:
            return ""
        return notice(proposal.reason, dict(proposal.facts)).sentence

    def _row_of(self, seat: str) -> int:
        pick = self._picks.get(seat)
        return self._all_picks(seat).index(pick) if pick else -1

    def _partner_line(self, partner: Partner) -> PartnerLine:
        model, known = partner.model, self._known.get(partner.model.repo)
        fetch = min((form.fetch_bytes for form in model.forms), default=0)
        words = (
            draft_method(model.method) if model.method else _parameters(model),
            f"{'about' if model.is_estimate else 'from'} {size(fetch)}" if fetch else "",
            model.licence,
            "asks for terms" if model.gated else "",
        )
        caution = "It names another target, though all that counts agrees." if partner.is_doubtful else ""
        if known and known.caution:
            caution = notice(f"caution_{known.caution}", {"source": known.source}).sentence
        return PartnerLine(
            title=model.repo,
            detail=" · ".join(filter(None, words)),
            told=_reported(known) if known else "",
            caution="" if partner.misfit else caution,
            problem=_text(partner.misfit) if partner.misfit else None,
            tip=_METHOD_TIPS.get(model.method, "") if model.method else "",
        )

    def _lines(self, disk_free_bytes: int | None) -> Sequence[Line]:
        cost = self.cost
        if self.offer.model.problem is not None:
            return ()
        if cost is None:
            return (self._no_pair_line(),)
        about = "about " if cost.is_estimate else ""
        lines = [_fetch_line(cost, about), _disk_line(cost, about, disk_free_bytes), self._memory_line(cost)]
        gated = [model for model in (self.target, self.draft) if model and model.gated]
        lines += [Line("warning", f"{name_of(model.repo)}: {_GATE_LINES[model.gated]}") for model in gated]
        return tuple(lines)

    def _summary(self, disk_free_bytes: int | None) -> Line | None:
        """What counts in one line, to stand beside the button."""
        cost = self.cost
        if cost is None or self.offer.model.problem is not None:
            return None
        memory = self._memory_line(cost)
        to_fetch = f"{size(cost.fetch_bytes)} to fetch" if cost.fetch_bytes else "Here already"
        words = f"{to_fetch}, {size(cost.memory.total_bytes)} of memory"
        if disk_free_bytes is not None and cost.peak_bytes > disk_free_bytes:
            return Line("bad", f"{words}: the disk is too full to convert it.")
        return Line(memory.mark, f"{words}: {_MARK_WORDS[memory.mark]}." if memory.mark else f"{words}.")

    def _no_pair_line(self) -> Line:
        if self.is_draft:
            hint = "Search for the model that it was made for, and choose the draft there."
            return Line("warning", "No target for this draft was found on the Hub.", hint)
        return Line("warning", "It cannot be had in a form that runs here.", "Look for a GGUF of it.")

    def _memory_line(self, cost: PairCost) -> Line:
        memory = cost.memory
        tip = (
            f"Target {size(memory.weights_bytes)}, context of {cost.context_size:,} tokens "
            f"{size(memory.cache_bytes)}, working room {size(memory.work_bytes)}"
            + (f", draft with its context {size(memory.draft_bytes)}" if memory.draft_bytes else "")
            + ". An estimate; a device rounds up."
        )
        words = f"Memory: about {size(memory.total_bytes)} of {size(memory_bytes(self._machine))}"
        room = room_of(memory.total_bytes, self._machine)
        if room == "unknown":
            return Line("", f"Memory: about {size(memory.total_bytes)}.", tip=tip)
        if room == "fits":
            return Line("good", f"{words}: fits.", tip=tip)
        if room == "tight":
            return Line("warning", f"{words}: tight.", "Close other programs before you load it.", tip)
        return Line("bad", f"{words}: too large.", _smaller_hint(self._all_picks("target"), self._picks["target"]), tip)


def offer_of(pair: RankedPair, catalogue: Catalogue) -> Offer:
    """A pair of the catalogue with the target's other drafts, and those that are known not to work."""
    target = target_of(pair.target)
    known = next((entry for entry in catalogue.targets if entry.repo == pair.target.repo), pair.target)
    others = [draft for draft in (*pair.others, *known.drafts) if draft != pair.draft]
    drafts = [Partner(draft_of(draft, pair.target)) for draft in (pair.draft, *dict.fromkeys(others))]
    refused = [entry for entry in catalogue.unusable if entry.target == pair.target.repo]
    for entry in refused:
        obstacle = Obstacle(entry.obstacle)
        drafts.append(Partner(HubModel(entry.repo, (), problem=obstacle), obstacle))
    return Offer(target, tuple(drafts))


def _source(pick: Pick) -> Source:
    form = pick.form
    return Source(name_of(pick.model.repo), repo=form.repo, file=form.file, output_type=pick.output_type)


def _pick_words(pick: Pick) -> str:
    if pick.form.kind == "gguf":
        owner = pick.form.repo.partition("/")[0]
        name = pick.form.file_type or name_of(pick.form.file)
        return f"{name} · {size(pick.weights_bytes)} · ready to use, by {owner}"
    kind = pick.output_type.upper() if pick.form.file_type != "MXFP4" else "MXFP4"
    return f"{kind} · about {size(pick.weights_bytes)} · converted here"


def _fetch_line(cost: PairCost, about: str) -> Line:
    if not cost.fetch_bytes:
        return Line("good", "Download: none, it is here already.")
    return Line("", f"Download: {about}{size(cost.fetch_bytes)}", tip="Only the files that are needed, each once.")


def _disk_line(cost: PairCost, about: str, free: int | None) -> Line:
    words = f"Disk: {about}{size(cost.peak_bytes)} at the fullest moment"
    tip = f"What is fetched, what stands in between while converting, and the result. {size(cost.kept_bytes)} stay."
    if free is None:
        return Line("", f"{words}.", tip=tip)
    if cost.peak_bytes <= free:
        return Line("good", f"{words}, {size(free)} free.", tip=tip)
    return Line("bad", f"{words}, {size(free)} free.", "Free some space, or choose a ready GGUF.", tip)


def _smaller_hint(picks: Sequence[Pick], chosen: Pick) -> str:
    has_smaller = any(pick.weights_bytes < chosen.weights_bytes for pick in picks)
    return "Choose a smaller number format above." if has_smaller else "This is its smallest format."


def _reported(known: CatalogueDraft) -> str:
    told = (
        f"{figure(known.accepted_length)} tokens a pass" if known.accepted_length is not None else "",
        f"{figure(known.speedup)}x as fast" if known.speedup is not None else "",
    )
    words = ", ".join(filter(None, told))
    return f"Reported: {words} ({known.source})" if words else ""


def _description(model: HubModel) -> str:
    if model.entry is not None and (model.entry.target or model.entry.draft):
        words = description(model.entry)
        return words[:1].upper() + words[1:]
    return "" if model.problem else f"Target of the family {model.family}"


def _parameters(model: HubModel) -> str:
    return parameters(model.weights_n) if model.weights_n else ""


def _text(obstacle: Obstacle) -> Text:
    return notice(obstacle.code, dict(obstacle.facts))
