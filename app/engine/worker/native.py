"""Owners of llama.cpp's models and contexts; but for row_batch.py and native_sampler.py, nothing else has pointers."""

import ctypes
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from app.core.errors import Cancelled
from app.engine.protocol import CacheType
from app.engine.worker import native_log, symbols
from app.engine.worker.backends import load_backends
from app.engine.worker.errors import ContextNotMade, DecodeFailed, ModelNotLoaded
from app.engine.worker.owner import Owner
from app.engine.worker.row_batch import RowBatch
from app.engine.worker.symbols import llama

Floats = npt.NDArray[np.float32]
Bytes = npt.NDArray[np.uint8]
Outputs = Literal["none", "last", "all"]

# In the place of a layer's number: the state that a family hands on to what predicts the token after the next.
FINAL_STATE = -1

_CACHE_TYPES: Mapping[CacheType, int] = {
    "f16": llama.GGML_TYPE_F16,
    "q8_0": llama.GGML_TYPE_Q8_0,
    "q4_0": llama.GGML_TYPE_Q4_0,
}
_SEQUENCE = 0
_ABORTED = 2
_GROWING_TEXT_BYTES = 256


def _text(function: Callable[..., int], *arguments: Any) -> bytes | None:
    """What a native function writes into a buffer; None when it answers with an error.

    The metadata calls answer with the length that they would need, as snprintf does.
    """
    length = _GROWING_TEXT_BYTES
    while True:
        buffer = ctypes.create_string_buffer(length + 1)
        needed = function(*arguments, buffer, length + 1)
        if needed < 0:
            return None
        if needed <= length:
            return buffer.raw[:needed]
        length = needed


def _rows(pointer: Any, count: int, width: int) -> Floats:
    """A view of native floats; made by hand because numpy.ctypeslib takes ten times as long, every round."""
    if not pointer:
        raise DecodeFailed(status=0, detail=native_log.last_errors())
    floats = _array_type(count * width).from_address(ctypes.addressof(pointer.contents))
    return np.frombuffer(floats, np.float32).reshape(count, width)


@cache
def _array_type(floats_n: int) -> Any:
    # ctypes makes the type anew each time that it is named, which takes longer than all the rest.
    return ctypes.c_float * floats_n


def _pointer(content: Bytes) -> Any:
    return content.ctypes.data_as(ctypes.POINTER(ctypes.c_uint8))


