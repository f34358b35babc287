"""A damaged store: what can be read of it is there again, and the damaged file is kept as it was."""

import os
import random
import shutil
import subprocess
import sys
from dataclasses import replace
from itertools import takewhile
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from app.chat.character import Character
from app.chat.conversation import Attachment, Conversation, DraftedSpan, Message, add, new_id
from app.chat.errors import ChatMissing
from app.chat.pages import Pages, newer_pages
from app.chat.presets import Preset
from app.chat.setup import ChatSetup
from app.chat.store import ChatStore

ROOT = Path(__file__).resolve().parents[2]
_PAGE = 4096


def _chat(number: int) -> Conversation:
    setup = ChatSetup("Calm", {"temperature": 0.5}, character=Character("Ada"))
    chat = Conversation(new_id(), system_prompt="Be brief.", setup=setup, folder="Work", is_pinned=number == 1)
    question = Message(
        *(new_id(), None, "user", f"question {number} 数据"), 1.0, attachments=(Attachment("a.txt", "text", "content"),)
    )
    chat = add(chat, question)
    answer = f"answer {number} " * (10 if number % 5 else 2000)
    reply = Message(new_id(), question.id, "assistant", answer, 2.5, "stop", drafted=(DraftedSpan(0, 3, 2),))
    return add(chat, replace(reply, thinking="Hm.", thought_s=2.0))


def _filled(store: ChatStore, chats_n: int = 40) -> dict[str, Conversation]:
    chats = [_chat(number) for number in range(chats_n)]
    for chat in chats:
        store.keep_all(chat)
    store.keep_preset(Preset("Calm", "Be calm.", {"temperature": 0.5}))
    store.keep_unsent(chats[0].id, "not sent yet")
    return {chat.id: chat for chat in chats}


def _read_back(path: Path, chats: dict[str, Conversation]) -> tuple[int, int]:
    """How many chats came back whole, and how many messages; everything that came back is of the old chats."""
    before = path.read_bytes()
    store = ChatStore(path)
    aside = store.set_aside
    assert aside is not None and aside.path.read_bytes() == before
    found = [store.load(summary.id) for summary in store.chats()]
    assert (aside.chats_n, aside.messages_n) == (len(found), sum(len(chat.messages) for chat in found))
    texts = {message.id: message.text for chat in chats.values() for message in chat.messages}
    for message in (message for chat in found for message in chat.messages):
        # Noise may begin like text, but not for long.
        letters = zip(texts[message.id], message.text, strict=False)
        same_n = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], letters))
        assert len(message.text) - same_n < 16
    assert store._database.rows("PRAGMA integrity_check") == [("ok",)]
    store.close()
    return sum(chat == chats.get(chat.id) for chat in found), aside.messages_n


def test_a_zeroed_header_costs_nothing(store: ChatStore, path: Path) -> None:
    chats = _filled(store)
    store.close()
    path.write_bytes(bytes(100) + path.read_bytes()[100:])
    assert _read_back(path, chats) == (40, 80)
    again = ChatStore(path)
    assert again.set_aside is None
    assert again.presets() == (Preset("Calm", "Be calm.", {"temperature": 0.5}),)
    assert again.unsent(next(iter(chats))) == "not sent yet"
    assert {match.chat.id for match in again.search("question 数据")} == chats.keys()
    assert next(chat for chat in again.chats()).is_pinned
    again.close()


def test_a_lost_first_page_costs_what_stood_in_it_alone(store: ChatStore, path: Path) -> None:
    chats = _filled(store)
    store.close()
    path.write_bytes(b"\xff" * _PAGE + path.read_bytes()[_PAGE:])
    assert _read_back(path, chats) == (40, 80)


@pytest.mark.parametrize("seed", range(6))
def test_overwritten_pages_cost_what_stood_in_them(store: ChatStore, path: Path, seed: int) -> None:
    chats = _filled(store)
    store.close()
    content = bytearray(path.read_bytes())
    chance = random.Random(seed)
    pages_n = len(content) // _PAGE
    for number in chance.sample(range(pages_n), pages_n // 8):
        content[number * _PAGE : (number + 1) * _PAGE] = chance.randbytes(_PAGE) if seed % 2 else bytes(_PAGE)
    path.write_bytes(content)
    _, messages_n = _read_back(path, chats)
    assert messages_n >= 40


def test_of_a_cut_off_file_the_rest_is_read(store: ChatStore, path: Path) -> None:
    chats = _filled(store)
    store.close()
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2 + 1000])
    whole_n, messages_n = _read_back(path, chats)
    assert whole_n >= 5 and messages_n >= 20


def test_what_stands_in_the_log_alone_is_read(store: ChatStore, path: Path, tmp_path: Path) -> None:
    chats = _filled(store, chats_n=5)
    reply = next(iter(chats.values())).messages[1]
    store.append_piece(reply.id, "and a piece", 3)
    copy = tmp_path / "copy.db"
    shutil.copyfile(path.with_name("chats.db-wal"), copy.with_name("copy.db-wal"))
    copy.write_bytes(b"<!doctype html>" + b" " * 9000)
    with copy.with_name("copy.db-wal").open("rb+") as log:
        # The checksum of its header: SQLite takes nothing from it any more.
        log.seek(24)
        log.write(bytes(8))
    again = ChatStore(copy)
    assert again.set_aside is not None and again.set_aside.messages_n == 10
    assert again.set_aside.path.with_name(again.set_aside.path.name + "-wal").exists()
    assert again.load(next(iter(chats))).messages[1].text == reply.text + "and a piece"
    again.close()


