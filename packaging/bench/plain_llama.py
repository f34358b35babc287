"""What somebody would write instead of using Slipstream: llama_cpp's Llama, loaded, and asked to go on from a text."""

import argparse
import os
import sys
import time
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from bench.children import print_result


def main(argv: Sequence[str]) -> int:
    """Load, then write one reply for every number of tokens that stdin names, telling when each part was there."""
    parser = argparse.ArgumentParser()
    parser.add_argument("model", type=Path)
    parser.add_argument("prompt")
    parser.add_argument("--threads", type=int, required=True)
    options = parser.parse_args(argv)
    llama_cpp: Any = import_module("llama_cpp")
    # Compiled with its backends as modules, it looks for them only when it is told where.
    folder = Path(llama_cpp.__file__).parent / "lib"
    llama_cpp.llama_cpp._lib.ggml_backend_load_all_from_path(os.fsencode(folder))

    threads = options.threads
    model = llama_cpp.Llama(
        str(options.model), n_ctx=2048, n_threads=threads, n_threads_batch=threads, n_gpu_layers=-1, verbose=False
    )
    print_result(loaded_s=time.monotonic())
    for line in sys.stdin:
        model.reset()
        pieces = model.create_completion(options.prompt, max_tokens=int(line), temperature=0, stream=True)
        moments = [time.monotonic() for piece in pieces if piece["choices"][0]["text"]]
        speed = (len(moments) - 1) / (moments[-1] - moments[0]) if len(moments) > 1 else None
        print_result(first_token_s=moments[0], pieces_n=len(moments), per_second=speed)
    return 0
