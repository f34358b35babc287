"""Gemma 4's assistants: layers for multi-token prediction that read the target's own KV cache."""

from collections.abc import Sequence
from contextlib import ExitStack

from app.engine.worker.drafters.base import DraftState
from app.engine.worker.native import FINAL_STATE, Context, Floats, Model
from app.models.entry import DraftFacts


class AssistantDrafter:
    """A loaded assistant beside its target, with no cache of its own to fill or to trim.

    It needs the target's last state alone, which goes when the text is cut: `trim` then forgets the token before the
    cut, whose state comes back when the target decodes it again.
    """

    method = "mtp"
    layer_ids = (FINAL_STATE,)
    confidence = None

    def __init__(self, model: Model, facts: DraftFacts, target: Context, *, context_size: int, threads: int) -> None:
        self.draft_max = facts.draft_max
        self.length = 0
        self._target_width = target.model.hidden_size
        self._state: Floats | None = None
        with ExitStack() as stack:
            self._context = Context(
                model,
                context_size=context_size,
                batch_size=1,
                outputs_max=1,
                threads=threads,
                beside=target,
            )
            stack.callback(self._context.close)
            self._context.draft_chains()
            self._owned = stack.pop_all()

    def observe(self, tokens: Sequence[int], features: Floats, position: int) -> None:
        """Keep the state behind the last token."""
        self._state = features[-1:].copy()
        self.length = position + len(tokens)

    def propose(self, last: int, position: int, count: int) -> Sequence[int]:
        """The best token of each pass; all of them run at the place of `last`, as the assistants are trained."""
        proposed: list[int] = []
        token, state = last, self._state
        while state is not None and len(proposed) < count:
            self._context.decode_pairs([token], state, position, outputs_last=True)
            token, state = int(self._context.logits()[0].argmax()), self._context.states(1)
            proposed.append(token)
        return proposed

    def trim(self, position: int) -> None:
        """Forget everything from `position` on, and the state behind the token before it."""
        if position < self.length:
            self.length = max(0, position - 1)
            self._state = None

    def save(self) -> DraftState:
        """What it knows."""
        return DraftState(self.length, state=self._state)

    def restore(self, saved: DraftState) -> None:
        """Know that again, and nothing else."""
        self.length, self._state = saved.length, saved.state

    def clear(self) -> None:
        """Forget everything."""
        self.length = 0
        self._state = None

    def warm_up(self) -> int:
        """Nothing can be run before the target's cache holds a text; of memory it takes none for a token."""
        return 0

    def close(self) -> None:
        """Free the context."""
        self._owned.close()
