"""Saves of KoboldAI Lite: one running text, which its mode and tags take apart into turns."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from app.chat.character import AuthorsNote, Character, Persona
from app.chat.conversation import Role
from app.chat.imports.book import world_of_lite
from app.chat.imports.content import Content
from app.chat.imports.dialogue import Dialogue, Said, counted
from app.chat.imports.fields import name_of, object_of, text_of, texts_of, whole_of
from app.chat.imports.imported import Imported, LeftOut
from app.chat.imports.samplers import sampling_values
from app.chat.setup import ChatSetup

_ADVENTURE, _CHAT, _INSTRUCT = 2, 3, 4
# What newer saves have in place of the tags of the model's format.
_INPUT, _OUTPUT = "{{[INPUT]}}", "{{[OUTPUT]}}"
_ENDS = re.compile(r"\{\{\[(?:INPUT|OUTPUT|SYSTEM)_END\]\}\}")
_SYSTEM = "{{[SYSTEM]}}"
_PICTURE = re.compile(r"\[<\|[a-z]\|[^\]]{0,200}\|[a-z]\|>\]|\{\{\[IMG_[^\]]{0,200}\]\}\}")
_NOTE_PLACE = "<|>"
_MOST_NAMES = 20


def recognises(content: Content) -> bool:
    """Whether it has a beginning, what followed it, and the fields about a game."""
    value = content.value
    return (
        isinstance(value, dict)
        and {"prompt", "actions"} <= value.keys()
        and not {"gamestarted", "memory"}.isdisjoint(value)
    )


def read(content: Content) -> Imported:
    """The text as a chat, with memory, author's note, world info and samplers."""
    save = content.value
    settings = object_of(save, "savedsettings")
    text = "".join((text_of(save, "prompt"), *texts_of(save, "actions")))
    dialogue = Dialogue(text_of(save, "memory").strip())
    text, pictures_n = _PICTURE.subn("", text)
    for _ in range(pictures_n):
        dialogue.skip("pictures")
    mode = whole_of(settings, "opmode", 1, 4)
    for role, said in _turns(text, mode, settings):
        if said.strip():
            dialogue.say(role, [Said(said.strip())])
    sampling, lost = sampling_values(settings)
    setup = ChatSetup(sampling=sampling, note=_note(save), world=world_of_lite(save.get("worldinfo")))
    if mode == _CHAT:
        setup = replace(setup, character=_character(settings), persona=_persona(settings))
    untold = (LeftOut("save_images"),) if object_of(save, "completed_imgs_meta") else ()
    return Imported(
        "kobold_lite", (dialogue.conversation(content.name, setup),), left_out=(*counted([dialogue]), *lost, *untold)
    )


def _turns(text: str, mode: int | None, settings: Mapping[str, Any]) -> Iterator[tuple[Role, str]]:
    if _INPUT in text or _OUTPUT in text:
        return _tagged(_ENDS.sub("", text).replace(_SYSTEM, _INPUT), _INPUT, _OUTPUT)
    if mode == _INSTRUCT:
        start = text_of(settings, "instruct_starttag").replace("\\n", "\n").strip()
        end = text_of(settings, "instruct_endtag").replace("\\n", "\n").strip()
        if start and end and start != end:
            return _tagged(text, start, end)
    if mode == _CHAT:
        return _spoken(text, name_of(settings, "chatname"), _opponents(settings))
    if mode == _ADVENTURE:
        return _acted(text)
    # A story is one text that the model goes on with.
    return iter([("assistant", text)])


def _tagged(text: str, start: str, end: str) -> Iterator[tuple[Role, str]]:
    parts = re.split(f"({re.escape(start)}|{re.escape(end)})", text)
    yield "assistant", parts[0]
    for tag, said in zip(parts[1::2], parts[2::2], strict=True):
        yield ("user" if tag == start else "assistant"), said


def _spoken(text: str, user: str, others: list[str]) -> Iterator[tuple[Role, str]]:
    names = [name for name in (user, *others) if name]
    if not names:
        return iter([("assistant", text)])
    parts = re.split(f"^({'|'.join(map(re.escape, names))}): ?", text, flags=re.MULTILINE)
    spoken: list[tuple[Role, str]] = [("assistant", parts[0])]
    # Of several characters each is named, for they are one voice here.
    spoken += [
        ("user", said) if name == user else ("assistant", said if len(others) < 2 else f"{name}: {said}")
        for name, said in zip(parts[1::2], parts[2::2], strict=True)
    ]
    return iter(spoken)


def _acted(text: str) -> Iterator[tuple[Role, str]]:
    for number, part in enumerate(re.split(r"^> ?(.*)$", text, flags=re.MULTILINE)):
        yield ("user" if number % 2 else "assistant"), part


def _opponents(settings: Mapping[str, Any]) -> list[str]:
    return [name for name in text_of(settings, "chatopponent").split("||$||") if name.strip()][:_MOST_NAMES]


def _character(settings: Mapping[str, Any]) -> Character | None:
    names = _opponents(settings)
    return Character(names[0]) if len(names) == 1 else None


def _persona(settings: Mapping[str, Any]) -> Persona | None:
    name = name_of(settings, "chatname")
    return Persona(name) if name else None


def _note(save: Mapping[str, Any]) -> AuthorsNote | None:
    note, template = text_of(save, "authorsnote"), text_of(save, "anotetemplate")
    return AuthorsNote(note) if note.strip() or (template.strip() and _NOTE_PLACE not in template) else None
