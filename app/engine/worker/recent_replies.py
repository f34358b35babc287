"""The tokens of the last replies, so that one that was cut goes on exactly where it was."""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

_KEPT = 16


@dataclass(frozen=True, slots=True)
class _Reply:
    prompt: tuple[int, ...]
    thinking: str
    answer: str
    tokens: tuple[int, ...]


class RecentReplies:
    """Finds a reply by its prompt and its text: written anew, the text may be other tokens than the model picked."""

    def __init__(self) -> None:
        self._replies: deque[_Reply] = deque(maxlen=_KEPT)

    def add(self, prompt: Sequence[int], thinking: str, answer: str, tokens: Sequence[int]) -> None:
        """Remember a reply to `prompt`, without what ended it."""
        self._replies.append(_Reply(tuple(prompt), thinking, answer, tuple(tokens)))

    def find(self, prompt: Sequence[int], thinking: str, answer: str) -> tuple[int, ...] | None:
        """The tokens of that reply to `prompt`, if it is remembered."""
        wanted = (tuple(prompt), thinking, answer)
        for reply in reversed(self._replies):
            if (reply.prompt, reply.thinking, reply.answer) == wanted:
                return reply.tokens
        return None
