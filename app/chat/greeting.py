"""The chat that a character opens: its greeting as the first reply, the alternate ones as other versions."""

from dataclasses import replace

from app.chat.conversation import Conversation, Message, new_id
from app.chat.macros import fill_in
from app.chat.prompt import macros_of
from app.chat.setup import ChatSetup


def greeted(setup: ChatSetup) -> Conversation:
    """A new chat with the character of `setup`, whose name is its title; without a greeting it has no message yet."""
    character = setup.character
    if character is None:
        return Conversation(new_id(), setup=setup)
    macros = macros_of(Conversation("", setup=setup))
    texts = [text for text in (character.greeting, *character.alternate_greetings) if text.strip()]
    messages = tuple(
        Message(new_id(), None, "assistant", fill_in(text, macros), finish_reason="stop") for text in texts
    )
    return Conversation(
        new_id(), character.name, "", messages, messages[0].id if messages else None, setup, is_titled=True
    )


def with_roles(conversation: Conversation, setup: ChatSetup) -> Conversation:
    """With another setup, and its greetings in place of those before where nothing else was said yet."""
    changed, anew = replace(conversation, setup=setup), greeted(setup).messages
    before, old = [message.text for message in greeted(conversation.setup).messages], conversation.messages
    if [message.text for message in old] != before or before == [message.text for message in anew]:
        return changed
    if len(old) == len(anew):
        texts = zip(old, anew, strict=True)
        return replace(changed, messages=tuple(replace(known, text=new.text) for known, new in texts))
    return replace(changed, messages=anew, current=anew[0].id if anew else None)
