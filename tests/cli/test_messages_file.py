"""Files for --messages: two spellings are taken, everything else is told before a model is loaded."""

import json
from pathlib import Path

import pytest

from app.cli.errors import MessagesFileInvalid
from app.cli.messages_file import read_messages
from app.core.errors import PathMissing, PathNotReadable
from app.engine.protocol import ChatMessage

TURNS = [
    {"role": "system", "content": "Be brief."},
    {"role": "user", "content": "Größe 😀 数据", "name": "ada"},
    {"role": "assistant", "content": ""},
]


@pytest.mark.parametrize("content", [TURNS, {"model": "x", "messages": TURNS}])
def test_a_list_and_an_object_with_a_list_are_taken(tmp_path: Path, content: object) -> None:
    path = tmp_path / "messages.json"
    # Windows editors put a byte order mark in front.
    path.write_bytes(b"\xef\xbb\xbf" + json.dumps(content, ensure_ascii=False).encode())
    assert read_messages(path) == (
        ChatMessage("system", "Be brief."),
        ChatMessage("user", "Größe 😀 数据"),
        ChatMessage("assistant", ""),
    )


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "no JSON"),
        (b"[", "no JSON"),
        (b"\xff\xff", "no UTF-8"),
        (b"[" * 100_000, "no JSON"),
        (b"{}", "no list of messages"),
        (b"[]", "no list of messages"),
        (b"[1]", "message 1 needs a role"),
        (b'[{"role": ["user"], "content": "x"}]', "message 1 needs a role"),
        (b'[{"role": "user", "content": "x"}, {"role": "tool", "content": "x"}]', "message 2 needs a role"),
        (b'[{"role": "user", "content": null}]', "message 1 has no text"),
        (b" " * (17 << 20), "larger than 16 MB"),
    ],
    ids=str.split(" empty open bytes deep object no-turns number role-list tool null large"),
)
def test_anything_else_is_told(tmp_path: Path, content: bytes, words: str) -> None:
    path = tmp_path / "messages.json"
    path.write_bytes(content)
    with pytest.raises(MessagesFileInvalid) as failure:
        read_messages(path)
    assert words in str(failure.value.facts["detail"])


def test_half_a_surrogate_pair_becomes_a_question_mark(tmp_path: Path) -> None:
    path = tmp_path / "messages.json"
    path.write_text('[{"role": "user", "content": "a\\ud83d"}]')
    assert read_messages(path)[0].content == "a?"


def test_a_file_that_is_not_there_or_no_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(PathMissing):
        read_messages(tmp_path / "none.json")
    with pytest.raises(PathNotReadable):
        read_messages(tmp_path)
