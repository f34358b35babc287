"""Which of the engine's pre-tokenizers cuts text as a tokenizer.json does, told from its own structure."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from app.convert.errors import PreTokenizerUnknown

_CONTRACTIONS = "(?i:'s|'t|'re|'ve|'m|'ll|'d)"
_BEFORE = r"[^\r\n\p{L}\p{N}]?"
_SPACES = r"|\s*[\r\n]+|\s+(?!\S)|\s+"
_WORDS = rf"|{_BEFORE}\p{{L}}+"
_SIGNS = rf"| ?[^\s\p{{L}}\p{{N}}]+[\r\n]*{_SPACES}"
_LLAMA3_SPLIT = _CONTRACTIONS + _WORDS + r"|\p{N}{1,3}" + _SIGNS
_QWEN2_SPLIT = _CONTRACTIONS + _WORDS + r"|\p{N}" + _SIGNS
# Marks belong to words.
_QWEN35_SPLIT = rf"{_CONTRACTIONS}|{_BEFORE}[\p{{L}}\p{{M}}]+|\p{{N}}| ?[^\s\p{{L}}\p{{M}}\p{{N}}]+[\r\n]*{_SPACES}"
# Words are cut where a capital follows a small letter.
_CAPITALS, _SMALL = r"[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]", r"[\p{Ll}\p{Lm}\p{Lo}\p{M}]"
_PATH_SIGNS = rf"| ?[^\s\p{{L}}\p{{N}}]+[\r\n/]*{_SPACES}"
_TEKKEN_SPLIT = rf"{_BEFORE}{_CAPITALS}*{_SMALL}+|{_BEFORE}{_CAPITALS}+{_SMALL}*" r"|\p{N}" + _PATH_SIGNS
_GPT4O_SPLIT = (
    rf"{_BEFORE}{_CAPITALS}*{_SMALL}+{_CONTRACTIONS}?|{_BEFORE}{_CAPITALS}+{_SMALL}*{_CONTRACTIONS}?"
    r"|\p{N}{1,3}" + _PATH_SIGNS
)

# (steps, whether a whole word of the vocabulary skips the merges) -> tokenizer.ggml.pre. The engine ties the second to
# the name, and so must this table (llama-vocab.cpp: ignore_merges).
_KNOWN: Mapping[tuple[tuple[str, ...], bool], str] = {
    ((f"split {_QWEN2_SPLIT}", "bytes"), False): "qwen2",
    ((f"split {_QWEN35_SPLIT}", "bytes"), False): "qwen35",
    ((f"split {_LLAMA3_SPLIT}", "bytes"), True): "llama-bpe",
    ((f"split {_LLAMA3_SPLIT}", "bytes"), False): "dbrx",
    # In these vocabularies every token is what its merges lead to, so that both ways find the same.
    ((f"split {_GPT4O_SPLIT}", "bytes"), False): "gpt-4o",
    ((f"split {_GPT4O_SPLIT}", "bytes"), True): "gpt-4o",
    ((f"split {_TEKKEN_SPLIT}", "bytes"), False): "tekken",
    ((f"split {_TEKKEN_SPLIT}", "bytes"), True): "tekken",
    (("digits one by one", "words and bytes"), False): "smollm",
    (("words and bytes",), False): "gpt-2",
}

# What SentencePiece does to spaces, as tokenizer.json tells it: a mark for each, and one in front of the text.
_SPACE_MARKERS = (
    None,
    {"type": "Replace", "pattern": {"String": " "}, "content": "\u2581"},
    {"type": "Prepend", "prepend": "\u2581"},
)
# Steps that find nothing to cut once spaces are marks.
_MARKED_ALREADY = frozenset({"split at spaces"})

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


def require_whole_texts(tokenizer: Mapping[str, Any], path: Path) -> None:
    """Raise PreTokenizerUnknown unless spaces are marked and texts merged as a whole, as SentencePiece does it."""
    normalizer, steps = tokenizer.get("normalizer"), list(_steps(tokenizer.get("pre_tokenizer")))
    inner = normalizer.get("normalizers") if isinstance(normalizer, dict) else None
    changes = inner if isinstance(inner, list) else [normalizer]
    if all(change in _SPACE_MARKERS for change in changes) and all(step in _MARKED_ALREADY for step in steps):
        return
    shown = ", then ".join([f"normalizer {_shown(normalizer)}", *steps])
    raise PreTokenizerUnknown(path=str(path), found=shown[:400])


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
        case "Split", {"pattern": {"String": " "}, "behavior": "MergedWithPrevious", "invert": False}:
            yield "split at spaces"
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