def test_a_log_of_another_store_hides_nothing(store: ChatStore, path: Path, tmp_path: Path) -> None:
    chats = _filled(store)
    other = ChatStore(tmp_path / "other.db")
    _filled(other, chats_n=60)
    other.close()
    other = ChatStore(tmp_path / "other.db")
    _filled(other, chats_n=3)
    store.close()
    shutil.copyfile(tmp_path / "other.db-wal", path.with_name("chats.db-wal"))
    other.close()
    again = ChatStore(path)
    assert again.set_aside is not None
    assert {chat_id: again.load(chat_id) for chat_id in chats} == chats
    again.close()


def test_what_was_deleted_is_deleted_still(store: ChatStore, path: Path) -> None:
    chats = _filled(store, chats_n=4)
    first, second, *_ = chats.values()
    store.delete(first.id)
    store.delete_message(
        replace(second, messages=second.messages[:1], current=second.messages[0].id), second.current or ""
    )
    store.close()
    path.write_bytes(bytes(100) + path.read_bytes()[100:])
    again = ChatStore(path)
    with pytest.raises(ChatMissing):
        again.load(first.id)
    assert [message.id for message in again.load(second.id).messages] == [second.messages[0].id]
    assert again.set_aside is not None and again.set_aside.chats_n == 3
    assert [chat.id for chat in again.deleted_chats()] == [first.id]
    again.restore(first.id)
    assert again.load(first.id) == first
    again.close()


def test_messages_that_lost_their_chat_or_parent_keep_their_place(store: ChatStore, path: Path) -> None:
    chat = _chat(1)
    for number in range(3):
        chat = add(chat, Message(new_id(), chat.current, "user", f"more {number}"))
    store.keep_all(chat)
    store._database.change("PRAGMA foreign_keys = OFF")
    store._database.change("DELETE FROM conversation")
    store._database.change("DELETE FROM message WHERE id = ?", (chat.messages[2].id,))
    store.close()
    path.write_bytes(bytes(100) + path.read_bytes()[100:])
    again = ChatStore(path)
    found = again.load(chat.id)
    assert found.title == "question 1 数据"
    assert [message.text for message in found.path()][2:] == ["more 1", "more 2"]
    again.close()


@pytest.mark.parametrize("seed", range(30))
def test_any_noise_is_survived(store: ChatStore, path: Path, seed: int) -> None:
    _filled(store, chats_n=6)
    store.close()
    content, chance = bytearray(path.read_bytes()), random.Random(seed)
    content[:16] = bytes(16)
    for _ in range(300):
        content[chance.randrange(len(content))] = chance.randrange(256)
    path.write_bytes(content)
    again = ChatStore(path)
    assert again.set_aside is not None and len(again.chats()) == again.set_aside.chats_n
    for chat in again.chats():
        again.load(chat.id)
    again.close()


def test_an_empty_or_foreign_log_holds_no_pages(tmp_path: Path) -> None:
    log = tmp_path / "log"
    assert newer_pages(log) == {}
    for content in (b"", b"x" * 31, b"x" * 5000, b"\x37\x7f\x06\x82" + bytes(28)):
        log.write_bytes(content)
        assert newer_pages(log) == {}


def test_a_page_far_beyond_the_file_costs_no_time(tmp_path: Path) -> None:
    file = tmp_path / "short"
    file.write_bytes(bytes(_PAGE))
    with file.open("rb") as stream:
        assert list(Pages(stream, {0xFFFFFFFF: bytes(_PAGE)}).rows()) == []


def test_a_page_that_points_at_itself_ends(tmp_path: Path) -> None:
    page = bytearray(_PAGE)
    page[0], page[4], page[8:10] = 0x0D, 1, (100).to_bytes(2, "big")
    # A row of 1 MiB whose overflow is the very page that it stands on.
    page[100:103] = b"\xc0\x80\x00"
    file = tmp_path / "loop"
    file.write_bytes(bytes(_PAGE) + bytes(page))
    with file.open("rb") as stream:
        assert list(Pages(stream, {}).rows()) == [(0, ())]


_OPEN_AS_NOBODY = """
import os, sys
from pathlib import Path
from app.chat.store import ChatStore
from app.core.errors import PathNotWritable
if os.geteuid() == 0:
    os.setuid(65534)
try:
    ChatStore(Path(sys.argv[1]))
except PathNotWritable:
    print("refused")
"""


@pytest.mark.process
@pytest.mark.skipif(sys.platform == "win32", reason="rights of files are others there")
def test_a_store_that_may_only_be_read_is_left_alone(path: Path) -> None:
    with TemporaryDirectory() as folder:
        place = Path(folder) / "chats.db"
        store = ChatStore(place)
        _filled(store, chats_n=2)
        store.close()
        before = place.read_bytes()
        place.chmod(0o444)
        Path(folder).chmod(0o555)
        command = [sys.executable, "-c", _OPEN_AS_NOBODY, str(place)]
        told = subprocess.run(command, env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True)
        Path(folder).chmod(0o755)
        assert told.stdout == "refused\n", told.stderr
        assert [file.name for file in Path(folder).iterdir()] == ["chats.db"] and place.read_bytes() == before
