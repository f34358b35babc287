"""A drafter that knows the reply already, and errs on purpose."""

from collections.abc import Sequence
from random import Random

from app.engine.worker.native import Floats


class ScriptedDrafter:
    """Proposes what stands in `reply`, but for one token in most proposals, at any place of it."""

    method = "ngram"
    layer_ids: tuple[int, ...] = ()
    confidence = None

    def __init__(self, reply: Sequence[int], prompt_n: int, draft_max: int, errs: float = 0.85) -> None:
        self.draft_max = draft_max
        self.length = 0
        self._reply, self._prompt_n, self._errs = list(reply), prompt_n, errs
        self._random = Random(1)

    def observe(self, tokens: Sequence[int], features: Floats, position: int) -> None:
        self.length = position + len(tokens)

    def propose(self, last: int, position: int, count: int) -> Sequence[int]:
        at = position - self._prompt_n + 1
        proposed = self._reply[at : at + count]
        if proposed and self._random.random() < self._errs:
            proposed[self._random.randrange(len(proposed))] ^= 1
        return proposed

    def trim(self, position: int) -> None:
        self.length = min(self.length, position)

    def clear(self) -> None:
        self.length = 0

    def warm_up(self) -> int:
        return 0

    def close(self) -> None:
        pass
