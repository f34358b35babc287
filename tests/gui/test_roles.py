"""Who speaks in a chat: written in its window, followed by greetings and prompt."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QModelIndex

from app.chat.character import AuthorsNote, Character, Persona, WorldEntry
from app.chat.conversation import Conversation, Message, add, new_id
from app.chat.greeting import greeted, with_roles
from app.chat.setup import ChatSetup
from app.engine.protocol import Generate
from app.gui.dialogs.roles import RolesDialog
from tests.gui.stage import Stage

pytestmark = [pytest.mark.gui, pytest.mark.qt_log_ignore("does not support propagateSizeHints")]

MARA = Character("Mara", "A keeper.", greeting="Come in, {{user}}!", alternate_greetings=("Hush.",), tags=("sea",))


def asked(stage: Stage) -> RolesDialog:
    """The window, as the button of the sheet opens it."""
    page = stage.composition.chat_page
    page.open_sheet()
    page.sheet.roles_button.click()
    return page.findChildren(RolesDialog)[-1]


def test_what_is_written_is_told_to_the_model_and_kept(stage: Stage) -> None:
    stage.load()
    dialog = asked(stage)
    dialog.name.field.setText("Mara")
    dialog.areas["greeting"].field.setPlainText("Come in, {{user}}!")
    dialog.user_name.field.setText("Ann")
    dialog.note.field.setPlainText("It rains.")
    dialog.note_depth.setValue(0)
    dialog.world.add_button.click()
    dialog.world.keys.field.setText("tower, spire")
    dialog.world.keys.field.textEdited.emit("")
    dialog.world.content.field.setPlainText("The tower is old.")
    dialog.accept_button.click()
    assert stage.reply.message.text == "Come in, Ann!"
    sheet = stage.composition.chat_page.sheet
    assert sheet.roles.text() == "Mara, you are Ann, a note, world info (1)."
    stage.reply_to("Look, a spire")
    (request,) = [command for command in stage.engine.sent if isinstance(command, Generate)]
    system, _, question = request.messages
    assert system.content == (
        "You are Mara. Stay in this role and write Mara's next message to Ann.\n\nThe tower is old."
    )
    assert question.content == "Look, a spire\n\n[Note: It rains.]"
    chat_id = stage.composition.controller.conversation.id
    kept = stage.keeper.ask(lambda store: store.load(chat_id)).result()
    assert [message.text for message in kept.path()][:2] == ["Come in, Ann!", "Look, a spire"]
    assert kept.setup.world == (WorldEntry(("tower", "spire"), "The tower is old."),)


def test_a_greeting_follows_the_names_until_somebody_answers(stage: Stage) -> None:
    chat = greeted(ChatSetup(character=MARA))
    stage.composition.controller.show(chat)
    dialog = asked(stage)
    dialog.user_name.field.setText("Ann")
    dialog.accept_button.click()
    shown = stage.composition.controller.conversation
    assert [message.text for message in shown.messages] == ["Come in, Ann!", "Hush."]
    dialog = asked(stage)
    dialog.areas["greeting"].field.clear()
    dialog.accept_button.click()
    kept = stage.keeper.ask(lambda store: store.load(chat.id)).result()
    assert [message.text for message in kept.messages] == ["Hush."]


def test_what_was_said_is_never_replaced() -> None:
    setup = ChatSetup(character=MARA)
    chat = greeted(setup)
    answered = add(chat, Message(new_id(), chat.current, "user", "Hello"))
    renamed = ChatSetup(character=MARA, persona=Persona("Ann"))
    assert with_roles(answered, renamed).messages == answered.messages
    story = add(Conversation("s"), Message("m", None, "assistant", "Once upon a time"))
    assert with_roles(story, renamed).messages == story.messages


def test_empty_fields_set_nothing_and_the_rest_of_a_card_stays(stage: Stage) -> None:
    window = stage.composition.window
    assert RolesDialog(window, ChatSetup(), print).setup == ChatSetup()
    setup = ChatSetup("Precise", {"temperature": 0.2}, character=MARA, note=AuthorsNote("x", 9))
    dialog = RolesDialog(window, setup, print)
    assert dialog.setup == setup
    dialog.world.add_button.click()
    assert dialog.setup.world == ()


def test_entries_of_the_world_are_put_in_another_order(stage: Stage) -> None:
    world = (WorldEntry(("c",), "third", order=9), WorldEntry(("a",), "first", order=1), WorldEntry((), "second"))
    world = (world[0], world[1], replace(world[2], order=5))
    dialog = RolesDialog(stage.composition.window, ChatSetup(world=world), print)
    editor = dialog.world

    def order() -> list[tuple[str, int]]:
        assert [editor.list.item(row).text() for row in range(3)] == [
            ", ".join(entry.keys) or entry.content for entry in editor.entries
        ]
        return [(entry.content, entry.order) for entry in editor.entries]

    assert order() == [("first", 1), ("second", 5), ("third", 9)]
    assert not editor.up_button.isEnabled()
    editor.down_button.click()
    assert order() == [("second", 1), ("first", 5), ("third", 9)]
    editor.down_button.click()
    assert not editor.down_button.isEnabled() and editor.content.text == "first"
    assert order() == [("second", 1), ("third", 5), ("first", 9)]
    editor.up_button.click()
    assert order() == [("second", 1), ("first", 5), ("third", 9)]
    # As a drag of the last one to the top does it.
    editor.list.model().moveRow(QModelIndex(), 2, QModelIndex(), 0)
    assert order() == [("third", 1), ("second", 5), ("first", 9)]
    editor.add_button.click()
    editor.content.field.setPlainText("more")
    assert editor.entries[-1] == WorldEntry((), "more", order=100)


def test_entries_of_the_world_are_taken_out_one_by_one(stage: Stage) -> None:
    world = (
        WorldEntry(("a",), "first", depth=3),
        WorldEntry((), "second", is_constant=True),
        WorldEntry(("c",), "third"),
    )
    dialog = RolesDialog(stage.composition.window, ChatSetup(world=world), print)
    editor = dialog.world
    assert [editor.list.item(row).text() for row in range(3)] == ["a", "second", "c"]
    editor.list.setCurrentRow(1)
    editor.remove_button.click()
    editor.enabled.click()
    editor.list.setCurrentRow(0)
    assert editor.content.text == "first"
    assert editor.entries == (world[0], WorldEntry(("c",), "third", is_enabled=False))
    editor.remove_button.click()
    editor.remove_button.click()
    assert not dialog.setup.world
    assert not editor.remove_button.isEnabled()
