"""Words: every failure of the program has a sentence, and every fact that a sentence names is told."""

import importlib
import inspect
import os
import pkgutil
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import app
from app import texts
from app.core.errors import AppError, DiskFull, Fact, ReportedError
from app.texts.entry import Entry, facts_named


def _subclasses(kind: type[AppError]) -> Iterator[type[AppError]]:
    for sub in kind.__subclasses__():
        if sub.__module__.startswith("app."):
            yield sub
        yield from _subclasses(sub)


def _failures() -> list[type[AppError]]:
    for module in pkgutil.walk_packages(app.__path__, "app."):
        importlib.import_module(module.name)
    return sorted({kind for kind in _subclasses(AppError) if kind is not ReportedError}, key=lambda kind: kind.__name__)


FAILURES = _failures()


@pytest.mark.parametrize("kind", FAILURES, ids=lambda kind: kind.__name__)
def test_every_failure_has_a_sentence_of_its_own(kind: type[AppError]) -> None:
    assert kind.code in texts.ERRORS
    assert "code" in vars(kind), "a failure needs a code of its own"


@pytest.mark.parametrize("kind", FAILURES, ids=lambda kind: kind.__name__)
def test_a_sentence_names_only_facts_that_the_failure_tells(kind: type[AppError]) -> None:
    entry = texts.ERRORS[kind.code]
    told = set(re.findall(r"\w+", inspect.getdoc(kind) or ""))
    named = facts_named(entry.sentence) | facts_named(entry.hint) | facts_named(entry.without)
    assert named <= told, f"{kind.__name__} does not tell {named - told} in its docstring"


def test_no_sentence_is_for_a_failure_that_does_not_exist() -> None:
    assert set(texts.ERRORS) == {kind.code for kind in FAILURES}


def _tables(name: str) -> list[dict[str, object]]:
    modules = [importlib.import_module(f"app.texts.{room.name}") for room in pkgutil.iter_modules(texts.__path__)]
    return [getattr(module, name) for module in modules if hasattr(module, name)]


@pytest.mark.parametrize("name", ["ERRORS", "NOTICES", "STAGES"])
def test_no_two_rooms_word_the_same_code(name: str) -> None:
    codes = [code for table in _tables(name) for code in table]
    assert sorted(codes) == sorted(set(codes))


@pytest.mark.parametrize("code", sorted({**texts.ERRORS, **texts.NOTICES}))
def test_sentences_and_hints_are_sentences(code: str) -> None:
    entry = {**texts.ERRORS, **texts.NOTICES}[code]
    for words in filter(None, (entry.sentence, entry.hint, entry.without)):
        assert words[0].isupper() or words[0] in "{“", words
        assert words.endswith((".", "”.")) and "  " not in words and '"' not in words, words
    assert entry.hint or code in texts.NOTICES, "a failure needs a hint of what to do"


_SOURCES = [path for path in Path(next(iter(app.__path__))).rglob("*.py") if "texts" not in path.parts]


def _spelled_in_the_code(pattern: str) -> set[str]:
    return {code for path in _SOURCES for code in re.findall(pattern, path.read_text(encoding="utf-8"))}


def test_every_stage_that_is_reported_has_words() -> None:
    reported = _spelled_in_the_code(r"""progress\.update\(\s*"(\w+)\"""")
    assert reported and reported <= set(texts.STAGES)


def test_every_notice_has_words() -> None:
    given = _spelled_in_the_code(r"""\bNotice\(\s*"(\w+)\"""")
    assert given <= {**texts.NOTICES, **texts.ERRORS}.keys()


_FACTS = st.dictionaries(
    st.sampled_from(["path", "detail", "name", "needed_bytes", "free_bytes", "size_bytes", "expected", "got"]),
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
)


@given(st.sampled_from(sorted(texts.ERRORS)) | st.text(), _FACTS)
def test_words_come_out_of_any_facts_in_one_printable_line(code: str, facts: dict[str, Fact]) -> None:
    for words in (texts.sentence(code, facts), texts.notice(code, facts)):
        assert words.sentence.isprintable() and words.hint.isprintable()
    assert all(map(str.isprintable, (texts.stage(code), texts.reason(code, facts), texts.finish_reason(code))))


