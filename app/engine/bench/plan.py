"""What is measured, in which order, and how long that takes."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from app.engine.bench.prompts import BenchPrompt, Kind, prompts_for
from app.engine.protocol import ChatMessage, DraftOptions, Generate, LoadResult, MethodChoice, SamplingOptions

Mode = Literal["quick", "thorough"]
Pace = Literal["plain", "auto", "always"]

# Drafting without a model has no longest draft that a file would tell.
_LOOK_UP_MAX = 16
# What reading the prompt costs, roughly: it goes so many times as fast as writing, and a token has so many characters.
_READING_SPEED = 8
_TOKEN_CHARACTERS = 4
_WARM_UP = 0


@dataclass(frozen=True, slots=True)
class Way:
    """How a reply comes about: without a draft, drafted as the engine sees fit, or always `length` tokens at once."""

    pace: Pace
    length: int = 0

    def drafting(self, method: MethodChoice) -> DraftOptions:
        """The same for the engine."""
        if self.pace == "plain":
            return DraftOptions("none")
        return DraftOptions(method, self.length, self.pace)


PLAIN = Way("plain")
AUTO = Way("auto")


@dataclass(frozen=True, slots=True)
class Size:
    """How much is measured: how many fixed lengths, tokens of a reply, and turns through everything."""

    lengths_n: int
    reply_tokens: int
    turns: int


SIZES: Mapping[Mode, Size] = {"quick": Size(3, 64, 1), "thorough": Size(5, 160, 2)}


@dataclass(frozen=True, slots=True)
class Run:
    """One reply; what comes of turn 0 only warms up and does not count."""

    turn: int
    prompt: BenchPrompt
    way: Way

    @property
    def counts(self) -> bool:
        """Whether it is measured."""
        return self.turn != _WARM_UP


@dataclass(frozen=True, slots=True)
class Plan:
    """All runs in their order; `bare` holds the prompts as a template wrote them, else the engine has it written."""

    runs: tuple[Run, ...]
    method: MethodChoice
    reply_tokens: int
    bare: Mapping[Kind, str] = field(default_factory=dict)

    def request(self, run: Run, job: int) -> Generate:
        """The run for the engine: greedy, so that every way writes the same text, and with the whole prompt to read."""
        bare = self.bare.get(run.prompt.kind)
        return Generate(
            job,
            messages=(ChatMessage("user", run.prompt.message),) if bare is None else (),
            raw_prompt=bare,
            sampling=SamplingOptions(temperature=0),
            drafting=run.way.drafting(self.method),
            max_tokens=self.reply_tokens,
            is_fresh=True,
        )

    def parts(self) -> Iterator["Plan"]:
        """Turn by turn; what warms up comes with the first."""
        for turn in sorted({max(1, run.turn) for run in self.runs}):
            yield replace(self, runs=tuple(run for run in self.runs if max(1, run.turn) == turn))

    def estimate_s(self, plain_tokens_per_second: float | None) -> float | None:
        """About how long it takes if drafting brings nothing; None where the speed is not known."""
        if not plain_tokens_per_second:
            return None
        read = sum(len(run.prompt.message) for run in self.runs) / _TOKEN_CHARACTERS / _READING_SPEED
        return (len(self.runs) * self.reply_tokens + read) / plain_tokens_per_second


def plan_for(
    loaded: LoadResult,
    size: Size,
    method: MethodChoice = "auto",
    lengths: Sequence[int] = (),
) -> Plan:
    """What to measure of what is loaded; `lengths` instead of those that follow from the longest draft."""
    draft_max = loaded.draft.draft_max if loaded.draft else _LOOK_UP_MAX
    chosen = tuple(lengths) or lengths_up_to(draft_max, size.lengths_n)
    ways = (PLAIN, AUTO, *(Way("always", length) for length in chosen))
    prompts = prompts_for(loaded.context_size)
    warm_up = (Run(_WARM_UP, prompts[0], AUTO), Run(_WARM_UP, prompts[:2][-1], PLAIN))
    runs = [run for turn in range(1, size.turns + 1) for run in _turn(turn, prompts, ways)]
    return Plan((*warm_up, *runs), method, size.reply_tokens)


def lengths_up_to(draft_max: int, count: int) -> tuple[int, ...]:
    """So many lengths spread evenly, or fewer, the last being the longest."""
    return tuple(sorted({max(1, round(draft_max * step / count)) for step in range(1, count + 1)}))


def _turn(turn: int, prompts: Sequence[BenchPrompt], ways: Sequence[Way]) -> Iterator[Run]:
    """Every prompt in every way. From one run to the next both change: what else the machine does hits all alike."""
    for step in range(len(ways)):
        for number, prompt in enumerate(prompts):
            yield Run(turn, prompt, ways[(number + step) % len(ways)])
