"""Which part of a conversation the model reads where all of it does not fit its context."""

from bisect import bisect_left
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from app.engine.protocol import ChatMessage

# Of the context so much is kept for a reply whose length is not limited, but never more than this share.
_REPLY_TOKENS = 1024
_REPLY_SHARE = 1 / 4
# What is left of the conversation when turns have to go: the larger the block, the longer the cached text holds.
_LEFT_SHARE = 1 / 2
_CUTS_KEPT = 64
# A turn is at least one token, and no text takes less than one for so many characters.
_CHARACTERS_OF_TOKEN = 32


@dataclass(frozen=True, slots=True)
class Prompt:
    """A prompt as text (None where it was given as it is) and as tokens.

    `dropped_n` turns of the conversation are not in it; `is_cut_anew` where the last reply still had more of them.
    The last `begun_n` tokens are the beginning of the reply.
    """

    rendered: str | None
    tokens: list[int]
    dropped_n: int = 0
    is_cut_anew: bool = False
    begun_n: int = 0


Write = Callable[[Sequence[ChatMessage]], Prompt]


class ContextWindow:
    """Leaves out the oldest turns of conversations that are too long, in blocks.

    A block goes when prompt and reply do not fit any more; half of the room is free then. The next replies go on from
    the same place, so that what is cached stays good for them. The system message and the last question always stay,
    and what stays begins with a question.
    """

    def __init__(self, context_size: int) -> None:
        self._context_size = context_size
        # What was left out of conversations, the newest last.
        self._cuts: deque[tuple[ChatMessage, ...]] = deque(maxlen=_CUTS_KEPT)

    def fit(self, messages: Sequence[ChatMessage], reply_n: int, write: Write) -> Prompt:
        """The prompt for a reply of `reply_n` tokens (0: not limited); longer than the context if nothing helps."""
        begin = 1 if messages and messages[0].role == "system" else 0
        system, turns = tuple(messages[:begin]), tuple(messages[begin:])
        room = self._context_size - int(min(reply_n or _REPLY_TOKENS, self._context_size * _REPLY_SHARE))

        def written(place: int) -> Prompt:
            return write((*system, *turns[place:]))

        place, prompt, is_known = self._known(turns, room, written)
        if is_known and len(prompt.tokens) <= room:
            return _dropped(prompt, place)
        later = [index for index in _questions(turns) if index >= place + is_known]
        if not later:
            return _dropped(prompt, place)
        place, prompt = _cut(later, int(room * _LEFT_SHARE), written)
        if len(prompt.tokens) < self._context_size:
            self._cuts.append(turns[:place])
        return _dropped(prompt, place, is_cut_anew=True)

    def _known(
        self, turns: Sequence[ChatMessage], room: int, written: Callable[[int], Prompt]
    ) -> tuple[int, Prompt, bool]:
        """Where the conversation was cut before, earlier if that fits too: an edit may have made it shorter."""
        known = [len(cut) for cut in self._cuts if len(cut) < len(turns) and cut == tuple(turns[: len(cut)])]
        least = self._least(turns)
        places = sorted({least, *(place for place in known if place > least)}, reverse=True)
        place, prompt = places[0], written(places[0])
        for earlier in places[1:]:
            longer = written(earlier)
            if len(longer.tokens) > room:
                break
            place, prompt = earlier, longer
        return place, prompt, place == 0 or place in known

    def _least(self, turns: Sequence[ChatMessage]) -> int:
        """The first question from which on the rest can fit at all: what stands before is not even looked at."""
        questions = _questions(turns)
        tokens_n, least = 0, len(turns)
        for index in range(len(turns) - 1, -1, -1):
            tokens_n += 1 + len(turns[index].content) // _CHARACTERS_OF_TOKEN
            if tokens_n > self._context_size:
                break
            least = index
        if least == 0 or not questions:
            return 0
        return next((index for index in questions if index >= least), questions[-1])


def _questions(turns: Sequence[ChatMessage]) -> list[int]:
    return [index for index, turn in enumerate(turns) if turn.role == "user"]


def _cut(places: Sequence[int], room: int, written: Callable[[int], Prompt]) -> tuple[int, Prompt]:
    """The first of `places` from which on the prompt fits, or the last one."""
    found: dict[int, Prompt] = {}

    def fits(place: int) -> bool:
        found[place] = written(place)
        return len(found[place].tokens) <= room

    at = min(bisect_left(places, True, key=fits), len(places) - 1)
    place = places[at]
    return place, found[place] if place in found else written(place)


def _dropped(prompt: Prompt, count: int, *, is_cut_anew: bool = False) -> Prompt:
    return replace(prompt, dropped_n=count, is_cut_anew=is_cut_anew)
