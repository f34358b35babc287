"""What a file brings: chats, presets, world info or a pair, and what of it has no place here."""

from dataclasses import dataclass

from app.chat.character import WorldEntry
from app.chat.conversation import Conversation
from app.chat.presets import Preset
from app.models.pair_file import PairFile


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Something of a file that is not taken over; `code` finds the words for it, `detail` names it."""

    code: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Imported:
    """`kind` is that of the file, a key of `importing.FORMATS`. Ids are new: nothing that is kept is replaced."""

    kind: str
    conversations: tuple[Conversation, ...] = ()
    presets: tuple[Preset, ...] = ()
    world: tuple[WorldEntry, ...] = ()
    pair: PairFile | None = None
    left_out: tuple[LeftOut, ...] = ()
