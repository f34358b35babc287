"""Writes a GGUF file again with some of its metadata or tensors changed."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from gguf import GGUFReader, GGUFValueType, GGUFWriter

OWN_KEYS = ("general.architecture",)


def rewrite(
    source: Path,
    destination: Path,
    *,
    architecture: str | None = None,
    metadata: Mapping[str, Any] | None = None,
    tensors: Mapping[str, np.ndarray | None] | None = None,
) -> Path:
    """Copy `source` with changes, and with the tensors that are new; None leaves a key or tensor out.

    A key that is there keeps its type; of new ones True and False are bool, lists i32, whole numbers u32, others f32.
    """
    reader = GGUFReader(source)
    changes = dict(metadata or {})
    name = architecture or reader.fields["general.architecture"].contents()
    writer = GGUFWriter(destination, name)
    for field in reader.fields.values():
        if field.name.startswith("GGUF.") or field.name in OWN_KEYS:
            continue
        value = changes.pop(field.name, field.contents())
        if value is not None:
            sub_type = field.types[-1] if field.types[0] == GGUFValueType.ARRAY else None
            writer.add_key_value(field.name, value, field.types[0], sub_type)
    for key, value in changes.items():
        if isinstance(value, list):
            writer.add_key_value(key, value, GGUFValueType.ARRAY, GGUFValueType.INT32)
        elif isinstance(value, bool):
            writer.add_bool(key, value)
        elif isinstance(value, float):
            writer.add_float32(key, value)
        elif value is not None:
            writer.add_uint32(key, value)
    contents = dict(tensors or {})
    for tensor in reader.tensors:
        new = contents.pop(tensor.name, tensor.data)
        if new is not None:
            is_kept = new is tensor.data
            writer.add_tensor(tensor.name, np.asarray(new), raw_dtype=tensor.tensor_type if is_kept else None)
    for added, values in contents.items():
        if values is not None:
            writer.add_tensor(added, values)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return destination
