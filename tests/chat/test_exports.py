"""Chats as files: what is written as JSON comes back the same, and pages for people hold nothing that acts."""

import io
import json
import zipfile
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.chat.character import AuthorsNote, Character, Persona, WorldEntry
from app.chat.conversation import Attachment, Conversation, DraftedSpan, Message, ReplyNumbers, add, new_id, select
from app.chat.exports.exporting import export_chat, export_chats, stem_of
from app.chat.imports.importing import read_import
from app.chat.setup import ChatSetup

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
MESSAGES = st.builds(
    Message,
    id=st.just(""),
    parent=st.none(),
    role=st.sampled_from(["user", "assistant"]),
    text=TEXTS,
    created_s=st.floats(0, 1e10),
    finish_reason=st.none() | st.just("stop"),
    numbers=st.none() | st.builds(ReplyNumbers, target=TEXTS, acceptance_rate=st.none() | st.floats(0, 1)),
    drafted=st.lists(st.builds(DraftedSpan, st.integers(0, 9), st.integers(0, 9)), max_size=2).map(tuple),
    thinking=TEXTS,
    thought_s=st.none() | st.floats(0, 100),
    attachments=st.lists(st.builds(Attachment, TEXTS, st.sampled_from(["text", "pdf"]), TEXTS), max_size=2).map(tuple),
)
SETUPS = st.builds(
    ChatSetup,
    preset=TEXTS,
    sampling=st.dictionaries(st.sampled_from(["temperature", "top_p"]), st.floats(0, 1), max_size=2),
    character=st.none()
    | st.builds(Character, TEXTS, TEXTS, alternate_greetings=st.lists(TEXTS, max_size=2).map(tuple)),
    persona=st.none() | st.builds(Persona, TEXTS),
    note=st.none() | st.builds(AuthorsNote, TEXTS, st.integers(0, 9)),
    world=st.lists(st.builds(WorldEntry, st.lists(TEXTS, max_size=2).map(tuple), TEXTS), max_size=2).map(tuple),
)


@st.composite
def conversations(draw: st.DrawFn) -> Conversation:
    """A tree of messages with any of its paths shown."""
    chat = Conversation(new_id(), draw(TEXTS), draw(TEXTS), setup=draw(SETUPS), folder=draw(TEXTS), is_titled=True)
    for message in draw(st.lists(MESSAGES, max_size=8)):
        parents = [None, *(known.id for known in chat.messages)]
        chat = add(chat, replace(message, id=new_id(), parent=draw(st.sampled_from(parents))))
    return select(chat, draw(st.sampled_from(chat.messages)).id) if chat.messages else chat


def under_plain_ids(chat: Conversation) -> Conversation:
    """The same with the messages numbered."""
    ids: dict[str | None, str | None] = {message.id: str(number) for number, message in enumerate(chat.messages)}
    ids[None] = None
    messages = tuple(replace(known, id=str(ids[known.id]), parent=ids[known.parent]) for known in chat.messages)
    return replace(chat, id="", messages=messages, current=ids[chat.current])


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(conversations(), min_size=1, max_size=3))
def test_chats_come_back_from_json_as_they_were(tmp_path: Path, chats: list[Conversation]) -> None:
    assert export_chats(tmp_path / "chats.json", chats, "json") == len(chats)
    result = read_import(tmp_path / "chats.json")
    assert not result.left_out
    assert list(map(under_plain_ids, result.conversations)) == list(map(under_plain_ids, chats))
    assert {chat.id for chat in result.conversations}.isdisjoint(chat.id for chat in chats)


def test_one_broken_chat_does_not_cost_the_others(tmp_path: Path) -> None:
    path = tmp_path / "chats.json"
    chats = [
        add(Conversation(new_id(), f"chat {n}", is_titled=True), Message("m", None, "user", "Hi")) for n in range(4)
    ]
    export_chats(path, chats, "json")
    content = json.loads(path.read_text(encoding="utf-8"))
    content["chats"][0]["current"] = "gone"
    content["chats"][1]["messages"][0]["parent"] = "m"
    content["chats"][2]["messages"] *= 2
    path.write_text(json.dumps(content), encoding="utf-8")
    result = read_import(path)
    assert [chat.title for chat in result.conversations] == ["chat 3"]
    assert [(item.code, item.detail[:6]) for item in result.left_out] == [
        ("broken_chats", f"chat {n}") for n in range(3)
    ]


