"""Small checkpoints by recipe: config and shapes as an exporter wrote them, weights made up the same way every time."""

import hashlib
import json
import shutil
from pathlib import Path
from typing import Any

import numpy as np

from tests.convert.checkpoints import TYPES, Array, write_tensors

FAMILIES = Path(__file__).parent / "families"
NAMES = tuple(sorted(path.stem for path in FAMILIES.glob("*.json")))
_FLOAT_BITS = {"BF16": (np.uint16, 0), "F32": (np.uint32, 16)}


def recipe(name: str) -> dict[str, Any]:
    """A recipe: `config`, `tensors` (name -> [type, shape]), `tokenizer` (a folder's name), and for some `files` more.

    `otherwise` lists the keys that are written otherwise than by llama.cpp's converter, on purpose; `options` are for
    that one, and `pre` is its pre-tokenizer.
    """
    found: dict[str, Any] = json.loads((FAMILIES / f"{name}.json").read_text("utf-8"))
    return found


def write_checkpoint(name: str, folder: Path) -> Path:
    """The checkpoint of the recipe `name`, in a folder of that name inside `folder`."""
    content = recipe(name)
    checkpoint = folder / name
    shutil.copytree(FAMILIES / "tokenizers" / content["tokenizer"], checkpoint)
    for file, written in {"config.json": content["config"], **content.get("files", {})}.items():
        (checkpoint / file).write_text(json.dumps(written), "utf-8")
    tensors = {tensor: (dtype, _values(tensor, dtype, shape)) for tensor, (dtype, shape) in content["tensors"].items()}
    write_tensors(checkpoint / "model.safetensors", tensors)
    return checkpoint


def _values(name: str, dtype: str, shape: list[int]) -> Array:
    """Numbers of either sign from 1/128 to 1/8 (scales of MXFP4: around 1), whatever numpy makes of its generators."""
    seed = int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], "little")
    raw = np.random.PCG64(seed).random_raw(int(np.prod(shape)))
    if dtype == "U8":
        values = 120 + raw % 8 if name.endswith("_scales") else raw >> 56
        return values.astype(TYPES[dtype]).reshape(shape)
    whole, shift = _FLOAT_BITS[dtype]
    bits = (raw & 0x8000) | (0x3C00 + (raw >> 32) % 0x0200)
    return (bits << shift).astype(whole).view(TYPES[dtype]).reshape(shape)
