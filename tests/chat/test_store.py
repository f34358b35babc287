"""The chat store: what was told is kept, whatever happens to the program or the file."""

import sqlite3
import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest

from app.chat.character import AuthorsNote, Character, Persona, WorldEntry
from app.chat.conversation import (
    Attachment,
    Conversation,
    DraftedSpan,
    Message,
    add,
    append_text,
    new_id,
    without_message,
)
from app.chat.errors import ChatMissing, ChatStoreBusy
from app.chat.presets import Preset
from app.chat.setup import ChatSetup
from app.chat.store import KEPT_DAYS, ChatStore
from tests.chat.dialogues import kept_dialogue


def test_a_chat_comes_back_as_it_was(store: ChatStore, path: Path) -> None:
    chat = kept_dialogue(store, "Warum? 👩‍👩‍👧 数据\0 \n", "Because.")
    store.close()
    again = ChatStore(path)
    assert again.load(chat.id) == chat
    assert again.set_aside is None
    again.close()


def test_what_was_thought_comes_back_beside_the_answer(store: ChatStore, path: Path) -> None:
    chat = kept_dialogue(store)
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
    assert cut.drafted == (DraftedSpan(0, 2, 0, True), DraftedSpan(2, 8, 0, True), DraftedSpan(0, 2, 0))
    again.put_message(cut)
    assert again.load(chat.id).message(begun.id).drafted == cut.drafted
    assert again.search("hm.") == ()
    again.close()


def test_pieces_are_there_before_the_reply_is_finished(store: ChatStore, path: Path) -> None:
    chat = kept_dialogue(store)
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
    first, second = kept_dialogue(store, "one"), kept_dialogue(store, "two")
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
    chat = kept_dialogue(store, "a word that stands nowhere else")
    store.delete(chat.id)
    assert store.chats() == () and store.search("nowhere") == ()
    store.restore(chat.id)
    assert store.load(chat.id) == chat
    store.delete(chat.id)
    store.close()

    ChatStore(path).close()
    assert b"nowhere else" in path.read_bytes()
    began_s = time.time()
    monkeypatch.setattr(time, "time", lambda: began_s + (KEPT_DAYS - 1) * 86400)
    soon = ChatStore(path)
    assert [deleted.title for deleted in soon.deleted_chats()] == ["a word that stands nowhere else"]
    soon.close()
    monkeypatch.setattr(time, "time", lambda: began_s + (KEPT_DAYS + 1) * 86400)
    late = ChatStore(path)
    with pytest.raises(ChatMissing):
        late.restore(chat.id)
    late.close()
    assert b"nowhere else" not in path.read_bytes()


def test_what_is_deleted_for_good_leaves_neither_words_nor_room(store: ChatStore, path: Path) -> None:
    kept = kept_dialogue(store, "What stays?")
    gone = [kept_dialogue(store, f"gone{number} " * 20_000) for number in range(3)]
    store.keep_unsent(gone[0].id, "gone as well")
    store.wipe(kept.id, gone[0].id)
    assert {chat.id for chat in store.chats()} == {kept.id, *(chat.id for chat in gone)}
    for chat in gone:
        store.delete(chat.id)
    assert [deleted.id for deleted in store.deleted_chats()] == [chat.id for chat in reversed(gone)]
    assert all(deleted.deleted_s for deleted in store.deleted_chats())
    before_bytes = path.stat().st_size
    store.wipe(*(chat.id for chat in gone))
    assert store.deleted_chats() == () and [chat.id for chat in store.chats()] == [kept.id]
    assert path.stat().st_size < before_bytes / 4
    for file in path.parent.iterdir():
        assert b"gone" not in file.read_bytes()
    assert store.load(kept.id) == kept and len(store.search("stays")) == 1


def test_the_chat_that_was_shown_last_is_known_at_the_next_start(store: ChatStore, path: Path) -> None:
    first, second = kept_dialogue(store), kept_dialogue(store)
    assert store.last_shown() is None
    store.note_shown(first.id)
    store.note_shown(second.id)
    assert ChatStore(path).last_shown() == second.id
    store.delete(second.id)
    assert store.last_shown() is None
    store.note_shown("one that is not saved yet")
    assert store.last_shown() is None


def test_search_finds_any_script_in_any_case(store: ChatStore) -> None:
    chat = kept_dialogue(store, "Grüße aus КИЕВ", "100 % of it_all " + "pad " * 100 + "数据 here")
    kept_dialogue(store, "another")
    for words in ("GRÜSSE", "киев", "100 % of", "it_all", "数据"):
        assert [match.chat.id for match in store.search(words)] == [chat.id], words
    assert store.search("itXall") == ()
    excerpt = store.search("数据")[0].excerpt
    assert excerpt.startswith("…") and "数据 here" in excerpt and len(excerpt) < 140


