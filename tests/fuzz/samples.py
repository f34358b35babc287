"""Small sound files and checkpoints, taken apart into the fields that fuzzing changes."""

import pickletools
import struct
import zipfile
from collections.abc import Mapping, Sequence
from io import BytesIO
from typing import Any

from tests.formats.files import safetensors_bytes, torch_bytes
from tests.fuzz.changes import Field, number

TENSORS: Mapping[str, tuple[str, Sequence[int]]] = {
    "model.embed_tokens.weight": ("BF16", (8, 4)),
    "model.norm.weight": ("F32", (4,)),
    "d2t": ("I64", (3,)),
}
_GGUF_NUMBERS = {bool: (7, "<B"), int: (4, "<I"), float: (6, "<f")}
TARGET_PAIRS: Mapping[str, Any] = {
    "general.architecture": "qwen3",
    "general.name": "Small",
    "general.alignment": 32,
    "general.file_type": 1,
    "split.count": 0,
    "qwen3.block_count": 2,
    "qwen3.embedding_length": 8,
    "qwen3.context_length": 64,
    "qwen3.nextn_predict_layers": 0,
    "qwen3.rope.dimension_sections": [1, 1, 1, 0],
    "qwen3.attention.layer_norm_rms_epsilon": 1e-6,
    "tokenizer.ggml.model": "gpt2",
    "tokenizer.ggml.tokens": ["a", "b", "", "c"],
    "tokenizer.ggml.token_type": [1, 1, 5, 3],
    "tokenizer.ggml.add_bos_token": False,
}
DRAFT_PAIRS: Mapping[str, Any] = {
    "general.architecture": "dflash",
    "dflash.block_count": 1,
    "dflash.embedding_length": 8,
    "dflash.block_size": 6,
    "dflash.target_layers": [1, 2],
    "dflash.sample_from_anchor": True,
    "dflash.has_confidence_head": True,
    "tokenizer.ggml.mask_token_id": 2,
    "tokenizer.ggml.tokens": ["a", "b", "c"],
}
EAGLE3_PAIRS: Mapping[str, Any] = {
    "general.architecture": "eagle3",
    "eagle3.block_count": 1,
    "eagle3.embedding_length": 8,
    "eagle3.target_hidden_size": 8,
    "eagle3.target_layers": [1, 2, 4],
    "tokenizer.ggml.tokens": ["a", "b", "c"],
}


