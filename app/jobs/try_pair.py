"""The job that tries a draft with its target, mends its file where another reading works, and notes the result."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from json import dumps
from pathlib import Path

from app.convert.repairs import DraftFile, Repair, head_repairs, repairs
from app.convert.rewrite import plan_rewriting, write_rewriting
from app.convert.target import read_target
from app.core.errors import AppError, Fact, ReportedError, code_of
from app.core.files import replacing, sole_writer
from app.core.messages import to_json
from app.core.progress import Progress
from app.engine.blocking import EngineCrashed
from app.engine.trial import DraftLeftOut, PairTrier
from app.formats.gguf import part_paths, read_gguf_parts
from app.models.errors import DraftHeadLost
from app.models.library.library import Library
from app.models.library.origin import read_origin, source_stamp
from app.models.library.place import new_place
from app.models.library.trial_notes import note_trial, trial_with
from app.models.recognition.inspect import inspect_model
from app.models.trial import Attempt, TrialRecord, Verdict

AS_IT_IS = ""


@dataclass(frozen=True, slots=True)
class Arguments:
    """Both files are GGUF; `library` is its folder. A pair that was tried before is tried again only if `is_again`."""

    target: Path
    draft: Path
    library: Path
    is_again: bool = False
    device: str = "auto"


def run(arguments: Arguments, progress: Progress) -> Mapping[str, Fact]:
    """Try; the result tells "verdict", "draft" (the file to use, another one where it was repaired) and the numbers.

    "record" is the whole TrialRecord as JSON text, "notes" a JSON list of [code, facts]. Raises why the two are no pair
    or cannot be loaded.
    """
    target, draft = arguments.target.absolute(), arguments.draft.absolute()
    known = None if arguments.is_again else trial_with(arguments.library, draft, target)
    record = known or _PairOnTrial(Library(arguments.library), target, draft, arguments.device, progress).record()
    trial = record.trial
    return {
        "verdict": record.verdict,
        "draft": str(record.draft),
        "first_acceptance": trial.first_acceptance if trial else None,
        "mean_accepted_length": trial.mean_accepted_length if trial else None,
        "record": dumps(to_json(record)),
        "notes": dumps(_notes(record)),
    }


def _notes(record: TrialRecord) -> list[tuple[str, Mapping[str, Fact]]]:
    facts: dict[str, Fact] = {}
    if record.trial is not None and record.trial.first_acceptance is not None:
        facts["percent"] = round(100 * record.trial.first_acceptance)
        facts["length"] = round(record.trial.mean_accepted_length or 0, 1)
    changes: list[tuple[str, Mapping[str, Fact]]] = [(record.change, {})] if record.change else []
    return [(f"trial_{record.verdict}", facts), *changes]


class _NotKept(Exception):
    """A repaired file is no better than the one at hand."""


class _PairOnTrial:
    """One pair on its way to a verdict."""

    def __init__(self, library: Library, target: Path, draft: Path, device: str, progress: Progress) -> None:
        self._library = library
        self._target = target
        self._draft = draft
        self._progress = progress
        self._trier = PairTrier(target, device)

    def record(self) -> TrialRecord:
        """Try the draft as it is, then read in other ways until one is clearly better; keep that, and note it all."""
        first = self._tried_as_it_is()
        attempts, draft, verdict, change = [first], self._draft, _verdict(first), AS_IT_IS
        for repair in self._repairs_after(first):
            attempt, repaired = self._tried_repaired(repair, first)
            attempts.append(attempt)
            if repaired is not None:
                draft, verdict, change = repaired, "repaired", repair.code
                break
        record = TrialRecord(
            verdict=verdict,
            change=change,
            attempts=tuple(attempts),
            draft=draft,
            draft_stamp=source_stamp(draft),
            target=self._target,
            target_name=inspect_model(self._target).name,
            target_stamp=source_stamp(self._target),
            tried_at=datetime.now(UTC).isoformat(timespec="seconds"),
        )
        for path in {self._draft, draft}:
            note_trial(self._library.folder, path, record)
        return record

    def _tried_as_it_is(self) -> Attempt:
        try:
            return Attempt(AS_IT_IS, self._trier.try_draft(self._draft, self._progress))
        except (EngineCrashed, DraftLeftOut) as error:
            return Attempt(AS_IT_IS, None, error.code)
        except ReportedError as error:
            if error.reported_code != DraftHeadLost.code:
                raise
            return Attempt(AS_IT_IS, None, error.reported_code)

    def _repairs_after(self, first: Attempt) -> Iterable[Repair]:
        """What to try next: nothing where the draft guesses well, or where the target says too little to tell."""
        trial = first.trial
        is_decided = trial.is_sound or not (trial.works or trial.fails) if trial else first.problem == DraftLeftOut.code
        if is_decided:
            return ()
        draft = self._draft_file()
        if draft is None:
            return ()
        target = read_target(self._target)
        return head_repairs(target, draft) if first.problem == DraftHeadLost.code else repairs(target, draft)

    def _tried_repaired(self, repair: Repair, first: Attempt) -> tuple[Attempt, Path | None]:
        """The attempt, and the repaired file where it is the better one; it is written in full before it is tried."""
        draft = self._draft_file()
        assert draft is not None
        plan, place = plan_rewriting(draft.header, repair.change), self._place()
        attempt = Attempt(repair.code, None)
        try:
            with sole_writer(place), replacing(place) as part:
                write_rewriting(plan, part, self._progress)
                attempt = Attempt(repair.code, self._trier.try_draft(part, self._progress, gives_up=True))
                if attempt.trial is None or not attempt.trial.is_clearly_better(first.trial):
                    raise _NotKept
        except _NotKept:
            return attempt, None
        except AppError as error:
            return Attempt(repair.code, None, code_of(error)), None
        if place != self._draft:
            self._library.add(place, self._draft, self._target, inspect_model(place).file_type.lower())
        return attempt, place

    def _draft_file(self) -> DraftFile | None:
        """None for a model that was not made as a draft."""
        facts = inspect_model(self._draft).draft
        return DraftFile(read_gguf_parts(self._draft), facts) if facts else None

    def _place(self) -> Path:
        """What was made here is replaced; a file that came from elsewhere stays, and a new one is made."""
        before = trial_with(self._library.folder, self._draft, self._target)
        if before is not None and before.draft.is_relative_to(self._library.folder) and before.draft != self._draft:
            return before.draft
        is_ours = self._draft.is_relative_to(self._library.folder) and read_origin(self._draft) is not None
        if is_ours and len(part_paths(self._draft)) == 1:
            return self._draft
        entry = inspect_model(self._draft)
        return new_place(self._library.folder, entry.name, entry.file_type)


def _verdict(attempt: Attempt) -> Verdict:
    """What is to be said of a file that no repair made better."""
    if attempt.trial is None or attempt.trial.fails:
        return "fails"
    return "works" if attempt.trial.works else "unclear"
