"""Tokenizers of SentencePiece's kind: BPE over whole texts, with a token for each byte that is in no other."""

import re
from collections.abc import Sequence
from pathlib import Path

from gguf import TokenType

from app.convert.chat_template import chat_template
from app.convert.errors import TokenizerInvalid
from app.convert.metadata import Pair, flag, integers, numbers, text, texts
from app.convert.pre_tokenizer import require_whole_texts
from app.convert.special_tokens import all_special_tokens, special_tokens
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
from app.formats.json_file import read_json_object
from app.formats.sentencepiece import NORMAL, USER_DEFINED, read_pieces

_BYTE = re.compile(r"<0x[0-9A-Fa-f]{2}>")
_ADD_BOS = "tokenizer.ggml.add_bos_token"
_ADDED_SCORE, _UNUSED_SCORE = -1000.0, -10000.0
# Tokens that exporters of some years ago added without telling more of them.
_LATER_TOKENS_NAME = "added_tokens.json"


def pieces_tokenizer(files: TokenizerFiles, vocabulary_n: int, *, trusts_flags: bool = False) -> list[Pair]:
    """The pairs of a tokenizer.model (GGUF's "llama"), padded to `vocabulary_n` tokens.

    With `trusts_flags` an added token is one for control only where the files say so, not where it looks like one.
    Raises FormatError, PathMissing, TokenizerInvalid.
    """
    path = files.folder / PIECES_NAME
    _require_size(vocabulary_n, path)
    tokens = [f"[PAD{i}]" for i in range(vocabulary_n)]
    scores = [_UNUSED_SCORE] * vocabulary_n
    types = [int(TokenType.UNUSED)] * vocabulary_n
    for i, piece in enumerate(read_pieces(path)[:vocabulary_n]):
        # What SentencePiece calls defined by the user is to the engine a piece like others.
        kind = NORMAL if piece.kind == USER_DEFINED else piece.kind
        tokens[i], scores[i], types[i] = piece.text, piece.score, kind
    for i, content in _later_tokens(files).items():
        if i < vocabulary_n:
            tokens[i], scores[i], types[i] = content, _ADDED_SCORE, int(TokenType.USER_DEFINED)
    for i, token in added_tokens(files).items():
        if i < vocabulary_n:
            tokens[i], types[i] = _added_entry(token, trusts_flags=trusts_flags)
            scores[i] = _ADDED_SCORE
    require_text(tokens, path)
    return _llama_pairs(files, tokens, scores, types)


def ranked_tokenizer(files: TokenizerFiles, vocabulary_n: int) -> list[Pair]:
    """The pairs of a tokenizer.json that was made from a tokenizer.model (GGUF's "llama"), without that file.

    Scores are in the order that they had there: the earlier its merge, the higher a token's. Raises TokenizerInvalid,
    PreTokenizerUnknown.
    """
    tokens, types = _listed(files, vocabulary_n, trusts_flags=True)
    ranks: dict[str, int] = {}
    for rank, merge in enumerate(merges_of(files.tokenizer["model"], files.folder / TOKENIZER_NAME)):
        ranks.setdefault(merge.replace(" ", "", 1), rank)
    scores = [-float(ranks[token]) if token in ranks else _ADDED_SCORE for token in tokens]
    return _llama_pairs(files, tokens, scores, types)


def merging_tokenizer(
    files: TokenizerFiles,
    vocabulary_n: int,
    *,
    name: str,
    always_shown: frozenset[str] = frozenset(),
    trusts_flags: bool = False,
) -> list[Pair]:
    """The pairs of a tokenizer.json whose merges the engine follows by themselves, under GGUF's `name` for that.

    `always_shown` are tokens that a reply must not lose, whatever the checkpoint's files call them. With
    `trusts_flags`, every added token is cut out of the text as a whole. Raises TokenizerInvalid, PreTokenizerUnknown.
    """
    path = files.folder / TOKENIZER_NAME
    tokens, types = _listed(files, vocabulary_n, trusts_flags=trusts_flags)
    shown = int(TokenType.USER_DEFINED)
    types = [shown if token in always_shown else kind for token, kind in zip(tokens, types, strict=True)]
    special = special_tokens(files.tokenizer, files.config, files.model_config, vocabulary_n, path)
    return [
        text("tokenizer.ggml.model", name),
        texts("tokenizer.ggml.tokens", tokens),
        numbers("tokenizer.ggml.scores", [_ADDED_SCORE] * len(tokens)),
        integers("tokenizer.ggml.token_type", types),
        texts("tokenizer.ggml.merges", merges_of(files.tokenizer["model"], path)),
        *(pair for pair in special if pair.key != _ADD_BOS),
        flag(_ADD_BOS, True),
        flag("tokenizer.ggml.add_space_prefix", False),
        *chat_template(files.folder, files.config),
    ]


