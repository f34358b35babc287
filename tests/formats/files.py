"""Writes small model files, whole and broken, byte by byte."""

import json
import math
import struct
import zipfile
from collections.abc import Mapping, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

_ITEM_BYTES = {"BF16": 2, "F16": 2, "F32": 4, "I64": 8, "BOOL": 1, "U8": 1, "F8_E4M3": 1}


def safetensors_bytes(tensors: Mapping[str, tuple[str, Sequence[int]]]) -> bytes:
    """A whole safetensors file of zeros: name -> (type, shape)."""
    header: dict[str, Any] = {}
    end = 0
    for name, (dtype, shape) in tensors.items():
        size = _ITEM_BYTES[dtype]
        for dimension in shape:
            size *= dimension
        header[name] = {"dtype": dtype, "shape": list(shape), "data_offsets": [end, end + size]}
        end += size
    return with_header(header, bytes(end))


def with_header(header: Any, data: bytes = b"") -> bytes:
    """A safetensors file with this header (JSON text or an object) and these bytes after it."""
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    return struct.pack("<Q", len(text)) + text + data


def write_checkpoint(folder: Path, config: Mapping[str, Any], tensors: Mapping[str, tuple[str, Sequence[int]]]) -> Path:
    """A checkpoint folder of one file."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "config.json").write_text(json.dumps(config))
    (folder / "model.safetensors").write_bytes(safetensors_bytes(tensors))
    return folder


_STORAGES = {"BF16": "BFloat16", "F16": "Half", "F32": "Float", "I64": "Long", "BOOL": "Bool", "U8": "Byte"}


def torch_bytes(tensors: Mapping[str, tuple[str, Sequence[int], bytes]], start: bytes = b"\x80\x02}") -> bytes:
    """A PyTorch file of today's format: name -> (type, shape, values); `start` is what its pickle begins with."""
    program = start
    for i, (name, (dtype, shape, values)) in enumerate(tensors.items()):
        strides = [math.prod(shape[place + 1 :]) for place in range(len(shape))]
        storage = b"ctorch\n" + _STORAGES[dtype].encode() + b"Storage\n"
        count = b"J" + struct.pack("<i", len(values) // _ITEM_BYTES[dtype])
        program += _text(name) + b"ctorch._utils\n_rebuild_tensor_v2\n(("
        program += _text("storage") + storage + _text(str(i)) + _text("cpu") + count + b"tQK\0"
        program += _counts(shape) + _counts(strides) + b"\x89ccollections\nOrderedDict\n)RtRs"
    stream = BytesIO()
    with zipfile.ZipFile(stream, "w") as made:
        made.writestr("archive/data.pkl", program + b".")
        for i, (_, _, values) in enumerate(tensors.values()):
            made.writestr(f"archive/data/{i}", values)
    return stream.getvalue()


def _text(value: str) -> bytes:
    content = value.encode()
    return b"X" + struct.pack("<I", len(content)) + content


def _counts(values: Sequence[int]) -> bytes:
    return b"(" + b"".join(b"J" + struct.pack("<i", value) for value in values) + b"t"


def gguf_text(value: str) -> bytes:
    """A string as GGUF stores it."""
    content = value.encode()
    return struct.pack("<Q", len(content)) + content


def gguf_value(value: Any) -> bytes:
    """A value with its type before it: bool, int (u32), float (f32), str, or a list of one of them."""
    if isinstance(value, list):
        items = [gguf_value(item) for item in value] or [gguf_value("")]
        count = struct.pack("<Q", len(value))
        return struct.pack("<I", 9) + items[0][:4] + count + b"".join(item[4:] for item in items if value)
    if isinstance(value, bool):
        return struct.pack("<IB", 7, value)
    if isinstance(value, int):
        return struct.pack("<Ii", 5, value) if value < 0 else struct.pack("<II", 4, value)
    if isinstance(value, float):
        return struct.pack("<If", 6, value)
    return struct.pack("<I", 8) + gguf_text(value)


def gguf_bytes(
    metadata: Mapping[str, Any] | Sequence[tuple[str, Any]],
    tensors: Mapping[str, Sequence[int]] | None = None,
    *,
    version: int = 3,
    infos: Sequence[tuple[str, Sequence[int], int, int]] | None = None,
    data: bytes | None = None,
) -> bytes:
    """A GGUF file of F32 zeros: name -> shape, rows first; or with `infos` (name, shape reversed, type, offset)."""
    pairs = list(metadata.items() if isinstance(metadata, Mapping) else metadata)
    if infos is None:
        infos, end = [], 0
        for name, shape in (tensors or {}).items():
            size = 4
            for dimension in shape:
                size *= dimension
            infos.append((name, list(shape)[::-1], 0, end))
            end += -(-size // 32) * 32
        data = bytes(end) if data is None else data
    head = b"GGUF" + struct.pack("<IQQ", version, len(infos), len(pairs))
    head += b"".join(gguf_text(key) + gguf_value(value) for key, value in pairs)
    for name, reversed_shape, kind, offset in infos:
        head += gguf_text(name) + struct.pack("<I", len(reversed_shape))
        head += b"".join(struct.pack("<Q", dimension) for dimension in reversed_shape)
        head += struct.pack("<IQ", kind, offset)
    return head + bytes(-len(head) % 32) + (data or b"")
