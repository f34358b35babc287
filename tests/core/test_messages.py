"""Messages come back as they were sent, and nothing else is let in."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.errors import Fact
from app.core.messages import MAX_MESSAGE_BYTES, Codec, ProtocolError, from_json, to_json
from app.engine.protocol import COMMANDS, EVENTS, DevicesResult, Finished, Generate, Load, Notice, Piece


@dataclass(frozen=True, slots=True)
class Inner:
    name: str
    share: float | None = None


@dataclass(frozen=True, slots=True)
class Outer:
    path: Path
    level: Literal["low", "high"]
    inners: tuple[Inner, ...] = ()
    pair: tuple[int, str] = (1, "one")
    facts: Mapping[str, Fact] = field(default_factory=dict)
    is_on: bool = False


@dataclass(frozen=True, slots=True)
class Stranger:
    name: str


CODEC = Codec(Inner, Outer)
FACTS = st.one_of(
    st.none(), st.booleans(), st.integers(-(2**53), 2**53), st.floats(allow_nan=False, allow_infinity=False), st.text()
)
INNERS = st.builds(Inner, name=st.text(), share=st.none() | st.floats(allow_nan=False, allow_infinity=False))
OUTERS = st.builds(
    Outer,
    path=st.text(st.characters(exclude_characters="/\0\\"), min_size=1).map(Path),
    level=st.sampled_from(["low", "high"]),
    inners=st.lists(INNERS).map(tuple),
    pair=st.tuples(st.integers(), st.text()),
    facts=st.dictionaries(st.text(), FACTS),
    is_on=st.booleans(),
)
JSON: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=10,
)


def frame(**content: Any) -> bytes:
    return json.dumps(content).encode()


@given(INNERS | OUTERS)
def test_message_comes_back_as_it_was_sent(message: Any) -> None:
    assert CODEC.decode(CODEC.encode(message)) == message


@given(st.binary() | JSON.map(lambda value: json.dumps(value).encode()))
def test_no_frame_brings_the_decoder_down(content: bytes) -> None:
    try:
        message = CODEC.decode(content)
    except ProtocolError:
        return
    assert type(message) in (Inner, Outer)


@given(st.sampled_from(["path", "level", "inners", "pair", "facts", "is_on"]), JSON)
def test_no_field_value_brings_the_decoder_down(name: str, value: Any) -> None:
    content = {"kind": "Outer", "path": "/a", "level": "low"} | {name: value}
    try:
        message = CODEC.decode(json.dumps(content).encode())
    except ProtocolError:
        return
    assert isinstance(message, Outer)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\xff\xfe",
        b"[1]",
        b"{",
        b"[" * 100_000,
        frame(name="no kind"),
        frame(kind="Stranger", name="x"),
        frame(kind=["Inner"], name="x"),
        frame(kind="Inner"),
        frame(kind="Inner", name=1),
        frame(kind="Inner", name="x", extra=1),
        frame(kind="Inner", name="x", share=True),
        frame(kind="Inner", name="x", share=10**400),
        b'{"kind": "Inner", "name": "x", "share": NaN}',
        b'{"kind": "Inner", "name": "x", "share": 1e999}',
        frame(kind="Outer", path="/a", level="middle"),
        frame(kind="Outer", path=1, level="low"),
        frame(kind="Outer", path="/a", level="low", is_on=1),
        frame(kind="Outer", path="/a", level="low", pair=[1]),
        frame(kind="Outer", path="/a", level="low", pair=["1", "one"]),
        frame(kind="Outer", path="/a", level="low", inners=[{"name": 1}]),
        frame(kind="Outer", path="/a", level="low", facts={"deep": {"er": 1}}),
    ],
)
def test_what_is_no_message_is_refused(content: bytes) -> None:
    with pytest.raises(ProtocolError):
        CODEC.decode(content)


def test_what_the_other_side_would_refuse_is_not_sent() -> None:
    with pytest.raises(ProtocolError):
        CODEC.encode(Stranger("x"))
    with pytest.raises(ProtocolError):
        CODEC.encode(Inner("x", float("nan")))
    with pytest.raises(ProtocolError):
        CODEC.encode(Inner("x" * (MAX_MESSAGE_BYTES + 1)))


def test_a_file_name_that_is_no_unicode_arrives() -> None:
    path = Path("/models/caf\udce9.gguf")
    assert CODEC.decode(CODEC.encode(Outer(path, "low"))).path == path


def test_a_whole_number_is_a_fraction_too_but_not_the_reverse() -> None:
    assert from_json(float, 3) == 3.0
    with pytest.raises(ProtocolError):
        from_json(int, 3.0)


def test_plain_values_of_a_message() -> None:
    message = Outer(Path("/a"), "low", (Inner("x", 0.5),))
    assert to_json(message)["inners"] == [{"name": "x", "share": 0.5}]


def test_defaults_stand_in_for_fields_left_out() -> None:
    assert EVENTS.decode(frame(kind="Piece", job=1, text="x")) == Piece(1, "x")
    assert COMMANDS.decode(frame(kind="Load", job=1, target="/t.gguf")) == Load(1, Path("/t.gguf"))


def test_the_protocol_carries_its_largest_messages() -> None:
    finished = Finished(1, "done", devices=DevicesResult(("CPU",), ()))
    assert EVENTS.decode(EVENTS.encode(finished)) == finished
    generate = Generate(2, raw_prompt="日本語 \ud83d" * 3, stop=("a", "b"))
    assert COMMANDS.decode(COMMANDS.encode(generate)) == generate
    assert Notice("x").facts == {}
