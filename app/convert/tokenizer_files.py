"""What a checkpoint's files say of its tokenizer, read and checked."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.convert.errors import TokenizerInvalid, TokenizerMissing, TokenizerUnsupported
from app.convert.special_tokens import named_special_tokens
from app.formats.json_file import read_json_object

TOKENIZER_NAME = "tokenizer.json"
CONFIG_NAME = "tokenizer_config.json"
# What SentencePiece itself writes.
PIECES_NAME = "tokenizer.model"
# What Mistral's own library reads.
_TEKKEN_NAME = "tekken.json"

_MAX_TOKENIZER_BYTES = 128 << 20
# Eight times what the largest vocabularies have.
MOST_TOKENS = 1 << 21
SPACE_MARK = "\u2581"


@dataclass(frozen=True, slots=True)
class TokenizerFiles:
    """What the JSON files of a checkpoint say of its tokenizer.

    `tokenizer` is empty and `config` None when there is no such file.
    """

    folder: Path
    tokenizer: Mapping[str, Any]
    config: Mapping[str, Any] | None
    model_config: Mapping[str, Any]

    @property
    def has_pieces(self) -> bool:
        """Whether SentencePiece's own file is there."""
        return (self.folder / PIECES_NAME).is_file()

    @property
    def has_byte_fallback(self) -> bool:
        """Whether tokenizer.json cuts text as SentencePiece does."""
        return bool(self.tokenizer) and self.tokenizer["model"].get("byte_fallback") is True


@dataclass(frozen=True, slots=True)
class AddedToken:
    """A token that is cut out of the text before anything else looks at it."""

    id: int
    content: str
    is_special: bool
    is_normalized: bool


def read_tokenizer_files(folder: Path, model_config: Mapping[str, Any]) -> TokenizerFiles:
    """The files of `folder`, of which tokenizer.json may be missing where tokenizer.model takes its place.

    Raises TokenizerMissing when both are, TokenizerUnsupported, FormatError, TokenizerInvalid.
    """
    path = folder / TOKENIZER_NAME
    if not path.is_file() and (folder / PIECES_NAME).is_file():
        tokenizer: Mapping[str, Any] = {}
    else:
        if not path.is_file() and (folder / _TEKKEN_NAME).is_file():
            raise TokenizerUnsupported(path=str(folder), kind=f"{_TEKKEN_NAME} alone")
        if not path.exists():
            raise TokenizerMissing(path=str(folder))
        tokenizer = read_json_object(path, _MAX_TOKENIZER_BYTES)
        if not isinstance(tokenizer.get("model"), dict):
            raise TokenizerInvalid(path=str(path), detail="it has no model")
    config_path = folder / CONFIG_NAME
    config = read_json_object(config_path) if config_path.is_file() else None
    return TokenizerFiles(folder, tokenizer, config, model_config)


def vocabulary_of(model: Mapping[str, Any], path: Path) -> Mapping[str, int]:
    """Token -> id, as a model of tokenizer.json has it; raises TokenizerInvalid."""
    vocabulary = model.get("vocab")
    if not isinstance(vocabulary, dict) or not vocabulary:
        raise TokenizerInvalid(path=str(path), detail="it has no vocabulary")
    if any(type(token_id) is not int for token_id in vocabulary.values()):
        raise TokenizerInvalid(path=str(path), detail="its vocabulary holds something else than numbers")
    return vocabulary


def added_tokens(files: TokenizerFiles) -> dict[int, AddedToken]:
    """The added tokens by id: those of tokenizer.json, then what only tokenizer_config.json tells of.

    Raises TokenizerInvalid.
    """
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


def looks_special(content: str) -> bool:
    """Whether an added token is one for control though its exporter did not say so."""
    return (
        content in ("<pad>", "<mask>", "<2mass>", "[@BOS@]")
        or (content.startswith("<|") and content.endswith("|>"))
        or (content.startswith("<\uff5c") and content.endswith("\uff5c>"))
        or (content.startswith("<unused") and content.endswith(">"))
    )


def merges_of(model: Mapping[str, Any], path: Path) -> list[str]:
    """The merges as "left right"; a space inside a part is written as the byte alphabet writes it.

    Raises TokenizerInvalid.
    """
    merges = model.get("merges")
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
    require_text(finished, path)
    return finished


def require_text(strings: list[str], path: Path) -> None:
    """JSON can hold halves of characters; GGUF cannot."""
    try:
        "".join(strings).encode()
    except UnicodeEncodeError as error:
        raise TokenizerInvalid(path=str(path), detail="it holds half of a character") from error
