"""Rows of floats on their way into a context: what a draft is fed with instead of tokens, or beside them."""

import ctypes
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from app.engine.worker import native_log
from app.engine.worker.errors import DecodeFailed
from app.engine.worker.owner import Owner
from app.engine.worker.symbols import llama

_SEQUENCE = 0


class RowBatch(Owner):
    """A batch of llama.cpp's newer kind, filled anew for every pass.

    `positions_n` is how many positions a row without a token is given: four with M-RoPE, else one.
    """

    def __init__(self, context: Any, positions_n: int) -> None:
        super().__init__(llama.llama_batch_ext_init(context), llama.llama_batch_ext_free)
        self._positions_n = positions_n

    def fill(
        self, rows: npt.NDArray[np.float32], position: int, tokens: Sequence[int] = (), *, outputs_last: bool = False
    ) -> None:
        """Take `rows` (n x floats per row) for the positions from `position` on, each with its token if there are any.

        A row with a token is given one position, whatever the model's rope. `outputs_last` has the pass output the
        last row.
        """
        llama.llama_batch_ext_clear(self.handle)
        held = np.ascontiguousarray(rows)
        count, width = held.shape
        start, stride = held.ctypes.data, held.strides[0]
        places = (llama.llama_pos * 4)()
        for index in range(count):
            data = ctypes.cast(start + index * stride, ctypes.POINTER(ctypes.c_float))
            row = llama.llama_embd(data, 1, width)
            if tokens:
                at = llama.llama_batch_ext_add_token(self.handle, _SEQUENCE, tokens[index])
                is_taken = llama.llama_batch_ext_set_embd_token(self.handle, at, row)
            else:
                at = llama.llama_batch_ext_add_embd(self.handle, _SEQUENCE, row)
                is_taken = at >= 0
            # M-RoPE: time, height, width and one unused.
            places[0] = places[1] = places[2] = position + index
            if not is_taken or not llama.llama_batch_ext_set_pos(self.handle, at, places):
                raise DecodeFailed(status=int(at), detail=native_log.last_errors())
        if outputs_last:
            llama.llama_batch_ext_set_output_logits(self.handle, count - 1, True)
