"""What trying a draft with its target showed, and what follows from it."""

from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from typing import Literal

Verdict = Literal["works", "repaired", "fails", "unclear"]

# Published drafts that run as they were trained have 0.63 to 0.84 of their first guesses accepted, and broken ones
# under 0.02: below the least a draft only costs time.
LEAST_ACCEPTANCE = 0.05
# A draft that is read wrongly still guesses what often follows the last token, and a Markov head is good at that: of
# first guesses up to 0.65 came true, but hardly any further ones (up to 2.1 tokens per pass; published drafts that are
# read rightly reach 3 and more). Below these other readings are tried as well, so that such a draft is put right, too.
SOUND_ACCEPTANCE = 0.5
SOUND_LENGTH = 2.5
# A dozen first guesses tell 0.05 from what is usual; that a draft guesses nothing right, chance alone can pretend for
# longer: of 24 guesses of a draft with 0.2 accepted, all are wrong once in two hundred times.
_ROUNDS_TO_ACCEPT = 12
_ROUNDS_TO_REJECT = 24
# Up to six readings are compared on few rounds: a difference that chance makes once in a thousand times decides.
_CLEAR_DEVIATIONS = 3.0


@dataclass(frozen=True, slots=True)
class PairTrial:
    """The numbers of one draft file on the fixed prompts, greedy, as long as possible in every round.

    `rounds` drafted, in `accepted` of them the first guess was right. `repeats` says that the target only repeated
    itself: what it accepts then, any draft could guess. `acceptance_by_position` and `mean_accepted_length` are meant
    as in the engine's own numbers; `is_same_text` says whether the reply is that without a draft, token for token.
    """

    rounds: int
    accepted: int
    repeats: bool
    acceptance_by_position: tuple[float, ...]
    mean_accepted_length: float | None
    tokens_per_second: float | None
    plain_tokens_per_second: float | None
    is_same_text: bool

    @property
    def first_acceptance(self) -> float | None:
        """The share of first guesses that the target accepted, None without any."""
        return self.accepted / self.rounds if self.rounds else None

    @property
    def works(self) -> bool:
        """Whether enough of its guesses are right to be of use."""
        share = self.first_acceptance
        return share is not None and share >= LEAST_ACCEPTANCE and self.rounds >= _ROUNDS_TO_ACCEPT and not self.repeats

    @property
    def is_sound(self) -> bool:
        """Whether it guesses as well as drafts do that are read as they were trained."""
        is_long = (self.mean_accepted_length or 0) >= SOUND_LENGTH
        return self.works and is_long and self.accepted >= SOUND_ACCEPTANCE * self.rounds

    @property
    def fails(self) -> bool:
        """Whether it guesses next to nothing right; not even repetitions, if that is all there was."""
        return self.rounds >= _ROUNDS_TO_REJECT and self.accepted < LEAST_ACCEPTANCE * self.rounds

    def is_clearly_better(self, other: "PairTrial | None") -> bool:
        """Whether it works, and better than `other` (None: what could not even run) by more than chance explains.

        Two shares of independent rounds differ clearly where their difference is 3 times its standard error.
        """
        if not self.works or other is None or not other.rounds:
            return self.works
        difference = self.accepted / self.rounds - other.accepted / other.rounds
        pooled = (self.accepted + other.accepted) / (self.rounds + other.rounds)
        error = sqrt(pooled * (1 - pooled) * (1 / self.rounds + 1 / other.rounds))
        return difference > 0 and difference >= _CLEAR_DEVIATIONS * error


@dataclass(frozen=True, slots=True)
class Attempt:
    """One reading of a draft: `change` is what was changed for it (a repair's code, "" for the file as it is).

    `trial` is None where it could not run: `problem` is the code of the failure then.
    """

    change: str
    trial: PairTrial | None
    problem: str = ""


@dataclass(frozen=True, slots=True)
class TrialRecord:
    """The end of a trial. `change` is that of the attempt that was kept, `draft` the file to use.

    `target_stamp` and `draft_stamp` (of the draft that was tried, for a repaired one of the new file as well) tell
    whether the files are still the same; `tried_at` is ISO 8601 in UTC.
    """

    verdict: Verdict
    change: str
    attempts: tuple[Attempt, ...]
    draft: Path
    draft_stamp: str
    target: Path
    target_name: str
    target_stamp: str
    tried_at: str

    def repairs(self, draft: Path) -> bool:
        """Whether another file was made of `draft`, because it does not work as it is."""
        return self.verdict == "repaired" and draft != self.draft

    @property
    def trial(self) -> PairTrial | None:
        """The numbers of the attempt that was kept; of the file as it was where none was."""
        return next((attempt.trial for attempt in self.attempts if attempt.change == self.change), None)
