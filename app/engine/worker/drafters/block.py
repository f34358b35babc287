"""Drafts a block of tokens in one pass from the target's hidden states: DSpark and DFlash."""

from collections.abc import Sequence
from contextlib import ExitStack
from typing import ClassVar

import numpy as np

from app.engine.worker.drafters.base import DraftState
from app.engine.worker.native import Context, Floats, Model, Outputs
from app.models.entry import DraftFacts

# llama.cpp makes room for the logits of a whole batch in a draft's context, whatever is output: 260,000 floats a row.
_ROWS_AT_ONCE = 128


class BlockDrafter:
    """A loaded draft beside its target.

    The draft's KV cache is not filled from tokens but from the target's captured hidden states (`observe`); a block
    of [last token, mask, mask, ...] then attends to it in both directions and yields one token per row. Anchor-first
    drafts read a token from the last token's own row as well; the others (all DFlash) from the mask rows alone. The
    Markov chain from row to row and the map of a reduced vocabulary are part of the graph.
    """

    _outputs: ClassVar[Outputs] = "all"

    def __init__(self, model: Model, facts: DraftFacts, target: Context, *, context_size: int, threads: int) -> None:
        self.method: str = facts.method
        self.draft_max = facts.draft_max
        self.layer_ids = model.layer_ids
        self.length = 0
        self._first_row = 0 if facts.sample_from_anchor else 1
        self._mask = model.mask_token
        self._has_confidence_head = facts.has_confidence_head
        self.confidence: Sequence[float] | None = None
        with ExitStack() as stack:
            batch_size = max(_ROWS_AT_ONCE, facts.block_size)
            self._context = Context(
                model,
                # A block may reach past the end of the text.
                context_size=context_size + facts.block_size,
                batch_size=batch_size,
                outputs_max=batch_size,
                threads=threads,
                beside=target,
            )
            stack.callback(self._context.close)
            self._context.draft_blocks(causal=model.metadata("dflash.attention.causal") == "true")
            self._owned = stack.pop_all()

    def observe(self, tokens: Sequence[int], features: Floats, position: int) -> None:
        """Turn captured target rows into keys and values at the positions from `position` on."""
        for start in range(0, len(features), self._context.batch_size):
            self._context.inject(features[start : start + self._context.batch_size], position + start)
        self.length = position + len(features)

    def propose(self, last: int, position: int, count: int) -> Sequence[int]:
        """The best token of each row, `count` (draft_max at most) in all."""
        rows_n = self._first_row + count
        self._context.decode([last] + [self._mask] * (rows_n - 1), position, self._outputs)
        proposed = self._picks(rows_n)
        if self._has_confidence_head:
            # The head's answer stands in every float of a row.
            self.confidence = self._context.states(rows_n)[self._first_row :, 0].tolist()
        # The block's own keys and values are those of guesses.
        self._context.trim(position)
        return proposed

    def _picks(self, rows_n: int) -> list[int]:
        """The token of each row of the block that was just decoded, from the first that has one."""
        return [int(token) for token in self._context.logits()[self._first_row :].argmax(axis=1).tolist()]

    def trim(self, position: int) -> None:
        """Forget everything from `position` on."""
        if position < self.length:
            self._context.trim(position)
            self.length = position

    def save(self) -> DraftState:
        """What it knows."""
        return DraftState(self.length, self._context.copy_text())

    def restore(self, saved: DraftState) -> None:
        """Know that again, and nothing else."""
        if saved.cache is not None:
            self._context.load_text(saved.cache)
        self.length = saved.length

    def clear(self) -> None:
        """Forget everything."""
        self._context.clear()
        self.length = 0

    def warm_up(self) -> int:
        """Run each kind of pass once, so that the first reply need not wait; returns its cache's bytes per token."""
        row = np.zeros((1, len(self.layer_ids) * self._context.model.hidden_size), np.float32)
        try:
            self.observe([0], row, 0)
            one_token_bytes = self._context.state_bytes()
            self.observe([0], row, 1)
            token_bytes = self._context.state_bytes() - one_token_bytes
            self.propose(self._mask, 2, self.draft_max)
        finally:
            self.clear()
        return token_bytes

    def close(self) -> None:
        """Free the context."""
        self._owned.close()
