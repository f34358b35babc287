"""A small model of the target's own vocabulary, which simply says what it would say itself."""

from collections.abc import Sequence

from app.engine.worker.native import Context, Floats, Model
from app.models.entry import DraftFacts

_ROWS_AT_ONCE = 512
# So many tokens may wait for the next proposal, whose first pass takes them along.
_WAITING_MOST = 16


class SmallModelDrafter:
    """A loaded model with a KV cache of its own.

    What it drafted stays in its cache until it is known what became of it, so that accepted tokens are not decoded
    twice; a family with running states goes back to the text right away. The vocabularies may differ in the filling at
    the end: what only the target has is read as token 0, what only the draft has is never proposed.
    """

    method = "small_model"
    layer_ids: tuple[int, ...] = ()
    confidence = None

    def __init__(self, model: Model, facts: DraftFacts, target: Context, *, context_size: int, threads: int) -> None:
        self.draft_max = facts.draft_max
        self._vocabulary_n = model.vocabulary_n
        self._proposable_n = min(model.vocabulary_n, target.model.vocabulary_n)
        self._text: list[int] = []
        self._cached: list[int] = []
        self._context = Context(
            model,
            context_size=context_size + facts.draft_max,
            batch_size=_ROWS_AT_ONCE,
            outputs_max=1,
            threads=threads,
        )

    @property
    def length(self) -> int:
        """Tokens of the text that it knows."""
        return len(self._text)

    def observe(self, tokens: Sequence[int], features: Floats, position: int) -> None:
        """Note what the target decided on, and keep of the drafted what agrees with it."""
        self._text += map(self._readable, tokens)
        agreeing = position
        while agreeing < min(len(self._cached), len(self._text)) and self._cached[agreeing] == self._text[agreeing]:
            agreeing += 1
        self._go_back(agreeing)
        if len(self._text) - len(self._cached) > _WAITING_MOST:
            self._decode(self._text[len(self._cached) :])

    def propose(self, last: int, position: int, count: int) -> Sequence[int]:
        """The best token of each pass, of which there is one for each token."""
        self._go_back(len(self._text))
        self._decode([*self._text[len(self._cached) :], self._readable(last)])
        state = self._context.running_state() if self._context.model.keeps_state and count > 1 else None
        proposed = [self._best()]
        while len(proposed) < count:
            self._decode(proposed[-1:])
            proposed.append(self._best())
        if state is not None:
            self._context.restore(state, len(self._text) + 1)
            del self._cached[len(self._text) + 1 :]
        return proposed

    def _readable(self, token: int) -> int:
        return token if token < self._vocabulary_n else 0

    def _best(self) -> int:
        return int(self._context.logits()[0, : self._proposable_n].argmax())

    def _decode(self, tokens: Sequence[int]) -> None:
        """Put `tokens` behind what is cached; the last one's row is output."""
        for start in range(0, len(tokens), _ROWS_AT_ONCE):
            chunk = tokens[start : start + _ROWS_AT_ONCE]
            self._context.decode(chunk, len(self._cached), "last")
            self._cached += chunk

    def _go_back(self, position: int) -> None:
        if position < len(self._cached):
            if self._context.trim(position):
                del self._cached[position:]
            else:
                # Running states go back to nowhere but the start.
                self._context.clear()
                self._cached.clear()

    def trim(self, position: int) -> None:
        """Forget everything from `position` on."""
        del self._text[position:]
        self._go_back(position)

    def clear(self) -> None:
        """Forget everything."""
        self._context.clear()
        self._text.clear()
        self._cached.clear()

    def warm_up(self) -> int:
        """Run each kind of pass once, so that the first reply need not wait; returns its cache's bytes per token."""
        try:
            sizes: list[int] = []
            for token in (0, 0):
                self._decode([token])
                sizes.append(self._context.state_bytes())
        finally:
            self.clear()
        return sizes[1] - sizes[0]

    def close(self) -> None:
        """Free the context."""
        self._context.close()