def test_half_a_surrogate_pair_is_no_reason_to_lose_a_message(store: ChatStore) -> None:
    chat = kept_dialogue(store, "broken \ud83d paste")
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


def test_a_store_that_another_program_holds_says_so(store: ChatStore, path: Path) -> None:
    store._database._connection.execute("PRAGMA busy_timeout = 10")
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    with pytest.raises(ChatStoreBusy):
        kept_dialogue(store)
    other.close()
    kept_dialogue(store)


def test_unreadable_numbers_cost_the_numbers_alone(store: ChatStore) -> None:
    chat = kept_dialogue(store)
    store._database._connection.execute(
        "UPDATE message SET numbers = '{\"future\": 1}', drafted = 'x' WHERE numbers IS NOT NULL"
    )
    reply = store.load(chat.id).path()[1]
    assert (reply.text, reply.numbers, reply.drafted) == ("Because.", None, ())


def test_listing_and_appending_stay_quick_with_many_chats(store: ChatStore) -> None:
    with store._database.transaction():
        for number in range(2000):
            store.save(Conversation(f"c{number}", f"chat {number}"))
    reply = Message("m", None, "assistant")
    store.add_message(add(Conversation("c0"), reply), reply)
    start = time.process_time()
    assert len(store.chats()) == 2000
    listed_s = time.process_time() - start
    start = time.process_time()
    for _ in range(300):
        store.append_piece("m", "piece ", 0)
    appended_s = time.process_time() - start
    assert listed_s < 0.1 and appended_s < 1.0


def test_messages_that_could_not_be_kept_when_they_came_are_kept_later(store: ChatStore) -> None:
    chat = kept_dialogue(store)
    reply = Message(new_id(), chat.current, "assistant", "late", finish_reason="stop")
    chat = add(chat, reply)
    with pytest.raises(ChatMissing):
        store.put_message(reply)
    store.keep_all(chat)
    assert store.load(chat.id) == chat


def test_messages_before_one_that_could_not_be_kept_are_kept_with_it(store: ChatStore) -> None:
    chat = kept_dialogue(store)
    lost = Message(new_id(), chat.current, "user", "lost while the disk was full")
    chat = add(chat, lost)
    kept = Message(new_id(), lost.id, "assistant", "kept")
    chat = add(chat, kept)
    store.add_message(chat, kept)
    assert store.load(chat.id) == chat


def test_everything_about_a_chat_comes_back(store: ChatStore) -> None:
    setup = ChatSetup(
        preset="Calm",
        sampling={"temperature": 0.5, "top_k": 20, "thinking": "off"},
        target="target.gguf",
        draft="draft.gguf",
        character=Character("Ada", greeting="Hello.", alternate_greetings=("Hi.", "Good day."), tags=("maths",)),
        persona=Persona("Me", "curious"),
        note=AuthorsNote("Stay calm.", 2),
        world=(WorldEntry(("engine",), "It computes.", depth=3, is_case_sensitive=True),),
    )
    chat = Conversation(new_id(), "Mine", "Be brief.", setup=setup, folder="Work", is_pinned=True, is_titled=True)
    attachments = (Attachment("a.py", "code", "print()\n"), Attachment("b.pdf", "pdf", "数据"))
    chat = add(chat, Message(new_id(), None, "user", "Look.", attachments=attachments))
    store.add_message(chat, chat.messages[0])
    assert store.load(chat.id) == chat
    (summary,) = store.chats()
    assert (summary.title, summary.folder, summary.is_pinned) == ("Mine", "Work", True)


def test_parts_of_a_setup_that_cannot_be_read_are_left_out(store: ChatStore) -> None:
    chat = replace(kept_dialogue(store), setup=ChatSetup("Calm", target="target.gguf"))
    store.save(chat)
    broken = (
        '{"preset": 3, "target": "target.gguf", "character": {"name": "Ada", "power": 9}, "future": 1,'
        ' "sampling": {"temperature": 0.5, "top_k": -3, "future": 1, "theme": "dark"}}'
    )
    store._database.change("UPDATE conversation SET setup = ?", (broken,))
    assert store.load(chat.id).setup == ChatSetup(target="target.gguf", sampling={"temperature": 0.5})
    for noise in ("", "[]", "{", "\ud7ff"):
        store._database.change("UPDATE conversation SET setup = ?", (noise,))
        assert store.load(chat.id).setup == ChatSetup()


def test_what_the_list_changes_stays_when_the_open_chat_is_saved(store: ChatStore) -> None:
    chat = kept_dialogue(store)
    store.rename(chat.id, "  My title ")
    store.move(chat.id, "Work")
    store.pin(chat.id, True)
    store.save(chat)
    kept = store.load(chat.id)
    assert (kept.title, kept.is_titled, kept.folder, kept.is_pinned) == ("My title", True, "Work", True)
    store.rename(chat.id, "")
    store.pin(chat.id, False)
    store.move(chat.id, "")
    assert store.load(chat.id) == chat
    with pytest.raises(ChatMissing):
        store.rename("no", "x")
    with pytest.raises(ChatMissing):
        store.pin("no", True)
    with pytest.raises(ChatMissing):
        store.move("no", "x")


