"""Files of other programs: recognised by what they hold, taken over, and what is left out named."""

import base64
import html
import json
import struct
import zipfile
import zlib
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.chat.character import AuthorsNote, Persona, WorldEntry
from app.chat.conversation import Conversation
from app.chat.errors import ImportEmpty, ImportInvalid, ImportUnknown
from app.chat.imports.imported import Imported
from app.chat.imports.importing import FORMATS, read_import
from app.chat.presets import Preset, presets_json
from app.chat.prompt import turns_of
from app.core.errors import AppError
from app.texts import chat as texts
from tests.chat.foreign_files import (
    CARD_V1,
    CARD_V2,
    KCPPS,
    KOBOLD_LITE,
    LOREBOOK,
    MESSAGES,
    SHAREGPT,
    SILLYTAVERN,
    card_text,
    charx_with,
    chunk,
    exif_with,
    json_lines,
    png_with,
    webp_with,
)


def imported(tmp_path: Path, content: object, name: str = "the file.bin") -> Imported:
    path = tmp_path / name
    path.write_bytes(content if isinstance(content, bytes) else json.dumps(content).encode())
    return read_import(path)


def said(chat: Conversation) -> list[tuple[str, str]]:
    return [(message.role, message.text) for message in chat.path()]


def left(result: Imported) -> dict[str, str]:
    assert {item.code for item in result.left_out} <= texts.LEFT_OUT.keys()
    return {item.code: item.detail for item in result.left_out}


def test_every_format_has_a_name() -> None:
    assert FORMATS.keys() == texts.IMPORT_KINDS.keys()


def test_a_card_of_the_second_version_opens_a_chat(tmp_path: Path) -> None:
    result = imported(tmp_path, CARD_V2)
    (chat,) = result.conversations
    assert (result.kind, chat.title, said(chat)) == ("card", "Mara", [("assistant", "Come in, User!")])
    greetings = [message.text for message in chat.children(None)]
    assert greetings == ["Come in, User!", "Who knocks?", "Hush."]
    character = chat.setup.character
    assert character is not None and (character.system_prompt, character.post_history, character.tags) == (
        "Be {{char}}. {{original}}",
        "Stay brief.",
        ("sea",),
    )
    assert chat.setup.note == AuthorsNote("It rains.", 2)
    assert chat.setup.world == (
        WorldEntry(("tower",), "The tower is old.", ("night",), is_case_sensitive=True, order=7, depth=3),
        WorldEntry(("boat",), "A boat.", is_enabled=False, is_constant=True, order=1),
    )
    assert left(result) == {"decorators": "1", "key_patterns": "1", "key_logic": "1", "extensions": "voice"}
    assert turns_of(chat)[0].content.startswith("Be Mara. \n\nMara keeps a lighthouse.")


@pytest.mark.parametrize("kind", [b"tEXt", b"zTXt", b"iTXt", b"iTXt packed"])
def test_cards_in_pictures_are_found(tmp_path: Path, kind: bytes) -> None:
    text = card_text(CARD_V1)
    data = {
        b"tEXt": b"chara\0" + text,
        b"zTXt": b"chara\0\0" + zlib.compress(text),
        b"iTXt": b"chara\0\0\0en\0Figur\0" + text,
        b"iTXt packed": b"chara\0\1\0\0\0" + zlib.compress(text),
    }[kind]
    (chat,) = imported(tmp_path, png_with(chunk(kind[:4], data))).conversations
    assert chat.setup.character is not None and chat.setup.character.name == "Mara"


def test_the_newer_card_in_a_picture_counts(tmp_path: Path) -> None:
    newer = {**CARD_V2, "spec": "chara_card_v3", "data": {**CARD_V2["data"], "nickname": "Captain"}}
    picture = png_with(chunk(b"tEXt", b"chara\0" + card_text(CARD_V1)), chunk(b"tEXt", b"ccv3\0" + card_text(newer)))
    (chat,) = imported(tmp_path, picture).conversations
    assert chat.title == "Captain"


@pytest.mark.parametrize(
    ("picture", "failure"),
    [
        (png_with(), ImportUnknown),
        (png_with(chunk(b"tEXt", b"Comment\0chara")), ImportUnknown),
        (png_with(chunk(b"tEXt", b"chara\0" + card_text(CARD_V1)))[:80], ImportInvalid),
        (png_with(chunk(b"tEXt", b"chara\0" + card_text(CARD_V1))).replace(b"chara", b"Chara", 1), ImportInvalid),
        (png_with(chunk(b"tEXt", b"chara\0{}}{")), ImportInvalid),
        (png_with(chunk(b"zTXt", b"chara\0\0broken")), ImportInvalid),
        (png_with(chunk(b"zTXt", b"chara\0\0" + zlib.compress(bytes(64 << 20)))), ImportInvalid),
        (png_with(chunk(b"tEXt", b"chara\0" + card_text([]))), ImportUnknown),
        (png_with(chunk(b"tEXt", b"chara\0" + card_text(json.loads("[" * 500 + "]" * 500)))), ImportUnknown),
        (b"\x89PNG\r\n\x1a\n" + b"\xff" * 100, ImportInvalid),
    ],
)
def test_pictures_without_a_whole_card_are_refused(tmp_path: Path, picture: bytes, failure: type[AppError]) -> None:
    with pytest.raises(failure):
        imported(tmp_path, picture)


