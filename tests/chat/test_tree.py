"""Whatever is done to a conversation, its tree stays a tree and the store has the same."""

import itertools
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.chat.conversation import (
    Conversation,
    Message,
    Role,
    add,
    branch,
    edit,
    new_id,
    put,
    regenerate,
    select,
    versions,
    without_message,
)
from app.chat.store import ChatStore

Change = Callable[[ChatStore, Conversation, int], Conversation]


@pytest.fixture(scope="module")
def shared_store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ChatStore]:
    """One store for all examples: each has a chat of its own."""
    opened = ChatStore(tmp_path_factory.mktemp("tree") / "chats.db")
    yield opened
    opened.close()


def _say(store: ChatStore, chat: Conversation, number: int) -> Conversation:
    last = chat.message(chat.current) if chat.current is not None else None
    role: Role = "assistant" if last is not None and last.role == "user" else "user"
    chat = add(chat, Message(new_id(), chat.current, role, f"{role} {number}", float(number)))
    store.add_message(chat, chat.messages[-1])
    return chat


def _stream(store: ChatStore, chat: Conversation, number: int) -> Conversation:
    chat = _say(store, chat, number)
    reply = chat.messages[-1]
    store.append_piece(reply.id, " more", None)
    return put(chat, Message(reply.id, reply.parent, reply.role, reply.text + " more", reply.created_s))


def _edit(store: ChatStore, chat: Conversation, number: int) -> Conversation:
    chat = edit(chat, _any(chat, number).id, f"edited {number}")
    store.add_message(chat, chat.messages[-1])
    return chat


def _regenerate(store: ChatStore, chat: Conversation, number: int) -> Conversation:
    chat = regenerate(chat, _any(chat, number).id)
    store.save(chat)
    return _say(store, chat, number)


def _select(store: ChatStore, chat: Conversation, number: int) -> Conversation:
    chat = select(chat, _any(chat, number).id)
    store.save(chat)
    return chat


def _delete(store: ChatStore, chat: Conversation, number: int) -> Conversation:
    gone = _any(chat, number)
    chat = without_message(chat, gone.id)
    store.delete_message(chat, gone.id)
    return chat


def _delete_and_undo(store: ChatStore, chat: Conversation, number: int) -> Conversation:
    gone = _any(chat, number)
    store.delete_message(without_message(chat, gone.id), gone.id)
    if number % 2:
        store.keep_all(chat)
        return chat
    assert store.restore_message(gone.id) == select(chat, gone.id)
    return select(chat, gone.id)


def _branch(store: ChatStore, chat: Conversation, number: int) -> Conversation:
    """Goes on in the branch; the chat that it came from stays as it was."""
    branched = branch(chat, _any(chat, number).id)
    assert [message.text for message in branched.path()] == [message.text for message in branched.messages]
    store.keep_all(branched)
    assert store.load(chat.id) == chat
    return branched


def _any(chat: Conversation, number: int) -> Message:
    return chat.messages[number % len(chat.messages)]


_CHANGES: tuple[Change, ...] = (
    *(_say, _say, _stream, _edit, _regenerate, _select, _delete, _delete_and_undo, _branch),
)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(_CHANGES), st.integers(0, 30)), max_size=20))
def test_any_changes_leave_a_tree_that_the_store_has_too(
    shared_store: ChatStore, changes: list[tuple[Change, int]]
) -> None:
    chat = Conversation(new_id())
    for change, number in changes:
        chat = change(shared_store, chat if chat.messages else _say(shared_store, chat, number), number)
        assert shared_store.load(chat.id) == chat
        _check(chat)


def _check(chat: Conversation) -> None:
    seen: set[str | None] = {None}
    for message in chat.messages:
        assert message.id not in seen and message.parent in seen
        assert message in versions(chat, message.id)
        seen.add(message.id)
    assert chat.current in seen
    path = chat.path()
    assert [message.parent for message in path] == [None, *(message.id for message in path[:-1])][: len(path)]
    assert (path[-1].id if path else None) == chat.current


@st.composite
def trees(draw: st.DrawFn) -> Conversation:
    """A chat of any shape, parents before children, its path ending anywhere or nowhere."""
    messages: list[Message] = []
    for number in range(draw(st.integers(1, 14))):
        above = draw(st.sampled_from([None, *messages]))
        role: Role = "assistant" if above is not None and above.role == "user" else "user"
        messages.append(Message(str(number), above.id if above else None, role, f"text {number}"))
    current = draw(st.sampled_from([None, *(message.id for message in messages)]))
    return Conversation("c", "A title", messages=tuple(messages), current=current)


@given(trees(), st.data())
def test_to_select_leads_through_a_message_to_the_newest_end(chat: Conversation, data: st.DataObject) -> None:
    message = data.draw(st.sampled_from(chat.messages))
    path = select(chat, message.id).path()
    assert message in path
    below = path[path.index(message) :]
    for above, following in itertools.pairwise(below):
        assert chat.children(above.id)[-1] == following
    assert not chat.children(path[-1].id)
    assert select(chat, message.id).messages == chat.messages


@given(trees(), st.data())
def test_to_delete_takes_what_follows_and_nothing_else(chat: Conversation, data: st.DataObject) -> None:
    gone = data.draw(st.sampled_from(chat.messages))
    left = without_message(chat, gone.id)
    _check(left)
    for message in chat.messages:
        is_below = gone in replace(chat, current=message.id).path()
        assert (message in left.messages) is not is_below
    if gone not in chat.path():
        assert left.path() == chat.path()
    elif gone.parent is not None:
        assert left.message(gone.parent) in left.path()


@given(trees(), st.data())
def test_to_edit_adds_a_version_beside_the_old_ones(chat: Conversation, data: st.DataObject) -> None:
    old = data.draw(st.sampled_from(chat.messages))
    edited = edit(chat, old.id, "another text")
    _check(edited)
    assert edited.messages[:-1] == chat.messages and edited.current == edited.messages[-1].id
    assert versions(edited, old.id) == (*versions(chat, old.id), edited.messages[-1])
    assert (edited.messages[-1].role, edited.messages[-1].text) == (old.role, "another text")


@given(trees(), st.data())
def test_a_branch_says_the_same_and_shares_nothing(chat: Conversation, data: st.DataObject) -> None:
    end = data.draw(st.sampled_from(chat.messages))
    branched = branch(chat, end.id)
    _check(branched)
    said = replace(chat, current=end.id).path()
    assert [(message.role, message.text) for message in branched.path()] == [(old.role, old.text) for old in said]
    assert branched.path() == branched.messages
    assert not {message.id for message in branched.messages} & {message.id for message in chat.messages}
