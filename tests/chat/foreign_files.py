"""Files of other programs in the shape that their formats have."""

import base64
import io
import json
import struct
import zipfile
import zlib
from typing import Any

CARD_V1 = {
    "name": "Mara",
    "description": "{{char}} keeps a lighthouse.",
    "personality": "patient",
    "scenario": "A storm.",
    "first_mes": "Come in, {{user}}!",
    "mes_example": "<START>\n{{user}}: Cold?",
}

CARD_V2: dict[str, Any] = {
    "spec": "chara_card_v2",
    "spec_version": "2.0",
    "data": {
        **CARD_V1,
        "creator_notes": "Tested.",
        "system_prompt": "Be {{char}}. {{original}}",
        "post_history_instructions": "Stay brief.",
        "alternate_greetings": ["Who knocks?", "Hush."],
        "tags": ["sea"],
        "creator": "me",
        "character_version": "1",
        "extensions": {"depth_prompt": {"prompt": "It rains.", "depth": 2}, "fav": False, "voice": {"pitch": 2}},
        "character_book": {
            "name": "Coast",
            "extensions": {},
            "entries": [
                {
                    "keys": ["tower", "/to.er/i"],
                    "secondary_keys": ["night"],
                    "selective": True,
                    "content": "@@depth 4\nThe tower is old.",
                    "enabled": True,
                    "insertion_order": 7,
                    "case_sensitive": True,
                    "extensions": {"position": 4, "depth": 3, "selectiveLogic": 0},
                },
                {
                    "keys": ["boat"],
                    "secondary_keys": ["car"],
                    "selective": True,
                    "content": "A boat.",
                    "enabled": False,
                    "constant": True,
                    "insertion_order": 1,
                    "extensions": {"selectiveLogic": 2},
                },
                {"keys": [], "content": " ", "enabled": True, "insertion_order": 1, "extensions": {}},
            ],
        },
    },
}

SILLYTAVERN = [
    {"user_name": "Ann", "character_name": "Mara", "chat_metadata": {"note_prompt": "It rains.", "note_depth": 1}},
    {"name": "Mara", "is_user": False, "mes": "Hush.", "swipes": ["Come in!", "Hush."], "swipe_id": 1, "extra": {}},
    {"name": "Ann", "is_user": True, "mes": "Thanks", "send_date": "2024-05-01T10:00:00+00:00"},
    {"name": "Note", "is_system": True, "mes": "hidden"},
    {
        "name": "Mara",
        "is_user": False,
        "mes": "Tea?",
        "send_date": 1714557600000,
        "extra": {"reasoning": "Cold.", "reasoning_duration": 1500, "image": "x.png"},
    },
]

KOBOLD_LITE: dict[str, Any] = {
    "gamestarted": True,
    "prompt": "",
    "memory": "Be kind.\n",
    "authorsnote": "It rains.",
    "anotetemplate": "[Author's note: <|>]",
    "actions": ["{{[INPUT]}}Hi{{[INPUT_END]}}{{[OUTPUT]}}Hello", "{{[INPUT]}}Picture?{{[OUTPUT]}}[<|p|123|p|>]Here."],
    "worldinfo": [
        {"key": "tower, spire", "keysecondary": "night", "content": "Old.", "selective": True, "constant": False},
        {"key": "", "keysecondary": "x", "content": "Always.", "selective": False, "constant": True},
    ],
    "savedsettings": {
        "opmode": 4,
        "temperature": 0.7,
        "top_k": 100,
        "rep_pen": 1.1,
        "min_p": 0.1,
        "miro_type": 2,
        "tfs": 0.9,
        "instruct_starttag": "\\n### Instruction:\\n",
        "instruct_endtag": "\\n### Response:\\n",
        "chatname": "Ann",
        "chatopponent": "Mara",
    },
}

KCPPS = {
    "model": None,
    "model_param": "/models/target.gguf",
    "draftmodel": "/models/draft.gguf",
    "contextsize": 16384,
    "gpulayers": 20,
    "quantkv": 1,
    "threads": 7,
    "usevulkan": [0],
    "port": 5001,
    "multiuser": 1,
    "smartcontext": False,
    "preloadstory": None,
    "gendefaults": json.dumps({"temperature": 0.6, "top_a": 0.2}),
}

MESSAGES = [
    {"role": "system", "content": "Be brief."},
    {"role": "user", "content": [{"type": "text", "text": "What is this?"}, {"type": "image_url", "image_url": {}}]},
    {"role": "assistant", "content": None, "tool_calls": [{}]},
    {"role": "tool", "content": "42"},
    {"role": "assistant", "content": "A cat.", "reasoning_content": "Whiskers."},
]

SHAREGPT = {
    "id": "x",
    "conversations": [
        {"from": "system", "value": "Be brief."},
        {"from": "human", "value": "Hi"},
        {"from": "gpt", "value": "Hello"},
        {"from": "function_call", "value": "{}"},
    ],
}


def chunk(kind: bytes, data: bytes) -> bytes:
    """A chunk of a PNG file."""
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png_with(*chunks: bytes) -> bytes:
    """A picture of one pixel with more chunks in it."""
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0))
    pixels = chunk(b"IDAT", zlib.compress(b"\0\0"))
    return b"\x89PNG\r\n\x1a\n" + head + b"".join(chunks) + pixels + chunk(b"IEND", b"")


def card_text(card: object) -> bytes:
    """A card as it stands in a text chunk."""
    return base64.b64encode(json.dumps(card).encode())


def json_lines(*values: object) -> bytes:
    """Values line by line."""
    return "\n".join(map(json.dumps, values)).encode() + b"\n"


LOREBOOK: dict[str, Any] = {
    "entries": {
        "0": {
            "uid": 0,
            "key": ["tower", "/to.er/i"],
            "keysecondary": ["night"],
            "comment": "The tower",
            "content": "The tower is old.",
            "constant": False,
            "selective": True,
            "selectiveLogic": 0,
            "order": 7,
            "position": 4,
            "depth": 3,
            "disable": False,
            "caseSensitive": True,
        },
        "1": {"uid": 1, "key": [], "content": "The sea.", "constant": True, "selective": True, "selectiveLogic": 2},
        "2": {"uid": 2, "key": ["boat"], "content": "A boat.", "disable": True, "order": 1, "position": 0},
    }
}


def charx_with(text: bytes, before: bytes = b"", name: str = "card.json", packing: int = zipfile.ZIP_DEFLATED) -> bytes:
    """An archive with a card and a picture, behind other bytes."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", packing) as archive:
        archive.writestr("assets/icon/main.png", b"\x89PNG")
        archive.writestr(name, text)
    return before + written.getvalue()


def webp_with(*chunks: tuple[bytes, bytes]) -> bytes:
    """A picture that has nothing but its metadata."""
    parts = [kind + struct.pack("<I", len(data)) + data + bytes(len(data) % 2) for kind, data in chunks]
    body = b"WEBP" + b"".join(parts)
    return b"RIFF" + struct.pack("<I", len(body)) + body


def exif_with(comment: bytes, order: str = "<", tag: int = 0x9286) -> bytes:
    """EXIF whose further fields are one text."""
    head = (b"II*\0" if order == "<" else b"MM\0*") + struct.pack(order + "I", 8)
    first = struct.pack(order + "HHHIII", 1, 0x8769, 4, 1, 26, 0)
    further = struct.pack(order + "HHHIII", 1, tag, 7, len(comment), 44, 0)
    return head + first + further + comment