CARD_JSON = json.dumps(CARD_V1).encode()


@pytest.mark.parametrize("before", [b"", b"\xff\xd8\xff\xe0 a picture "])
def test_a_card_in_an_archive_is_found(tmp_path: Path, before: bytes) -> None:
    (chat,) = imported(tmp_path, charx_with(CARD_JSON, before)).conversations
    assert chat.title == "Mara"


@pytest.mark.parametrize(
    ("archive", "failure"),
    [
        (charx_with(CARD_JSON, name="../card.json"), ImportUnknown),
        (charx_with(b"[]"), ImportUnknown),
        (charx_with(b"{broken"), ImportInvalid),
        (charx_with(CARD_JSON)[:-30], ImportUnknown),
        (charx_with(CARD_JSON, packing=zipfile.ZIP_STORED).replace(b"Mara", b"Sara", 1), ImportInvalid),
        (charx_with(CARD_JSON, packing=zipfile.ZIP_BZIP2), ImportInvalid),
        (charx_with(bytes(64 << 20)), ImportInvalid),
        (b"PK\3\4" + bytes(100), ImportUnknown),
        (b"PK\3\4" + b"PK\5\6" + struct.pack("<4H2IH", 0, 0, 9, 9, 1 << 30, 0, 0), ImportInvalid),
        (b"PK\3\4" + b"PK\6\7" + bytes(16) + b"PK\5\6" + bytes(18), ImportInvalid),
        (b"\xff\xd8\xff\xe0 only a picture", ImportUnknown),
    ],
)
def test_archives_without_a_whole_card_are_refused(tmp_path: Path, archive: bytes, failure: type[AppError]) -> None:
    with pytest.raises(failure):
        imported(tmp_path, archive)


XMP = b'<x:xmpmeta><rdf:Description tool="some program" %s/></x:xmpmeta>'


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        (b"EXIF", exif_with(CARD_JSON)),
        (b"EXIF", b"Exif\0\0" + exif_with(b"ASCII\0\0\0" + CARD_JSON + b"\0", ">")),
        (b"EXIF", exif_with(b"UNICODE\0" + CARD_JSON.decode().encode("utf-16-be"), ">")),
        (b"EXIF", exif_with(bytes(8) + base64.b64encode(CARD_JSON))),
        (b"EXIF", exif_with(",".join(map(str, CARD_JSON)).encode())),
        (b"EXIF", exif_with(CARD_JSON, tag=0x010E)),
        (b"XMP ", XMP % b'chara="%s"' % base64.b64encode(CARD_JSON)),
        (b"XMP ", b"<x><chara>%s</chara></x>" % html.escape(CARD_JSON.decode()).encode()),
    ],
)
def test_cards_in_webp_pictures_are_found(tmp_path: Path, kind: bytes, data: bytes) -> None:
    picture = webp_with((b"VP8X", bytes(10)), (b"VP8L", b"odd"), (kind, data))
    (chat,) = imported(tmp_path, picture).conversations
    assert chat.title == "Mara"


@pytest.mark.parametrize(
    "picture",
    [
        webp_with(),
        webp_with((b"EXIF", b"")),
        webp_with((b"EXIF", b"II*\0" + bytes(4))),
        webp_with((b"EXIF", b"II*\0" + b"\xff" * 40)),
        webp_with((b"EXIF", exif_with(b"a long text that is about the camera, and about nothing else at all"))),
        webp_with((b"EXIF", exif_with(b"300," * 40))),
        webp_with((b"XMP ", XMP % b'chara="%s"' % base64.b64encode(b"not a card at all, but long enough for one"))),
        webp_with((b"EXIF", exif_with(CARD_JSON)))[:-20],
        b"RIFF\xff\xff\xff\xffWEBP" + b"EXIF\xff\xff\xff\xff",
    ],
)
def test_webp_pictures_without_a_whole_card_are_refused(tmp_path: Path, picture: bytes) -> None:
    with pytest.raises((ImportUnknown, ImportInvalid)):
        imported(tmp_path, picture)


