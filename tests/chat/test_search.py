"""Looking for words in all chats: what is found, in which order, and where the words stand."""

from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from app.chat.conversation import Conversation, Message, add, new_id, put, without_message
from app.chat.errors import ChatStoreDamaged
from app.chat.store import ChatStore


def _kept(store: ChatStore, *texts: str, title: str = "") -> Conversation:
    chat = Conversation(new_id(), title, is_titled=bool(title))
    for number, text in enumerate(texts):
        message = Message(new_id(), chat.current, "assistant" if number % 2 else "user", text, finish_reason="stop")
        chat = add(chat, message)
        store.add_message(chat, message)
    return chat


def _found(store: ChatStore, words: str) -> list[str]:
    return [match.chat.id for match in store.search(words)]


@pytest.mark.parametrize(
    "words",
    [
        "GRÜSSE",
        "grusse aus",
        "киев",
        "100 % of",
        "it_all",
        "数据",
        "据库",
        "ขอบ",
        "👩‍👩‍👧",
        "café",
        "CAFÉ",
        "begi",
        "->",
        "eginn",
    ],
)
def test_any_script_is_found_in_any_case(store: ChatStore, words: str) -> None:
    chat = _kept(store, "Grüße aus КИЕВ", "100 % of it_all -> 数据库 ขอบคุณ 👩‍👩‍👧 cafe\u0301 beginning")
    _kept(store, "another 数 of 据")
    assert _found(store, words) == [chat.id]


@pytest.mark.parametrize("words", ["itXall", "aus grusse nichts", '"aus grüße"', "据数", "", "  ", '""', "%%", "= >"])
def test_what_is_nowhere_is_not_found(store: ChatStore, words: str) -> None:
    _kept(store, "Grüße aus КИЕВ", "100 % of it_all -> 数据库")
    assert store.search(words) == ()


def test_a_hit_names_its_message_and_marks_the_words(store: ChatStore) -> None:
    chat = _kept(store, "A question", "pad " * 100 + "the quick brown fox" + " pad" * 100, "quick", "no")
    (match,) = store.search('"quick brown" fox')
    assert match.message_id == chat.messages[1].id
    assert [match.excerpt[start:end] for start, end in match.spans] == ["quick brown", "fox"]
    assert match.excerpt.startswith("…") and match.excerpt.endswith("…") and len(match.excerpt) < 160
    (match,) = store.search("question")
    assert (match.message_id, match.chat.title) == (chat.messages[0].id, "A question")


def test_titles_come_first_then_what_fits_best(store: ChatStore) -> None:
    weak = _kept(store, "x", "words about much else, with apples once among them " * 5)
    strong = _kept(store, "apples, apples, apples")
    titled = _kept(store, "nothing of it", title="Apples and pears")
    assert _found(store, "apples") == [titled.id, strong.id, weak.id]
    (first, *_) = store.search("apples")
    assert (first.message_id, first.excerpt) == (None, "")


def test_words_may_stand_in_several_messages_of_a_chat(store: ChatStore) -> None:
    together = _kept(store, "pasta in Berlin")
    apart = _kept(store, "pasta", "with cheese", "in Berlin")
    half_titled = _kept(store, "where?", "in Berlin", title="Pasta")
    _kept(store, "pasta only", "else")
    assert _found(store, "pasta berlin")[0] == together.id
    assert set(_found(store, "pasta berlin")) == {together.id, apart.id, half_titled.id}


def test_what_was_only_thought_or_is_deleted_is_not_found(store: ChatStore) -> None:
    chat = _kept(store, "question", "answer")
    thought = replace(chat.messages[1], thinking="a secret doubt")
    store.put_message(thought)
    assert store.search("doubt") == ()
    left = without_message(chat, thought.id)
    store.delete_message(left, thought.id)
    assert store.search("answer") == ()
    store.restore_message(thought.id)
    assert _found(store, "answer") == [chat.id]
    store.delete(chat.id)
    assert store.search("answer") == ()


def test_the_index_follows_every_change(store: ChatStore) -> None:
    chat = _kept(store, "question", "")
    reply = replace(chat.messages[1], text="finished reply")
    store.put_message(reply)
    assert _found(store, "finish") == [chat.id]
    store.put_message(replace(reply, text="something else"))
    assert store.search("finished") == () and _found(store, "something else") == [chat.id]
    store.save(replace(put(chat, reply), title="A new title"))
    assert _found(store, "new title") == [chat.id]


# What FTS5 keeps of its averages and of its structure stands under the ids 1 and 10, the words above.
@pytest.mark.parametrize("part", ["id = 1", "id = 10", "id > 10"])
@pytest.mark.parametrize("noise", ["x'00ff'", "zeroblob(40)", "x'ffffffffffffffffffffffff'"])
@pytest.mark.parametrize("is_open", [True, False])
def test_a_broken_index_is_made_anew(store: ChatStore, path: Path, part: str, noise: str, is_open: bool) -> None:
    chat = _kept(store, "words to be found")
    again = store
    if is_open:
        assert _found(store, "found") == [chat.id]
    store._database.change(f"UPDATE message_words_data SET block = {noise} WHERE {part}")
    if not is_open:
        store.close()
        again = ChatStore(path)
    assert _found(again, "found") == [chat.id]
    other = Conversation(new_id(), "Other")
    for text in ("found first", "found then"):
        other = add(other, Message(new_id(), other.current, "user", text))
        with suppress(ChatStoreDamaged):
            again.add_message(other, other.messages[-1])
    assert set(_found(again, "found")) == {chat.id, other.id}
    assert again.load(other.id) == other
    again.close()


def test_no_more_chats_than_asked_are_given(store: ChatStore) -> None:
    for number in range(5):
        _kept(store, f"apples {number}")
    assert len(store.search("apples", limit=3)) == 3
