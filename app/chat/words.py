"""Text as the words that searches compare: in no case, without accents, scripts without spaces letter by letter."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import takewhile

_EXCERPT = 60
_STRETCH = 400
_OVERLAP = 100
_LONGEST_QUERY = 500
# Characters in which a place with more of the words is looked for.
_SEARCHED_FOR_MORE = 4_000

Spans = tuple[tuple[int, int], ...]
_NOWHERE: Spans = ()

# Thai to Myanmar, Khmer, kana and bopomofo, Chinese characters: written without spaces between words.
_UNSPACED = (
    (0x0E00, 0x109F),
    (0x1780, 0x17FF),
    (0x2E80, 0x312F),
    (0x31A0, 0x31FF),
    (0x3400, 0x4DBF),
    (0x4E00, 0x9FFF),
    (0xF900, 0xFAFF),
    (0x1B000, 0x1B16F),
    (0x20000, 0x3FFFF),
)
# Accents, Hebrew and Arabic vowel points, and what only varies the picture of an emoji.
_UNWRITTEN = ((0x0300, 0x036F), (0x0591, 0x05C7), (0x064B, 0x0652), (0xFE00, 0xFE0F), (0x1F3FB, 0x1F3FF))


class _Letters(dict[int, str]):
    """What each code point of a folded text is in a search, found out when it first comes up."""

    def __missing__(self, code: int) -> str:
        self[code] = kept = _letter(code)
        return kept


_LETTERS = _Letters()


@dataclass(frozen=True, slots=True)
class Term:
    """Words that stand one after the other; the last one may go on where `is_begun`."""

    words: tuple[str, ...]
    is_begun: bool = False

    @property
    def text(self) -> str:
        """As it stands in a text of `words_of`."""
        return " ".join(self.words)

    @property
    def match(self) -> str:
        """As FTS5 wants it asked."""
        return f'"{self.text}"' + ("*" if self.is_begun else "")

    @property
    def pattern(self) -> str:
        """A regular expression for its place in a folded text."""
        return "(?<![^ ])" + " +".join(map(re.escape, self.words)) + ("" if self.is_begun else "(?![^ ])")


def words_of(text: str) -> str:
    """The words of a text, one space between them; any SQLite sees them as words, whatever Unicode it knows."""
    return " ".join(_folded(text).split())


def terms_of(query: str) -> tuple[Term, ...]:
    """What a person looks for: words in any order, phrases in quotation marks; the last word may be begun only."""
    terms: list[Term] = []
    for phrase, part in re.findall(r'"([^"]*)"|([^\s"]+)', query[:_LONGEST_QUERY]):
        words = tuple(words_of(phrase or part).split())
        if words:
            terms.append(Term(words, is_begun=bool(part)))
    return tuple(Term(term.words, term.is_begun and term is terms[-1]) for term in terms)


def excerpt(text: str, patterns: Iterable[str], *, is_folded: bool = True) -> tuple[str, Spans]:
    """A line of the text where most of the patterns are near each other, and where in that line they are."""
    each = [re.compile(pattern) for pattern in patterns]
    best, most = _NOWHERE, 0
    for start in range(0, max(1, len(text)), _STRETCH):
        if most and start > _SEARCHED_FOR_MORE:
            break
        stretch = text[start : start + _STRETCH + _OVERLAP]
        folded, origins = _with_origins(stretch) if is_folded else (stretch, range(len(stretch) + 1))
        places = (
            (start + origins[match.start()], start + origins[match.end() - 1] + 1, number)
            for number, pattern in enumerate(each)
            for match in pattern.finditer(folded)
            if match.end() > match.start()
        )
        found = sorted(places, key=lambda place: (place[0], -place[1]))
        for at in range(len(found)):
            near_n = _different_near(found, at)
            if near_n > most:
                most, best = near_n, _apart(found[at:])
        if most == len(each):
            break
    return _cut(text, best)


def _different_near(found: Sequence[tuple[int, int, int]], at: int) -> int:
    """How many different patterns have a place in the line that begins with one: begin, end and number of each."""
    last = found[at][0] + _EXCERPT
    return len({number for _, _, number in takewhile(lambda place: place[1] <= last, found[at:])})


def _apart(found: Iterable[tuple[int, int, int]]) -> Spans:
    """Those places that do not begin within the one before."""
    spans: list[tuple[int, int]] = []
    for begin, end, _ in found:
        if not spans or begin >= spans[-1][1]:
            spans.append((begin, end))
    return tuple(spans)


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKD", text).casefold().translate(_LETTERS)


def _letter(code: int) -> str:
    char = chr(code)
    category = unicodedata.category(char)
    if category == "Cf" or _is_in(code, _UNWRITTEN):
        return ""
    if category[0] == "S" and code > 127:
        return f" {char} "
    if category[0] not in "LMN":
        return " "
    return f" {char} " if _is_in(code, _UNSPACED) else char


def _is_in(code: int, ranges: Sequence[tuple[int, int]]) -> bool:
    return any(first <= code <= last for first, last in ranges)


@lru_cache(maxsize=4096)
def _folded_char(char: str) -> str:
    return _folded(char)


def _with_origins(text: str) -> tuple[str, list[int]]:
    """The folded text, and for each of its characters the place that it came from."""
    parts = [_folded_char(char) for char in text]
    return "".join(parts), [at for at, part in enumerate(parts) for _ in part]


def _cut(text: str, spans: Sequence[tuple[int, int]]) -> tuple[str, Spans]:
    first, last = spans[0] if spans else (0, 0)
    start, end = max(0, first - _EXCERPT), min(len(text), last + _EXCERPT)
    kept = [] if start == 0 else ["…"]
    places = []
    for char in text[start:end]:
        places.append(len(kept))
        if not char.isspace():
            kept.append(char)
        elif kept and kept[-1] != " ":
            kept.append(" ")
    places.append(len(kept))
    inside = tuple((places[a - start], places[b - start]) for a, b in spans if start <= a and b <= end)
    return "".join(kept) + ("…" if end < len(text) else ""), inside
