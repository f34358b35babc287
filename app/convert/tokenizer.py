"""A checkpoint's tokenizer as the key-value pairs of a GGUF file, from its JSON files alone."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from gguf import TokenType

from app.convert.chat_template import chat_template
from app.convert.errors import TokenizerInvalid, TokenizerUnsupported
from app.convert.metadata import Pair, flag, integers, text, texts
from app.convert.pre_tokenizer import recognize
from app.convert.special_tokens import special_tokens
from app.convert.tokenizer_files import (
    MOST_TOKENS,
    PIECES_NAME,
    SPACE_MARK,
    TOKENIZER_NAME,
    AddedToken,
    TokenizerFiles,
    added_tokens,
    looks_special,
    merges_of,
    require_text,
    vocabulary_of,
)

_ADD_BOS = "tokenizer.ggml.add_bos_token"
# With these the engine begins a text with a token unless it is told not to (llama-vocab.cpp: add_bos).
_BEGUN_BY_ENGINE = frozenset({"llama-bpe", "tekken"})


def bpe_tokenizer(files: TokenizerFiles, vocabulary_n: int) -> list[Pair]:
    """The pairs of a byte-level BPE tokenizer (GGUF's "gpt2"), padded to `vocabulary_n` tokens.

    Raises TokenizerUnsupported for another kind, PreTokenizerUnknown, TokenizerInvalid.
    """
    path = files.folder / TOKENIZER_NAME
    if not files.tokenizer:
        raise TokenizerUnsupported(path=str(files.folder / PIECES_NAME), kind="SentencePiece")
    model = files.tokenizer["model"]
    if model.get("type") != "BPE" or model.get("byte_fallback") is True:
        kind = "SentencePiece" if model.get("byte_fallback") is True else str(model.get("type"))[:40]
        raise TokenizerUnsupported(path=str(path), kind=kind)
    pre = recognize(files.tokenizer, path)
    added = added_tokens(files)
    tokens, types = _token_list(vocabulary_of(model, path), added, vocabulary_n, path)
    merges = merges_of(model, path)
    special = special_tokens(files.tokenizer, files.config, files.model_config, vocabulary_n, path)
    return [
        text("tokenizer.ggml.model", "gpt2"),
        text("tokenizer.ggml.pre", pre),
        texts("tokenizer.ggml.tokens", tokens),
        integers("tokenizer.ggml.token_type", types),
        *([texts("tokenizer.ggml.merges", merges)] if merges else []),
        *special,
        *_silence_about_bos(files, pre, special),
        *chat_template(files.folder, files.config),
    ]


def _silence_about_bos(files: TokenizerFiles, pre: str, special: Sequence[Pair]) -> list[Pair]:
    """Says that no token begins a text where the files name none, and the engine would take one by itself."""
    is_told = any(pair.key == _ADD_BOS for pair in special) or (files.config or {}).get("bos_token") is not None
    return [] if is_told or pre not in _BEGUN_BY_ENGINE else [flag(_ADD_BOS, False)]


def _token_list(
    vocabulary: Mapping[str, int], added: Mapping[int, AddedToken], size: int, path: Path
) -> tuple[list[str], list[int]]:
    """(tokens, their types) by id; ids that no token has become `[PAD<id>]`, unused: a mask token may be one."""
    if size > MOST_TOKENS:
        raise TokenizerInvalid(path=str(path), detail=f"the model claims {size} tokens")
    tokens: list[str | None] = [None] * size
    types = [int(TokenType.NORMAL)] * size
    highest = max(max(vocabulary.values()), max(added, default=0))
    if highest >= size or min(vocabulary.values()) < 0:
        raise TokenizerInvalid(path=str(path), detail=f"it has a token {highest}, the model only {size} tokens")
    for token, token_id in vocabulary.items():
        if tokens[token_id] is not None:
            raise TokenizerInvalid(path=str(path), detail=f"two of its tokens have the id {token_id}")
        tokens[token_id] = token
    for token_id, added_token in added.items():
        tokens[token_id], types[token_id] = _added_entry(added_token)
    finished = [f"[PAD{token_id}]" if token is None else token for token_id, token in enumerate(tokens)]
    types = [int(TokenType.UNUSED) if token is None else kind for token, kind in zip(tokens, types, strict=True)]
    require_text(finished, path)
    return finished, types


def _added_entry(token: AddedToken) -> tuple[str, int]:
    content = token.content if token.is_normalized else _spelled_out(token.content)
    if token.is_special or looks_special(content):
        return content, int(TokenType.CONTROL)
    return content.replace(SPACE_MARK, " "), int(TokenType.USER_DEFINED)


def _byte_alphabet() -> dict[str, int]:
    """Character -> byte, as byte-level BPE spells bytes: those that print as themselves, the rest from U+0100 on."""
    plain = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    others = [byte for byte in range(256) if byte not in plain]
    return {chr(byte): byte for byte in plain} | {chr(0x100 + i): byte for i, byte in enumerate(others)}


_BYTES = _byte_alphabet()


def _spelled_out(content: str) -> str:
    """An added token as the text it stands for: some exporters write it in the byte alphabet."""
    if not all(character in _BYTES for character in content):
        return content
    try:
        return bytes(_BYTES[character] for character in content).decode()
    except UnicodeDecodeError:
        return content
