"""Texts that made room in the caches for another one: what was computed of them waits in memory for their return."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.engine.worker.checkpoints import Checkpoint
from app.engine.worker.drafters.base import DraftState
from app.engine.worker.native import Bytes

# Fewer tokens are decoded again as fast as they are copied.
_LEAST_TOKENS = 256


@dataclass(frozen=True, slots=True)
class SavedText:
    """The tokens, what the target's cache held of them, and what the drafters knew, each by its place."""

    tokens: Sequence[int]
    target: Bytes
    drafters: Mapping[int, DraftState]
    checkpoints: Sequence[Checkpoint]

    @property
    def size_bytes(self) -> int:
        """What it takes."""
        marked = sum(checkpoint.states.nbytes for checkpoint in self.checkpoints)
        return self.target.nbytes + marked + sum(state.size_bytes for state in self.drafters.values())


class SavedTexts:
    """As many as fit into `most_bytes`, the newest."""

    def __init__(self, most_bytes: int) -> None:
        self._most_bytes = most_bytes
        self._texts: list[SavedText] = []

    def is_worth_it(self, held: Sequence[int], prompt: Sequence[int]) -> bool:
        """Whether to keep what is `held` before most of it makes room for `prompt`."""
        shared = shared_n(held, prompt)
        return len(held) - shared >= _LEAST_TOKENS and shared < len(held) / 2

    def has_room_for(self, size_bytes: int) -> bool:
        """Whether so much can be kept, if need be in the place of all others."""
        return size_bytes <= self._most_bytes

    def add(self, text: SavedText) -> None:
        """Keep it, and let the oldest go where there are too many."""
        self._texts.append(text)
        while sum(text.size_bytes for text in self._texts) > self._most_bytes:
            self._texts.pop(0)

    def take(self, prompt: Sequence[int], known_n: int) -> SavedText | None:
        """Give back the one that shares the most with `prompt`, if that is well over `known_n` tokens."""
        best = max(self._texts, key=lambda text: shared_n(text.tokens, prompt), default=None)
        if best is None or shared_n(best.tokens, prompt) < known_n + _LEAST_TOKENS:
            return None
        self._texts.remove(best)
        return best


def shared_n(one: Sequence[int], other: Sequence[int]) -> int:
    """How many tokens the beginnings have in common."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((index for index, (left, right) in pairs if left != right), min(len(one), len(other)))
