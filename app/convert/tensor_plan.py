"""One tensor to write: its name, shape and type in GGUF, and where its values come from."""

import math
from dataclasses import dataclass

from gguf import GGMLQuantizationType

from app.convert.quantize import size_in_bytes
from app.convert.sources import Source


@dataclass(frozen=True, slots=True)
class TensorPlan:
    """`shape` has rows before columns (GGUF's own order reversed)."""

    name: str
    shape: tuple[int, ...]
    type: GGMLQuantizationType
    source: Source

    @property
    def values_n(self) -> int:
        """How many values it holds."""
        return math.prod(self.shape)

    @property
    def size_bytes(self) -> int:
        """Bytes in the file, without padding."""
        return size_in_bytes(self.values_n, self.type)
