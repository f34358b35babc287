"""Tries a draft with its target on fixed prompts, in an engine process of its own: a crash ends only the try."""

import time
from collections.abc import Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from app.core.errors import AppError, ReportedError
from app.core.progress import Progress
from app.engine.blocking import BlockingEngine
from app.engine.client import EngineNotRunning
from app.engine.protocol import (
    ChatMessage,
    DraftOptions,
    Finished,
    Generate,
    GenerateResult,
    LoadOptions,
    Piece,
    SamplingOptions,
    Speculation,
)
from app.formats.gguf import read_gguf_parts
from app.models.trial import PairTrial

REPLY_TOKENS = 64
_ALONE = DraftOptions("none")
# As long as it can in every round, whatever comes of it.
_DRAFTED = DraftOptions(pacing="always")
# Prompts and replies are short; a small cache leaves the device to what is loaded in the window.
_CONTEXT_SIZE = 1024
# A text repeats itself where this many tokens in a row have been there before: longer than any turn of phrase.
_REPEATED_TOKENS = 8
# What comes before that tells something only if it is a sentence or two.
_LEAST_TOKENS = 16
# A slow machine need not answer all the prompts.
_PATIENCE_S = 30.0
# So many rounds show that a reading of a draft is hopeless, as most that are tried are.
_GLANCE_TOKENS = 32
# There was no room on the device, where the window's own pair may be loaded. What the target accepts is the same
# wherever the two are computed.
_NO_ROOM = ("model_not_loaded", "context_not_made", "models_without_room")


@dataclass(frozen=True, slots=True)
class _Prompt:
    """A `message` for the target's template, and a `text` to go on from for a target that has none."""

    message: str
    text: str


# Code, prose and talk: a draft may be at home in one of them alone.
_PROMPTS = (
    _Prompt(
        "Write a Python function that counts how often each word occurs in a text file.",
        'def count_words(path):\n    """Count how often each word occurs in a text file."""\n',
    ),
    _Prompt(
        "Tell the story of a lighthouse keeper who finds a letter in a bottle.",
        "The keeper of the lighthouse had lived alone for years. One morning he found a letter in a bottle, and",
    ),
    _Prompt(
        "I have eggs, rice and some vegetables, and half an hour. What can I cook for two?",
        "Question: I have eggs, rice and some vegetables, and half an hour. What can I cook for two?\nAnswer:",
    ),
)


class DraftLeftOut(AppError):
    """The engine has loaded a target without the draft, as it does with any draft for it: target (its path)."""

    code = "draft_left_out"


