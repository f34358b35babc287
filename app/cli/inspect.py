"""`inspect`: what a model is, and what fits it."""

import argparse
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from itertools import chain
from pathlib import Path
from typing import Any

from app.cli import inspect_repo
from app.cli.console import Console, failure_json
from app.core.errors import AppError, ReportedError, code_of
from app.core.messages import to_json
from app.core.paths import library_folder
from app.hub.catalogue import CatalogueDraft
from app.jobs.other_drafts import other_drafts
from app.models.entry import ModelEntry
from app.models.errors import DraftHeadLost
from app.models.library.library import Library
from app.models.library.trial_notes import trial_with, trials_of
from app.models.pairing import why_not, why_not_runnable
from app.models.recognition.inspect import inspect_model, why_not_convertible
from app.models.trial import TrialRecord
from app.texts import sentence_of
from app.texts.description import description, details, file_facts, kind, other_drafts_words
from app.texts.trials import trial_words


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Tell what lies at a path, and which models of the library and of `--among` fit it and why the others do not."""
    if isinstance(arguments.path, str):
        return inspect_repo.run(arguments.path, arguments, console)
    entry = inspect_model(arguments.path)
    problem = problem_of(entry)
    console.line(f"{entry.name}: {description(entry)}")
    facts = file_facts(entry)
    console.line(f"  {entry.path} ({facts})" if facts else f"  {entry.path}")
    for detail in details(entry):
        console.line(f"  {detail}")
    trials = trials_of(library_folder(), entry.path) if entry.draft is not None else ()
    for trial in trials:
        console.line(f"  {trial_words(trial, entry.path)}.")
    if problem is not None and entry.target is None and entry.draft is None:
        others = other_drafts(entry)
        console.failure(problem, model=_model_json(entry), other_drafts=[asdict(draft) for draft in others])
        _tell_of(others, console)
        return 1
    if problem is not None:
        console.text(sentence_of(problem))
    limit = _limit_of(entry)
    if limit is not None:
        console.text(sentence_of(limit))
    others = other_drafts(entry) if limit is not None and entry.draft is not None else ()
    _tell_of(others, console)
    rows = [(candidate, _reason(entry, candidate)) for candidate in _candidates(entry, arguments.among)]
    rows.sort(key=lambda row: (row[1] is not None, row[0].name.casefold()))
    _write_candidates(console, entry, rows)
    model = {
        **_model_json(entry),
        "limit": None if limit is None else failure_json(limit),
        "trials": [to_json(trial) for trial in trials],
    }
    found = {"other_drafts": [asdict(draft) for draft in others]} if others else {}
    console.result({"model": model, "candidates": [_candidate_json(entry, *row) for row in rows], **found})
    return 0


def problem_of(entry: ModelEntry) -> AppError | None:
    """The failure that an entry carries as code and facts."""
    return ReportedError(entry.problem, dict(entry.problem_facts)) if entry.problem else None


def _tell_of(others: Iterable[CatalogueDraft], console: Console) -> None:
    """Say which other drafts the catalogue has for the same target."""
    if named := [(draft.repo, draft.method) for draft in others]:
        console.note(other_drafts_words(named))


def _limit_of(entry: ModelEntry) -> AppError | None:
    """What cannot be done with a sound model: convert a target of its family, run a draft made for such a target."""
    return why_not_runnable(entry.draft) if entry.draft is not None else why_not_convertible(entry)


def _candidates(entry: ModelEntry, among: Iterable[Path]) -> Iterator[ModelEntry]:
    """Every model of the other kind, each path once."""
    wanted = "target" if entry.draft is not None else "draft"
    library = (model.entry for model in Library(library_folder()).models())
    seen = {entry.path.resolve()}
    for candidate in chain(library, chain.from_iterable(map(_models_in, among))):
        resolved = candidate.path.resolve()
        if resolved not in seen and kind(candidate) == wanted:
            seen.add(resolved)
            yield candidate


def _models_in(path: Path) -> Iterator[ModelEntry]:
    """The model at `path`, or those directly inside a folder of models."""
    entry = inspect_model(path)
    if entry.target is not None or entry.draft is not None or not path.is_dir():
        yield entry
        return
    for child in sorted(path.iterdir()):
        if child.suffix == ".gguf" or (child / "config.json").is_file():
            yield inspect_model(child)


def _reason(entry: ModelEntry, candidate: ModelEntry) -> AppError | None:
    """Why the two do not fit, None when they do."""
    if problem := problem_of(candidate) or problem_of(entry):
        return problem
    target, draft = entry.target or candidate.target, entry.draft or candidate.draft
    assert target is not None and draft is not None, "candidates are of the other kind"
    return why_not(target, draft) or why_not_runnable(draft)


def _write_candidates(console: Console, entry: ModelEntry, rows: list[tuple[ModelEntry, AppError | None]]) -> None:
    wanted = "targets" if entry.draft is not None else "drafts"
    if not rows:
        console.line(f"No {wanted} to try: the library has none; name more with --among.")
    for candidate, reason in rows:
        target, draft = (candidate, entry) if entry.draft is not None else (entry, candidate)
        verdict = "fits" if reason is None else "does not fit"
        console.line(f"{verdict}: {candidate.name}: {description(candidate)}")
        console.line(f"  {candidate.path}")
        if reason is not None:
            console.line(f"  {sentence_of(reason).sentence}")
        if reason is not None and code_of(reason) == DraftHeadLost.code:
            console.line(f"  Repair it: convert {draft.path} --target {target.path}")
        elif (trial := _trial_of(entry, candidate)) is not None:
            console.line(f"  {trial_words(trial, draft.path)}.")


def _trial_of(entry: ModelEntry, candidate: ModelEntry) -> TrialRecord | None:
    target, draft = (candidate, entry) if entry.draft is not None else (entry, candidate)
    return trial_with(library_folder(), draft.path, target.path)


def _model_json(entry: ModelEntry) -> dict[str, Any]:
    problem = problem_of(entry)
    values: dict[str, Any] = to_json(entry)
    del values["problem_facts"]
    return {**values, "kind": kind(entry), "problem": None if problem is None else failure_json(problem)}


def _candidate_json(entry: ModelEntry, candidate: ModelEntry, reason: AppError | None) -> dict[str, Any]:
    trial = _trial_of(entry, candidate)
    return {
        "path": str(candidate.path),
        "name": candidate.name,
        "kind": kind(candidate),
        "fits": reason is None,
        "reason": None if reason is None else failure_json(reason),
        "trial": None if trial is None else to_json(trial),
    }
