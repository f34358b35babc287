"""A long day with the engine in fast motion: chats that are edited, branched, stopped and switched, pair after pair.

python -m tests.engine.soak --minutes 15 TARGET[:DRAFT] ...
"""

import argparse
import json
import os
import random
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, field, replace
from multiprocessing import active_children
from pathlib import Path
from statistics import linear_regression

from app.core.errors import ReportedError
from app.core.progress import Progress
from app.engine.blocking import BlockingEngine, EngineCrashed
from app.engine.protocol import (
    ChatMessage,
    CountTokens,
    DraftOptions,
    Finished,
    Generate,
    GenerateResult,
    Load,
    LoadOptions,
    MethodChoice,
    Piece,
    SamplingOptions,
    TokenBias,
)
from app.engine.worker.native import Context, Model
from app.engine.worker.session import Session, open_session

# A pass over several rows may round otherwise than one over a single row: beyond this, a difference is an error.
NEAR_TIE = 0.05
CONTEXT_SIZE = 512
_GREEDY = SamplingOptions(temperature=0)
_METHODS: Sequence[MethodChoice] = ("auto", "auto", "auto", "none", "ngram", "ngram_map", "ngram_first")
_GRAMMAR = 'root ::= "the " [a-z ]{0,24} "."'
_SCHEMA = '{"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}'
_CHATS = 6
_BETWEEN_SAMPLES_S = 5.0


@dataclass(frozen=True)
class Pair:
    """GGUF files."""

    target: Path
    draft: Path | None = None


@dataclass(frozen=True)
class Sample:
    """What the engine's process took when so many turns were behind it."""

    turns: int
    rss_bytes: int
    descriptors: int
    threads: int