class PairTrier:
    """Tries drafts with one target; how the target answers alone is found out once."""

    def __init__(self, target: Path, device: str = "auto") -> None:
        self._target = target
        self._device = device
        self._has_template = "tokenizer.chat_template" in read_gguf_parts(target, arrays=False).metadata
        self._plain: dict[_Prompt, GenerateResult] = {}
        self._answered = self._to_answer = 0

    def try_draft(self, draft: Path, progress: Progress, *, gives_up: bool = False) -> PairTrial:
        """Load both and answer the prompts with and without the draft; `gives_up` as soon as it is sure to fail.

        Loading is reported as the engine does, answering as stage "try_pair" in tokens. Raises EngineCrashed,
        DraftLeftOut, Cancelled, and as ReportedError what keeps the two from being loaded.
        """
        self._answered = 0
        self._to_answer = REPLY_TOKENS * (2 * len(_PROMPTS) - len(self._plain))
        replies: list[tuple[GenerateResult, GenerateResult, bool]] = []
        with BlockingEngine() as engine:
            self._load(engine, draft, progress)
            began_s = time.monotonic()
            for prompt in _PROMPTS:
                plain = self._plain.get(prompt) or self._answer(engine, prompt, _ALONE, REPLY_TOKENS, progress)
                self._plain[prompt] = plain
                telling_n = tokens_before_repetition(plain.tokens)
                is_telling = telling_n >= _LEAST_TOKENS
                length = telling_n if is_telling else len(plain.tokens)
                if gives_up and not replies:
                    length = min(length, _GLANCE_TOKENS)
                drafted = self._answer(engine, prompt, _DRAFTED, max(1, length), progress)
                replies.append((plain, drafted, is_telling))
                trial = summed_up(replies)
                is_late = time.monotonic() - began_s > _PATIENCE_S
                if (trial.fails and gives_up) or (is_late and (trial.fails or trial.works)):
                    break
        return trial

    def _load(self, engine: BlockingEngine, draft: Path, progress: Progress) -> None:
        options = LoadOptions(context_size=_CONTEXT_SIZE, device=self._device)
        try:
            loaded = engine.load(self._target, draft, options, progress)
        except ReportedError as error:
            if self._device == "cpu" or error.reported_code not in _NO_ROOM:
                raise
            self._device = "cpu"
            self._load(engine, draft, progress)
            return
        if loaded.plan is not None and loaded.plan.is_draft_left_out:
            if self._device == "cpu":
                raise ReportedError("context_not_made", {"path": str(draft), "context_size": loaded.context_size})
            self._device = "cpu"
            self._load(engine, draft, progress)
        elif loaded.draft is None:
            raise DraftLeftOut(target=str(self._target))

    def _answer(
        self, engine: BlockingEngine, prompt: _Prompt, drafting: DraftOptions, length: int, progress: Progress
    ) -> GenerateResult:
        request = Generate(
            engine.next_job(),
            messages=(ChatMessage("user", prompt.message),) if self._has_template else (),
            raw_prompt=None if self._has_template else prompt.text,
            sampling=SamplingOptions(temperature=0),
            drafting=drafting,
            max_tokens=length,
        )
        began = self._answered
        with closing(engine.run(request)) as events:
            for event in events:
                self._answered += isinstance(event, Piece)
                progress.update("try_pair", min(self._answered, began + REPLY_TOKENS), self._to_answer)
                if isinstance(event, Finished) and event.generated is not None:
                    self._answered = began + REPLY_TOKENS
                    return event.generated
        raise EngineNotRunning


def tokens_before_repetition(tokens: Sequence[int]) -> int:
    """How many tokens a text has before it only repeats what it has said; all of them where it does not."""
    seen: set[tuple[int, ...]] = set()
    for start in range(len(tokens) - _REPEATED_TOKENS + 1):
        run = tuple(tokens[start : start + _REPEATED_TOKENS])
        if run in seen:
            return start
        seen.add(run)
    return len(tokens)


def summed_up(replies: Iterable[tuple[GenerateResult, GenerateResult, bool]]) -> PairTrial:
    """The numbers of (plain reply, drafted reply, whether it tells something) together.

    Of replies that only repeat themselves the numbers are left out where there are others.
    """
    told = list(replies)
    chosen = [reply for reply in told if reply[2]] or told
    drafted = [reply.speculation for _, reply, _ in chosen]
    passes = sum(reply.timings.predicted_n / (reply.speculation.mean_accepted_length or 1) for _, reply, _ in chosen)
    by_position = shares_by_position(drafted)
    rounds = sum(numbers.rounds for numbers in drafted)
    return PairTrial(
        rounds=rounds,
        accepted=round(by_position[0] * rounds) if by_position else 0,
        repeats=not any(is_telling for _, _, is_telling in told),
        acceptance_by_position=by_position,
        mean_accepted_length=sum(reply.timings.predicted_n for _, reply, _ in chosen) / passes if passes else None,
        tokens_per_second=_speed([reply for _, reply, _ in chosen]),
        plain_tokens_per_second=_speed([plain for plain, _, _ in chosen]),
        is_same_text=all(plain.tokens[: len(reply.tokens)] == reply.tokens for plain, reply, _ in told),
    )


def shares_by_position(replies: Sequence[Speculation]) -> tuple[float, ...]:
    """Those of several replies together, each with the weight of its rounds."""
    shares: list[float] = []
    for place in range(max((len(reply.acceptance_by_position) for reply in replies), default=0)):
        deep = [reply for reply in replies if len(reply.acceptance_by_position) > place]
        accepted = sum(reply.acceptance_by_position[place] * reply.rounds for reply in deep)
        shares.append(accepted / sum(reply.rounds for reply in deep))
    return tuple(shares)


def _speed(replies: Sequence[GenerateResult]) -> float | None:
    time_s = sum(reply.timings.predicted_ms for reply in replies) / 1e3
    return sum(reply.timings.predicted_n for reply in replies) / time_s if time_s else None
