"""The chat store: what was told is kept, whatever happens to the program or the file."""

import os
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from app.chat.conversation import Conversation, DraftedSpan, Message, ReplyNumbers, add, append_text, new_id
from app.chat.errors import ChatMissing, ChatStoreBusy, ChatStoreNewer
from app.chat.keeper import ChatKeeper
from app.chat.schema import _STEPS
from app.chat.store import ChatStore
from app.core.errors import AppError, PathNotWritable

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "Größe 😀 数据" / "chats.db"


@pytest.fixture
def store(path: Path) -> Iterator[ChatStore]:
    opened = ChatStore(path)
    yield opened
    opened.close()


def _kept_dialogue(store: ChatStore, question: str = "Why?", answer: str = "Because.") -> Conversation:
    chat = Conversation(new_id(), system_prompt="Be brief.")
    asked = Message(new_id(), None, "user", question, created_s=1.5)
    chat = add(chat, asked)
    store.add_message(chat, asked)
    numbers = ReplyNumbers(target="T", draft="D", method="dspark", predicted_n=9, acceptance_rate=0.5)
    said = Message(new_id(), asked.id, "assistant", answer, 2.5, "stop", numbers, (DraftedSpan(0, 3, 2),))
    chat = add(chat, said)
    store.add_message(chat, said)
    return chat


def test_a_chat_comes_back_as_it_was(store: ChatStore, path: Path) -> None:
    chat = _kept_dialogue(store, "Warum? 👩‍👩‍👧 数据\0 \n", "Because.")
    store.close()
    again = ChatStore(path)
    assert again.load(chat.id) == chat
    assert again.set_aside is None
    again.close()


def test_what_was_thought_comes_back_beside_the_answer(store: ChatStore, path: Path) -> None:
    chat = _kept_dialogue(store)
    thought = Message(new_id(), chat.current, "assistant", "Yes.", 3.5, "stop", thinking="Hm.\n\ud800?", thought_s=2.5)
    begun = Message(new_id(), thought.id, "assistant")
    chat = add(add(chat, thought), begun)
    store.add_message(chat, thought)
    store.add_message(chat, begun)
    for piece, is_thought in [("So", True), (" it is", True), ("No", False)]:
        store.append_piece(begun.id, piece, 0, is_thought=is_thought)
    store.close()
    again = ChatStore(path)
    kept, cut = again.load(chat.id).path()[-2:]
    assert (kept.text, kept.thinking, kept.thought_s) == ("Yes.", "Hm.\n??", 2.5)
    assert (cut.text, cut.thinking, cut.thought_s) == ("No", "So it is", None)
    assert cut.drafted == (DraftedSpan(0, 2, 0),)
    assert again.search("hm.") == ()
    again.close()


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


def test_pieces_are_there_before_the_reply_is_finished(store: ChatStore, path: Path) -> None:
    chat = _kept_dialogue(store)
    reply = Message(new_id(), chat.current, "assistant")
    chat = add(chat, reply)
    store.add_message(chat, reply)
    for piece, position in [("a", None), ("b", 0), ("c", 1)]:
        store.append_piece(reply.id, piece, position)
        reply = append_text(reply, piece, position)
    assert store.load(chat.id).message(reply.id) == reply
    store.close()

    reopened = ChatStore(path)
    assert reopened.load(chat.id).message(reply.id) == reply
    assert [match.chat.id for match in reopened.search("abc")] == [chat.id]
    finished = replace(reply, finish_reason="stop")
    reopened.put_message(finished)
    assert reopened.load(chat.id).message(reply.id) == finished
    reopened.close()


def test_chats_are_listed_the_newest_change_first(store: ChatStore) -> None:
    first, second = _kept_dialogue(store, "one"), _kept_dialogue(store, "two")
    store.save(replace(first, title="one, renamed"))
    assert [(chat.id, chat.title) for chat in store.chats()] == [(first.id, "one, renamed"), (second.id, "two")]
    assert len(store.chats(limit=1)) == 1


def test_what_is_not_there_is_said_so(store: ChatStore) -> None:
    for attempt in (
        lambda: store.load("no"),
        lambda: store.restore("no"),
        lambda: store.append_piece("no", "x", None),
        lambda: store.put_message(Message("no", None, "user")),
    ):
        with pytest.raises(ChatMissing):
            attempt()


