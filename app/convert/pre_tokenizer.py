"""Which of the engine's pre-tokenizers cuts text as a tokenizer.json does, told from its own structure."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from app.convert.errors import PreTokenizerUnknown

_CONTRACTIONS = "(?i:'s|'t|'re|'ve|'m|'ll|'d)"
_WORDS = r"|[^\r\n\p{L}\p{N}]?\p{L}+"
_SIGNS = r"| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
_LLAMA3_SPLIT = _CONTRACTIONS + _WORDS + r"|\p{N}{1,3}" + _SIGNS
_QWEN2_SPLIT = _CONTRACTIONS + _WORDS + r"|\p{N}" + _SIGNS

# (steps, whether a whole word of the vocabulary skips the merges) -> tokenizer.ggml.pre. The engine ties the second to
# the name, and so must this table (llama-vocab.cpp: ignore_merges).
_KNOWN: Mapping[tuple[tuple[str, ...], bool], str] = {
    ((f"split {_QWEN2_SPLIT}", "bytes"), False): "qwen2",
    ((f"split {_LLAMA3_SPLIT}", "bytes"), True): "llama-bpe",
    (("digits one by one", "words and bytes"), False): "smollm",
    (("words and bytes",), False): "gpt-2",
}

# The engine normalizes nothing, and NFC changes no text that is typed on a keyboard of today.
_NORMALIZERS = (None, {"type": "NFC"})


def recognize(tokenizer: Mapping[str, Any], path: Path) -> str:
    """The name for `tokenizer.ggml.pre`; raises PreTokenizerUnknown, which shows what was found, for any other kind.

    `tokenizer` is the content of tokenizer.json, `path` its place.
    """
    normalizer = tokenizer.get("normalizer")
    steps = tuple(_steps(tokenizer.get("pre_tokenizer")))
    skips_merges = tokenizer["model"].get("ignore_merges") is True
    name = _KNOWN.get((steps, skips_merges))
    if name is None or normalizer not in _NORMALIZERS:
        shown = [*([f"normalizer {_shown(normalizer)}"] if normalizer not in _NORMALIZERS else []), *steps]
        found = ", then ".join(shown) or "nothing at all"
        raise PreTokenizerUnknown(path=str(path), found=f"{found[:400]}{' (ignore_merges)' if skips_merges else ''}")
    return name


def _steps(step: Any) -> Iterator[str]:
    """One line for each thing that a pre-tokenizer does, in order."""
    if not isinstance(step, dict):
        return
    rest = {key: value for key, value in step.items() if key not in ("type", "trim_offsets")}
    match step.get("type"), rest:
        case "Sequence", {"pretokenizers": list(inner)}:
            for each in inner:
                yield from _steps(each)
        case "Split", {"pattern": {"Regex": str(pattern)}, "behavior": "Isolated", "invert": False}:
            yield f"split {pattern}"
        case "ByteLevel", {"add_prefix_space": False, "use_regex": False}:
            yield "bytes"
        case "ByteLevel", {"add_prefix_space": False}:
            yield "words and bytes"
        case "Digits", {"individual_digits": True}:
            yield "digits one by one"
        case _:
            yield _shown(step)


def _shown(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)[:200]