def test_where_models_lie_is_not_exported(tmp_path: Path) -> None:
    chat = Conversation("c", setup=ChatSetup(target="/home/ann/target.gguf", draft="/home/ann/draft.gguf"))
    export_chat(tmp_path / "chat.json", chat, "json")
    assert "ann" not in (tmp_path / "chat.json").read_text(encoding="utf-8")


def hostile_chat() -> Conversation:
    evil = '<script>alert(1)</script><img src="http://x/y.png" onerror=a>'
    setup = ChatSetup(character=Character(evil), persona=Persona(evil))
    chat = Conversation("c", evil, evil, setup=setup)
    chat = add(chat, Message("q", None, "user", evil, 1e9, attachments=(Attachment(evil, "text", evil),)))
    reply = f"{evil}\n\n![picture](http://x/y.png) [go](javascript:alert(1)) [web](https://x)\n\n```\n</pre>{evil}\n```"
    return add(chat, Message("a", "q", "assistant", reply, 1e300, "stop", thinking=evil))


class Seen(HTMLParser):
    """The tags and attributes of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: set[tuple[str, str | None]] = set()
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes.update(attrs)


def test_a_page_holds_no_script_and_fetches_nothing(tmp_path: Path) -> None:
    export_chat(tmp_path / "chat.html", hostile_chat(), "html")
    seen = Seen((tmp_path / "chat.html").read_text(encoding="utf-8"))
    assert seen.tags.isdisjoint({"script", "img", "iframe", "link", "object"})
    assert {name for name, _ in seen.attributes}.isdisjoint({"src", "onerror", "style"})
    links = {value for name, value in seen.attributes if name == "href"}
    assert links == {"http://x/y.png", "https://x"}


def test_markdown_shows_the_path_with_its_speakers(tmp_path: Path) -> None:
    chat = Conversation("c", "Two\nlines", "Be brief.", setup=ChatSetup(persona=Persona("Ann")), is_titled=True)
    chat = add(chat, Message("q", None, "user", "Why?", attachments=(Attachment("a.md", "text", "```\nx\n```"),)))
    chat = add(chat, Message("old", "q", "assistant", "Never shown.", finish_reason="stop"))
    chat = add(
        chat, Message("a", "q", "assistant", "Because.", 0, "stop", ReplyNumbers(target="T-4B"), thinking="Hm.\n\nSo")
    )
    export_chat(tmp_path / "chat.md", chat, "markdown")
    assert (tmp_path / "chat.md").read_text(encoding="utf-8") == (
        "# Two lines\n\n**System prompt**\n\n> Be brief.\n\n## Ann\n\n*Attached: a.md*\n\n````\n```\nx\n```\n````\n\n"
        "Why?\n\n## T-4B\n\n*Thought:*\n\n> Hm.\n>\n> So\n\nBecause.\n"
    )


@pytest.mark.parametrize("form", ["markdown", "html"])
def test_several_chats_are_files_of_an_archive(tmp_path: Path, form: str) -> None:
    titles = ["Same", "same", "../up", "CON", "", "a/b:c?"]
    chats = [replace(hostile_chat(), title=title, folder="Work" if title == "Same" else "") for title in titles]
    assert export_chats(tmp_path / "chats.zip", iter(chats), form) == len(titles)
    with zipfile.ZipFile(io.BytesIO((tmp_path / "chats.zip").read_bytes())) as archive:
        suffix = ".md" if form == "markdown" else ".html"
        names = ["Work/Same", "same", "up", "Chat", "Chat (2)", "a b c"]
        assert archive.namelist() == [name + suffix for name in names]
        assert archive.testzip() is None


def test_titles_become_names_of_files() -> None:
    assert stem_of("What is\tthis? " + "x" * 200).startswith("What is this xxx")
    assert len(stem_of("x" * 200)) == 80
    assert (stem_of("..."), stem_of("nul.txt"), stem_of("a\ud800b")) == ("Chat", "Chat", "a b")
