"""A language that nobody speaks: every text that the code marks, accented and a third longer."""

from pathlib import Path

from translations.extract import texts_of

from app.core.translation import Lookup

ROOT = Path(__file__).resolve().parents[2]
_PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_ACCENTED = "áƀçđéƒğĥíĵķļɱñóþɋřšţúṽŵẋýžÁɃÇĐÉƑĞĤÍĴĶĻṀÑÓÞɊŘŠŢÚṼŴẊÝŽ"
_ACCENTS = str.maketrans(_PLAIN, _ACCENTED)


def pseudo_lookup() -> Lookup:
    """Looks up what is extracted from the code; everything else stays as it is."""
    known = {(found.text, bool(found.singular)): accented(found.text) for found in texts_of(ROOT)}
    return lambda text, number: known.get((text, number >= 0), text)


def accented(text: str) -> str:
    """The text with an accent on every letter, and longer; fields in braces stay."""
    parts = text.replace("{{", "\0").replace("}}", "\1").split("{")
    words = parts[0].translate(_ACCENTS)
    for part in parts[1:]:
        field, _, rest = part.partition("}")
        words += "{" + field + "}" + rest.translate(_ACCENTS)
    longer = words + " " + "ŷ" * max(1, len(text) // 3) if text.strip() == text else words
    return longer.replace("\0", "{{").replace("\1", "}}")
