"""What a model is given of a chat: characters, notes, world info and attached files in their places."""

from dataclasses import replace

import pytest

from app.chat.character import AuthorsNote, Character, Persona, WorldEntry
from app.chat.conversation import Attachment, Conversation, Message, Role, add, new_id
from app.chat.macros import fill_in
from app.chat.prompt import Turn, first_messages, turns_of
from app.chat.setup import ChatSetup
from app.engine.worker.prompt import Template
from app.gui.prompt import prompt_of

SEA = Character(
    "Mara",
    description="{{char}} keeps a lighthouse.",
    personality="patient",
    scenario="A storm; {{user}} knocks.",
    greeting="Come in!",
    example_dialogue="<START>\n{{user}}: Cold?\n{{char}}: Never.\n<START>\n{{char}}: Tea?",
    post_history="Stay brief, {{char}}.",
)


def chat_of(*texts: str, setup: ChatSetup | None = None, system_prompt: str = "", greets: bool = False) -> Conversation:
    """A chat whose messages take turns, the user's first unless the character greets."""
    chat = Conversation(new_id(), system_prompt=system_prompt, setup=setup or ChatSetup())
    for number, text in enumerate(texts):
        role: Role = "assistant" if number % 2 != greets else "user"
        chat = add(chat, Message(str(number), chat.current, role, text))
    return chat


def test_a_plain_chat_is_given_as_it_was_written() -> None:
    chat = chat_of("What is {{char}}?", "A placeholder.", "<user> too?", system_prompt="Explain {{user}}.")
    assert turns_of(chat) == (
        Turn("system", "Explain {{user}}."),
        Turn("user", "What is {{char}}?", "", "0"),
        Turn("assistant", "A placeholder.", "", "1"),
        Turn("user", "<user> too?", "", "2"),
    )
    assert turns_of(Conversation("empty")) == ()


def test_replies_without_text_are_left_out_and_questions_joined() -> None:
    chat = chat_of("One", "", "Two")
    assert turns_of(chat) == (Turn("user", "One\n\nTwo", "", "0"),)


def test_a_character_is_described_in_the_system_turn() -> None:
    setup = ChatSetup(character=SEA, persona=Persona("Ann", "{{user}} is a sailor."))
    chat = chat_of("Come in!", "Thanks", setup=setup, greets=True)
    system, greeting, question = turns_of(chat)
    assert system.content == (
        "You are Mara. Stay in this role and write Mara's next message to Ann.\n\nMara keeps a lighthouse.\n\n"
        "Mara's personality: patient\n\nScenario: A storm; Ann knocks.\n\n"
        "Examples of how Mara talks:\nAnn: Cold?\nMara: Never.\n\nMara: Tea?\n\nAbout Ann: Ann is a sailor."
    )
    assert greeting == Turn("assistant", "Come in!", "", "0")
    assert question.content == "Thanks\n\n[Stay brief, Mara.]"


@pytest.mark.parametrize(
    ("card", "own", "first"),
    [
        ("Be {{char}}. {{original}}", "In verse.", "Be Mara. In verse."),
        ("Be {{char}}.", "In verse.", "Be Mara.\n\nIn verse."),
        ("", "In verse.", "In verse."),
    ],
)
def test_the_system_prompt_of_a_card_and_that_of_the_chat_are_both_told(card: str, own: str, first: str) -> None:
    setup = ChatSetup(character=Character("Mara", system_prompt=card))
    assert turns_of(chat_of("Hi", setup=setup, system_prompt=own))[0].content == first


def test_the_authors_note_stands_at_its_depth_in_what_the_user_said() -> None:
    texts = ("q0", "a1", "q2", "a3", "q4")
    places = {}
    for depth in range(7):
        turns = turns_of(chat_of(*texts, setup=ChatSetup(note=AuthorsNote("dark", depth))))
        assert [turn.role for turn in turns if turn.role != "system"] == ["user", "assistant"] * 2 + ["user"]
        places[depth] = [turn.content for turn in turns if "dark" in turn.content]
    assert places == {
        0: ["q4\n\n[Note: dark]"],
        1: ["[Note: dark]\n\nq4"],
        2: ["q2\n\n[Note: dark]"],
        3: ["[Note: dark]\n\nq2"],
        4: ["q0\n\n[Note: dark]"],
        5: ["[Note: dark]\n\nq0"],
        6: ["[Note: dark]\n\nq0"],
    }
    before_greeting = turns_of(chat_of("Hello", setup=ChatSetup(note=AuthorsNote("dark", 3)), greets=True))
    assert before_greeting[0] == Turn("system", "[Note: dark]")


