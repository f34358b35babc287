"""What a file would bring, in lines to read before it is taken over."""

from dataclasses import dataclass

from app.chat.conversation import Conversation
from app.chat.imports.imported import Imported
from app.texts import count, import_kind, left_out

_MOST_TITLES = 3
_MOST_LINES = 20


@dataclass(frozen=True, slots=True)
class ImportLines:
    """`title` says what the file is, `brings` what comes in, `left` what does not."""

    title: str
    brings: tuple[str, ...]
    left: tuple[str, ...]


def import_lines(name: str, imported: Imported) -> ImportLines:
    """The lines for the file of that name."""
    brings = _chat_lines(imported.conversations)
    if imported.presets:
        named = ", ".join(f"“{preset.name}”" for preset in imported.presets[:_MOST_LINES])
        brings.append(f"{'Preset' if len(imported.presets) == 1 else 'Presets'} {named}")
    if imported.pair is not None:
        places = (("Target", imported.pair.target), ("Draft", imported.pair.draft))
        brings += [f"{words}: {place.path.name}" for words, place in places if place and place.path]
    left = tuple(left_out(item.code, item.detail) for item in imported.left_out[:_MOST_LINES])
    if len(imported.left_out) > _MOST_LINES:
        left = (*left, f"And {count(len(imported.left_out) - _MOST_LINES)} more")
    return ImportLines(f"{import_kind(imported.kind)}: {name}", tuple(brings), left)


def _chat_lines(chats: tuple[Conversation, ...]) -> list[str]:
    if len(chats) == 1:
        return _one_chat(chats[0])
    if not chats:
        return []
    messages_n = sum(len(chat.messages) for chat in chats)
    titles = [f"“{chat.title}”" for chat in chats[:_MOST_TITLES] if chat.title]
    more = ", …" if len(chats) > _MOST_TITLES else ""
    return [f"{count(len(chats))} chats with {count(messages_n)} messages: {', '.join(titles)}{more}"]


def _one_chat(chat: Conversation) -> list[str]:
    setup, messages_n = chat.setup, len(chat.messages)
    lines = []
    if setup.character is not None and setup.character.description:
        versions_n = len(chat.children(None))
        greetings = f", with {count(versions_n)} greetings to choose from" if versions_n > 1 else ""
        lines.append(f"Character {setup.character.name}{greetings}")
    else:
        lines.append(f"Chat “{chat.title or 'Chat'}” with {count(messages_n)} message{'s' if messages_n != 1 else ''}")
    if chat.system_prompt:
        lines.append("Its system prompt")
    if setup.note is not None:
        lines.append("Author's note")
    if setup.world:
        lines.append(f"World info: {count(len(setup.world))} {'entry' if len(setup.world) == 1 else 'entries'}")
    if setup.sampling:
        lines.append(f"Values of samplers: {count(len(setup.sampling))}")
    return lines
