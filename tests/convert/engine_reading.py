"""A child process that loads converted models into the engine's library and gives it texts."""

import json
import sys
from ctypes import c_int32

import llama_cpp

from app.engine.worker.backends import load_backends

MOST = 4096


def main() -> None:
    """Arguments: "tokenize" or "generate", then .gguf files; texts as JSON on stdin, results a line each on stdout."""
    task, *paths = sys.argv[1:]
    texts = json.load(sys.stdin)
    load_backends()
    for path in paths:
        parameters = llama_cpp.llama_model_default_params()
        parameters.vocab_only = task == "tokenize"
        model = llama_cpp.llama_model_load_from_file(path.encode(), parameters)
        if not model:
            raise SystemExit(f"{path} does not load")
        tokens = [tokenize(model, text) for text in texts]
        found = tokens if task == "tokenize" else [next_token(model, each) for each in tokens]
        sys.stdout.write(json.dumps(found) + "\n")
        llama_cpp.llama_model_free(model)


def tokenize(model: object, text: str) -> list[int]:
    content, tokens = text.encode(), (llama_cpp.llama_token * MOST)()
    vocabulary = llama_cpp.llama_model_get_vocab(model)
    count = llama_cpp.llama_tokenize(vocabulary, content, len(content), tokens, MOST, True, False)
    return list(tokens[: int(c_int32(count).value)])


def next_token(model: object, tokens: list[int]) -> int:
    parameters = llama_cpp.llama_context_default_params()
    parameters.n_ctx, parameters.n_threads, parameters.n_threads_batch = 256, 1, 1
    context = llama_cpp.llama_init_from_model(model, parameters)
    kept = (llama_cpp.llama_token * len(tokens))(*tokens)
    if llama_cpp.llama_decode(context, llama_cpp.llama_batch_get_one(kept, len(tokens))):
        raise SystemExit("a text is not decoded")
    size = llama_cpp.llama_vocab_n_tokens(llama_cpp.llama_model_get_vocab(model))
    logits = llama_cpp.llama_get_logits_ith(context, -1)[:size]
    llama_cpp.llama_free(context)
    if any(logit != logit for logit in logits):
        raise SystemExit("an answer is no number")
    return max(range(size), key=logits.__getitem__)


if __name__ == "__main__":
    main()
