"""Opening a store: new, old, damaged, of a newer version, and where SQLite cannot work as usual."""

import shutil
import sqlite3
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from app.chat.conversation import DraftedSpan
from app.chat.errors import ChatStoreNewer
from app.chat.schema import _STEPS
from app.chat.setup import ChatSetup
from app.chat.store import ChatStore, SetAside
from app.chat.words import words_of
from app.core.errors import PathNotWritable
from tests.chat.dialogues import kept_dialogue


def test_a_store_of_the_second_version_is_brought_up(path: Path) -> None:
    path.parent.mkdir()
    connection = sqlite3.connect(path)
    connection.executescript(f"{_STEPS[0]} {_STEPS[1]} PRAGMA user_version = 2;")
    connection.execute("INSERT INTO conversation VALUES ('c', '', '', 'a', 1, 1, NULL)")
    connection.execute("INSERT INTO message VALUES (NULL, 'a', 'c', NULL, 'assistant', '', 1, NULL, NULL, '[]')")
    connection.execute("INSERT INTO piece VALUES (NULL, 'a', 'cut', 1)")
    connection.commit()
    connection.close()
    store = ChatStore(path)
    (message,) = store.load("c").path()
    store.close()
    assert (message.text, message.thinking, message.drafted) == ("cut", "", (DraftedSpan(0, 3, 1),))


def test_a_store_of_the_first_version_is_brought_up(path: Path) -> None:
    path.parent.mkdir()
    connection = sqlite3.connect(path)
    connection.executescript(f"{_STEPS[0]} PRAGMA user_version = 1;")
    connection.execute("INSERT INTO conversation VALUES ('c', '', '', 'b', 1, 1, NULL)")
    message = "INSERT INTO message VALUES (NULL, ?, 'c', ?, 'assistant', ?, 1, NULL, NULL, ?)"
    connection.execute(message, ("a", None, "whole", "[[0,5]]"))
    connection.execute(message, ("b", "a", "", "[]"))
    connection.execute("INSERT INTO piece VALUES (NULL, 'b', 'guessed', 1), (NULL, 'b', ' not', 0)")
    connection.commit()
    connection.close()
    store = ChatStore(path)
    whole, pieces = store.load("c").path()
    store.close()
    assert (whole.drafted, whole.thinking, whole.thought_s) == ((DraftedSpan(0, 5),), "", None)
    assert (pieces.text, pieces.drafted) == ("guessed not", (DraftedSpan(0, 7, 0),))


def test_a_store_of_the_third_version_is_brought_up(path: Path) -> None:
    _old_store(path, version=3)
    store = ChatStore(path)
    chat = store.load("c")
    assert (chat.setup, chat.folder, chat.is_pinned, chat.is_titled) == (ChatSetup(), "", False, False)
    (message,) = chat.path()
    assert (message.text, message.thinking, message.attachments) == ("Grüße", "Hm.", ())
    assert [match.message_id for match in store.search("grusse")] == ["a"]
    store.close()


def test_two_programs_may_bring_an_old_store_up_at_once(path: Path) -> None:
    for version in range(1, len(_STEPS)):
        old = path.with_name(f"{version}.db")
        _old_store(old, version)
        start = threading.Barrier(2)

        def open_it(old: Path = old, start: threading.Barrier = start) -> tuple[str, SetAside | None]:
            start.wait()
            store = ChatStore(old)
            told = store.load("c").title, store.set_aside
            store.close()
            return told

        with ThreadPoolExecutor(2) as threads:
            told = [threads.submit(open_it) for _ in range(2)]
            assert [answer.result(60) for answer in told] == [("old", None)] * 2


def _old_store(path: Path, version: int) -> None:
    """A store as an earlier version left it, with one message."""
    path.parent.mkdir(exist_ok=True)
    connection = sqlite3.connect(path)
    connection.create_function("words_of", 1, words_of, deterministic=True)
    connection.executescript(
        f"PRAGMA journal_mode = WAL; {' '.join(_STEPS[:version])} PRAGMA user_version = {version};"
    )
    columns = "id, title, system_prompt, current, created_s, changed_s"
    connection.execute(f"INSERT INTO conversation ({columns}) VALUES ('c', 'old', '', 'a', 1, 1)")
    columns = "id, conversation, role, text, created_s, drafted"
    connection.execute(f"INSERT INTO message ({columns}) VALUES ('a', 'c', 'user', 'Grüße', 1, '[]')")
    if version >= 3:
        connection.execute("UPDATE message SET thinking = 'Hm.'")
    connection.commit()
    connection.close()