def gguf_fields(pairs: Mapping[str, Any], tensors: Mapping[str, Sequence[int]]) -> list[Field]:
    """A GGUF file of F32 zeros: every length, count, type and offset a field."""
    fields = [Field(b"GGUF"), number("<I", 3), number("<Q", len(tensors)), number("<Q", len(pairs))]
    for key, value in pairs.items():
        fields += [*_text(key), *_value(value)]
    end = 0
    for name, shape in tensors.items():
        fields += [*_text(name), number("<I", len(shape)), *(number("<Q", size) for size in reversed(shape))]
        fields += [number("<I", 0), number("<Q", end)]
        size = 4
        for dimension in shape:
            size *= dimension
        end += -(-size // 32) * 32
    fields.append(Field(bytes(-sum(len(field.content) for field in fields) % 32)))
    return [*fields, Field(bytes(end))]


def _text(value: str) -> list[Field]:
    return [number("<Q", len(value.encode())), Field(value.encode())]


def _value(value: Any) -> list[Field]:
    if isinstance(value, str):
        return [number("<I", 8), *_text(value)]
    if isinstance(value, list):
        items = [_value(item) for item in value]
        return [number("<I", 9), items[0][0], number("<Q", len(value)), *(part for item in items for part in item[1:])]
    kind, form = _GGUF_NUMBERS[type(value)]
    return [number("<I", kind), Field(struct.pack(form, value), "" if form == "<f" else form)]


GGUFS = (
    gguf_fields(
        TARGET_PAIRS, {"token_embd.weight": (4, 8), "output_norm.weight": (8,), "blk.0.attn_norm.weight": (8,)}
    ),
    gguf_fields(
        DRAFT_PAIRS, {"fc.weight": (8, 16), "markov_w1.weight": (3, 4), "d2t": (2,), "token_embd.weight": (3, 8)}
    ),
    gguf_fields(EAGLE3_PAIRS, {"fc.weight": (8, 24), "d2t": (2,)}),
)


def safetensors_fields() -> list[Field]:
    """A safetensors file: the length of its header, the header, the data."""
    content = safetensors_bytes(TENSORS)
    length = int.from_bytes(content[:8], "little")
    return [number("<Q", length), Field(content[8 : 8 + length]), Field(content[8 + length :])]


def torch_content() -> bytes:
    """A PyTorch file of today's format."""
    return torch_bytes({name: ("F32", shape, bytes(4 * _product(shape))) for name, (_, shape) in TENSORS.items()})


def pickle_fields(program: bytes) -> list[Field]:
    """A pickle, opcode by opcode."""
    places = [place or 0 for _, _, place in pickletools.genops(BytesIO(program))]
    ends = [*places[1:], len(program)]
    return [Field(program[start:end]) for start, end in zip(places, ends, strict=True)]


def archive_of(program: bytes) -> bytes:
    """The sample's archive with another pickle in it."""
    stream, sample = BytesIO(), zipfile.ZipFile(BytesIO(torch_content()))
    with zipfile.ZipFile(stream, "w") as made:
        for name in sample.namelist():
            made.writestr(name, program if name.endswith("data.pkl") else sample.read(name))
    return stream.getvalue()


def program_of_archive() -> bytes:
    """The pickle in the sample's archive."""
    with zipfile.ZipFile(BytesIO(torch_content())) as archive:
        return archive.read("archive/data.pkl")


def legacy_fields() -> list[Field]:
    """A PyTorch file of the format before: five pickles, then the storages."""
    start = b"\x80\x02\x8a\nl\xfc\x9cF\xf9 j\xa8P\x19." + b"\x80\x02M\xe9\x03."
    system = b"\x80\x02}(X\x0d\0\0\0little_endian\x88X\x10\0\0\0protocol_versionM\xe9\x03u."
    program = program_of_archive()
    keys = b"\x80\x02]q\0(X\x01\0\0\x000X\x01\0\0\x001X\x01\0\0\x002e."
    data = [number("<Q", 4), Field(bytes(16)), number("<Q", 3), Field(bytes(12)), number("<Q", 32), Field(bytes(128))]
    parts = [start[: start.index(b".") + 1], start[start.index(b".") + 1 :], system, program, keys]
    return [field for part in parts for field in pickle_fields(part)] + data


def zip_fields(content: bytes) -> list[Field]:
    """An archive, with the numbers of its entries' headers and of its directory as fields."""
    forms = {
        b"PK\3\4": ("<H", "<H", "<H", "<H", "<H", "<I", "<I", "<I", "<H", "<H"),
        b"PK\1\2": ("<H", "<H", "<H", "<H", "<H", "<H", "<I", "<I", "<I", "<H", "<H", "<H", "<H", "<H", "<I", "<I"),
        b"PK\5\6": ("<H", "<H", "<H", "<H", "<I", "<I", "<H"),
    }
    fields: list[Field] = []
    place, kept = 0, 0
    while place < len(content):
        numbers = forms.get(content[place : place + 4])
        if numbers is None:
            place += 1
            continue
        fields.append(Field(content[kept : place + 4]))
        place += 4
        for form in numbers:
            size = struct.calcsize(form)
            fields.append(Field(content[place : place + size], form))
            place += size
        kept = place
    return [*fields, Field(content[kept:])]


def piece_fields(content: bytes) -> list[Field]:
    """The pieces of a tokenizer.model up to the first that is over 127 bytes long, and the rest."""
    fields: list[Field] = []
    place = 0
    while content[place] == ord("\n") and content[place + 1] < 128:
        end = place + 2 + content[place + 1]
        fields.append(Field(content[place + 2 : end]))
        place = end
    return [*fields, Field(content[place:])]


def pieces_of(fields: Sequence[Field]) -> bytes:
    """A tokenizer.model of these messages, the last of them as it is."""
    messages = [field.content for field in fields]
    return b"".join(b"\n" + _varint(len(message)) + message for message in messages[:-1]) + b"".join(messages[-1:])


def _varint(value: int) -> bytes:
    return bytes([value]) if value < 128 else bytes([value % 128 | 128]) + _varint(value // 128)


def _product(shape: Sequence[int]) -> int:
    size = 1
    for dimension in shape:
        size *= dimension
    return size