@pytest.mark.parametrize(
    "content",
    [
        LOREBOOK,
        {"name": "Coast", "description": "of mine", **LOREBOOK},
        {"spec": "lorebook_v3", "data": {"entries": [*LOREBOOK["entries"].values()]}},
    ],
)
def test_a_lorebook_brings_world_info(tmp_path: Path, content: object) -> None:
    result = imported(tmp_path, content, "coast.json")
    assert (result.kind, result.conversations) == ("world_info", ())
    assert result.world == (
        WorldEntry(("tower",), "The tower is old.", ("night",), is_case_sensitive=True, order=7, depth=3),
        WorldEntry((), "The sea.", is_constant=True),
        WorldEntry(("boat",), "A boat.", is_enabled=False, order=1),
    )
    assert left(result) == {"key_patterns": "1"}


def test_a_chat_of_sillytavern_keeps_its_swipes(tmp_path: Path) -> None:
    result = imported(tmp_path, json_lines(*SILLYTAVERN), "Mara - 2024.jsonl")
    (chat,) = result.conversations
    assert (chat.title, said(chat)) == (
        "Mara - 2024",
        [("assistant", "Hush."), ("user", "Thanks"), ("assistant", "Tea?")],
    )
    assert [message.text for message in chat.children(None)] == ["Come in!", "Hush."]
    reply = chat.path()[-1]
    assert (reply.thinking, reply.thought_s, reply.created_s, reply.finish_reason) == ("Cold.", 1.5, 1714557600, "stop")
    assert chat.path()[1].created_s == 1714557600
    assert chat.setup.persona == Persona("Ann") and chat.setup.note == AuthorsNote("It rains.", 1)
    assert chat.setup.character is not None and chat.setup.character.name == "Mara"
    assert left(result) == {"hidden_messages": "1", "pictures": "1"}


def test_a_save_of_kobold_lite_is_taken_apart(tmp_path: Path) -> None:
    result = imported(tmp_path, KOBOLD_LITE, "story.json")
    (chat,) = result.conversations
    assert said(chat) == [("user", "Hi"), ("assistant", "Hello"), ("user", "Picture?"), ("assistant", "Here.")]
    assert (chat.system_prompt, chat.setup.note) == ("Be kind.", AuthorsNote("It rains."))
    assert chat.setup.world == (
        WorldEntry(("tower", "spire"), "Old.", ("night",)),
        WorldEntry((), "Always.", is_constant=True),
    )
    values = {"temperature": 0.7, "top_k": 100, "repeat_penalty": 1.1, "min_p": 0.1, "mirostat": "2"}
    assert chat.setup.sampling == values
    assert left(result) == {"pictures": "1", "samplers": "tfs"}


@pytest.mark.parametrize(
    ("mode", "text", "turns"),
    [
        (
            4,
            "Intro\n### Instruction:\nHi\n### Response:\nHello",
            [("assistant", "Intro"), ("user", "Hi"), ("assistant", "Hello")],
        ),
        (
            3,
            "\nAnn: Hi\nMara: Hello\nstill me\nAnn: Bye",
            [("user", "Hi"), ("assistant", "Hello\nstill me"), ("user", "Bye")],
        ),
        (2, "A cave.\n> Go in\nDark.", [("assistant", "A cave."), ("user", "Go in"), ("assistant", "Dark.")]),
        (1, "Once upon a time", [("assistant", "Once upon a time")]),
        (None, "> quoted", [("assistant", "> quoted")]),
    ],
)
def test_each_mode_of_kobold_lite_tells_turns_apart(
    tmp_path: Path, mode: int | None, text: str, turns: list[tuple[str, str]]
) -> None:
    kept = {**KOBOLD_LITE["savedsettings"], "opmode": mode}
    save = {**KOBOLD_LITE, "prompt": text, "actions": [], "savedsettings": kept}
    (chat,) = imported(tmp_path, save).conversations
    assert said(chat) == turns
    assert (chat.setup.character is not None) == (mode == 3)


def test_settings_of_koboldcpp_name_a_pair(tmp_path: Path) -> None:
    result = imported(tmp_path, KCPPS, "mine.kcpps")
    assert result.pair is not None and result.pair.target is not None and result.pair.draft is not None
    assert (result.pair.target.path, result.pair.draft.path) == (
        Path("/models/target.gguf"),
        Path("/models/draft.gguf"),
    )
    assert result.pair.load == {"context_size": 16384, "gpu_layers": 20, "cache_type": "q8_0"}
    (preset,) = result.presets
    assert (preset.name, preset.sampling) == ("mine", {"temperature": 0.6})
    assert left(result) == {"program_settings": "multiuser, port", "samplers": "top_a"}


