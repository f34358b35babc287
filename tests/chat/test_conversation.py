"""Conversations: a tree of messages, and edits that leave the old value alone."""

from dataclasses import replace

import pytest

from app.chat.conversation import (
    Attachment,
    Conversation,
    DraftedSpan,
    Message,
    ReplyNumbers,
    add,
    append_text,
    branch,
    edit,
    new_id,
    put,
    regenerate,
    select,
    title_of,
    versions,
    without_message,
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
    assert [message.id for message in looped.path()] == ["a"]


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
        ("<think>\nShall I?\n</think>\n\nThe answer", "The answer"),
        ("<Think>never closed", ""),
        ("a <thinking>b</thinking> c < d", "a c < d"),
    ],
)
def test_titles_come_from_the_first_line(text: str, title: str) -> None:
    assert title_of(text) == title


def test_ids_differ() -> None:
    assert len({new_id() for _ in range(1000)}) == 1000


def test_the_title_is_that_of_the_first_question_until_the_user_gives_one() -> None:
    chat = add(Conversation("c"), Message("g", None, "assistant", "Hello, I am Ada."))
    assert chat.title == ""
    chat = add(chat, Message("q", "g", "user", "", attachments=(Attachment("plan.md", "text", "…"),)))
    assert chat.title == "plan.md"
    chat = add(chat, Message("a", "q", "assistant", "A plan."))
    assert add(chat, Message("q2", "a", "user", "Later")).title == "plan.md"
    assert edit(chat, "q", "Another question").title == "Another question"
    named = replace(chat, title="Mine", is_titled=True)
    assert edit(named, "q", "Another question").title == "Mine"


def test_an_edited_question_is_a_version_beside_the_old_one() -> None:
    chat = edit(_dialogue(), "q2", "Truly?")
    assert [message.text for message in chat.path()] == ["Why?", "Because.", "Truly?"]
    assert [message.text for message in versions(chat, "q2")] == ["Really?", "Truly?"]
    assert versions(chat, chat.current or "") == versions(chat, "q2")
    with pytest.raises(KeyError):
        edit(chat, "nobody", "?")


def test_an_edited_reply_has_no_numbers_of_the_old_one() -> None:
    reply = Message("b", "q", "assistant", "For", 1.0, "length", ReplyNumbers(), (DraftedSpan(0, 3, 0),), "Hm.", 2.0)
    chat = edit(add(_dialogue(), reply), "b", "For fun.")
    edited = chat.path()[-1]
    assert (edited.text, edited.finish_reason, edited.numbers, edited.drafted) == ("For fun.", "stop", None, ())
    assert (edited.thinking, edited.parent) == ("Hm.", "q")
    assert [message.id for message in versions(chat, "b")] == ["a", "b", edited.id]


def test_regenerating_ends_the_path_before_the_reply() -> None:
    chat = regenerate(_dialogue(), "a")
    assert [message.id for message in chat.path()] == ["q"]
    assert len(chat.messages) == 3


def test_a_message_goes_with_all_that_follows_it() -> None:
    chat = add(_dialogue(), Message("b", "q", "assistant", "For fun."))
    assert [message.id for message in without_message(chat, "q2").path()] == ["q", "b"]
    without_reply = without_message(select(chat, "a"), "a")
    assert [message.id for message in without_reply.messages] == ["q", "b"]
    assert [message.id for message in without_reply.path()] == ["q", "b"]
    assert without_message(_dialogue(), "q").messages == ()
    assert without_message(_dialogue(), "q").current is None
    assert without_message(_dialogue(), "q2").current == "a"


def test_a_branch_is_a_chat_of_its_own() -> None:
    chat = replace(_dialogue(), system_prompt="Be brief.", folder="Work", is_pinned=True)
    chat = put(chat, replace(chat.message("a"), numbers=ReplyNumbers(first_read="q")))
    branched = branch(chat, "a")
    assert [message.text for message in branched.path()] == ["Why?", "Because."]
    assert (branched.system_prompt, branched.folder, branched.is_pinned) == ("Be brief.", "Work", False)
    assert not {branched.id, *(message.id for message in branched.messages)} & {"c", "q", "a", "q2"}
    numbers = branched.messages[1].numbers
    assert numbers is not None and numbers.first_read == branched.messages[0].id


@pytest.mark.parametrize(
    ("title", "taken", "numbered"),
    [
        ("Why?", ["Why?"], "Why? (2)"),
        ("Why?", ["Why?", "Why? (2)"], "Why? (3)"),
        ("Why? (2)", ["Why? (2)"], "Why? (3)"),
        ("Why? (2)", ["Why? (3)"], "Why? (4)"),
        ("(1)", [], "(1) (2)"),
    ],
)
def test_a_branch_has_a_title_of_its_own_that_stays(title: str, taken: list[str], numbered: str) -> None:
    chat = replace(_dialogue(), title=title)
    branched = branch(chat, "a", taken)
    assert branched.title == numbered
    assert edit(branched, branched.messages[0].id, "How?").title == numbered
    assert branch(replace(chat, title=""), "a").title == ""
