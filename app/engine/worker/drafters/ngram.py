"""Drafts without a model: what followed the last few tokens when they stood in the text before."""

from collections.abc import Sequence

import numpy as np

from app.engine.worker.native import Floats

# So many of the last tokens must have stood before, the more the better.
_MATCHES = (12, 6, 3)
_DRAFT_MAX = 32
_TOKEN_BYTES = 4


class NgramDrafter:
    """Looks the last tokens up in the prompt and the reply, and goes on as the text did there the last time.

    Changed code, quotes and summaries repeat for long what stood before. A short match is often chance: it is followed
    for as many tokens as it has, the longest for as many as are wanted.
    """

    method = "ngram"
    layer_ids: tuple[int, ...] = ()
    draft_max = _DRAFT_MAX
    confidence = None

    def __init__(self) -> None:
        # The text as int32: bytes are searched a hundred times faster than a list.
        self._text = bytearray()

    @property
    def length(self) -> int:
        """Tokens of the text that it knows."""
        return len(self._text) // _TOKEN_BYTES

    def observe(self, tokens: Sequence[int], features: Floats, position: int) -> None:
        """Take in what the target has decided on."""
        self._text += np.asarray(tokens, np.int32).tobytes()

    def propose(self, last: int, position: int, count: int) -> Sequence[int]:
        """What followed the longest match, `count` tokens at most; none without a match."""
        return self._propose(last, count, _MATCHES)

    def propose_sure(self, last: int, count: int) -> Sequence[int]:
        """The same, with a match of the longest kind alone."""
        return self._propose(last, count, _MATCHES[:1])

    def _propose(self, last: int, count: int, matches: Sequence[int]) -> Sequence[int]:
        self._text += np.int32(last).tobytes()
        try:
            for match in matches:
                if (at := self._behind(match)) is not None:
                    return self._follow(at, min(count, match) if match < _MATCHES[0] else count)
        finally:
            del self._text[-_TOKEN_BYTES:]
        return ()

    def _behind(self, match: int) -> int | None:
        """The place in bytes behind where the last `match` tokens stood before, the last time; None: they never did."""
        key, end = self._text[-match * _TOKEN_BYTES :], len(self._text) - 1
        while len(key) == match * _TOKEN_BYTES and (found := self._text.rfind(key, 0, end)) >= 0:
            if found % _TOKEN_BYTES == 0:
                return found + len(key)
            end = found + len(key) - 1
        return None

    def _follow(self, at: int, count: int) -> list[int]:
        """`count` tokens from the place `at` on; behind the end of the text follows what is just being read."""
        known = np.frombuffer(bytes(self._text[at:]), np.int32)[:count]
        return np.resize(known, count).tolist() if len(known) else []

    def trim(self, position: int) -> None:
        """Forget everything from `position` on."""
        del self._text[position * _TOKEN_BYTES :]

    def clear(self) -> None:
        """Forget everything."""
        self._text.clear()

    def warm_up(self) -> int:
        """Nothing is to be run; the text takes its tokens' bytes."""
        return _TOKEN_BYTES

    def close(self) -> None:
        """Nothing is held."""
