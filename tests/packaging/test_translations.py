"""Texts are found in the code, kept in Qt Linguist's files, and what the window reads is made of them."""

import ast
from pathlib import Path

import pytest
from translations import __main__ as verb
from translations import catalogue
from translations.extract import Found, fields_of, texts_of

ROOT = Path(__file__).resolve().parents[2]
CODE = """
from app.core.translation import later, tr, tr_n

_TIP = later("A tip")
_KINDS = later({"key": "Of a kind", "pair": ("One", "Two")})

def shown(name, number):
    print("not shown")
    return tr("{name} is here", name=name), tr_n("{n} day", "{n} days", number), tr(_TIP if name else "Nobody")
"""
TABLE = """
_AGAIN = "Try again."
ERRORS = {"code": Entry("{path} is gone: {detail}.", _AGAIN, without="It is gone.")}
_WORD = re.compile("no text")
_NONE = Entry("{words}")
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    for name, code in (("gui/page.py", CODE), ("texts/room.py", TABLE)):
        path = tmp_path / "app" / name
        path.parent.mkdir(parents=True)
        path.write_text(code, encoding="utf-8")
    return tmp_path


def test_every_marked_text_is_found_and_nothing_else(checkout: Path) -> None:
    found = texts_of(checkout)
    marked = {"A tip", "Of a kind", "One", "Two", "{name} is here", "{n} days", "Nobody"}
    tables = {"Try again.", "{path} is gone: {detail}.", "It is gone."}
    assert {each.text for each in found} == marked | tables
    assert [each.singular for each in found if each.text == "{n} days"] == ["{n} day"]


def test_a_file_keeps_its_translations_and_forgets_texts_that_went(tmp_path: Path) -> None:
    path = tmp_path / "slipstream_de.ts"
    old = [Found("Save", "app/a.py"), Found("Gone", "app/a.py"), Found("{n} days", "app/a.py", "{n} day")]
    known = {("Save", False): ("Sichern",), ("Gone", False): ("Weg",), ("{n} days", True): ("{n} Tag", "{n} Tage")}
    catalogue.write(path, "de", old, known)
    assert catalogue.read(path) == known
    catalogue.write(path, "de", [old[0], old[2], Found("<New> & more", "app/b.py")], catalogue.read(path))
    assert catalogue.read(path) == {name: forms for name, forms in known.items() if name[0] != "Gone"}
    assert "unfinished" in path.read_text(encoding="utf-8")


@pytest.mark.parametrize("words", [["de", "fr"], ["German"], ["../de"]])
def test_wrong_use_writes_nothing(words: list[str]) -> None:
    assert verb.main(words) == 2


@pytest.mark.parametrize("path", sorted(verb.SOURCES.glob("slipstream_*.ts")), ids=lambda path: path.stem)
def test_translations_name_the_fields_of_their_texts(path: Path) -> None:
    for (text, _), forms in catalogue.read(path).items():
        for form in forms:
            # "One day" names no number.
            assert fields_of(form) | {"{n}"} == fields_of(text) | {"{n}"}, text


@pytest.mark.parametrize("path", sorted(verb.SOURCES.glob("slipstream_*.ts")), ids=lambda path: path.stem)
def test_what_the_window_reads_is_made_of_the_file(path: Path, tmp_path: Path) -> None:
    verb.compile_into(tmp_path, path)
    made, kept = tmp_path / f"{path.stem}.qm", verb.COMPILED / f"{path.stem}.qm"
    assert made.read_bytes() == kept.read_bytes(), "python3 packaging/dev.py texts"


def test_texts_are_written_where_they_are_marked() -> None:
    """A template that is put together first would never be found in a translation."""
    wrong = []
    for path in (ROOT / "app").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("tr", "tr_n"):
                wrong += [f"{path}:{node.lineno}" for part in node.args[:1] if isinstance(part, ast.JoinedStr)]
    assert not wrong
