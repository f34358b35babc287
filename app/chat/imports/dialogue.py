"""Builds chats out of what was said in turn elsewhere."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from app.chat.conversation import Conversation, Message, Role, new_id, title_of
from app.chat.imports.fields import name_of
from app.chat.imports.imported import Imported, LeftOut
from app.chat.setup import ChatSetup

MOST_MESSAGES = 50_000


@dataclass(frozen=True, slots=True)
class Said:
    """One version of a message."""

    text: str
    thinking: str = ""
    thought_s: float | None = None


@dataclass(slots=True)
class Dialogue:
    """What was said so far, and counts of what has no place here by the codes of LeftOut."""

    system_prompt: str = ""
    messages: list[Message] = field(default_factory=list)
    left_out: dict[str, int] = field(default_factory=dict)
    _last: str | None = None

    def say(self, role: Role, versions: Sequence[Said], chosen: int = 0, created_s: float = 0.0) -> None:
        """Add a message in its versions; what follows follows the `chosen` one."""
        if len(self.messages) + len(versions) > MOST_MESSAGES:
            self.skip("messages_too_many")
            return
        parent, reason = self._last, "stop" if role == "assistant" else None
        for number, said in enumerate(versions):
            message = Message(
                *(new_id(), parent, role, said.text, created_s, reason),
                thinking=said.thinking,
                thought_s=said.thought_s,
            )
            self.messages.append(message)
            if number == chosen or self._last == parent:
                self._last = message.id

    def skip(self, code: str) -> None:
        """Count something that is not taken over."""
        self.left_out[code] = self.left_out.get(code, 0) + 1

    def conversation(self, title: str = "", setup: ChatSetup | None = None, system_prompt: str = "") -> Conversation:
        """The chat, under a title of its own or the one that its first question gives it."""
        first = next((message.text for message in self.messages if message.role == "user"), "")
        return Conversation(
            new_id(),
            title or title_of(first),
            system_prompt or self.system_prompt,
            tuple(self.messages),
            self._last,
            setup or ChatSetup(),
            is_titled=bool(title),
        )


def imported_turns(
    kind: str,
    chats: Iterable[tuple[Mapping[str, Any], Sequence[dict[str, Any]]]],
    say: Callable[[Dialogue, dict[str, Any]], None],
    system_of: Callable[[Mapping[str, Any]], str] = lambda holder: "",
) -> Imported:
    """The chats of a kind that lists turns: each turn is given to `say`; `chats` are what holds them, and the turns."""
    dialogues, conversations = [], []
    for holder, turns in chats:
        dialogue = Dialogue(system_of(holder))
        for turn in turns:
            say(dialogue, turn)
        dialogues.append(dialogue)
        if dialogue.messages:
            conversations.append(dialogue.conversation(name_of(holder, "title")))
    return Imported(kind, tuple(conversations), left_out=counted(dialogues))


def counted(dialogues: Sequence[Dialogue]) -> tuple[LeftOut, ...]:
    """What all of them left out, with its count."""
    sums: dict[str, int] = {}
    for dialogue in dialogues:
        for code, count in dialogue.left_out.items():
            sums[code] = sums.get(code, 0) + count
    return tuple(LeftOut(code, str(count)) for code, count in sums.items())


def objects(values: Any) -> list[dict[str, Any]]:
    """Those items of a list that are objects."""
    return [value for value in values if isinstance(value, dict)] if isinstance(values, list) else []
