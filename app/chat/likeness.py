"""Which chats that a file brings are here already: with the same words, under whatever ids."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from app.chat.conversation import Conversation, Message
from app.chat.store import ChatStore


def already_here(store: ChatStore, chats: Sequence[Conversation]) -> Mapping[str, str]:
    """By the id of each of the chats that is here already: the id of the kept one, which may have gone on since.

    Raises what the store raises.
    """
    wanted = {message.text for chat in chats for message in chat.messages[:1]}
    candidates = {chat_id for chat_id, text in store.beginnings() if text in wanted}
    said = {chat_id: set(_places(store.load(chat_id).messages)) for chat_id in candidates}
    holders: dict[int, list[str]] = {}
    for chat_id, numbers in said.items():
        for place in numbers:
            holders.setdefault(place, []).append(chat_id)
    found = {}
    for chat in chats:
        places = list(_places(chat.messages))
        holding = holders.get(places[-1], ()) if places else ()
        kept = next((chat_id for chat_id in holding if said[chat_id].issuperset(places)), None)
        if kept is not None:
            found[chat.id] = kept
    return found


def _places(messages: Iterable[Message]) -> Iterator[int]:
    """For each message a number that it shares with those of the same words after the same words."""
    numbers: dict[str | None, int] = {None: 0}
    for message in messages:
        files = tuple(attachment.text for attachment in message.attachments)
        numbers[message.id] = number = hash((numbers[message.parent], message.role, message.text, files))
        yield number
