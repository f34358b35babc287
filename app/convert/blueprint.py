"""What a model class says about its GGUF file: pairs and tensors, before they are matched with a checkpoint."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from app.convert.metadata import Pair
from app.convert.sources import Source
from app.core.errors import Fact


@dataclass(frozen=True, slots=True)
class Slot:
    """A tensor that the checkpoint must or may hold.

    `source` is its name there without a leading "model.", `name` that in GGUF, `shape` rows before columns. `order`
    gives for each row of the result the row to take (None: as they are).
    """

    source: str
    name: str
    shape: tuple[int, ...]
    is_required: bool = True
    order: NDArray[np.int64] | None = None


@dataclass(frozen=True, slots=True)
class MadeTensor:
    """A tensor that no checkpoint holds as it is; `type` by its GGUF name, None for what the output type says."""

    name: str
    shape: tuple[int, ...]
    source: Source
    type: str | None = None


@dataclass(frozen=True, slots=True)
class Note:
    """Something that was done differently from what the exporter or another converter would do: worded in app/texts."""

    code: str
    facts: tuple[tuple[str, Fact], ...] = ()


@dataclass(frozen=True, slots=True)
class Blueprint:
    """`architecture` is GGUF's name; `vocabulary_n` counts tokens with padding.

    `left_out` are names of checkpoint tensors that need no slot of their own.
    """

    architecture: str
    vocabulary_n: int
    pairs: Sequence[Pair]
    slots: Sequence[Slot]
    made: Sequence[MadeTensor] = ()
    left_out: frozenset[str] = frozenset()
    notes: Sequence[Note] = ()