def test_a_deleted_chat_can_come_back_until_it_is_wiped(
    store: ChatStore, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chat = _kept_dialogue(store, "a word that stands nowhere else")
    store.delete(chat.id)
    assert store.chats() == () and store.search("nowhere") == ()
    store.restore(chat.id)
    assert store.load(chat.id) == chat
    store.delete(chat.id)
    store.close()

    ChatStore(path).close()
    assert b"nowhere else" in path.read_bytes()
    two_hours_on = time.time() + 7200
    monkeypatch.setattr(time, "time", lambda: two_hours_on)
    later = ChatStore(path)
    with pytest.raises(ChatMissing):
        later.restore(chat.id)
    later.close()
    assert b"nowhere else" not in path.read_bytes()


def test_search_finds_any_script_in_any_case(store: ChatStore) -> None:
    chat = _kept_dialogue(store, "Grüße aus КИЕВ", "100 % of it_all " + "pad " * 100 + "数据 here")
    _kept_dialogue(store, "another")
    for words in ("GRÜSSE", "киев", "100 % of", "it_all", "数据"):
        assert [match.chat.id for match in store.search(words)] == [chat.id], words
    assert store.search("itXall") == ()
    excerpt = store.search("数据")[0].excerpt
    assert excerpt.startswith("…") and "数据 here" in excerpt and len(excerpt) < 140


def test_half_a_surrogate_pair_is_no_reason_to_lose_a_message(store: ChatStore) -> None:
    chat = _kept_dialogue(store, "broken \ud83d paste")
    assert store.load(chat.id).path()[0].text == "broken ? paste"


def test_only_the_thread_that_opened_it_may_use_it(store: ChatStore) -> None:
    failures: list[BaseException] = []

    def intrude() -> None:
        try:
            store.chats()
        except sqlite3.ProgrammingError as error:
            failures.append(error)

    thread = threading.Thread(target=intrude)
    thread.start()
    thread.join()
    assert len(failures) == 1


@pytest.mark.parametrize("damage", ["html", "noise inside", "cut short"])
def test_a_damaged_file_is_set_aside_and_a_new_one_begun(path: Path, damage: str) -> None:
    store = ChatStore(path)
    for number in range(50):
        _kept_dialogue(store, f"question {number}", "answer " * 50)
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
    assert aside is not None and aside.read_bytes() == broken and aside.parent == path.parent
    assert begun.chats() == ()
    chat = _kept_dialogue(begun)
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


def test_a_store_that_another_program_holds_says_so(store: ChatStore, path: Path) -> None:
    store._connection.execute("PRAGMA busy_timeout = 10")
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    with pytest.raises(ChatStoreBusy):
        _kept_dialogue(store)
    other.close()
    _kept_dialogue(store)


def test_a_place_that_cannot_hold_a_store_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(PathNotWritable):
        ChatStore(tmp_path / "file" / "chats.db")
    with pytest.raises(PathNotWritable):
        ChatStore(tmp_path)


def test_unreadable_numbers_cost_the_numbers_alone(store: ChatStore) -> None:
    chat = _kept_dialogue(store)
    store._connection.execute("UPDATE message SET numbers = '{\"future\": 1}', drafted = 'x' WHERE numbers IS NOT NULL")
    reply = store.load(chat.id).path()[1]
    assert (reply.text, reply.numbers, reply.drafted) == ("Because.", None, ())


def test_listing_and_appending_stay_quick_with_many_chats(store: ChatStore) -> None:
    with store._transaction():
        for number in range(2000):
            store.save(Conversation(f"c{number}", f"chat {number}"))
    reply = Message("m", None, "assistant")
    store.add_message(add(Conversation("c0"), reply), reply)
    start = time.perf_counter()
    assert len(store.chats()) == 1000
    listed_s = time.perf_counter() - start
    start = time.perf_counter()
    for _ in range(300):
        store.append_piece("m", "piece ", 0)
    appended_s = time.perf_counter() - start
    assert listed_s < 0.1 and appended_s < 1.0


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
    keeper.ask(lambda store: store._connection.execute("PRAGMA busy_timeout = 200")).result(10)
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
    assert keeper.ask(lambda store: store._connection.execute("PRAGMA busy_timeout").fetchone()).result(10) == (5000,)
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
    told: list[Path] = []
    keeper = ChatKeeper(path, lambda failure: None, told.append)
    assert keeper.ask(lambda store: store.chats()).result(10) == ()
    keeper.close()
    (aside,) = told
    assert aside.read_bytes().startswith(b"<!doctype html>")


def test_messages_that_could_not_be_kept_when_they_came_are_kept_later(store: ChatStore) -> None:
    chat = _kept_dialogue(store)
    reply = Message(new_id(), chat.current, "assistant", "late", finish_reason="stop")
    chat = add(chat, reply)
    with pytest.raises(ChatMissing):
        store.put_message(reply)
    store.keep_all(chat)
    assert store.load(chat.id) == chat


def test_messages_before_one_that_could_not_be_kept_are_kept_with_it(store: ChatStore) -> None:
    chat = _kept_dialogue(store)
    lost = Message(new_id(), chat.current, "user", "lost while the disk was full")
    chat = add(chat, lost)
    kept = Message(new_id(), lost.id, "assistant", "kept")
    chat = add(chat, kept)
    store.add_message(chat, kept)
    assert store.load(chat.id) == chat


@pytest.mark.process
def test_a_killed_program_loses_at_most_the_piece_on_the_wire(path: Path) -> None:
    for kill in range(25):
        chat_id, told = _write_and_kill(path, pieces=5 + kill * 7)
        store = ChatStore(path)
        assert store.set_aside is None
        chat = store.load(chat_id)
        reply = chat.message(store._connection.execute(_REPLY_OF, (chat_id,)).fetchone()[0])
        numbers = [int(word) for word in reply.text.split()]
        assert numbers == list(range(len(numbers))) and len(numbers) > told
        store.close()


_REPLY_OF = "SELECT id FROM message WHERE conversation = ? AND role = 'assistant'"


def _write_and_kill(path: Path, pieces: int) -> tuple[str, int]:
    """Kill a writing child after so many pieces; the chat and the number of the last piece that it called kept."""
    child = subprocess.Popen(
        [sys.executable, str(Path(__file__).with_name("writing_child.py")), str(path)],
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        text=True,
    )
    assert child.stdout is not None
    for _ in range(pieces):
        last = child.stdout.readline()
    child.kill()
    rest = child.stdout.read().rpartition("\n")[0]
    child.stdout.close()
    child.wait()
    chat_id, number = (rest.rpartition("\n")[2] or last).split()
    return chat_id, int(number)