def told(world: tuple[WorldEntry, ...], *texts: str) -> str:
    turns = turns_of(chat_of(*texts, setup=ChatSetup(world=world)))
    return turns[0].content if turns[0].role == "system" else ""


def test_world_info_is_told_when_its_keys_came_up_lately() -> None:
    entry = WorldEntry(("tower", "Türme"), "Towers are tall.")
    assert told((entry,), "The TOWER!") == "Towers are tall."
    assert told((entry,), "In die Türme.") == "Towers are tall."
    assert told((entry,), "Towering") == ""
    assert told((entry,), "The tower.", "a", "b", "c", "d") == ""
    assert told((replace(entry, is_case_sensitive=True),), "The TOWER!") == ""
    assert told((replace(entry, is_enabled=False),), "The tower") == ""
    assert told((replace(entry, is_constant=True),), "Nothing") == "Towers are tall."
    assert told((replace(entry, secondary_keys=("night",)),), "The tower") == ""
    assert told((replace(entry, secondary_keys=("night",)),), "The tower at night") == "Towers are tall."
    assert told((WorldEntry(("塔",), "高い"),), "古い塔です") == "高い"
    assert told((WorldEntry(("", " "), "never"),), "Anything") == ""


def test_world_info_is_ordered_and_bounded() -> None:
    first, last = WorldEntry(("a",), "first", order=1), WorldEntry(("a",), "last", order=9)
    assert told((last, first), "a") == "first\n\nlast"
    large = WorldEntry(("a",), "x" * 7998, order=5)
    assert told((first, large), "a") == large.content
    assert told((replace(first, is_constant=True), large), "a") == "first"
    deep = turns_of(chat_of("q", "about a", "q2", setup=ChatSetup(world=(replace(last, depth=1),))))
    assert deep[-1].content == "[last]\n\nq2"


def test_an_attached_file_stands_before_its_message_in_a_fence_of_its_own() -> None:
    files = (Attachment("notes\n.md", "text", "```\ncode\n```\n"), Attachment("a.py", "code", "pass"))
    chat = add(Conversation("c"), Message("0", None, "user", "Explain", attachments=files))
    assert turns_of(chat)[0].content == (
        "Attached file “notes .md”:\n````\n```\ncode\n```\n````\n\nAttached file “a.py”:\n```\npass\n```\n\nExplain"
    )
    wordless = add(Conversation("c"), Message("0", None, "user", "", attachments=files[1:]))
    assert turns_of(wordless)[0].content.endswith("pass\n```")


def test_placeholders_are_filled_in() -> None:
    values = {"char": "Mara", "user": "Ann", "description": "{{char}} waits"}
    assert fill_in("{{Char}} and <USER>{{// hidden }}, <bot>, {{ user }}", values) == "Mara and Ann, Mara, Ann"
    assert fill_in("{{description}}.{{newline}}{{unknown}}", values) == "Mara waits.\n{{unknown}}"
    assert fill_in("a\n{{trim}}\n\nb", values) == "ab"
    chosen = {fill_in(f"{number} {{{{random:x,y,z}}}}", values)[-1] for number in range(30)}
    assert chosen == {"x", "y", "z"}
    assert fill_in("{{pick::x::y}}", values) == fill_in("{{pick::x::y}}", values)
    bomb = {"description": "{{description}}" * 1000}
    assert len(fill_in("{{description}}" * 1000, bomb)) < 1 << 18


def test_each_turn_is_known_by_its_first_message() -> None:
    chat = chat_of("One", "", "Two", "Answer", "Three", system_prompt="Be brief.")
    assert first_messages(chat) == ("0", "3", "4")
    assert first_messages(chat) == tuple(turn.message_id for turn in turns_of(chat)[1:])


def test_a_large_world_is_searched() -> None:
    world = tuple(WorldEntry((f"key{number}", f"word {number}"), "text") for number in range(5000))
    assert turns_of(chat_of("key77 " * 2000, setup=ChatSetup(world=world)))[0].content == "text"


# Wants the user first, turns that alternate, and knows of no system message.
STRICT = """{% for message in messages %}{% if (message.role == "user") != (loop.index0 % 2 == 0) %}
{{ raise_exception("they must alternate") }}{% endif %}
<{{ message.role }}>{{ message.content }}{% endfor %}<assistant>"""


def test_a_greeting_gets_through_templates_that_want_a_question_first() -> None:
    template = Template(STRICT, "llama", "", "")
    chat = chat_of("Come in!", "Thanks", setup=ChatSetup(character=Character("Mara")), greets=True)
    text = template.render(prompt_of(chat)).replace("\n", "")
    assert not template.notices
    assert text.startswith("<user>") and text.endswith("Thanks<assistant>")
    assert text.count("<user>") == 2 and "<assistant>Come in!<user>" in text and "You are Mara." in text