def test_pinned_chats_are_listed_first(store: ChatStore) -> None:
    first, second, third = (kept_dialogue(store, text) for text in ("one", "two", "three"))
    store.pin(first.id, True)
    assert [chat.id for chat in store.chats()] == [first.id, third.id, second.id]


def test_a_folder_is_renamed_and_deleted_with_its_chats(store: ChatStore) -> None:
    chats = [kept_dialogue(store, text) for text in ("one", "two", "three")]
    for chat, folder in zip(chats, ("Work", "work 数据", "Work"), strict=True):
        store.move(chat.id, folder)
    assert store.folders() == ("Work", "work 数据")
    store.rename_folder("Work", "Play")
    assert store.folders() == ("Play", "work 数据")
    deleted = store.delete_folder("Play")
    assert set(deleted) == {chats[0].id, chats[2].id}
    assert [chat.id for chat in store.chats()] == [chats[1].id] and store.folders() == ("work 数据",)
    with pytest.raises(ChatMissing):
        store.restore(*deleted, "no")
    assert len(store.chats()) == 1
    store.restore(*deleted)
    assert len(store.chats()) == 3


def test_a_deleted_message_can_come_back_until_it_is_wiped(
    store: ChatStore, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chat = kept_dialogue(store, "Why?", "an answer found nowhere else")
    reply = chat.messages[1]
    store.delete_message(without_message(chat, reply.id), reply.id)
    assert store.load(chat.id) == without_message(chat, reply.id)
    assert store.restore_message(reply.id) == chat == store.load(chat.id)
    store.delete_message(without_message(chat, reply.id), reply.id)
    store.keep_all(chat)
    assert store.load(chat.id) == chat
    store.delete_message(without_message(chat, reply.id), reply.id)
    store.close()

    two_hours_on = time.time() + 7200
    monkeypatch.setattr(time, "time", lambda: two_hours_on)
    later = ChatStore(path)
    with pytest.raises(ChatMissing):
        later.restore_message(reply.id)
    assert later.load(chat.id) == without_message(chat, reply.id)
    later.close()
    content = path.read_bytes()
    assert b"nowhere else" not in content and b"nowhere" not in content and b"Why?" in content


def test_of_messages_deleted_one_by_one_each_comes_back_with_its_own(store: ChatStore) -> None:
    chat = kept_dialogue(store)
    first, second = chat.messages
    store.delete_message(without_message(chat, second.id), second.id)
    store.delete_message(without_message(chat, first.id), first.id)
    assert store.restore_message(first.id).messages == (first,)
    assert store.restore_message(second.id) == chat


def test_unsent_text_is_kept_for_each_chat(store: ChatStore, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    chat = kept_dialogue(store)
    for chat_id, text in (("", "for a new chat"), (chat.id, "first"), (chat.id, "then \ud83d"), ("never kept", "x")):
        store.keep_unsent(chat_id, text)
    store.close()
    again = ChatStore(path)
    kept = [again.unsent(chat_id) for chat_id in ("", chat.id, "never kept", "other")]
    assert kept == ["for a new chat", "then ?", "", ""]
    again.keep_unsent("", "")
    assert again.unsent("") == ""
    again.close()


def test_presets_are_kept_by_name(store: ChatStore) -> None:
    calm, wild = Preset("Calm", "Be calm.", {"temperature": 0.2}), Preset("wild", "", {"top_k": 0, "mirostat": "2"})
    for preset in (wild, Preset("Calm"), calm):
        store.keep_preset(preset)
    assert store.presets() == (calm, wild)
    store._database.change("UPDATE preset SET sampling = '{' WHERE name = 'wild'")
    store.delete_preset("Calm")
    assert store.presets() == (Preset("wild"),)


def test_noise_in_a_text_costs_a_letter(store: ChatStore, path: Path) -> None:
    chat = kept_dialogue(store, "a very plain question")
    store.close()
    path.write_bytes(path.read_bytes().replace(b"a very plain question", b"a very pl\xffin question"))
    again = ChatStore(path)
    assert again.load(chat.id).messages[0].text == "a very pl\ufffdin question"
    again.close()


def test_several_chats_are_kept_at_once(store: ChatStore) -> None:
    chats = [add(Conversation(new_id(), str(n)), Message(new_id(), None, "user", "Hi")) for n in range(3)]
    store.keep_chats(chats)
    assert {chat.id for chat in store.chats()} == {chat.id for chat in chats}
