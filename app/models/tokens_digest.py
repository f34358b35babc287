"""The digest of the token list that a checkpoint's GGUF will have, where its tokenizer gives it plainly."""

import hashlib
from pathlib import Path
from typing import Any

from app.core.errors import AppError
from app.formats.json_file import read_json_object

_MOST_BYTES = 128 << 20
_MOST_TOKENS = 1 << 21
# Families whose vocabulary of BPE is written out id by id, unused ids as [PADn].
_PLAIN_LISTS = frozenset(
    {
        *("Gemma4ForCausalLM", "Gemma4ForConditionalGeneration", "GraniteForCausalLM", "MistralForCausalLM"),
        *("Phi3ForCausalLM", "Qwen2ForCausalLM", "SmolLM3ForCausalLM", "Qwen3_5MoeForConditionalGeneration"),
        *("Qwen3ForCausalLM", "Qwen3MoeForCausalLM", "Qwen3NextForCausalLM"),
        *("Qwen3_5ForCausalLM", "Qwen3_5ForConditionalGeneration", "Qwen3_5MoeForCausalLM"),
        *("LlamaForCausalLM", "GptOssForCausalLM", "Lfm2ForCausalLM", "Lfm2MoeForCausalLM"),
    }
)


def checkpoint_tokens_digest(folder: Path, class_name: str, vocabulary_n: int, names: frozenset[str]) -> str | None:
    """The sha256 that `GgufHeader.tokens_digest` of the converted model will have; None where that is not certain."""
    if class_name not in _PLAIN_LISTS or "tokenizer.json" not in names or "tokenizer.model" in names:
        return None
    try:
        content = read_json_object(folder / "tokenizer.json", _MOST_BYTES)
    except AppError:
        # A broken tokenizer is the converter's to report: here it only means that nothing is known.
        return None
    tokens = _tokens(content)
    if not tokens or max(tokens) >= vocabulary_n or vocabulary_n > _MOST_TOKENS:
        return None
    digest = hashlib.sha256()
    for i in range(vocabulary_n):
        text = tokens.get(i, f"[PAD{i}]").encode("utf-8", "surrogatepass")
        digest.update(len(text).to_bytes(8, "little") + text)
    return digest.hexdigest()


def _tokens(content: dict[str, Any]) -> dict[int, str] | None:
    """Token id -> token of a BPE tokenizer, with what was added to it; None for any other."""
    model, added = content.get("model"), content.get("added_tokens", [])
    if not isinstance(model, dict) or model.get("type") != "BPE" or not isinstance(added, list):
        return None
    vocabulary = model.get("vocab")
    if not isinstance(vocabulary, dict):
        return None
    pairs = list(vocabulary.items())
    pairs += [(token.get("content"), token.get("id")) for token in added if isinstance(token, dict)]
    if not all(isinstance(text, str) and type(number) is int and number >= 0 for text, number in pairs):
        return None
    return {number: text for text, number in pairs}
