"""One offer in detail: what it is, what goes with it, what was chosen of both, and what getting that takes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from app.core.translation import later, tr
from app.gui.view_models.at_hand import AtHand
from app.gui.view_models.discover import name_of
from app.gui.view_models.wizard import Line, Mark
from app.hub.catalogue import Catalogue, CatalogueDraft
from app.hub.costs import PairCost, Pick, ProposedPair, cost_of, picks_of, propose_pair
from app.hub.offers import HubModel, Obstacle, Offer, Partner
from app.hub.ranking import RankedPair, Reason, draft_of, memory_bytes, room_of, smaller_instead, target_of
from app.jobs.order import OrderRequest, Source
from app.models.proposal import Machine
from app.texts import Text, count, draft_method, figure, notice, size
from app.texts.amounts import parameters
from app.texts.description import description

# No number of a partner, nor the -1 that Qt takes for "choose one yourself".
NO_DRAFT = -2
_MARK_WORDS: Mapping[Mark, str] = later({"good": "fits", "warning": "tight", "bad": "too large"})
# Reasons that the lines about memory and disk tell, and those beside the draft.
_TOLD_BELOW = (
    "rank_fits",
    "rank_unknown",
    "rank_tight",
    "rank_too_large",
    "rank_disk",
    "rank_accepted",
    "rank_speedup",
)
_GET_WORDS = {True: later("Get this pair"), False: later("Get this model")}
_METHOD_TIPS: Mapping[str, str] = {
    "dspark": later("DSpark: guesses a block of tokens at once, each from the one before, and tells how sure it is"),
    "dflash": later("DFlash: guesses a block of tokens at once"),
    "dflash2": later("DFlash2: guesses a block of tokens at once, and picks those that go together"),
    "eagle3": later("EAGLE-3: guesses token after token from what the target has just computed"),
    "mtp": later("MTP: a few layers that were trained with the target guess its next tokens"),
}
_GATE_LINES: Mapping[str, str] = {
    "auto": later("Its owner asks you to accept terms on the Hub first, signed in with your token."),
    "manual": later("Its owner lets in whom they choose: ask on the Hub first, signed in with your token."),
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
            reasons=" ".join(
                notice(reason.code, dict(reason.facts)).sentence
                for reason in self.reasons
                if reason.code not in _TOLD_BELOW and not reason.code.startswith("caution_")
            ),
            facts=" · ".join(filter(None, (model.repo, _parameters(model), model.licence))),
            page=self.offer.page,
            is_estimate=model.is_estimate,
            problem=_text(model.problem) if model.problem else None,
            partners_title=tr("Targets it was made for") if self.is_draft else tr("Drafts made for it"),
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
            return tr("On its way: see below")
        return tr("Load it") if self.ready else tr(_GET_WORDS[bool(self.draft and self.target)])

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
            _amount(fetch, is_estimate=model.is_estimate) if fetch else "",
            model.licence,
            tr("asks for terms") if model.gated else "",
        )
        caution = tr("It names another target, though all that counts agrees.") if partner.is_doubtful else ""
        if known and known.caution:
            caution = notice(f"caution_{known.caution}", {"source": known.source}).sentence
        return PartnerLine(
            title=model.repo,
            detail=" · ".join(filter(None, words)),
            told=_reported(known) if known else "",
            caution="" if partner.misfit else caution,
            problem=_text(partner.misfit) if partner.misfit else None,
            tip=tr(_METHOD_TIPS.get(model.method, "")) if model.method else "",
        )

    def _lines(self, disk_free_bytes: int | None) -> Sequence[Line]:
        cost = self.cost
        if self.offer.model.problem is not None:
            return ()
        if cost is None:
            return (self._no_pair_line(),)
        lines = [_fetch_line(cost), _disk_line(cost, disk_free_bytes), self._memory_line(cost)]
        gated = [model for model in (self.target, self.draft) if model and model.gated]
        lines += [Line("warning", f"{name_of(model.repo)}: {tr(_GATE_LINES[model.gated])}") for model in gated]
        return tuple(lines)

    def _summary(self, disk_free_bytes: int | None) -> Line | None:
        """What counts in one line, to stand beside the button."""
        cost = self.cost
        if cost is None or self.offer.model.problem is not None:
            return None
        memory = self._memory_line(cost)
        to_fetch = tr("{fetch} to fetch", fetch=size(cost.fetch_bytes)) if cost.fetch_bytes else tr("Here already")
        words = tr("{to_fetch}, {total} of memory", to_fetch=to_fetch, total=size(cost.memory.total_bytes))
        if disk_free_bytes is not None and cost.peak_bytes > disk_free_bytes:
            return Line("bad", tr("{words}: the disk is too full to convert it.", words=words))
        return Line(memory.mark, f"{words}: {tr(_MARK_WORDS[memory.mark])}." if memory.mark else f"{words}.")

    def _no_pair_line(self) -> Line:
        if self.is_draft:
            hint = tr("Search for the model that it was made for, and choose the draft there.")
            return Line("warning", tr("No target for this draft was found on the Hub."), hint)
        return Line("warning", tr("It cannot be had in a form that runs here."), tr("Look for a GGUF of it."))

    def _memory_line(self, cost: PairCost) -> Line:
        memory = cost.memory
        parts = [
            tr("Target {size}", size=size(memory.weights_bytes)),
            tr("context of {tokens} tokens {size}", tokens=count(cost.context_size), size=size(memory.cache_bytes)),
            tr("working room {size}", size=size(memory.work_bytes)),
        ]
        if memory.draft_bytes:
            parts.append(tr("draft with its context {size}", size=size(memory.draft_bytes)))
        tip = tr("{parts}. An estimate; a device rounds up.", parts=", ".join(parts))
        words = tr(
            "Memory: about {total} of {memory}",
            total=size(memory.total_bytes),
            memory=size(memory_bytes(self._machine)),
        )
        room = room_of(memory.total_bytes, self._machine)
        if room == "unknown":
            return Line("", tr("Memory: about {total}.", total=size(memory.total_bytes)), tip=tip)
        if room == "fits":
            return Line("good", tr("{words}: fits.", words=words), tip=tip)
        if room == "tight":
            return Line(
                "warning", tr("{words}: tight.", words=words), tr("Close other programs before you load it."), tip
            )
        return Line(
            "bad",
            tr("{words}: too large.", words=words),
            _smaller_hint(self._all_picks("target"), self._picks["target"]),
            tip,
        )


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
        return tr(
            "{name} · {weights} · ready to use, by {owner}", name=name, weights=size(pick.weights_bytes), owner=owner
        )
    kind = pick.output_type.upper() if pick.form.file_type != "MXFP4" else "MXFP4"
    return tr("{kind} · about {weights} · converted here", kind=kind, weights=size(pick.weights_bytes))


def _amount(size_bytes: int, *, is_estimate: bool) -> str:
    """What a model takes at least, for there may be more in its repository."""
    return tr("about {size}", size=size(size_bytes)) if is_estimate else tr("from {size}", size=size(size_bytes))


def _roughly(size_bytes: int, cost: PairCost) -> str:
    return tr("about {size}", size=size(size_bytes)) if cost.is_estimate else size(size_bytes)


def _fetch_line(cost: PairCost) -> Line:
    if not cost.fetch_bytes:
        return Line("good", tr("Download: none, it is here already."))
    return Line(
        "",
        tr("Download: {size}", size=_roughly(cost.fetch_bytes, cost)),
        tip=tr("Only the files that are needed, each once."),
    )


def _disk_line(cost: PairCost, free: int | None) -> Line:
    words = tr("Disk: {size} at the fullest moment", size=_roughly(cost.peak_bytes, cost))
    tip = tr(
        "What is fetched, what stands in between while converting, and the result. {kept} stay.",
        kept=size(cost.kept_bytes),
    )
    if free is None:
        return Line("", f"{words}.", tip=tip)
    if cost.peak_bytes <= free:
        return Line("good", tr("{words}, {free} free.", words=words, free=size(free)), tip=tip)
    return Line(
        "bad",
        tr("{words}, {free} free.", words=words, free=size(free)),
        tr("Free some space, or choose a ready GGUF."),
        tip,
    )


def _smaller_hint(picks: Sequence[Pick], chosen: Pick) -> str:
    has_smaller = any(pick.weights_bytes < chosen.weights_bytes for pick in picks)
    return tr("Choose a smaller number format above.") if has_smaller else tr("This is its smallest format.")


def _reported(known: CatalogueDraft) -> str:
    told = (
        tr("{accepted} tokens a pass", accepted=figure(known.accepted_length))
        if known.accepted_length is not None
        else "",
        tr("{speedup}x as fast", speedup=figure(known.speedup)) if known.speedup is not None else "",
    )
    words = ", ".join(filter(None, told))
    return tr("Reported: {words} ({source})", words=words, source=known.source) if words else ""


def _description(model: HubModel) -> str:
    if model.entry is not None and (model.entry.target or model.entry.draft):
        words = description(model.entry)
        return words[:1].upper() + words[1:]
    return "" if model.problem else tr("Target of the family {family}", family=model.family)


def _parameters(model: HubModel) -> str:
    return parameters(model.weights_n) if model.weights_n else ""


def _text(obstacle: Obstacle) -> Text:
    return notice(obstacle.code, dict(obstacle.facts))
