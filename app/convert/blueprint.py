"""What a model class says about its GGUF file: pairs and tensors, before they are matched with a checkpoint."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from app.convert.metadata import Pair
from app.convert.sources import Source
from app.core.errors import Fact
from app.formats.safetensors import TensorInfo

FLOATS = ("F32", "F16", "BF16")


@dataclass(frozen=True, slots=True)
class Slot:
    """A tensor that the checkpoint must or may hold.

    `source` is its name there without a leading "model.", `name` that in GGUF, `shape` rows before columns. `order`
    gives for each row of the result the row to take (None: as they are); anything else that is done to the values is
    told by `values`, with the shape of the result in `written_shape` (None: unchanged). Several slots may take their
    parts of one tensor.
    """

    source: str
    name: str
    shape: tuple[int, ...]
    is_required: bool = True
    order: NDArray[np.int64] | None = None
    values: Callable[[TensorInfo], Source] | None = None
    written_shape: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Merge:
    """A tensor that is put together from several of the checkpoint's, all of them needed.

    `parts` are names there, each with its shape; all are stored in the same type, one of `dtypes`. `type` is the type
    to write by its GGUF name, None for what the output type says.
    """

    parts: tuple[tuple[str, tuple[int, ...]], ...]
    name: str
    shape: tuple[int, ...]
    values: Callable[[Sequence[TensorInfo]], Source]
    dtypes: tuple[str, ...] = FLOATS
    type: str | None = None


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

    `left_out` are names of checkpoint tensors that need no slot of their own. `own_type` is the quantization that the
    checkpoint's largest tensors bring along and keep ("mxfp4"), None as a rule.
    """

    architecture: str
    vocabulary_n: int
    pairs: Sequence[Pair]
    slots: Sequence[Slot]
    merges: Sequence[Merge] = ()
    made: Sequence[MadeTensor] = ()
    left_out: frozenset[str] = frozenset()
    notes: Sequence[Note] = ()
    own_type: str | None = None
