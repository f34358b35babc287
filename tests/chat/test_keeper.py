"""The thread that owns the store: order, and what it tells when the store does not play along."""

import sqlite3
import threading
import time
from pathlib import Path

import pytest

from app.chat.conversation import (
    Conversation,
)
from app.chat.errors import ChatMissing, ChatStoreBusy
from app.chat.keeper import ChatKeeper
from app.chat.store import SetAside
from app.core.errors import AppError, PathNotWritable


def test_the_keeper_works_in_order_on_one_thread(path: Path) -> None:
    failures: list[AppError] = []
    keeper = ChatKeeper(path, failures.append)
    chat = Conversation("c", "kept")
    keeper.tell(lambda store: store.save(chat))
    assert keeper.ask(lambda store: store.load("c")).result(10) == chat
    threads = {keeper.ask(lambda _: threading.get_ident()).result(10) for _ in range(5)}
    assert len(threads) == 1 and threading.get_ident() not in threads
    keeper.tell(lambda store: store.append_piece("nobody", "x", None))
    with pytest.raises(ChatMissing):
        keeper.ask(lambda store: store.load("nobody")).result(10)
    keeper.close()
    assert [type(failure) for failure in failures] == [ChatMissing]


def test_a_held_store_is_told_of_once_and_keeps_nobody_waiting_twice(path: Path) -> None:
    failures: list[AppError] = []
    keeper = ChatKeeper(path, failures.append)
    keeper.ask(lambda store: store._database._connection.execute("PRAGMA busy_timeout = 200")).result(10)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    for number in range(100):
        keeper.tell(lambda store, number=number: store.save(Conversation(f"c{number}")))  # type: ignore[misc]
    start = time.monotonic()
    keeper.ask(lambda _: None).result(30)
    assert time.monotonic() - start < 5
    assert [type(failure) for failure in failures] == [ChatStoreBusy]
    other.close()
    keeper.tell(lambda store: store.save(Conversation("d")))
    assert keeper.ask(lambda store: store.load("d").id).result(10) == "d"
    assert keeper.ask(lambda store: store._database._connection.execute("PRAGMA busy_timeout").fetchone()).result(
        10
    ) == (5000,)
    keeper.close()


def test_a_store_that_cannot_be_opened_is_not_tried_again_at_once(tmp_path: Path) -> None:
    failures: list[AppError] = []
    (tmp_path / "file").write_text("in the way")
    keeper = ChatKeeper(tmp_path / "file" / "chats.db", failures.append)
    for _ in range(20):
        keeper.tell(lambda store: store.save(Conversation("c")))
    with pytest.raises(PathNotWritable):
        keeper.ask(lambda store: store.chats()).result(10)
    keeper.close()
    assert [type(failure) for failure in failures] == [PathNotWritable]


def test_a_damaged_file_that_was_set_aside_is_told_of(path: Path) -> None:
    path.parent.mkdir(parents=True)
    path.write_bytes(b"<!doctype html>" + b" " * 5000)
    told: list[SetAside] = []
    keeper = ChatKeeper(path, lambda failure: None, told.append)
    assert keeper.ask(lambda store: store.chats()).result(10) == ()
    keeper.close()
    (aside,) = told
    assert aside.path.read_bytes().startswith(b"<!doctype html>")