def test_a_failure_is_told_with_its_facts() -> None:
    words = texts.sentence_of(DiskFull(path="/models/a.gguf", needed_bytes=1_400_000_000, free_bytes=640_000_000))
    assert words.sentence == "The disk is too full for /models/a.gguf: 1.4 GB are needed, 640 MB are free."


def test_a_failure_that_does_not_know_all_is_told_without() -> None:
    words = texts.sentence_of(DiskFull(path="/a", needed_bytes=None, free_bytes=3_000))
    assert words.sentence == "The disk ran full while writing /a; 3.0 kB are free."
    assert Entry("{a} is {b}.").fill({"a": 1}).sentence == "1 is ?."


def test_a_failure_of_another_process_is_told_the_same_way() -> None:
    assert texts.sentence_of(ReportedError("path_missing", {"path": "/x"})) == texts.sentence(
        "path_missing", {"path": "/x"}
    )


def test_an_unknown_code_is_named() -> None:
    assert "made_up" in texts.sentence("made_up").sentence


def test_a_name_out_of_a_model_file_cannot_steer_a_terminal() -> None:
    words = texts.sentence("path_missing", {"path": "a\x1b[31m\r\nb\u202e" + "x" * 500})
    assert words.sentence.isprintable() and "a [31m b" in words.sentence and len(words.sentence) < 350


@pytest.mark.parametrize(
    ("path", "words"), [(os.fsdecode(b"\xe6\x95\xb0"), "数"), ("a\udcffb", "a\ufffdb"), ("a\ud83db", "a?b")]
)
def test_a_path_that_is_no_text_is_shown_as_far_as_it_is(path: str, words: str) -> None:
    assert texts.sentence("path_missing", {"path": path}).sentence == f"There is nothing at {words}."


@pytest.mark.parametrize(
    ("size_bytes", "words"),
    [
        (0, "0 bytes"),
        (1, "1 byte"),
        (999, "999 bytes"),
        (1_000, "1.0 kB"),
        (9_949, "9.9 kB"),
        (9_950, "10 kB"),
        (999_499, "999 kB"),
        (999_500, "1.0 MB"),
        (1_400_000_000, "1.4 GB"),
        (10**30, "1000000000000 EB"),
    ],
)
def test_amounts_are_told_in_two_or_three_digits(size_bytes: int, words: str) -> None:
    assert texts.size(size_bytes) == words


def test_amounts_that_differ_never_read_the_same() -> None:
    entry = Entry("It has {size_bytes} of at least {expected_bytes}.")
    near = entry.fill({"size_bytes": 1_300_001, "expected_bytes": 1_300_002}).sentence
    assert near == "It has 1,300,001 bytes of at least 1,300,002 bytes."
    assert (
        entry.fill({"size_bytes": 1_300_000, "expected_bytes": 2_000_000}).sentence
        == "It has 1.3 MB of at least 2.0 MB."
    )
    assert entry.fill({"size_bytes": 5, "expected_bytes": 5}).sentence == "It has 5 bytes of at least 5 bytes."


def test_figures_have_few_digits_and_a_dash_for_nothing() -> None:
    assert [texts.figure(value) for value in (None, 0.256, 3.94, 41.23, 1234.5)] == ["–", "0.26", "3.9", "41.2", "1234"]
    assert [texts.share(value) for value in (None, 0.0, 0.639, 1.0)] == ["–", "0 %", "64 %", "100 %"]
    assert [texts.duration(value) for value in (0, 59.4, 61, 3600, 7325)] == [
        "0 s",
        "59 s",
        "1 min 01 s",
        "1 h 00 min",
        "2 h 02 min",
    ]
    assert [texts.count(value) for value in (7, 4096, 151_936)] == ["7", "4,096", "151,936"]


def test_words_of_the_readout() -> None:
    assert texts.draft_method("dspark") == "DSpark" and texts.draft_method("new-kind") == "new-kind"
    assert texts.speculation_state("paused") == "paused" and texts.reason(None) == ""
    assert texts.finish_reason("stop") != texts.finish_reason("length")
    assert texts.stage("some_new_stage") == "Some new stage"
