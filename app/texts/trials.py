"""Words about trying a pair: what came of it, in a line, and what was changed in a draft's file."""

from pathlib import Path

from app.core.translation import tr
from app.models.trial import Attempt, PairTrial, TrialRecord
from app.texts.amounts import figure, share
from app.texts.entry import Entry, Text

NOTICES = {
    "trial_works": Entry(
        "The pair works: {percent} % of the first guesses accepted, {length} tokens per pass.",
        without="The pair works.",
    ),
    "trial_repaired": Entry(
        "The draft's file was at fault and is repaired: {percent} % of the first guesses accepted, {length} tokens per "
        "pass.",
        without="The draft's file was at fault; a repaired one takes its place.",
    ),
    "trial_fails": Entry(
        "The target accepts next to nothing of what the draft proposes ({percent} % of its first guesses): it only "
        "costs time.",
        "Look for another draft of this target, or use the target alone.",
        without="The target accepts next to nothing of what the draft proposes: it only costs time.",
    ),
    "trial_unclear": Entry(
        "The target says too little, or only repeats itself, so the trial tells nothing.",
        "Chat with the pair and watch the acceptance rate.",
    ),
    "repair_layout": Entry("The first guess is read from the other place in the block."),
    "repair_layers_up": Entry("It reads each of the target's layers one further up."),
    "repair_layers_down": Entry("It reads each of the target's layers one further down."),
    "repair_head_shared": Entry("It borrows the target's token tables instead of those in its file."),
    "repair_head_of_target": Entry("It has the target's output head beside its own token table now."),
}

ERRORS = {
    "draft_left_out": Entry(
        "The engine uses no draft with {target}: it cannot take rejected guesses back.", "Use this target alone."
    ),
    "convert_nothing_to_repair": Entry(
        "{path} needs no repair for this target.",
        "Use it as it is; “try” tells how well the two work together.",
    ),
}

STAGES = {"try_pair": "Trying the pair"}

_READINGS = {
    "": "As it is",
    "repair_layout": "With the first guess from the other place in the block",
    "repair_layers_up": "With the target's layers one further up",
    "repair_layers_down": "With the target's layers one further down",
    "repair_head_shared": "With the target's token tables",
    "repair_head_of_target": "With the target's output head",
}
_PROBLEMS = {
    "engine_crashed": "the engine crashed while trying",
    "draft_head_lost": "its file lacks the output head",
    "draft_left_out": "this target cannot take rejected guesses back",
}


_UNTRIED = "could not be tried"
_NOT_TRIED = "it could not be tried"


def trial_words(record: TrialRecord, draft: Path | None = None) -> str:
    """A trial in a line: "Tried with Qwen3-4B: 72 % of the first guesses accepted, 3.1 tokens per pass".

    Of the file `draft` that another one was made of to repair it, that is said.
    """
    if draft is not None and record.repairs(draft):
        return tr(
            "Does not work with {target} as it is; {draft} is this draft repaired",
            target=record.target_name,
            draft=record.draft.name,
        )
    if record.verdict == "fails":
        return tr("Does not work with {target}: {outcome}", target=record.target_name, outcome=_outcome(record))
    if record.verdict == "unclear":
        return tr("Tried with {target}, which said too little to tell", target=record.target_name)
    if record.verdict == "repaired":
        return tr("Tried with {target} after a repair: {outcome}", target=record.target_name, outcome=_outcome(record))
    return tr("Tried with {target}: {outcome}", target=record.target_name, outcome=_outcome(record))


def trial_text(record: TrialRecord) -> Text:
    """What came of a trial and what to do, with what was changed."""
    entry = NOTICES[f"trial_{record.verdict}"].fill({})
    change = NOTICES[record.change].fill({}).sentence if record.change in NOTICES else ""
    return Text(" ".join(part for part in (entry.sentence, change) if part), entry.hint)


def attempt_words(attempt: Attempt) -> str:
    """One reading of the draft with its numbers, in a line."""
    what, trial = tr(_READINGS.get(attempt.change, attempt.change)), attempt.trial
    if trial is None:
        return f"{what}: {tr(_PROBLEMS.get(attempt.problem, _UNTRIED))}"
    speeds = tr(
        "{speed} tokens/s, {plain} without a draft",
        speed=figure(trial.tokens_per_second),
        plain=figure(trial.plain_tokens_per_second),
    )
    parts = [_acceptance(trial), speeds] + ([] if trial.is_same_text else [tr("the text is not that without a draft")])
    return f"{what}: {'; '.join(parts)}"


def _acceptance(trial: PairTrial) -> str:
    if trial.first_acceptance is None:
        return tr("nothing was drafted")
    accepted, length = share(trial.first_acceptance), trial.mean_accepted_length
    if not length:
        return tr("{share} of the first guesses accepted", share=accepted)
    return tr("{share} of the first guesses accepted, {length} tokens per pass", share=accepted, length=figure(length))


def _outcome(record: TrialRecord) -> str:
    if record.trial is not None:
        return _acceptance(record.trial)
    problems = [attempt.problem for attempt in record.attempts if attempt.change == record.change]
    return tr(next((_PROBLEMS[problem] for problem in problems if problem in _PROBLEMS), _NOT_TRIED))
