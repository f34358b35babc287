"""Drafts without a model: what most often followed the last few tokens, in this text and in those before it."""

from collections.abc import Iterator, Sequence

from app.engine.worker.native import Floats

# So many of the last tokens decide on the next, the more the better.
_KEYS = (12, 6, 3)
_DRAFT_MAX = 32
# What follows is proposed where it did so this often: less is chance.
_SHARE = 0.6
# About 200 bytes each; then it begins anew.
_MOST_KEYS = 1 << 18


class NgramMapDrafter:
    """Maps from tokens in a row to what followed them, asked for one token after another.

    What is taken out of the text stays in the maps, as does what other chats held: a reply that is asked for again is
    known up to where it changes. As in `NgramDrafter`, few tokens that are known are followed for a few.
    """

    method = "ngram_map"
    layer_ids: tuple[int, ...] = ()
    draft_max = _DRAFT_MAX
    confidence = None

    def __init__(self) -> None:
        self._text: list[int] = []
        self._followers: dict[tuple[int, ...], dict[int, int]] = {}

    @property
    def length(self) -> int:
        """Tokens of the text that it knows."""
        return len(self._text)

    def observe(self, tokens: Sequence[int], features: Floats, position: int) -> None:
        """Take in what the target has decided on."""
        if len(self._followers) > _MOST_KEYS:
            self._followers.clear()
        self._text += tokens
        for at in range(position, len(self._text)):
            for key in _keys(self._text[max(0, at - _KEYS[0]) : at]):
                counts = self._followers.setdefault(key, {})
                counts[self._text[at]] = counts.get(self._text[at], 0) + 1

    def propose(self, last: int, position: int, count: int) -> Sequence[int]:
        """The likeliest next tokens, one after another, up to `count` or where none is likely."""
        return self._propose(last, count, sure=False)

    def propose_sure(self, last: int, count: int) -> Sequence[int]:
        """The same, where as many tokens as are looked at are known."""
        return self._propose(last, count, sure=True)

    def _propose(self, last: int, count: int, *, sure: bool) -> Sequence[int]:
        window = [*self._text[-_KEYS[0] :], last]
        proposed: list[int] = []
        while len(proposed) < count:
            key = next((key for key in _keys(window[-_KEYS[0] :]) if key in self._followers), None)
            if key is None:
                break
            if not proposed and len(key) < _KEYS[0]:
                if sure:
                    break
                count = min(count, len(key))
            counts = self._followers[key]
            token = max(counts, key=counts.__getitem__)
            if counts[token] < _SHARE * sum(counts.values()):
                break
            window.append(token)
            proposed.append(token)
        return proposed

    def trim(self, position: int) -> None:
        """Take the text from `position` on back; what is known of it stays."""
        del self._text[position:]

    def clear(self) -> None:
        """Take the text back; what is known of it stays."""
        self._text.clear()

    def warm_up(self) -> int:
        """Nothing is to be run, and what it takes is bounded."""
        return 0

    def close(self) -> None:
        """Nothing is held."""


def _keys(tokens: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """The ends of `tokens` that may be known, the longest first."""
    return (tuple(tokens[-length:]) for length in _KEYS if len(tokens) >= length)
