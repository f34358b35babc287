"""Calls of llama.cpp and ggml that llama_cpp does not bind, looked up under every name that a compiler gives them."""

import ctypes
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import llama_cpp
import llama_cpp.llama_cpp

from app.engine.worker.errors import LibraryTooOld

# The binding's own annotations promise pointers as whole numbers; here they are what ctypes makes of them.
llama: Any = llama_cpp.llama_cpp
BINDING_VERSION: str = llama_cpp.__version__
NEEDED_VERSION = "0.3.36"
LIBRARY_FOLDER = Path(llama.__file__).parent / "lib"

Call = Callable[..., Any]


def _libraries() -> tuple[ctypes.CDLL, ...]:
    """Where to look: on Linux and macOS libllama's handle also finds what libllama itself is linked with.

    Opening libggml by its own name could load a second copy with no backends in it. Windows looks in one file only,
    but a name that is loaded already is never loaded twice there.
    """
    if os.name != "nt":
        return (llama._lib,)
    return (llama._lib, *(ctypes.CDLL(str(LIBRARY_FOLDER / name)) for name in ("ggml.dll", "ggml-base.dll")))


_LIBRARIES = _libraries()


def find_call(names: Sequence[str], arguments: Sequence[Any], result: Any) -> Call:
    """The first of `names` that the libraries export, typed; raises LibraryTooOld when none is there."""
    for library in _LIBRARIES:
        for name in names:
            function = getattr(library, name, None)
            if function is not None:
                # A copy of its own, so that no other binding's types are overwritten.
                prototype = ctypes.CFUNCTYPE(result, *arguments)
                return prototype(ctypes.cast(function, ctypes.c_void_p).value or 0)
    raise LibraryTooOld(call=names[0], library=str(llama._lib._name), version=BINDING_VERSION, needed=NEEDED_VERSION)


_POINTER = ctypes.c_void_p
_FLOATS = ctypes.POINTER(ctypes.c_float)

# llama.cpp's staging header: C++ functions, so the names are mangled, by one scheme on Linux and macOS and another on
# Windows.

set_embeddings_layer_inp = find_call(
    (
        "llama_set_embeddings_layer_inp",
        "_Z30llama_set_embeddings_layer_inpP13llama_contextjb",
        "?llama_set_embeddings_layer_inp@@YAXPEAUllama_context@@I_N@Z",
    ),
    (_POINTER, ctypes.c_uint32, ctypes.c_bool),
    None,
)
get_embeddings_layer_inp = find_call(
    (
        "llama_get_embeddings_layer_inp",
        "_Z30llama_get_embeddings_layer_inpP13llama_contextj",
        "?llama_get_embeddings_layer_inp@@YAPEAMPEAUllama_context@@I@Z",
    ),
    (_POINTER, ctypes.c_uint32),
    _FLOATS,
)
model_target_layer_ids = find_call(
    (
        "llama_model_target_layer_ids",
        "_Z28llama_model_target_layer_idsPK11llama_model",
        "?llama_model_target_layer_ids@@YAPEBHPEBUllama_model@@@Z",
    ),
    (_POINTER,),
    ctypes.POINTER(ctypes.c_int32),
)
model_target_layer_ids_n = find_call(
    (
        "llama_model_target_layer_ids_n",
        "_Z30llama_model_target_layer_ids_nPK11llama_model",
        "?llama_model_target_layer_ids_n@@YAIPEBUllama_model@@@Z",
    ),
    (_POINTER,),
    ctypes.c_uint32,
)
model_dflash_selector_top_k = find_call(
    (
        "llama_model_dflash_selector_top_k",
        "_Z33llama_model_dflash_selector_top_kPK11llama_model",
        "?llama_model_dflash_selector_top_k@@YAHPEBUllama_model@@@Z",
    ),
    (_POINTER,),
    ctypes.c_int32,
)
set_embeddings_nextn = find_call(
    (
        "llama_set_embeddings_nextn",
        "_Z26llama_set_embeddings_nextnP13llama_contextbb",
        "?llama_set_embeddings_nextn@@YAXPEAUllama_context@@_N1@Z",
    ),
    (_POINTER, ctypes.c_bool, ctypes.c_bool),
    None,
)

get_embeddings_nextn = find_call(
    (
        "llama_get_embeddings_nextn",
        "_Z26llama_get_embeddings_nextnP13llama_context",
        "?llama_get_embeddings_nextn@@YAPEAMPEAUllama_context@@@Z",
    ),
    (_POINTER,),
    _FLOATS,
)

# ggml's devices: plain C names.

ggml_version = find_call(("ggml_version",), (), ctypes.c_char_p)
ggml_commit = find_call(("ggml_commit",), (), ctypes.c_char_p)
backend_load = find_call(("ggml_backend_load",), (ctypes.c_char_p,), _POINTER)
backend_reg_count = find_call(("ggml_backend_reg_count",), (), ctypes.c_size_t)
backend_reg_get = find_call(("ggml_backend_reg_get",), (ctypes.c_size_t,), _POINTER)
backend_reg_name = find_call(("ggml_backend_reg_name",), (_POINTER,), ctypes.c_char_p)
backend_dev_count = find_call(("ggml_backend_dev_count",), (), ctypes.c_size_t)
backend_dev_get = find_call(("ggml_backend_dev_get",), (ctypes.c_size_t,), _POINTER)
backend_dev_name = find_call(("ggml_backend_dev_name",), (_POINTER,), ctypes.c_char_p)
backend_dev_description = find_call(("ggml_backend_dev_description",), (_POINTER,), ctypes.c_char_p)
backend_dev_type = find_call(("ggml_backend_dev_type",), (_POINTER,), ctypes.c_int)
backend_dev_memory = find_call(
    ("ggml_backend_dev_memory",), (_POINTER, ctypes.POINTER(ctypes.c_size_t), ctypes.POINTER(ctypes.c_size_t)), None
)
ABORT_CALLBACK = ctypes.CFUNCTYPE(None, ctypes.c_char_p)
set_abort_callback = find_call(("ggml_set_abort_callback",), (ABORT_CALLBACK,), _POINTER)


def device_memory(device: int) -> tuple[int, int]:
    """Free and total bytes of a device; total is 0 where its backend does not tell."""
    free, total = ctypes.c_size_t(), ctypes.c_size_t()
    backend_dev_memory(device, ctypes.byref(free), ctypes.byref(total))
    return free.value, total.value