def _listed(files: TokenizerFiles, vocabulary_n: int, *, trusts_flags: bool) -> tuple[list[str], list[int]]:
    """(tokens, their types) by id of a tokenizer.json; ids that no token has become `[PAD<id>]`, unused.

    Without `trusts_flags`, an added token that the vocabulary lists as well is known by the names of the config alone.
    """
    path = files.folder / TOKENIZER_NAME
    require_whole_texts(files.tokenizer, path)
    _require_size(vocabulary_n, path)
    vocabulary = vocabulary_of(files.tokenizer["model"], path)
    contents = {token_id: token for token, token_id in vocabulary.items()}
    flagged = added_tokens(files)
    added = {i: token.content for i, token in flagged.items() if i not in contents}
    if len(contents) < len(vocabulary) or not 0 <= min(contents) <= max({**contents, **added}) < vocabulary_n:
        raise TokenizerInvalid(path=str(path), detail=f"its ids are not those of {vocabulary_n} tokens")
    special = all_special_tokens(files.config)
    if trusts_flags:
        special |= {token.content for token in flagged.values() if token.is_special}
    whole = flagged if trusts_flags else added
    tokens, types = [], []
    for i in range(vocabulary_n):
        token = contents.get(i, added.get(i))
        tokens.append(f"[PAD{i}]" if token is None else token)
        types.append(int(TokenType.UNUSED if token is None else _listed_type(token, special, is_added=i in whole)))
    require_text(tokens, path)
    return tokens, types


def _listed_type(token: str, special: frozenset[str], *, is_added: bool) -> TokenType:
    if not is_added and _BYTE.fullmatch(token):
        return TokenType.BYTE
    if token in special:
        return TokenType.CONTROL
    return TokenType.USER_DEFINED if is_added else TokenType.NORMAL


def _llama_pairs(files: TokenizerFiles, tokens: list[str], scores: Sequence[float], types: Sequence[int]) -> list[Pair]:
    path = files.folder / TOKENIZER_NAME
    return [
        text("tokenizer.ggml.model", "llama"),
        text("tokenizer.ggml.pre", "default"),
        texts("tokenizer.ggml.tokens", tokens),
        numbers("tokenizer.ggml.scores", scores),
        integers("tokenizer.ggml.token_type", types),
        *special_tokens(files.tokenizer, files.config, files.model_config, len(tokens), path),
        *chat_template(files.folder, files.config),
    ]


def _added_entry(token: AddedToken, *, trusts_flags: bool) -> tuple[str, int]:
    if token.is_special or (looks_special(token.content) and not trusts_flags):
        return token.content, int(TokenType.CONTROL)
    content = token.content if trusts_flags else token.content.replace(SPACE_MARK, " ")
    return content, int(TokenType.USER_DEFINED)


def _later_tokens(files: TokenizerFiles) -> dict[int, str]:
    path = files.folder / _LATER_TOKENS_NAME
    content = read_json_object(path) if path.is_file() else {}
    if not all(type(token_id) is int and token_id >= 0 for token_id in content.values()):
        raise TokenizerInvalid(path=str(path), detail="it holds something else than numbers")
    return {token_id: token for token, token_id in content.items()}


def _require_size(vocabulary_n: int, path: Path) -> None:
    if vocabulary_n > MOST_TOKENS:
        raise TokenizerInvalid(path=str(path), detail=f"the model claims {vocabulary_n} tokens")
