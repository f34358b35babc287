"""What a file would bring, in lines to read before it is taken over."""

from collections.abc import Sequence
from dataclasses import dataclass

from app.chat.conversation import Conversation
from app.chat.imports.imported import Imported
from app.core.translation import tr, tr_n
from app.texts import count, import_kind, left_out

_MOST_TITLES = 3
_MOST_LINES = 20


@dataclass(frozen=True, slots=True)
class ImportLines:
    """`title` says what the file is, `brings` what comes in, `left` what does not, `here` how much is here already."""

    title: str
    brings: tuple[str, ...]
    left: tuple[str, ...]
    here: str = ""


def import_lines(name: str, imported: Imported, here_n: int = 0, replaced: Sequence[str] = ()) -> ImportLines:
    """The lines for the file of that name, of whose chats `here_n` are here already; `replaced` names presets."""
    brings = _chat_lines(imported.conversations)
    if imported.presets:
        named = ", ".join(f"“{preset.name}”" for preset in imported.presets[:_MOST_LINES])
        brings.append(f"{tr('Preset') if len(imported.presets) == 1 else tr('Presets')} {named}")
    if replaced:
        named = ", ".join(f"“{name}”" for name in replaced[:_MOST_LINES])
        brings.append(tr("Yours of the same name is replaced: {names}", names=named))
    if imported.world:
        brings.append(_world_words(len(imported.world)))
        brings.append(tr("It becomes a part of the chat that is open"))
    if imported.pair is not None:
        places = ((tr("Target"), imported.pair.target), (tr("Draft"), imported.pair.draft))
        brings += [f"{words}: {place.path.name}" for words, place in places if place and place.path]
    left = tuple(left_out(item.code, item.detail) for item in imported.left_out[:_MOST_LINES])
    if len(imported.left_out) > _MOST_LINES:
        left = (*left, tr_n("And {n} more", "And {n} more", len(imported.left_out) - _MOST_LINES))
    here = _here_words(here_n, len(imported.conversations)) if here_n else ""
    return ImportLines(f"{import_kind(imported.kind)}: {name}", tuple(brings), left, here)


def _here_words(here_n: int, chats_n: int) -> str:
    if here_n < chats_n:
        return tr_n("{n} of these chats is here already.", "{n} of these chats are here already.", here_n)
    return tr("This chat is here already.") if chats_n == 1 else tr("All of these chats are here already.")


def _world_words(entries_n: int) -> str:
    return tr_n("World info: {n} entry", "World info: {n} entries", entries_n)


def _chat_lines(chats: tuple[Conversation, ...]) -> list[str]:
    if len(chats) == 1:
        return _one_chat(chats[0])
    if not chats:
        return []
    messages_n = sum(len(chat.messages) for chat in chats)
    titles = [f"“{chat.title}”" for chat in chats[:_MOST_TITLES] if chat.title]
    more = ", …" if len(chats) > _MOST_TITLES else ""
    named, messages = ", ".join(titles) + more, tr_n("{n} message", "{n} messages", messages_n)
    return [tr("{chats} chats with {messages}: {titles}", chats=count(len(chats)), messages=messages, titles=named)]


def _one_chat(chat: Conversation) -> list[str]:
    setup, messages_n = chat.setup, len(chat.messages)
    lines = []
    if setup.character is not None and setup.character.description:
        versions_n = len(chat.children(None))
        name, greetings_n = setup.character.name, count(versions_n)
        lines.append(
            tr("Character {name}, with {greetings} greetings to choose from", name=name, greetings=greetings_n)
            if versions_n > 1
            else tr("Character {name}", name=name)
        )
    else:
        lines.append(
            tr_n(
                "Chat “{title}” with {n} message",
                "Chat “{title}” with {n} messages",
                messages_n,
                title=chat.title or tr("Chat"),
            )
        )
    if chat.system_prompt:
        lines.append(tr("Its system prompt"))
    if setup.note is not None:
        lines.append(tr("Author's note"))
    if setup.world:
        lines.append(_world_words(len(setup.world)))
    if setup.sampling:
        lines.append(tr("Values of samplers: {values}", values=count(len(setup.sampling))))
    return lines
