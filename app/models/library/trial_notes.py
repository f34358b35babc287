"""Trials of pairs, kept beside the library: one note for each draft file, void as soon as a file has changed."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from json import dumps, loads
from pathlib import Path

from app.core.errors import AppError, Fact
from app.core.files import write_bytes
from app.core.messages import from_json, to_json
from app.formats.json_file import read_json_object
from app.models.library.origin import source_stamp
from app.models.trial import TrialRecord

_FOLDER_NAME = "trials"
_MOST_KEPT = 12


@dataclass(frozen=True, slots=True)
class _Content:
    records: tuple[TrialRecord, ...]


def trials_of(library: Path, draft: Path, stamps: Mapping[Path, str] | None = None) -> tuple[TrialRecord, ...]:
    """The trials of the draft in the file `draft`, newest first; those with a file that has changed are left out.

    Files whose `stamps` are known are not asked for them.
    """
    known = stamps or {}

    def stamp_of(path: Path) -> str:
        return known.get(path) or source_stamp(path)

    if not (stamp := stamp_of(draft)):
        return ()
    return tuple(
        record
        for record in _read(_note(library, stamp))
        if (stamp_of(record.target), stamp_of(record.draft)) == (record.target_stamp, record.draft_stamp)
    )


def trial_with(library: Path, draft: Path, target: Path) -> TrialRecord | None:
    """The trial of exactly these two files, None where there was none or one of them has changed."""
    return next((record for record in trials_of(library, draft) if record.target == target.absolute()), None)


def record_of(result: Mapping[str, Fact]) -> TrialRecord:
    """What the job that tries a pair found out, from its result; raises ProtocolError."""
    record = from_json(TrialRecord, loads(str(result["record"])))
    assert isinstance(record, TrialRecord)
    return record


def note_trial(library: Path, draft: Path, record: TrialRecord) -> None:
    """Keep the record with the draft in the file `draft`; raises DiskFull or PathNotWritable."""
    stamp = source_stamp(draft)
    if not stamp:
        return
    others = tuple(known for known in _read(_note(library, stamp)) if known.target != record.target)
    content = _Content((record, *others)[:_MOST_KEPT])
    # In ASCII, for a path may hold bytes that are no text.
    write_bytes(_note(library, stamp), dumps(to_json(content), indent=1).encode())


def forget_trials(library: Path, draft: Path) -> None:
    """Drop what is known of a draft that is about to be deleted."""
    if stamp := source_stamp(draft):
        with suppress(OSError):
            _note(library, stamp).unlink(missing_ok=True)


def _note(library: Path, stamp: str) -> Path:
    # A stamp holds a file's name, size and time: a changed file has another note, and one that moved keeps its own.
    return library / _FOLDER_NAME / f"{stamp[:32]}.json"


def _read(path: Path) -> tuple[TrialRecord, ...]:
    try:
        content = from_json(_Content, read_json_object(path))
    except AppError:
        return ()
    return content.records if isinstance(content, _Content) else ()
