"""Drafts token after token from the state that the text led the target to: what EAGLE-3 and MTP share."""

from collections.abc import Sequence
from contextlib import ExitStack
from typing import ClassVar

import numpy as np

from app.engine.worker.drafters.base import DraftState
from app.engine.worker.native import Context, Floats, Model

# A draft's encoder makes room for the logits of all its rows: 260,000 floats a row.
_ROWS_AT_ONCE = 128


class ChainDrafter:
    """A draft whose every input is a pair: a token, and the state that the text before it led to.

    Its KV cache holds the pairs of the text, each `shift` places before its token: with the target's states for what
    the target has decided on; while it proposes, its own states stand in for them. The state behind the last token
    waits for a token to follow. Cutting the text loses it, so `trim` forgets one token more: when the target decodes
    that one again, its state is back.
    """

    method: ClassVar[str]
    shift: ClassVar[int] = 0
    confidence = None

    def __init__(
        self,
        model: Model,
        target: Context,
        *,
        layer_ids: tuple[int, ...],
        draft_max: int,
        context_size: int,
        threads: int,
        runs_mtp: bool = False,
    ) -> None:
        self.layer_ids = layer_ids
        self.draft_max = draft_max
        self._target_width = target.model.hidden_size
        self.length = 0
        # Tokens whose pairs are in the KV cache: those of the text, and the one that was last proposed for.
        self._paired_n = 0
        self._state: Floats | None = None
        with ExitStack() as stack:
            self._context = Context(
                model,
                context_size=context_size + draft_max,
                batch_size=_ROWS_AT_ONCE,
                outputs_max=1,
                threads=threads,
                beside=target,
                runs_mtp=runs_mtp,
            )
            stack.callback(self._context.close)
            self._context.draft_chains()
            self._owned = stack.pop_all()

    def observe(self, tokens: Sequence[int], features: Floats, position: int) -> None:
        """Pair each token with the state before it; that of the last one waits."""
        for start in range(0, len(tokens), _ROWS_AT_ONCE):
            rows = slice(start, start + _ROWS_AT_ONCE)
            self._pair(tokens[rows], self._states(features[rows]), position + start)

    def _states(self, features: Floats) -> Floats:
        """The state behind each token (n x state size), from what was captured of the target."""
        return features

    def _pair(self, tokens: Sequence[int], states: Floats, position: int) -> None:
        known = max(self._paired_n, self.shift) - position
        if known < len(tokens):
            # Nothing came before the first token: that is a state of zeros.
            before = np.zeros_like(states[:1]) if self._state is None else self._state
            pairs = np.concatenate((before, states[:-1]))
            at = position + known - self.shift
            self._context.decode_pairs(tokens[known:], pairs[known:], at, outputs_last=False)
        self._state = states[-1:].copy()
        self.length = self._paired_n = position + len(tokens)

    def propose(self, last: int, position: int, count: int) -> Sequence[int]:
        """The best token of each pass, of which there is one for each token."""
        proposed: list[int] = []
        token, state = last, self._state
        while state is not None and len(proposed) < count:
            at = position + len(proposed) - self.shift
            self._context.decode_pairs([token], state, at, outputs_last=True)
            token, state = int(self._context.logits()[0].argmax()), self._context.states(1)
            proposed.append(token)
        if proposed:
            # The first pair is that of the text: only those behind it hold guesses.
            self._paired_n = position + 1
            self._context.trim(self._paired_n - self.shift)
        return proposed

    def trim(self, position: int) -> None:
        """Forget everything from `position` on, and the state behind the token before it."""
        if position < self.length:
            self.length = max(0, position - 1)
            self._state = None
        if position < self._paired_n:
            self._paired_n = position
            self._context.trim(max(0, position - self.shift))

    def save(self) -> DraftState:
        """What it knows."""
        return DraftState(self.length, self._context.copy_text(), self._state, self._paired_n)

    def restore(self, saved: DraftState) -> None:
        """Know that again, and nothing else."""
        if saved.cache is not None:
            self._context.load_text(saved.cache)
        self.length, self._state, self._paired_n = saved.length, saved.state, saved.paired_n

    def clear(self) -> None:
        """Forget everything."""
        self._context.clear()
        self._state = None
        self.length = self._paired_n = 0

    def warm_up(self) -> int:
        """Run each kind of pass once, so that the first reply need not wait; returns its cache's bytes per token."""
        features = np.zeros((1, len(self.layer_ids) * self._target_width), np.float32)
        try:
            sizes: list[int] = []
            for position in range(3):
                self.observe([0], features, position)
                sizes.append(self._context.state_bytes())
            self.propose(0, 3, self.draft_max)
        finally:
            self.clear()
        return sizes[2] - sizes[1]

    def close(self) -> None:
        """Free the context."""
        self._owned.close()
