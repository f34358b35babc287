"""However the bytes are cut, the text is the same, and a stop string ends it."""

import itertools

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from app.engine.worker.detokenize import StopStrings, TextStream
from app.engine.worker.traced import traced

FAMILY = "👩‍👩‍👧‍👦"
STOPS = st.lists(st.text("abc🙂", min_size=0, max_size=4), max_size=4).map(tuple)


def pieces_of(content: bytes, cuts: list[int]) -> list[bytes]:
    edges = [0, *sorted({cut % (len(content) + 1) for cut in cuts}), len(content)]
    return [content[start:end] for start, end in itertools.pairwise(edges)]


class Stopped:
    """Both one after the other: bytes in, text out."""

    def __init__(self, *stops: str) -> None:
        self._decoded = TextStream()
        self._stops = StopStrings(stops)

    @property
    def stopped(self) -> bool:
        return self._stops.stopped

    def push(self, content: bytes) -> str:
        return self._stops.push(traced(self._decoded.push(content))).text

    def finish(self) -> str:
        return self._stops.finish().text


def read(pieces: list[bytes], stops: tuple[str, ...] = ()) -> str:
    stream = Stopped(*stops)
    return "".join(stream.push(piece) for piece in pieces) + stream.finish()


def one_by_one(text: str) -> list[bytes]:
    return [bytes((byte,)) for byte in text.encode()]


@given(st.binary(max_size=40), st.lists(st.integers(0, 40)), STOPS)
@example(b"\xf0\x9f\x98", [1, 2], ())
@example(b"\xff\xff\xfea\xff", [1, 2, 3, 4], ())
@example(b"\xed\xa0\x80", [1, 2], ())
def test_any_cut_of_the_bytes_gives_the_same_text(content: bytes, cuts: list[int], stops: tuple[str, ...]) -> None:
    assert read(pieces_of(content, cuts), stops) == read([content], stops)


@given(st.text(), st.lists(st.integers(0, 200)))
@example(f"日本語 {FAMILY} 🇩🇪 é", [])
def test_text_comes_out_as_it_went_in(text: str, cuts: list[int]) -> None:
    assert read(pieces_of(text.encode(), cuts)) == text


@given(st.text("abc🙂\n", max_size=30), st.text("abc🙂\n", min_size=1, max_size=4), st.lists(st.integers(0, 60)))
@example("aab", "ab", [1, 2])
@example("aaab", "aab", [1, 2, 3])
def test_text_ends_before_the_stop_string(text: str, stop: str, cuts: list[int]) -> None:
    assert read(pieces_of(text.encode(), cuts), (stop,)) == text.split(stop)[0]


@given(st.text("abc", max_size=20), STOPS, st.lists(st.integers(0, 60)))
def test_of_several_stops_the_first_complete_one_ends_the_text(
    text: str, stops: tuple[str, ...], cuts: list[int]
) -> None:
    expected = text
    for end in range(1, len(text) + 1):
        begun = [end - len(stop) for stop in stops if stop and text[:end].endswith(stop)]
        if begun:
            expected = text[: min(begun)]
            break
    assert read(pieces_of(text.encode(), cuts), stops) == expected


@pytest.mark.parametrize("text", ["日本語", FAMILY, "🇩🇪", "👍🏽", "naïve"])
def test_no_replacement_shows_while_a_character_is_still_coming(text: str) -> None:
    stream = TextStream()
    shown = [stream.push(piece) for piece in one_by_one(text)]
    assert "\ufffd" not in "".join(shown)
    assert "".join(shown) == text


@pytest.mark.parametrize(
    ("content", "text"),
    [
        (b"a\xffb", "a\ufffdb"),
        (b"a\xff\xfe\xfdb", "a\ufffdb"),
        (b"\xff" + "é".encode() + b"\xff", "\ufffdé\ufffd"),
        (b"\xe6\x97a", "\ufffda"),
        ("\ufffd\ufffd".encode(), "\ufffd\ufffd"),
    ],
)
def test_a_run_of_bytes_that_are_no_text_is_one_replacement(content: bytes, text: str) -> None:
    assert read([content]) == text
    assert read([bytes((byte,)) for byte in content]) == text


def test_a_character_cut_off_at_the_end_is_left_out() -> None:
    assert read([b"a\xf0\x9f\x98"]) == "a"


def test_only_tokens_that_may_become_a_stop_are_held_back() -> None:
    stream = Stopped("</end>", "STOP")
    assert stream.push(b"Hello ") == "Hello "
    assert stream.push(b"S") == ""
    assert stream.push(b"T") == ""
    assert stream.push(b"A</") == "ST"
    assert stream.push(b"en") == ""
    assert stream.push(b"t") == "A</ent"
    assert stream.push(b"x</end") == ""
    assert stream.push(b"> and more") == "x"
    assert stream.stopped
    assert stream.push(b"more") == ""
    assert stream.finish() == ""


def test_what_was_held_back_comes_at_the_end() -> None:
    stream = Stopped("STOP")
    assert stream.push(b"half") == "half"
    assert stream.push(b" ST") == ""
    assert stream.finish() == " ST"
    assert not stream.stopped


def test_an_empty_stop_string_stops_nothing() -> None:
    assert read([b"text"], ("",)) == "text"


def test_a_cut_off_character_does_not_hide_a_stop() -> None:
    stream = Stopped("語")
    assert stream.push("日".encode() + "語".encode()[:2]) == "日"
    assert stream.push("語".encode()[2:]) == ""
    assert stream.stopped
