"""Reads a file of any known format: it is recognised by what it holds, not by its name."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from app.chat.errors import ImportEmpty, ImportUnknown
from app.chat.imports import card, kcpps, kobold_lite, openai, our_presets, ours, sharegpt, sillytavern, world_info
from app.chat.imports.content import Content, read_content
from app.chat.imports.imported import Imported, LeftOut

# Data sets for training come in the same forms, with chats by the hundred thousand.
_MOST_CHATS = 5000

# The most telling first.
FORMATS: Mapping[str, tuple[Callable[[Content], bool], Callable[[Content], Imported]]] = {
    "ours": (ours.recognises, ours.read),
    "presets": (our_presets.recognises, our_presets.read),
    "card": (card.recognises, card.read),
    "world_info": (world_info.recognises, world_info.read),
    "kobold_lite": (kobold_lite.recognises, kobold_lite.read),
    "kcpps": (kcpps.recognises, kcpps.read),
    "sillytavern": (sillytavern.recognises, sillytavern.read),
    "sharegpt": (sharegpt.recognises, sharegpt.read),
    "openai": (openai.recognises, openai.read),
}


def read_import(path: Path) -> Imported:
    """What a file brings; nothing is kept yet.

    Raises ImportUnknown for a file of no known format, ImportInvalid for a broken one, ImportEmpty for one with nothing
    to take over, and what `open_unknown` raises.
    """
    content = read_content(path)
    read = next((read for recognises, read in FORMATS.values() if recognises(content)), None)
    if read is None:
        raise ImportUnknown(path=str(path))
    imported = read(content)
    if not (imported.conversations or imported.presets or imported.world) and imported.pair is None:
        raise ImportEmpty(path=str(path))
    chats = imported.conversations
    if len(chats) > _MOST_CHATS:
        left_out = (*imported.left_out, LeftOut("chats_too_many", str(len(chats) - _MOST_CHATS)))
        imported = replace(imported, conversations=chats[:_MOST_CHATS], left_out=left_out)
    return imported
