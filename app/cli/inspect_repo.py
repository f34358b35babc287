"""`inspect OWNER/NAME`: what a repository on the Hub is, what goes with it, and what getting it takes."""

import argparse
from collections.abc import Iterator
from typing import Any

from app.cli.console import Console, failure_json
from app.cli.running import run_job
from app.core.errors import ReportedError
from app.core.files import free_bytes
from app.core.messages import to_json
from app.core.paths import library_folder
from app.engine.blocking import BlockingEngine
from app.engine.machine import machine_of
from app.hub.catalogue import read_catalogue
from app.hub.costs import PairCost, Pick, ProposedPair, cost_of, propose_pair
from app.hub.offers import Form, HubModel, Obstacle, Offer, Partner
from app.hub.ranking import rank, room_of, smaller_instead
from app.jobs.look import RepoQuestion, answer_of, arguments_for
from app.models.proposal import Machine
from app.texts import notice, sentence, size
from app.texts.amounts import parameters
from app.texts.description import description

# As many tokens as the engine makes room for when nobody asks for a number.
_CHOSEN_BY_ENGINE = 0
_ROOM_WORDS = {"fits": "fits", "unknown": "nobody tells how much there is", "tight": "tight", "too_large": "too large"}


def run(repo: str, arguments: argparse.Namespace, console: Console) -> int:
    """Tell it from the repository's small files; fails where it cannot be used."""
    question = RepoQuestion(repo)
    result = run_job("look", arguments_for(question, is_offline=arguments.offline), console)
    if link := result.get("token_link"):
        console.text(notice("hub_token_ignored", {"link": link}))
    offer = answer_of(result)
    assert isinstance(offer, Offer)
    if offer.model.problem is not None:
        console.failure(_error(offer.model.problem), model=_model_json(offer.model))
        return 1
    machine = _machine()
    console.line(f"{offer.model.repo}: {_what(offer.model)}")
    console.line(f"  {', '.join(filter(None, _facts(offer.model)))}")
    for form in offer.model.forms:
        console.line(f"  {_form_words(form)}")
    pair = _proposed(offer, machine)
    if pair is not None:
        for line in _cost_lines(pair, cost_of(pair.target, pair.draft, _CHOSEN_BY_ENGINE), machine):
            console.line(line)
    _write_partners(offer, console)
    console.result(_json(offer, pair, machine))
    return 0


def _machine() -> Machine:
    with BlockingEngine() as engine:
        machine = machine_of(engine.devices().devices, "auto")
    assert machine is not None, "every engine has a processor"
    return machine


def _proposed(offer: Offer, machine: Machine) -> ProposedPair | None:
    """The pair to take: with the first partner that fits; a draft alone is none."""
    fitting = next((partner.model for partner in offer.partners if partner.misfit is None), None)
    if offer.model.method is None:
        return propose_pair(offer.model, fitting, machine, _CHOSEN_BY_ENGINE)
    return propose_pair(fitting, offer.model, machine, _CHOSEN_BY_ENGINE) if fitting else None


def _write_partners(offer: Offer, console: Console) -> None:
    wanted = "targets" if offer.model.method else "drafts"
    if not offer.partners:
        console.line(f"No {wanted} for it were found on the Hub.")
    for partner in offer.partners:
        verdict = "fits" if partner.misfit is None else "does not fit"
        console.line(f"{verdict}: {partner.model.repo}: {_what(partner.model)}")
        if partner.misfit is not None:
            console.line(f"  {sentence(partner.misfit.code, dict(partner.misfit.facts)).sentence}")


def _what(model: HubModel) -> str:
    return description(model.entry) if model.entry is not None else "not looked into"


def _facts(model: HubModel) -> Iterator[str]:
    yield parameters(model.weights_n) if model.weights_n else ""
    yield model.licence
    yield "asks to accept its terms" if model.gated else ""
    yield f"commit {model.commit[:12]}"


def _form_words(form: Form) -> str:
    kind = "GGUF" if form.kind == "gguf" else "checkpoint, converted here"
    place = f"{form.repo} {form.file}".strip()
    return f"{form.file_type or 'of no known type'}, {kind}, {size(form.fetch_bytes)} to fetch: {place}"


def _cost_lines(pair: ProposedPair, cost: PairCost, machine: Machine) -> Iterator[str]:
    picks = [pair.target, *([pair.draft] if pair.draft else [])]
    yield f"On this machine: {' + '.join(map(_pick_words, picks))}"
    if pair.fits:
        yield f"  {notice(pair.reason, dict(pair.facts)).sentence}"
    free = free_bytes(library_folder())
    yield f"  {size(cost.fetch_bytes)} to fetch, {size(cost.peak_bytes)} of disk at the fullest ({size(free)} free)"
    needed = cost.memory.total_bytes
    room = room_of(needed, machine)
    yield f"  about {size(needed)} of memory with a context of {cost.context_size:,} tokens: {_ROOM_WORDS[room]}"
    target = pair.target.model
    pairs = rank(read_catalogue(), machine, _CHOSEN_BY_ENGINE) if room == "too_large" else ()
    if instead := smaller_instead(pairs, target.family, target.weights_n):
        yield f"  what would fit: {instead.target.repo} with {instead.draft.repo}"


def _pick_words(pick: Pick) -> str:
    kind = pick.output_type.upper() if pick.form.kind == "checkpoint" else pick.form.file_type or pick.form.file
    return f"{pick.model.repo} as {kind}"


def _error(obstacle: Obstacle) -> ReportedError:
    return ReportedError(obstacle.code, dict(obstacle.facts))


def _json(offer: Offer, pair: ProposedPair | None, machine: Machine) -> dict[str, Any]:
    cost = cost_of(pair.target, pair.draft, _CHOSEN_BY_ENGINE) if pair else None
    return {
        "model": _model_json(offer.model),
        "partners": [_partner_json(partner) for partner in offer.partners],
        "proposal": None if pair is None or cost is None else {**_pair_json(pair), **_cost_json(cost, machine)},
    }


def _model_json(model: HubModel) -> dict[str, Any]:
    kind = "draft" if model.method else "target" if model.entry and model.entry.target else "unknown"
    values: dict[str, Any] = to_json(model)
    return {**values, "kind": kind, "problem": failure_json(_error(model.problem)) if model.problem else None}


def _partner_json(partner: Partner) -> dict[str, Any]:
    reason = None if partner.misfit is None else failure_json(_error(partner.misfit))
    return {"model": _model_json(partner.model), "fits": partner.misfit is None, "reason": reason}


def _pair_json(pair: ProposedPair) -> dict[str, Any]:
    picks = {"target": pair.target, **({"draft": pair.draft} if pair.draft else {})}
    return {seat: {"form": to_json(pick.form), "output_type": pick.output_type} for seat, pick in picks.items()}


def _cost_json(cost: PairCost, machine: Machine) -> dict[str, Any]:
    return {
        "fetch_bytes": cost.fetch_bytes,
        "disk_peak_bytes": cost.peak_bytes,
        "disk_kept_bytes": cost.kept_bytes,
        "memory": {**to_json(cost.memory), "total_bytes": cost.memory.total_bytes},
        "room": room_of(cost.memory.total_bytes, machine),
    }