@pytest.mark.parametrize("is_new", [True, False])
def test_where_programs_cannot_share_memory_chats_are_kept_without_a_log(path: Path, is_new: bool) -> None:
    if is_new:
        path.parent.mkdir()
    else:
        store = ChatStore(path)
        chat = kept_dialogue(store)
        shutil.copyfile(path.with_name("chats.db-wal"), path.with_name("kept"))
        store.close()
        path.with_name("kept").rename(path.with_name("chats.db-wal"))
    # A folder in the place of the shared memory: SQLite cannot have it, as on a network drive.
    path.with_name("chats.db-shm").mkdir()
    store = ChatStore(path)
    assert store.set_aside is None
    assert store._database.rows("PRAGMA journal_mode") == [("delete",)]
    assert is_new or store.load(chat.id) == chat
    other = kept_dialogue(store)
    store.close()
    again = ChatStore(path)
    assert again.load(other.id) == other
    again.close()


def test_what_was_half_written_without_a_log_is_undone(path: Path, tmp_path: Path) -> None:
    store = ChatStore(path)
    chats = [kept_dialogue(store, f"question {number}", "answer " * 300) for number in range(20)]
    store._database.rows("PRAGMA journal_mode = DELETE")
    # A cache of two pages: what does not fit is written before it is known to stay.
    store._database.rows("PRAGMA cache_size = 2")
    with store._database.transaction():
        store._database.change("UPDATE message SET text = upper(text)")
        for file in path.parent.iterdir():
            shutil.copyfile(file, tmp_path / file.name)
    store.close()
    assert {"chats.db", "chats.db-journal"} <= {file.name for file in tmp_path.iterdir()}
    again = ChatStore(tmp_path / "chats.db")
    assert again.set_aside is None
    assert [again.load(chat.id) for chat in chats] == chats
    again.close()


@pytest.mark.parametrize("damage", ["html", "noise inside", "cut short"])
def test_a_damaged_file_is_set_aside_and_a_new_one_begun(path: Path, damage: str) -> None:
    store = ChatStore(path)
    for number in range(50):
        kept_dialogue(store, f"question {number}", "answer " * 50)
    store.close()
    whole = path.read_bytes()
    if damage == "html":
        broken = b"<!doctype html>" + b" " * 5000
    elif damage == "noise inside":
        broken = whole[:4096] + bytes(reversed(whole[4096:12288])) + whole[12288:]
    else:
        broken = whole[: len(whole) // 2]
    path.write_bytes(broken)

    begun = ChatStore(path)
    aside = begun.set_aside
    assert aside is not None and aside.path.read_bytes() == broken and aside.path.parent == path.parent
    assert (len(begun.chats()) == aside.chats_n > 5) is (damage != "html")
    chat = kept_dialogue(begun)
    begun.close()
    again = ChatStore(path)
    assert again.set_aside is None and again.load(chat.id) == chat
    again.close()


def test_an_empty_file_is_an_empty_store(path: Path) -> None:
    path.parent.mkdir()
    path.touch()
    store = ChatStore(path)
    assert store.chats() == () and store.set_aside is None
    store.close()


def test_a_store_of_a_newer_version_is_left_alone(path: Path) -> None:
    ChatStore(path).close()
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    before = path.read_bytes()
    with pytest.raises(ChatStoreNewer) as failure:
        ChatStore(path)
    assert failure.value.facts["version"] == 99
    assert path.read_bytes() == before


def test_a_place_that_cannot_hold_a_store_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(PathNotWritable):
        ChatStore(tmp_path / "file" / "chats.db")
    with pytest.raises(PathNotWritable):
        ChatStore(tmp_path)
