"""A checkpoint's tokenizer as the key-value pairs of a GGUF file, from its JSON files alone."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gguf import TokenType

from app.convert.chat_template import chat_template
from app.convert.errors import TokenizerInvalid, TokenizerUnsupported
from app.convert.metadata import Pair, integers, text, texts
from app.convert.pre_tokenizer import recognize
from app.convert.special_tokens import named_special_tokens, special_tokens
from app.formats.json_file import read_json_object

TOKENIZER_NAME = "tokenizer.json"
CONFIG_NAME = "tokenizer_config.json"

_MAX_TOKENIZER_BYTES = 128 << 20
# Eight times what the largest vocabularies have.
_MOST_TOKENS = 1 << 21
_SPACE_MARK = "\u2581"


@dataclass(frozen=True, slots=True)
class TokenizerFiles:
    """What the JSON files of a checkpoint say of its tokenizer; `config` is None when there is no such file."""

    folder: Path
    tokenizer: Mapping[str, Any]
    config: Mapping[str, Any] | None
    model_config: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class AddedToken:
    """A token that is cut out of the text before anything else looks at it."""

    id: int
    content: str
    is_special: bool
    is_normalized: bool


def read_tokenizer_files(folder: Path, model_config: Mapping[str, Any]) -> TokenizerFiles:
    """The files of `folder`; raises PathMissing without tokenizer.json, FormatError, TokenizerInvalid."""
    path = folder / TOKENIZER_NAME
    tokenizer = read_json_object(path, _MAX_TOKENIZER_BYTES)
    if not isinstance(tokenizer.get("model"), dict):
        raise TokenizerInvalid(path=str(path), detail="it has no model")
    config_path = folder / CONFIG_NAME
    config = read_json_object(config_path) if config_path.is_file() else None
    return TokenizerFiles(folder, tokenizer, config, model_config)


def bpe_tokenizer(files: TokenizerFiles, vocabulary_n: int) -> list[Pair]:
    """The pairs of a byte-level BPE tokenizer (GGUF's "gpt2"), padded to `vocabulary_n` tokens.

    Raises TokenizerUnsupported for another kind, PreTokenizerUnknown, TokenizerInvalid.
    """
    path = files.folder / TOKENIZER_NAME
    model = files.tokenizer["model"]
    if model.get("type") != "BPE" or model.get("byte_fallback") is True:
        kind = "SentencePiece" if model.get("byte_fallback") is True else str(model.get("type"))[:40]
        raise TokenizerUnsupported(path=str(path), kind=kind)
    pre = recognize(files.tokenizer, path)
    added = _added_tokens(files)
    tokens, types = _token_list(_vocabulary(model, path), added, vocabulary_n, path)
    merges = _merges(model.get("merges"), path)
    return [
        text("tokenizer.ggml.model", "gpt2"),
        text("tokenizer.ggml.pre", pre),
        texts("tokenizer.ggml.tokens", tokens),
        integers("tokenizer.ggml.token_type", types),
        *([texts("tokenizer.ggml.merges", merges)] if merges else []),
        *special_tokens(files.tokenizer, files.config, files.model_config, vocabulary_n, path),
        *chat_template(files.folder, files.config),
    ]


def _vocabulary(model: Mapping[str, Any], path: Path) -> Mapping[str, int]:
    vocabulary = model.get("vocab")
    if not isinstance(vocabulary, dict) or not vocabulary:
        raise TokenizerInvalid(path=str(path), detail="it has no vocabulary")
    if any(type(token_id) is not int for token_id in vocabulary.values()):
        raise TokenizerInvalid(path=str(path), detail="its vocabulary holds something else than numbers")
    return vocabulary


def _added_tokens(files: TokenizerFiles) -> dict[int, AddedToken]:
    """The added tokens by id: those of tokenizer.json, then what only tokenizer_config.json tells of."""
    path = files.folder / TOKENIZER_NAME
    entries = files.tokenizer.get("added_tokens") or []
    listed = (files.config or {}).get("added_tokens_decoder") or {}
    if not isinstance(entries, list) or not isinstance(listed, dict):
        raise TokenizerInvalid(path=str(path), detail="its added tokens are not a list")
    always_special = named_special_tokens(files.config)
    tokens = [_added_token(entry.get("id"), entry, always_special, path) for entry in _objects(entries, path)]
    added = {token.id: token for token in tokens}
    if len(added) < len(tokens):
        raise TokenizerInvalid(path=str(path), detail="two of its added tokens have the same id")
    contents = {token.content for token in tokens}
    for token_id, entry in zip(listed, _objects(listed.values(), path), strict=True):
        number = int(token_id) if token_id.isdecimal() and len(token_id) < 10 else None
        token = _added_token(number, entry, always_special, path)
        if token.id not in added and token.content not in contents:
            added[token.id] = token
    return added


def _objects(entries: Iterable[Any], path: Path) -> list[Mapping[str, Any]]:
    kept = list(entries)
    if not all(isinstance(entry, dict) for entry in kept):
        raise TokenizerInvalid(path=str(path), detail="one of its added tokens is not an object")
    return kept


def _added_token(token_id: Any, entry: Mapping[str, Any], always_special: frozenset[str], path: Path) -> AddedToken:
    content = entry.get("content")
    if type(token_id) is not int or token_id < 0 or not isinstance(content, str):
        raise TokenizerInvalid(path=str(path), detail=f"it has the impossible added token {str(entry)[:80]}")
    is_special = entry.get("special") is True or content in always_special
    return AddedToken(token_id, content, is_special, entry.get("normalized") is True)


def _token_list(
    vocabulary: Mapping[str, int], added: Mapping[int, AddedToken], size: int, path: Path
) -> tuple[list[str], list[int]]:
    """(tokens, their types) by id; ids that no token has become `[PAD<id>]`, unused: a mask token may be one."""
    if size > _MOST_TOKENS:
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
    _require_text(finished, path)
    return finished, types


def _added_entry(token: AddedToken) -> tuple[str, int]:
    content = token.content if token.is_normalized else _spelled_out(token.content)
    if token.is_special or _looks_special(content):
        return content, int(TokenType.CONTROL)
    return content.replace(_SPACE_MARK, " "), int(TokenType.USER_DEFINED)


def _looks_special(content: str) -> bool:
    """Whether an added token is one for control though its exporter did not say so."""
    return (
        content in ("<pad>", "<mask>", "<2mass>", "[@BOS@]")
        or (content.startswith("<|") and content.endswith("|>"))
        or (content.startswith("<\uff5c") and content.endswith("\uff5c>"))
        or (content.startswith("<unused") and content.endswith(">"))
    )


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


def _merges(merges: Any, path: Path) -> list[str]:
    """The merges as "left right"; a space inside a part is written as the byte alphabet writes it."""
    if not isinstance(merges, list):
        raise TokenizerInvalid(path=str(path), detail="it has no list of merges")
    if all(isinstance(merge, str) for merge in merges):
        finished = merges
    elif all(isinstance(merge, list) and len(merge) == 2 for merge in merges):
        if not all(isinstance(part, str) for merge in merges for part in merge):
            raise TokenizerInvalid(path=str(path), detail="one of its merges is not of two texts")
        finished = [" ".join(part.replace(" ", "\u0120") for part in merge) for merge in merges]
    else:
        raise TokenizerInvalid(path=str(path), detail="its merges are of several kinds")
    _require_text(finished, path)
    return finished


def _require_text(strings: list[str], path: Path) -> None:
    """JSON can hold halves of characters; GGUF cannot."""
    try:
        "".join(strings).encode()
    except UnicodeEncodeError as error:
        raise TokenizerInvalid(path=str(path), detail="it holds half of a character") from error
