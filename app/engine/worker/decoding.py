"""The decoding loop: prefill, then rounds in which the target verifies what a drafter proposed, or plain ones."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from app.core.errors import Cancelled
from app.engine.protocol import FinishReason
from app.engine.worker.cache import TextCache
from app.engine.worker.clock import awake_s
from app.engine.worker.drafters.base import Drafter
from app.engine.worker.native import Context
from app.engine.worker.pace import Pace, Round
from app.engine.worker.reply_parts import Fragment
from app.engine.worker.stats import ReplyStats

# Templates often write the end of the prompt another way once there is a reply: its beginning can then be kept.
_ENDING_TOKENS = 16

# The target's picks for the rows of its last decode, given what was drafted: row by row up to the first that differs.
Chooser = Callable[[Context, Sequence[int]], list[int]]


class Sampling(Protocol):
    """A sampler chain that picks from a row and counts what it picked as text."""

    def sample(self, context: Context, row: int) -> int: ...


class Text(Protocol):
    """Turns tokens into text that is certain, part by part."""

    @property
    def stopped(self) -> bool: ...

    def push(self, token: int, content: bytes, draft_position: int | None = None) -> Sequence[Fragment]: ...


@dataclass(slots=True)
class Reply:
    """What the target has decided on so far; a token that ends the reply is one of `tokens`."""

    tokens: list[int] = field(default_factory=list)
    reason: FinishReason | None = None


def choose_best(context: Context, drafted: Sequence[int]) -> list[int]:
    """Greedy: the best token of each row."""
    rows = context.logits()
    picked: list[int] = []
    for row in rows:
        picked.append(int(row.argmax()))
        if len(picked) > len(drafted) or picked[-1] != drafted[len(picked) - 1]:
            break
    return picked


def chooser_of(chain: Sampling) -> Chooser:
    """Sampled: each row through the target's chain, which sees its own picks in order.

    A drafted token is kept exactly when the target would have said it, so the reply is distributed as the target's.
    """

    def choose(context: Context, drafted: Sequence[int]) -> list[int]:
        picked: list[int] = []
        for row in range(len(drafted) + 1):
            picked.append(chain.sample(context, row))
            if row == len(drafted) or picked[row] != drafted[row]:
                break
        return picked

    return choose


class Decoding:
    """One reply in the making; both loops leave the cache right wherever they are left.

    `max_tokens` is at least 1; `context_size` is the most tokens that the cache may hold; `draft_max` 0 is plain
    decoding. With a `pace` it chooses how many tokens to draft, else that is always `draft_max`.
    """

    def __init__(
        self,
        cache: TextCache,
        choose: Chooser,
        text: Text,
        stats: ReplyStats,
        cancelled: Callable[[], bool],
        *,
        drafter: Drafter | None,
        draft_max: int,
        pace: Pace | None,
        max_tokens: int,
        context_size: int,
    ) -> None:
        self.reply = Reply()
        self._cache = cache
        self._choose = choose
        self._text = text
        self._stats = stats
        self._cancelled = cancelled
        self._drafter = drafter
        self._draft_max = draft_max
        self._pace = pace
        self._max_tokens = max_tokens
        self._context_size = context_size

    def prefill(self, prompt: Sequence[int]) -> Iterator[None]:
        """Bring the prompt into the cache, batch by batch, but for its last token: the first round decodes that."""
        target = self._cache.target
        done = self._cache.begin(prompt[:-1], self._drafter if self._draft_max > 0 else None)
        self._stats.prompt_reused(done)
        marked = (len(prompt) - 1 - _ENDING_TOKENS, len(prompt) - 1) if target.model.keeps_state else ()
        while done < len(prompt) - 1:
            if self._cancelled():
                self.reply.reason = "cancelled"
                return
            end = next((place for place in marked if place > done), len(prompt) - 1)
            chunk = prompt[done : min(done + target.batch_size, end)]
            try:
                with target.abortable(self._cancelled):
                    self._cache.evaluate(chunk, "none")
            except Cancelled:
                self._cache.drop_partial()
                self.reply.reason = "cancelled"
                return
            self._cache.keep(chunk, len(chunk))
            done += len(chunk)
            if done in marked:
                self._cache.mark()
            self._stats.prompt_decoded(len(chunk))
            yield
        self._stats.prompt_decoded(1)

    def rounds(self, last: int) -> Iterator[list[Fragment]]:
        """Go on from `last`, the token that the cache does not hold yet, until the reply has an end."""
        while self.reply.reason is None:
            if self._cancelled():
                self.reply.reason = "cancelled"
            elif len(self._cache) >= self._context_size:
                self.reply.reason = "length"
            else:
                began = awake_s()
                fragments, done = self._round(last)
                yield fragments
                last = self.reply.tokens[-1]
                if self._pace:
                    # What was done with the fragments takes its time in every round.
                    done = replace(done, total_s=awake_s() - began)
                    self._pace.ended(done)
                    self._stats.plain_would_take(self._pace.plain_equivalent_s(done), done.accepted + 1)

    def _round(self, last: int) -> tuple[list[Fragment], Round]:
        """Propose, verify, keep: afterwards the cache holds the text up to the reply's last token, but without it."""
        began = awake_s()
        asked = self._draft_length()
        proposed = self._propose(last, asked)
        drafted = self._worth_verifying(proposed)
        drafted_at = awake_s()
        self._cache.evaluate([last, *drafted], "all")
        picked = self._choose(self._cache.target, drafted)
        verified_at = awake_s()
        fragments, kept_n = self._take(picked)
        decided_at = awake_s()
        self._cache.keep([last, *picked[: kept_n - 1]], 1 + len(drafted))
        ended_at = awake_s()
        verify_s = verified_at - drafted_at
        self._stats.round_ended(
            drafted=len(drafted),
            kept=kept_n,
            kept_of_draft=min(kept_n, len(picked) - 1),
            draft_s=drafted_at - began + ended_at - decided_at,
            verify_s=verify_s,
        )
        return fragments, Round(asked, len(proposed), len(drafted), len(picked) - 1, verify_s, ended_at - began)

    def _draft_length(self) -> int:
        """How many tokens to draft: no more than fit the reply and the context beside the target's own token."""
        if self._drafter is None:
            return 0
        wanted = self._pace.next_length() if self._pace else self._draft_max
        left = self._max_tokens - len(self.reply.tokens) - 1
        room = self._context_size - len(self._cache) - 1
        return max(0, min(wanted, left, room))

    def _propose(self, last: int, count: int) -> Sequence[int]:
        if self._drafter is None or count == 0:
            return ()
        self._cache.catch_up()
        return self._drafter.propose(last, len(self._cache), count)

    def _worth_verifying(self, proposed: Sequence[int]) -> Sequence[int]:
        if self._drafter is None or self._pace is None or not proposed:
            return proposed
        return proposed[: self._pace.worth_verifying(len(proposed), self._drafter.confidence)]

    def _take(self, picked: Sequence[int]) -> tuple[list[Fragment], int]:
        """Add the picked tokens to the reply until something ends it: the text, and how many were taken."""
        model = self._cache.target.model
        fragments: list[Fragment] = []
        for index, token in enumerate(picked):
            self.reply.tokens.append(token)
            is_end = model.is_end(token)
            position = index if index < len(picked) - 1 else None
            if not is_end:
                fragments += self._text.push(token, model.piece(token), position)
            if is_end or self._text.stopped:
                self.reply.reason = "stop"
            elif len(self.reply.tokens) >= self._max_tokens:
                self.reply.reason = "length"
            if self.reply.reason:
                return fragments, index + 1
        return fragments, len(picked)
