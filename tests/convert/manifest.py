"""What stands in a GGUF file, short enough to keep: plain metadata, and a digest of everything long."""

import hashlib
import json
from pathlib import Path
from typing import Any

from gguf import GGUFReader

_LONG = 40
# Keys that only describe a file, by whose conversion differs without a fault.
_DESCRIPTIVE = ("general.name", "general.size_label", "general.basename", "general.type", "general.finetune")


def manifest(path: Path) -> tuple[dict[str, Any], dict[str, str]]:
    """(metadata: key -> [types, value], tensors: name -> type, shape, digest of the bytes)."""
    reader = GGUFReader(path)
    metadata = {
        key: [[kind.name for kind in field.types], _short(field.contents())]
        for key, field in sorted(reader.fields.items())
        if not key.startswith(("GGUF.", *_DESCRIPTIVE))
    }
    tensors = {
        tensor.name: f"{tensor.tensor_type.name} {[int(n) for n in tensor.shape]} {_digest(tensor.data.tobytes())}"
        for tensor in sorted(reader.tensors, key=lambda tensor: tensor.name)
    }
    return metadata, tensors


def _short(value: Any) -> Any:
    text = json.dumps(value, ensure_ascii=False)
    return value if len(text) <= _LONG * 8 else f"{len(value)} {_digest(text.encode())}"


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:24]