@dataclass
class Day:
    """What happened; `differences` are replies that are not the target's own."""

    turns: int = 0
    tokens: int = 0
    checked: int = 0
    near_ties: int = 0
    differences: list[str] = field(default_factory=list)
    done: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    samples: list[Sample] = field(default_factory=list)

    def growth_bytes(self) -> float:
        """Bytes that a thousand turns add, by the line through the second half of what was sampled."""
        half = self.samples[len(self.samples) // 2 :]
        line = linear_regression([sample.turns for sample in half], [sample.rss_bytes for sample in half])
        return line.slope * 1000

    def summary(self) -> dict[str, object]:
        """All of it as JSON values."""
        shown = self.samples[:: len(self.samples) // 24 + 1]
        return {
            "turns": self.turns,
            "tokens": self.tokens,
            "checked": self.checked,
            "near_ties": self.near_ties,
            "differences": self.differences,
            "done": dict(self.done),
            "refused": dict(self.refused),
            "growth_bytes_per_1000_turns": round(self.growth_bytes()) if len(self.samples) > 3 else None,
            "samples": [[sample.turns, sample.rss_bytes, sample.descriptors, sample.threads] for sample in shown],
        }


class Soak:
    """Does at random what people do. `words` are texts that chats are made of."""

    def __init__(self, pairs: Sequence[Pair], words: Sequence[str], seed: int, *, kills: bool) -> None:
        self.day = Day()
        self._random = random.Random(seed)
        self._pairs = pairs
        self._words = words
        self._kills = kills
        self._engine = BlockingEngine()
        self._references = References()
        self._pair = pairs[0]
        self._chats: list[list[ChatMessage]] = [[] for _ in range(_CHATS)]

    def run(self, is_over: Callable[[Day], bool], on_sample: Callable[[Day], None] = lambda _: None) -> Day:
        """Live until it is over; raises nothing but what is a fault of the engine."""
        sample_s = 0.0
        with self._engine, self._references:
            self._use(self._pair)
            while not is_over(self.day):
                self._turn()
                self.day.turns += 1
                if time.monotonic() > sample_s and sys.platform == "linux":
                    sample_s = time.monotonic() + _BETWEEN_SAMPLES_S
                    self.day.samples.append(sample_of_engine(self.day.turns))
                    on_sample(self.day)
        return self.day

    def _turn(self) -> None:
        kinds = (
            ["ask"] * 50
            + ["edit", "regenerate", "stop"] * 12
            + ["branch", "odd", "go_on", "count"] * 5
            + ["load", "clear"]
        )
        if self._kills:
            kinds = kinds * 20 + ["kill"]
        kind = self._random.choice(kinds)
        self.day.done[kind] += 1
        chat = self._random.randrange(_CHATS)
        getattr(self, f"_{kind}")(chat)

    def _ask(self, chat: int) -> None:
        self._answer(chat, [*self._chats[chat], ChatMessage("user", self._text())])

    def _edit(self, chat: int) -> None:
        """Another question in an earlier place; what came after is gone."""
        at = self._random.randrange(len(self._chats[chat]) // 2 + 1) * 2
        self._answer(chat, [*self._chats[chat][:at], ChatMessage("user", self._text())])

    def _regenerate(self, chat: int) -> None:
        if self._chats[chat]:
            self._answer(chat, self._chats[chat][:-1])

    def _stop(self, chat: int) -> None:
        asked = [*self._chats[chat], ChatMessage("user", self._text())]
        self._answer(chat, asked, stop_after=self._random.randrange(6))

    def _branch(self, chat: int) -> None:
        """Another chat with the same beginning."""
        at = self._random.randrange(len(self._chats[chat]) // 2 + 1) * 2
        self._chats[self._random.randrange(_CHATS)] = self._chats[chat][:at]

    def _go_on(self, chat: int) -> None:
        """The last reply gets longer."""
        if not self._chats[chat] or not self._chats[chat][-1].content:
            return
        reply = self._chats[chat][-1]
        request = Generate(0, messages=tuple(self._chats[chat]), sampling=_GREEDY, max_tokens=12, continues=True)
        result = self._generate(request)
        if result is not None:
            longer = ChatMessage("assistant", reply.content + result.text, reply.thinking + result.thinking)
            self._chats[chat][-1] = longer

    def _count(self, chat: int) -> None:
        """How long the texts of a chat are."""
        texts = tuple(message.content for message in self._chats[chat])
        counted = self._engine.finish(CountTokens(self._engine.next_job(), texts)).token_counts
        assert len(counted) == len(texts)

    def _clear(self, chat: int) -> None:
        self._chats[chat] = []

    def _load(self, chat: int) -> None:
        self._use(self._random.choice(self._pairs))

    def _use(self, pair: Pair) -> None:
        self._pair = pair
        options = LoadOptions(context_size=CONTEXT_SIZE, threads=1)
        self._engine.load(self._pair.target, self._pair.draft, options)
        self._references.use(self._pair.target)

    def _kill(self, chat: int) -> None:
        """The process dies between two replies; the next one gets another."""
        pid = engine_pid()
        os.kill(pid, signal.SIGKILL)
        try:
            self._answer(chat, [*self._chats[chat], ChatMessage("user", self._text())])
        except EngineCrashed:
            self._use(self._pair)

    def _odd(self, chat: int) -> None:
        """What cannot be answered."""
        odd = self._random.choice((
            Generate(0, raw_prompt="word " * 2 * CONTEXT_SIZE, max_tokens=8),
            Generate(0, raw_prompt="x", sampling=SamplingOptions(grammar="root ::= ("), max_tokens=8),
            Generate(0, raw_prompt="x", sampling=SamplingOptions(top_p=7.0), max_tokens=8),
            Generate(0, raw_prompt="", max_tokens=8),
        ))  # fmt: skip
        self._generate(odd)

    def _answer(self, chat: int, asked: list[ChatMessage], stop_after: int | None = None) -> None:
        sampling = self._sampling()
        request = Generate(
            0,
            messages=tuple(asked),
            sampling=sampling,
            drafting=self._drafting(),
            max_tokens=self._random.choice((4, 16, 48, 96)),
            think=self._random.choice((None, True, False)),
        )
        result = self._generate(request, stop_after)
        if result is None:
            return
        self._chats[chat] = [*asked, ChatMessage("assistant", result.text, result.thinking)]
        if sampling == _GREEDY and self._random.random() < 0.2:
            self._check(request, result)

    def _generate(self, request: Generate, stop_after: int | None = None) -> GenerateResult | None:
        pieces = 0
        with closing(self._engine.run(replace(request, job=self._engine.next_job()))) as events:
            try:
                for event in events:
                    pieces += isinstance(event, Piece)
                    if stop_after is not None and pieces > stop_after:
                        # Closing is cancelling.
                        return None
                    if isinstance(event, Finished) and event.generated is not None:
                        self.day.tokens += len(event.generated.tokens)
                        return event.generated
            except ReportedError as error:
                self.day.refused[error.reported_code] += 1
        return None

    def _check(self, request: Generate, result: GenerateResult) -> None:
        self.day.checked += 1
        gap = self._references.gap(request, result)
        self.day.near_ties += gap is not None
        if gap is not None and gap >= NEAR_TIE:
            self.day.differences.append(f"turn {self.day.turns}, {self._pair}: {gap} below the best; {request}")

    def _drafting(self) -> DraftOptions:
        choose = self._random.choice
        return DraftOptions(choose(_METHODS), choose((0, 0, 1, 4)), choose(("auto", "always")))

    def _sampling(self) -> SamplingOptions:
        seed = self._random.randrange(1 << 30)
        return self._random.choice((
            *[_GREEDY] * 6,
            SamplingOptions(seed=seed),
            SamplingOptions(seed=seed, temperature=1.2, dry_multiplier=0.8, xtc_probability=0.3),
            SamplingOptions(seed=seed, mirostat=2, repeat_penalty=1.1),
            SamplingOptions(seed=seed, grammar=_GRAMMAR),
            SamplingOptions(seed=seed, json_schema=_SCHEMA),
            SamplingOptions(temperature=0, banned=("the", "self"), logit_bias=(TokenBias(3, -5.0),)),
        ))  # fmt: skip

    def _text(self) -> str:
        text = self._random.choice(self._words)
        begin = self._random.randrange(len(text))
        return text[begin : begin + self._random.choice((10, 40, 160, 600))] or "and"


class References:
    """The targets in this process, without drafts and without anything cached: what they say themselves."""

    def __init__(self) -> None:
        self._stack = ExitStack()
        self._session: Session | None = None
        self._target = Path()

    def __enter__(self) -> "References":
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def use(self, target: Path) -> None:
        """Ask this one from now on."""
        self._stack.close()
        self._target = target
        options = LoadOptions(context_size=CONTEXT_SIZE, threads=1)
        self._session = open_session(Load(1, target, None, options), Progress())
        self._stack.callback(self._session.close)

    def gap(self, request: Generate, result: GenerateResult) -> float | None:
        """How far below the best the first token that differs is, None where none does."""
        assert self._session is not None
        messages = list(request.messages)
        begin = 1 if messages[0].role == "system" else 0
        del messages[begin : begin + result.timings.dropped_n]
        alone = replace(request, messages=tuple(messages), drafting=DraftOptions("none"), is_fresh=True)
        plain = next(
            event.generated.tokens
            for event in self._session.generate(alone, lambda: False)
            if isinstance(event, Finished) and event.generated is not None
        )
        both = enumerate(zip(plain, result.tokens, strict=False))
        at = next((place for place, (one, other) in both if one != other), None)
        if at is None:
            return None if len(plain) == len(result.tokens) else float("inf")
        prompt = self._session._prompt(alone).tokens
        with Model(self._target) as model, _context(model) as context:
            context.decode([*prompt, *plain[:at]], 0, "last")
            logits = context.logits()[0]
            return float(logits.max() - logits[result.tokens[at]])


def _context(model: Model) -> Context:
    return Context(model, context_size=CONTEXT_SIZE, batch_size=CONTEXT_SIZE, outputs_max=2, threads=1)


def engine_pid() -> int:
    """The process of the one engine that runs."""
    return next(child.pid for child in active_children() if child.name == "slipstream engine" and child.pid)


def sample_of_engine(turns: int) -> Sample:
    """What its process takes now."""
    process = Path(f"/proc/{engine_pid()}")
    status = dict(line.split(":", 1) for line in (process / "status").read_text().splitlines() if ":" in line)
    rss_bytes = int(status["VmRSS"].split()[0]) << 10
    return Sample(turns, rss_bytes, len(list((process / "fd").iterdir())), int(status["Threads"]))


def main(argv: Sequence[str]) -> int:
    """Soak, tell on stderr how it goes, print the summary as JSON; 1 where a reply was not the target's own."""
    parser = argparse.ArgumentParser(prog="soak", description="Keep an engine busy with all that people do to it.")
    parser.add_argument("pairs", nargs="+", metavar="TARGET[:DRAFT]", help="GGUF files")
    parser.add_argument("--words", type=Path, required=True, help="a text that chats are made of")
    parser.add_argument("--minutes", type=float, default=15)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kills", action="store_true", help="end the process now and then")
    options = parser.parse_args(argv)
    pairs = [Pair(*map(Path, pair.split(":"))) for pair in options.pairs]
    soak = Soak(pairs, [options.words.read_text("utf-8")], options.seed, kills=options.kills)

    def tell(day: Day) -> None:
        sys.stderr.write(f"{day.turns} turns, {day.samples[-1]}, {len(day.differences)} differences\n")

    end_s = time.monotonic() + options.minutes * 60
    day = soak.run(lambda _: time.monotonic() > end_s, tell)
    sys.stdout.write(json.dumps(day.summary(), indent=1) + "\n")
    return 1 if day.differences else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
