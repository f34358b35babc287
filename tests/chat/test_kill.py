"""A program that is killed while it writes chats: whatever it called kept is there, and the file is whole."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from app.chat.errors import ChatMissing
from app.chat.store import ChatStore
from tests.chat.writing_child import GONE, digest

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.process
@pytest.mark.timeout(1800)
def test_a_killed_program_loses_at_most_what_it_was_writing(path: Path, request: pytest.FixtureRequest) -> None:
    ever_kept: dict[str, str] = {}
    for kill in range(request.config.getoption("--kills", 40)):
        kept, begun = _write_and_kill(path, seed=kill, lines=20 + kill * 37 % 400)
        store = ChatStore(path)
        assert store.set_aside is None
        assert store._database.rows("PRAGMA integrity_check") == [("ok",)]
        store._database.change("INSERT INTO message_words (message_words) VALUES ('integrity-check')")
        if begun is not None:
            chat_id, about = begun
            found = _digest(store, chat_id)
            assert found in (about, kept.get(chat_id, GONE))
            kept[chat_id] = found
        assert {chat_id: _digest(store, chat_id) for chat_id in kept} == kept
        ever_kept |= kept
        store.close()
    store = ChatStore(path)
    assert {chat_id: _digest(store, chat_id) for chat_id in ever_kept} == ever_kept
    store.close()


def _digest(store: ChatStore, chat_id: str) -> str:
    try:
        return digest(store.load(chat_id))
    except ChatMissing:
        return GONE


def _write_and_kill(path: Path, seed: int, lines: int) -> tuple[dict[str, str], tuple[str, str] | None]:
    """Kill a writing child after so many lines; the chats that it called kept, and what it was about to write."""
    child = subprocess.Popen(
        [sys.executable, str(Path(__file__).with_name("writing_child.py")), str(path), str(seed)],
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        text=True,
    )
    assert child.stdout is not None
    told = [child.stdout.readline() for _ in range(lines)]
    child.kill()
    told += child.stdout.readlines()
    child.stdout.close()
    child.wait()
    kept: dict[str, str] = {}
    about: tuple[str, str] | None = None
    # A line that was cut off says nothing.
    for line in (line.strip() for line in told if line.endswith("\n")):
        if line != "kept":
            chat_id, state = line.split(" ")
            about = chat_id, state
        elif about is not None:
            kept[about[0]] = about[1]
            about = None
    return kept, about
