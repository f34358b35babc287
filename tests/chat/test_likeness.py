"""Chats that come in a second time are recognised by their words."""

from dataclasses import replace
from pathlib import Path

from app.chat.conversation import Conversation, Message, add, edit, new_id
from app.chat.exports.exporting import export_chats
from app.chat.imports.importing import read_import
from app.chat.likeness import already_here
from app.chat.store import ChatStore
from tests.chat.dialogues import kept_dialogue


def exported(chats: list[Conversation], path: Path) -> tuple[Conversation, ...]:
    """The chats as they come back from a file, under new ids."""
    export_chats(path, chats, "json")
    return read_import(path).conversations


def test_an_export_is_recognised_whatever_was_done_to_the_chat_since(store: ChatStore, tmp_path: Path) -> None:
    first, second = kept_dialogue(store), kept_dialogue(store, "Why?", "For no reason.")
    came = exported([first, second], tmp_path / "all.json")
    assert already_here(store, came) == {came[0].id: first.id, came[1].id: second.id}
    store.rename(first.id, "Another title")
    store.move(first.id, "Papers")
    grown = edit(first, first.messages[1].id, "Another version")
    store.add_message(grown, grown.messages[-1])
    store.delete(second.id)
    assert already_here(store, came) == {came[0].id: first.id}


def test_what_says_more_or_something_else_is_not_here(store: ChatStore, tmp_path: Path) -> None:
    chat = kept_dialogue(store)
    more = add(chat, Message(new_id(), chat.current, "user", "And then?"))
    other = replace(chat, messages=(chat.messages[0], replace(chat.messages[1], text="Otherwise.")))
    swapped = replace(chat, messages=tuple(replace(message, role="user") for message in chat.messages))
    assert already_here(store, exported([more, other, swapped], tmp_path / "all.json")) == {}
    assert already_here(store, [Conversation("empty")]) == {}


def test_a_chat_that_was_put_together_from_two_is_not_here(store: ChatStore) -> None:
    chat, other = kept_dialogue(store, "Why?", "One."), kept_dialogue(store, "Why?", "Two.")
    both = replace(chat, messages=(*chat.messages, replace(other.messages[1], parent=chat.messages[0].id)))
    assert already_here(store, [both]) == {}
