"""Conversations: a tree of messages, and edits that leave the old value alone."""

import pytest

from app.chat.conversation import (
    Conversation,
    DraftedSpan,
    Message,
    add,
    append_text,
    new_id,
    put,
    select,
    title_of,
)


def _dialogue() -> Conversation:
    chat = add(Conversation("c"), Message("q", None, "user", "Why?"))
    chat = add(chat, Message("a", "q", "assistant", "Because."))
    return add(chat, Message("q2", "a", "user", "Really?"))


def test_messages_follow_each_other() -> None:
    chat = _dialogue()
    assert [message.id for message in chat.path()] == ["q", "a", "q2"]
    assert chat.title == "Why?"


def test_a_second_answer_is_a_branch_beside_the_first() -> None:
    chat = _dialogue()
    branched = add(chat, Message("b", "q", "assistant", "For fun."))
    assert [message.id for message in branched.path()] == ["q", "b"]
    assert [message.id for message in branched.children("q")] == ["a", "b"]
    assert [message.id for message in chat.path()] == ["q", "a", "q2"]


def test_selecting_an_answer_shows_what_followed_it() -> None:
    branched = add(_dialogue(), Message("b", "q", "assistant", "For fun."))
    assert [message.id for message in select(branched, "a").path()] == ["q", "a", "q2"]


def test_a_parent_must_be_there() -> None:
    with pytest.raises(KeyError):
        add(_dialogue(), Message("x", "nobody", "user", "?"))


def test_put_replaces_one_message_alone() -> None:
    chat = put(_dialogue(), Message("a", "q", "assistant", "Just so.", finish_reason="stop"))
    assert [message.text for message in chat.path()] == ["Why?", "Just so.", "Really?"]
    with pytest.raises(KeyError):
        put(chat, Message("nobody", None, "user", "?"))


def test_a_path_over_a_damaged_parent_link_ends() -> None:
    looped = Conversation("c", messages=(Message("a", "b", "user"), Message("b", "a", "assistant")), current="a")
    assert [message.id for message in looped.path()] == ["b", "a"]


def test_drafted_pieces_are_marked() -> None:
    message = Message("a", "q", "assistant")
    for piece, position in [("The", None), (" quick", 0), (" brown", 1), (" fox", None), ("es", 0)]:
        message = append_text(message, piece, position)
    assert message.text == "The quick brown foxes"
    assert message.drafted == (DraftedSpan(3, 9, 0), DraftedSpan(9, 15, 1), DraftedSpan(19, 21, 0))
    assert [message.text[span.start : span.end] for span in message.drafted] == [" quick", " brown", "es"]
    assert append_text(message, "", 1) is message


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("\n\n  Draft   heads \nmore", "Draft heads"),
        ("", ""),
        ("word " * 30, "word word word word word word word word word word word word…"),
        ("x" * 100, "x" * 59 + "…"),
    ],
)
def test_titles_come_from_the_first_line(text: str, title: str) -> None:
    assert title_of(text) == title


def test_ids_differ() -> None:
    assert len({new_id() for _ in range(1000)}) == 1000
