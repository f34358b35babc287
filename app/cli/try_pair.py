"""`try`: whether a draft works with its target, and a repaired file where it only was read wrongly."""

import argparse

from app.cli.console import Console
from app.cli.loading import ready_pair
from app.cli.running import run_job
from app.core.messages import to_json
from app.core.paths import library_folder
from app.models.library.library import Library
from app.models.library.trial_notes import record_of
from app.models.trial import Attempt
from app.texts.trials import attempt_words, trial_text, trial_words


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Try, even if the two were tried before; exit code 1 for a pair that does not work."""
    target, draft = ready_pair(arguments.target, arguments.draft, console, may_lack_head=True)
    assert draft is not None
    library = Library(library_folder())
    try:
        result = run_job(
            "try_pair",
            {
                "target": str(target),
                "draft": str(draft),
                "library": str(library.folder),
                "is_again": True,
                "device": arguments.device,
            },
            console,
        )
    finally:
        # A process that had to be killed could not take its part along.
        library.remove_remains()
    record = record_of(result)
    console.line(trial_words(record))
    for attempt in record.attempts:
        console.line(f"  {attempt_words(attempt)}")
    console.text(trial_text(record))
    if record.verdict == "repaired":
        console.line(str(record.draft))
    console.result({**to_json(record), "attempts": [_attempt_json(attempt) for attempt in record.attempts]})
    return 1 if record.verdict == "fails" else 0


def _attempt_json(attempt: Attempt) -> dict[str, object]:
    trial = attempt.trial
    numbers = None if trial is None else {**to_json(trial), "first_acceptance": trial.first_acceptance}
    return {"change": attempt.change, "problem": attempt.problem, "trial": numbers}