class Model(Owner):
    """A GGUF file loaded by llama.cpp.

    `devices` are handles from app.engine.worker.devices, of which each gets a part of the last `gpu_layers` (-1: all)
    in proportion to its number in `split`, by default the first one all; without devices it is the CPU alone.
    `with_mtp` loads the layers for multi-token prediction as well. `is_wanted` is asked with the share loaded, 0 to 1,
    and stops the load by answering False: that raises Cancelled. Whatever else goes wrong raises ModelNotLoaded.
    """

    def __init__(
        self,
        path: Path,
        *,
        devices: Sequence[int] = (),
        gpu_layers: int = -1,
        split: Sequence[float] = (1.0,),
        with_mtp: bool = False,
        is_wanted: Callable[[float], bool] = lambda _: True,
    ) -> None:
        load_backends()
        native_log.forget_errors()
        was_stopped = False

        def on_progress(share: float, _: object) -> bool:
            nonlocal was_stopped
            try:
                was_stopped = not is_wanted(share)
            except Exception:  # noqa: BLE001 -- an exception cannot cross C; the load stops instead
                was_stopped = True
            return not was_stopped

        parameters = llama.llama_model_default_params()
        parameters.n_gpu_layers = gpu_layers
        parameters.load_mtp = with_mtp
        parameters.progress_callback = llama.llama_progress_callback(on_progress)
        device_list = (ctypes.c_void_p * (len(devices) + 1))(*devices, None)
        parameters.devices = ctypes.cast(device_list, ctypes.c_void_p)
        # A device that reports no free memory makes the automatic split divide by zero (llama.cpp #29044).
        shares = (ctypes.c_float * llama.llama_max_devices())(*split)
        parameters.tensor_split = ctypes.cast(shares, ctypes.POINTER(ctypes.c_float))
        handle = llama.llama_model_load_from_file(str(path).encode("utf-8", "surrogateescape"), parameters)
        if not handle:
            if was_stopped:
                raise Cancelled
            raise ModelNotLoaded(path=str(path), detail=native_log.last_errors())
        super().__init__(handle, llama.llama_model_free)
        self.path = path
        self._vocabulary = llama.llama_model_get_vocab(handle)
        self._pieces: dict[int, bytes] = {}
        self._ends: dict[int, bool] = {}

    @property
    def vocabulary(self) -> Any:
        """llama.cpp's vocabulary, which lives as long as the model."""
        return self._vocabulary

    @property
    def context_trained(self) -> int:
        """Tokens of context that the model was trained for."""
        return int(llama.llama_model_n_ctx_train(self.handle))

    @property
    def layers(self) -> int:
        """Transformer blocks."""
        return int(llama.llama_model_n_layer(self.handle))

    @property
    def hidden_size(self) -> int:
        """Floats per token between two layers."""
        return int(llama.llama_model_n_embd(self.handle))

    @property
    def state_size(self) -> int:
        """Floats per token of the state that it hands out (`FINAL_STATE` of a target, `states` of a draft)."""
        return int(llama.llama_model_n_embd_out(self.handle))

    @property
    def size_bytes(self) -> int:
        """Bytes of all weights."""
        return int(llama.llama_model_size(self.handle))

    @property
    def vocabulary_n(self) -> int:
        """Tokens of the vocabulary, padding included."""
        return int(llama.llama_vocab_n_tokens(self._vocabulary))

    @property
    def description(self) -> str:
        """Size and type in llama.cpp's words, e.g. "qwen3 0.6B BF16"."""
        return (_text(llama.llama_model_desc, self.handle) or b"").decode("utf-8", "replace")

    @property
    def keeps_state(self) -> bool:
        """Whether some layers keep a running state instead of a KV cache (hybrid and recurrent families)."""
        return bool(llama.llama_model_is_hybrid(self.handle) or llama.llama_model_is_recurrent(self.handle))

    @property
    def layer_ids(self) -> tuple[int, ...]:
        """Of a draft: the target layers whose input feeds it."""
        count = symbols.model_target_layer_ids_n(self.handle)
        ids = symbols.model_target_layer_ids(self.handle)
        return tuple(int(ids[index]) for index in range(count))

    @property
    def candidates_n(self) -> int:
        """Of a draft that picks its tokens from a lattice (DFlash2): candidates of each row; 0 for any other."""
        return int(symbols.model_dflash_selector_top_k(self.handle))

    @property
    def embedding_positions_n(self) -> int:
        """Positions that an embedding row is given: four with M-RoPE, else one."""
        return 4 if llama.llama_model_rope_type(self.handle) == llama.LLAMA_ROPE_TYPE_MROPE else 1

    @property
    def mask_token(self) -> int:
        """The vocabulary's mask token, -1 when it has none."""
        return int(llama.llama_vocab_mask(self._vocabulary))

    @property
    def chat_template(self) -> str | None:
        """The Jinja template in the file."""
        template = llama.llama_model_chat_template(self.handle, None)
        return template.decode("utf-8", "replace") if template else None

    def metadata(self, key: str) -> str | None:
        """A scalar of the file's metadata as text ("true", "7"); None when it is missing or an array."""
        value = _text(llama.llama_model_meta_val_str, self.handle, key.encode())
        return None if value is None else value.decode("utf-8", "replace")

    def tokenize(self, text: str, *, add_special: bool) -> list[int]:
        """Tokens of `text`, special tokens in it recognised; `add_special` adds BOS or EOS as the vocabulary asks."""
        content = text.encode("utf-8", "surrogatepass")
        room = len(content) + 8
        while True:
            tokens = (llama.llama_token * room)()
            count = llama.llama_tokenize(self._vocabulary, content, len(content), tokens, room, add_special, True)
            if count >= 0:
                return [int(token) for token in tokens[:count]]
            room = -count

    def piece(self, token: int, *, special: bool = False) -> bytes:
        """The bytes of a token; control tokens have none unless `special`."""
        if special:
            return self._piece(token, special=True)
        # Between two native calls another thread may take the lock of Python, and give it back late.
        known = self._pieces.get(token)
        if known is None:
            known = self._pieces[token] = self._piece(token, special=False)
        return known

    def _piece(self, token: int, *, special: bool) -> bytes:
        length = 64
        while True:
            buffer = ctypes.create_string_buffer(length)
            count = llama.llama_token_to_piece(self._vocabulary, token, buffer, length, 0, special)
            if count >= 0:
                return buffer.raw[:count]
            length = -count

    def is_end(self, token: int) -> bool:
        """Whether the token ends a reply."""
        known = self._ends.get(token)
        if known is None:
            known = self._ends[token] = bool(llama.llama_vocab_is_eog(self._vocabulary, token))
        return known

    @property
    def bos(self) -> int | None:
        """The token that begins a text, where the vocabulary has one."""
        token = int(llama.llama_vocab_bos(self._vocabulary))
        return token if token >= 0 else None

    @property
    def eos(self) -> int | None:
        """The token that ends a text, where the vocabulary has one."""
        token = int(llama.llama_vocab_eos(self._vocabulary))
        return token if token >= 0 else None


