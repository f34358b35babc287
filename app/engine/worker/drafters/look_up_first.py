"""A look-up in front of a draft model: it proposes where the text repeats itself for long, else the model does."""

from collections.abc import Sequence
from typing import Protocol

from app.engine.worker.drafters.base import Drafter
from app.engine.worker.native import Floats


class LookUp(Drafter, Protocol):
    """A drafter that can tell a sure proposal from a guess."""

    def propose_sure(self, last: int, count: int) -> Sequence[int]:
        """At most `count` tokens to follow `last` that most likely will; none where nothing is that sure."""


class LookUpFirstDrafter:
    """Shows both the text, whoever proposes; whoever holds them trims and frees them.

    Only the longest match is sure enough to pass the model by. What `look_up` missed while it was not in use must be
    made up for beforehand (`TextCache.remind`): it needs nothing but the tokens.
    """

    method = "ngram_first"

    def __init__(self, model: Drafter, look_up: LookUp) -> None:
        self._model = model
        self._look_up = look_up
        self._asked: Drafter = model
        self.layer_ids = model.layer_ids
        self.draft_max = max(model.draft_max, look_up.draft_max)

    @property
    def length(self) -> int:
        """Tokens of the text that the model knows."""
        return self._model.length

    @property
    def confidence(self) -> Sequence[float] | None:
        """That of whoever proposed last."""
        return self._asked.confidence

    def observe(self, tokens: Sequence[int], features: Floats, position: int) -> None:
        """Show it to both; the model may have had to go back further."""
        self._model.observe(tokens, features, position)
        known = self._look_up.length - position
        self._look_up.observe(tokens[known:], features[known:], position + known)

    def propose(self, last: int, position: int, count: int) -> Sequence[int]:
        """What followed a long match, else what the model proposes."""
        self._asked = self._look_up
        if found := self._look_up.propose_sure(last, count):
            return found
        self._asked = self._model
        return self._model.propose(last, position, min(count, self._model.draft_max))

    def trim(self, position: int) -> None:
        """Have both forget everything from `position` on."""
        self._model.trim(position)
        self._look_up.trim(position)

    def clear(self) -> None:
        """Have both forget everything."""
        self._model.clear()
        self._look_up.clear()

    def warm_up(self) -> int:
        """Both are warm already."""
        return 0

    def close(self) -> None:
        """Nothing is held."""