@pytest.mark.parametrize(
    "model", ["https://models.example/a.gguf", r"\\server\share\a.gguf", "//server/a.gguf", "a.gguf"]
)
def test_a_model_that_is_no_path_here_is_left_out(tmp_path: Path, model: str) -> None:
    result = imported(tmp_path, {**KCPPS, "model_param": model})
    assert result.pair is None and left(result)["model_addresses"] == model


@pytest.mark.parametrize(
    "content",
    [
        MESSAGES,
        {"messages": MESSAGES},
        [{"messages": MESSAGES}],
        json_lines({"messages": MESSAGES}),
        json_lines(*MESSAGES),
    ],
)
def test_lists_of_messages_are_chats(tmp_path: Path, content: object) -> None:
    result = imported(tmp_path, content)
    (chat,) = result.conversations
    assert (result.kind, chat.system_prompt, chat.title) == ("openai", "Be brief.", "What is this?")
    assert said(chat) == [("user", "What is this?"), ("assistant", "A cat.")]
    assert chat.path()[-1].thinking == "Whiskers."
    assert left(result) == {"pictures": "1", "tool_turns": "2"}


@pytest.mark.parametrize(
    "content",
    [SHAREGPT, [SHAREGPT], SHAREGPT["conversations"], {"items": SHAREGPT["conversations"]}, json_lines(SHAREGPT)],
)
def test_turns_of_sharegpt_are_chats(tmp_path: Path, content: object) -> None:
    result = imported(tmp_path, content)
    (chat,) = result.conversations
    assert (result.kind, chat.system_prompt, said(chat)) == (
        "sharegpt",
        "Be brief.",
        [("user", "Hi"), ("assistant", "Hello")],
    )
    assert left(result) == {"tool_turns": "1"}


def test_files_of_several_chats_bring_all(tmp_path: Path) -> None:
    assert len(imported(tmp_path, json_lines(*[SHAREGPT] * 3)).conversations) == 3
    assert len(imported(tmp_path, [{"messages": MESSAGES, "title": "One"}] * 2).conversations) == 2


@pytest.mark.parametrize(
    ("content", "failure"),
    [
        (b"Dear diary", ImportUnknown),
        (bytes(range(256)), ImportUnknown),
        (b"{}", ImportUnknown),
        (b"[1, 2]", ImportUnknown),
        (b'{"a": 1', ImportInvalid),
        (b"[" * 200_000, ImportInvalid),
        (b"1" * 5000, ImportUnknown),
        (b'{"a": ' + b"1" * 5000 + b"}", ImportInvalid),
        (b'{"messages": []}', ImportUnknown),
        (b'{"messages": [{"role": "tool", "content": "x"}]}', ImportEmpty),
        (b'{"kind": "slipstream-chats", "version": 9, "chats": []}', ImportInvalid),
        (b'{"kind": "slipstream-chats", "version": 1, "chats": []}', ImportEmpty),
    ],
)
def test_what_is_no_known_file_is_refused(tmp_path: Path, content: bytes, failure: type[AppError]) -> None:
    with pytest.raises(failure):
        imported(tmp_path, content)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 5) | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)
SEEDS = [CARD_V1, CARD_V2, LOREBOOK, SILLYTAVERN, KOBOLD_LITE, KCPPS, MESSAGES, SHAREGPT]


def with_another_value(data: st.DataObject, value: object) -> object:
    """The value with something else in one place of it."""
    if data.draw(st.integers(0, 4)) == 0 or not value:
        return data.draw(JSON)
    if isinstance(value, dict):
        name = data.draw(st.sampled_from(sorted(value)))
        return {**value, name: with_another_value(data, value[name])}
    if isinstance(value, list):
        at = data.draw(st.integers(0, len(value) - 1))
        return [*value[:at], with_another_value(data, value[at]), *value[at + 1 :]]
    return data.draw(JSON)


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_any_file_is_read_or_refused_in_words(tmp_path: Path, data: st.DataObject) -> None:
    content = with_another_value(data, data.draw(st.sampled_from(SEEDS)))
    try:
        result = imported(tmp_path, content)
    except AppError:
        return
    for chat in result.conversations:
        turns_of(chat)
        assert all(isinstance(message.text, str) for message in chat.path())


def test_our_presets_come_in(tmp_path: Path) -> None:
    preset = Preset("Ruhig", "Be calm.", {"temperature": 0.5})
    result = imported(tmp_path, presets_json([preset]).encode())
    assert (result.kind, result.presets) == ("presets", (preset,))


def test_a_data_set_does_not_flood_the_list(tmp_path: Path) -> None:
    turns = {"conversations": [{"from": "human", "value": "Hi"}]}
    result = imported(tmp_path, json_lines(*[turns] * 5003))
    assert (len(result.conversations), left(result)) == (5000, {"chats_too_many": "3"})