class Context(Owner):
    """A KV cache with the buffers to evaluate one sequence of tokens in it.

    `context_size` and `batch_size` count tokens; `outputs_max` is the most of a batch's rows that may be output, for
    which room is made; `rows_back` is how many rows a family with running states must be able to take back. A draft's
    context names its target's in `beside`: it may use that model's embeddings and head. `runs_mtp` has it run the
    layers for multi-token prediction alone. `cache_type` is how keys and values are kept; values that are quantized
    need flash attention, which is used wherever the device offers it.
    """

    def __init__(
        self,
        model: Model,
        *,
        context_size: int,
        batch_size: int,
        outputs_max: int,
        threads: int,
        rows_back: int = 0,
        beside: "Context | None" = None,
        runs_mtp: bool = False,
        cache_type: CacheType = "f16",
    ) -> None:
        native_log.forget_errors()
        parameters = llama.llama_context_default_params()
        parameters.type_k = parameters.type_v = _CACHE_TYPES[cache_type]
        parameters.flash_attn_type = llama.LLAMA_FLASH_ATTN_TYPE_AUTO
        parameters.n_ctx = context_size
        # One physical batch for a logical one: non-causal attention requires it, and an abort then stops at its edge.
        parameters.n_batch = parameters.n_ubatch = batch_size
        parameters.n_outputs_max = outputs_max
        parameters.n_rs_seq = rows_back
        parameters.n_threads = parameters.n_threads_batch = threads
        parameters.ctx_other = beside.handle if beside else None
        if runs_mtp:
            parameters.ctx_type = llama.LLAMA_CONTEXT_TYPE_MTP
        handle = llama.llama_init_from_model(model.handle, parameters)
        if not handle:
            raise ContextNotMade(path=str(model.path), context_size=context_size, detail=native_log.last_errors())
        super().__init__(handle, llama.llama_free)
        self.model = model
        self.batch_size = min(int(llama.llama_n_batch(handle)), batch_size)
        self.rows_back = int(llama.llama_n_rs_seq(handle))
        self._memory = llama.llama_get_memory(handle)
        self._vocabulary_n = model.vocabulary_n
        self._outputs_max = outputs_max
        self._outputs_n = 0
        self._silent_n = 0
        self._tokens = np.zeros(self.batch_size, np.int32)
        self._positions = np.zeros(self.batch_size, np.int32)
        self._is_output = np.zeros(self.batch_size, np.int8)
        self._batch = llama.llama_batch(
            0,
            self._tokens.ctypes.data_as(ctypes.POINTER(llama.llama_token)),
            None,
            self._positions.ctypes.data_as(ctypes.POINTER(llama.llama_pos)),
            None,
            None,
            self._is_output.ctypes.data_as(ctypes.POINTER(ctypes.c_int8)),
        )
        self._rows: RowBatch | None = None
        self._captured: tuple[int, ...] = ()
        self._features = np.zeros((self.batch_size, 0), np.float32)
        self._on_abort: Any = None

    def close(self) -> None:
        """Free the batches and the context."""
        if self._rows is not None:
            self._rows.close()
        super().close()

    def decode(self, tokens: Sequence[int], position: int, outputs: Outputs, *, silent_n: int = 0) -> None:
        """Evaluate `tokens` (batch_size at most; outputs_max if all are output) at the positions from `position` on.

        The first `silent_n` of them are never output, and rows are counted from behind them. Raises Cancelled when
        `abortable` stopped it, DecodeFailed when llama.cpp could not; the cache may then hold a part of the tokens.
        """
        count = len(tokens)
        if count > self.batch_size or (outputs == "all" and count - silent_n > self._outputs_max):
            raise ValueError(f"{count} tokens in a batch for {self._outputs_max} outputs of {self.batch_size}")
        self._tokens[:count] = tokens
        self._positions[:count] = np.arange(position, position + count)
        self._is_output[:count] = outputs == "all"
        self._is_output[:silent_n] = False
        self._is_output[count - 1] = outputs != "none"
        self._batch.n_tokens = count
        self._outputs_n = count - silent_n if outputs == "all" else 1
        self._silent_n = silent_n
        self._check(llama.llama_decode(self.handle, self._batch))

    def inject(self, rows: Floats, position: int) -> None:
        """Of a draft: turn captured target rows (n x hidden size x layers) into its KV cache at `position` on."""
        self._process(llama.LLAMA_PROCESS_TYPE_DECODE, rows, position)

    def encode(self, rows: Floats) -> Floats:
        """Of a draft: what its encoder makes of captured target rows (n x hidden size x layers), n x its own state."""
        # Encoding stores nothing, and yet its positions must follow what is stored.
        position = int(llama.llama_memory_seq_pos_max(self._memory, _SEQUENCE)) + 1
        self._process(llama.LLAMA_PROCESS_TYPE_ENCODE, rows, position)
        return _rows(symbols.get_embeddings_nextn(self.handle), len(rows), self.model.state_size).copy()

    def decode_pairs(self, tokens: Sequence[int], states: Floats, position: int, *, outputs_last: bool) -> None:
        """Of a draft: evaluate `tokens`, each with the state (n x state size) that the text before it led to."""
        self._outputs_n = int(outputs_last)
        self._process(llama.LLAMA_PROCESS_TYPE_DECODE, states, position, tokens, outputs_last=outputs_last)

    def _process(
        self, kind: int, rows: Floats, position: int, tokens: Sequence[int] = (), *, outputs_last: bool = False
    ) -> None:
        if self._rows is None:
            self._rows = RowBatch(self.handle, self.model.embedding_positions_n)
        self._rows.fill(rows, position, tokens, outputs_last=outputs_last)
        self._check(llama.llama_process(self.handle, kind, self._rows.handle))

    def _check(self, status: int) -> None:
        if status == _ABORTED:
            raise Cancelled
        if status != 0:
            raise DecodeFailed(status=status, detail=native_log.last_errors())

    def logits(self) -> Floats:
        """Output rows of the last decode, each of vocabulary size: a view that the next decode overwrites."""
        pointer = llama.llama_get_logits(self.handle)
        return _rows(pointer, self._outputs_n, self._vocabulary_n)

    def sample_row(self, row: int) -> int:
        """The number that llama.cpp gives to output row `row` of the last decode (-1 the last)."""
        return row + self._silent_n if row >= 0 else row

    def states(self, count: int) -> Floats:
        """Of a draft: its own state after each of the first `count` rows (n x state size): a view, as `logits`."""
        return _rows(symbols.get_embeddings_nextn(self.handle), count, self.model.state_size)

    def trim(self, position: int) -> bool:
        """Take everything from `position` on out of the cache; False when this memory cannot go back that far."""
        return bool(llama.llama_memory_seq_rm(self._memory, _SEQUENCE, position, -1))

    def clear(self) -> None:
        """Empty the cache."""
        llama.llama_memory_clear(self._memory, False)

    def state_bytes(self) -> int:
        """What the cache holds now, in bytes."""
        return int(llama.llama_state_seq_get_size(self.handle, _SEQUENCE))

    def copy_text(self) -> Bytes:
        """A copy of all that the cache holds, for `load_text`."""
        copy = np.empty(self.state_bytes(), np.uint8)
        if llama.llama_state_seq_get_data(self.handle, _pointer(copy), copy.size, _SEQUENCE) != copy.size:
            raise DecodeFailed(status=0, detail=native_log.last_errors())
        return copy

    def load_text(self, copy: Bytes) -> None:
        """Hold what was copied, and nothing else."""
        self.clear()
        if llama.llama_state_seq_set_data(self.handle, _pointer(copy), copy.size, _SEQUENCE) != copy.size:
            raise DecodeFailed(status=0, detail=native_log.last_errors())

    def running_state(self) -> Bytes:
        """A copy of the running states that a family keeps beside its KV cache, for `restore`."""
        size = llama.llama_state_seq_get_size_ext(self.handle, _SEQUENCE, llama.LLAMA_STATE_SEQ_FLAGS_PARTIAL_ONLY)
        copy = np.empty(size, np.uint8)
        flags = llama.LLAMA_STATE_SEQ_FLAGS_PARTIAL_ONLY
        if llama.llama_state_seq_get_data_ext(self.handle, _pointer(copy), size, _SEQUENCE, flags) != size:
            raise DecodeFailed(status=0, detail=native_log.last_errors())
        return copy

    def restore(self, running_state: Bytes, position: int) -> None:
        """Go back to `position`, where `running_state` was copied."""
        size, flags = running_state.size, llama.LLAMA_STATE_SEQ_FLAGS_PARTIAL_ONLY
        was_read = llama.llama_state_seq_set_data_ext(self.handle, _pointer(running_state), size, _SEQUENCE, flags)
        if was_read != size or not self.trim(position):
            raise DecodeFailed(status=0, detail=native_log.last_errors())

    def capture(self, layer_ids: tuple[int, ...]) -> None:
        """From the next decode on, keep the input of these layers, or the FINAL_STATE; () stops it.

        The family must offer it and each id be below the number of layers: llama.cpp aborts the process otherwise.
        """
        if layer_ids == self._captured:
            return
        for layer in {*self._captured, *layer_ids}:
            if layer == FINAL_STATE:
                symbols.set_embeddings_nextn(self.handle, layer in layer_ids, False)
            else:
                symbols.set_embeddings_layer_inp(self.handle, layer, layer in layer_ids)
        self._captured = layer_ids
        self._features = np.zeros((self.batch_size, len(layer_ids) * self.model.hidden_size), np.float32)

    def captured(self, count: int) -> Floats:
        """First `count` rows of the last decode: per token the inputs of all captured layers, one after another."""
        width, behind = self.model.hidden_size, self._silent_n
        for index, layer in enumerate(self._captured):
            if layer == FINAL_STATE:
                pointer = symbols.get_embeddings_nextn(self.handle)
            else:
                pointer = symbols.get_embeddings_layer_inp(self.handle, layer)
            rows = _rows(pointer, behind + count, width)[behind:]
            self._features[:count, index * width : (index + 1) * width] = rows
        return self._features[:count]

    def draft_blocks(self, *, causal: bool) -> None:
        """Of a draft: keep its confidence rows, and attend within a block in both directions unless `causal`."""
        symbols.set_embeddings_nextn(self.handle, True, self.model.candidates_n <= 0)
        llama.llama_set_causal_attn(self.handle, causal)

    def draft_chains(self) -> None:
        """Of a draft: keep the state that each output row leads to."""
        symbols.set_embeddings_nextn(self.handle, True, True)

    @contextmanager
    def abortable(self, is_cancelled: Callable[[], bool]) -> Iterator[None]:
        """While inside, a decode on the CPU asks `is_cancelled` at every step of its graph and stops with Cancelled."""

        def on_step(_: object) -> bool:
            try:
                return is_cancelled()
            except Exception:  # noqa: BLE001 -- an exception cannot cross C; going on is the safe answer
                return False

        self._on_abort = llama.ggml_abort_callback(on_step)
        llama.llama_set_abort_callback(self.handle, self._on_abort, None)
        try:
            yield
        finally:
            llama.llama_set_abort_callback(self.handle, llama.ggml_abort_callback(), None)
            self._on_abort = None
