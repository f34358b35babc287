"""Which characters of a piece of code get which colour."""

import re
from collections.abc import Iterator
from functools import lru_cache

from pygments.lexer import Lexer
from pygments.lexers import get_lexer_by_name
from pygments.token import Comment, Keyword, Name, Number, Operator, String, _TokenType
from pygments.util import ClassNotFound

from app.gui.theme import Colours

# Lexing starts over at most this far back, so that its cost does not grow with the code.
_AT_ONCE = 3000
_ENDING = re.compile(r"\*\.\w+")
_ASTRAL = re.compile("[\U00010000-\U0010ffff]")


def units_of(code: str) -> str:
    """The code with as many characters as a document counts: two for those that take two UTF-16 units."""
    return _ASTRAL.sub("\ufffc\ufffc", code)


@lru_cache(maxsize=32)
def _lexer(language: str) -> Lexer | None:
    try:
        return get_lexer_by_name(language, stripnl=False, ensurenl=False)
    except ClassNotFound:
        return None


def file_ending(language: str) -> str:
    """How the name of a file in that language ends, with its dot."""
    lexer = _lexer(language.lower()) if language else None
    patterns = lexer.filenames if lexer is not None else ()
    return next((name[1:] for name in patterns if _ENDING.fullmatch(name)), ".txt")


def coloured_spans(language: str, code: str, start: int, colours: Colours) -> Iterator[tuple[int, int, str]]:
    """(start, end, #rrggbb) for what is not plain, of `code` (see units_of) from `start` on."""
    lexer = _lexer(language.lower()) if language else None
    if lexer is None:
        return
    for index, kind, text in lexer.get_tokens_unprocessed(code[start:]):
        colour = _colour(kind, colours)
        if colour and text.strip():
            yield start + index, start + index + len(text), colour


def restart_before(code: str, position: int) -> int:
    """Where to start lexing again for code that grew at `position`: the beginning, or an empty line far enough back."""
    if position <= _AT_ONCE:
        return 0
    gap = code.rfind("\n\n", 0, position - _AT_ONCE // 2)
    return gap + 2 if gap >= position - _AT_ONCE else code.rfind("\n", 0, position - _AT_ONCE // 2) + 1


@lru_cache(maxsize=1024)
def _colour(kind: _TokenType, colours: Colours) -> str | None:
    table = (
        (Comment, colours.code_comment),
        (Keyword, colours.code_keyword),
        (Operator.Word, colours.code_keyword),
        (String, colours.code_string),
        (Number, colours.code_number),
        (Name.Function, colours.code_name),
        (Name.Class, colours.code_name),
        (Name.Decorator, colours.code_name),
        (Name.Tag, colours.code_keyword),
        (Name.Attribute, colours.code_name),
        (Name.Builtin, colours.code_name),
    )
    return next((colour for parent, colour in table if kind in parent), None)
