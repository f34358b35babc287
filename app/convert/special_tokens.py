"""Which tokens begin and end a text, and whether the engine adds them, from a checkpoint's JSON files."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from app.convert.errors import TokenizerInvalid
from app.convert.metadata import Pair, count, flag

# Role in the JSON files -> name in GGUF (its spelling of "separator" is what the engine reads).
_ROLES: Mapping[str, str] = {
    "bos": "bos", "eos": "eos", "unk": "unknown", "sep": "seperator", "pad": "padding", "cls": "cls", "mask": "mask",
    "eot": "eot", "eom": "eom",
}  # fmt: skip
_NAMED_ROLES = ("bos", "eos", "unk", "sep", "pad", "cls", "mask")
# The engine has no id for "cls" and adds only these three.
_ADDED_ROLES = ("bos", "eos", "sep")
# What classes of tokenizers call their tokens, where the files leave it out.
_CLASS_TOKENS: Mapping[str, Mapping[str, str]] = {
    "GemmaTokenizer": {
        "bos_token": "<bos>", "eos_token": "<eos>", "unk_token": "<unk>", "pad_token": "<pad>", "mask_token": "<mask>",
    },
    "LlamaTokenizer": {"bos_token": "<s>", "eos_token": "</s>", "unk_token": "<unk>"},
}  # fmt: skip


@dataclass(slots=True)
class _Findings:
    """Role -> content of its token, and role -> whether the tokenizer puts it around a text."""

    contents: dict[str, str] = field(default_factory=dict)
    added: dict[str, bool] = field(default_factory=dict)


def named_special_tokens(config: Mapping[str, Any] | None) -> frozenset[str]:
    """The contents that tokenizer_config.json gives a name: special, whatever tokenizer.json says of them.

    Besides the usual roles a model has names of its own ("image_token").
    """
    named = {key: value for key, value in (config or {}).items() if key.endswith("_token")}
    for key in ("extra_special_tokens", "model_specific_special_tokens"):
        if isinstance(own := (config or {}).get(key), dict):
            named |= own
    return frozenset(content for value in named.values() if (content := _content(value)))


def all_special_tokens(config: Mapping[str, Any] | None) -> frozenset[str]:
    """Those, and what tokenizer_config.json lists as special without a name or leaves to the class it names."""
    own_class = str((config or {}).get("tokenizer_class", "")).removesuffix("Fast")
    config = {**_CLASS_TOKENS.get(own_class, {}), **(config or {})}
    key = "extra_special_tokens" if "extra_special_tokens" in config else "additional_special_tokens"
    listed = config.get(key)
    contents = map(_content, listed) if isinstance(listed, list) else ()
    return named_special_tokens(config) | {content for content in contents if content}


def special_tokens(
    tokenizer: Mapping[str, Any],
    config: Mapping[str, Any] | None,
    model_config: Mapping[str, Any],
    vocabulary_n: int,
    path: Path,
) -> list[Pair]:
    """The ids by role, and what is added around a text.

    Roles come from tokenizer_config.json (`config`) with the ids of tokenizer.json's added tokens, then from
    config.json (`model_config`); what is added from the post-processor, then from tokenizer_config.json. `path` is
    that of tokenizer.json. Raises TokenizerInvalid for a negative id.
    """
    found = _Findings(_contents(config))
    _read_post_processor(tokenizer.get("post_processor"), found, has_config=config is not None)
    ids = _ids(found, tokenizer, model_config, has_config=config is not None)
    for role in _ADDED_ROLES:
        if isinstance(setting := (config or {}).get(f"add_{role}_token"), bool):
            found.added.setdefault(role, setting)
    if any(token_id < 0 for token_id in ids.values()):
        raise TokenizerInvalid(path=str(path), detail="a special token has a negative id")
    return [
        *(count(f"tokenizer.ggml.{_ROLES[role]}_token_id", i) for role, i in ids.items() if i < vocabulary_n),
        *(flag(f"tokenizer.ggml.add_{role}_token", is_added) for role, is_added in found.added.items()),
    ]


def _contents(config: Mapping[str, Any] | None) -> dict[str, str]:
    contents: dict[str, str] = {}
    for role in _NAMED_ROLES:
        if content := _content((config or {}).get(f"{role}_token")):
            contents[role] = content
    return contents


def _content(entry: Any) -> str | None:
    """The text of a token that is told as that or as an object."""
    content = entry.get("content") if isinstance(entry, dict) else entry
    return content if isinstance(content, str) and content else None


def _ids(
    found: _Findings, tokenizer: Mapping[str, Any], model_config: Mapping[str, Any], *, has_config: bool
) -> dict[str, int]:
    ids: dict[str, int] = {}
    by_content: dict[Any, Any] = {}
    for entry in tokenizer.get("added_tokens") or []:
        by_content.setdefault(entry.get("content"), entry.get("id"))
    for role, content in found.contents.items() if has_config else ():
        if content in by_content:
            ids[role] = by_content[content]
    text_config = model_config.get("text_config")
    for role in (*_NAMED_ROLES, *(role for role in ("eot", "eom") if role in found.contents)):
        token_id = model_config.get(f"{role}_token_id")
        if token_id is None and isinstance(text_config, dict):
            token_id = text_config.get(f"{role}_token_id")
        if type(token_id) is int:
            ids.setdefault(role, token_id)
    return {role: token_id for role, token_id in ids.items() if role != "cls"}


def _read_post_processor(processor: Any, found: _Findings, *, has_config: bool) -> None:
    """Learn from tokenizer.json's post-processor what is put around a text; templates of the usual kinds only."""
    if has_config:
        _borrow(found.contents, "bos", "cls")
        _borrow(found.contents, "eos", "sep")
    if not isinstance(processor, dict):
        return
    inner = processor.get("processors", [processor])
    for each in inner if isinstance(inner, list) else []:
        kind = each.get("type") if isinstance(each, dict) else None
        if kind == "ByteLevel":
            found.added.setdefault("bos", False)
            found.added.setdefault("eos", False)
        elif kind == "TemplateProcessing":
            _read_template(_pieces(each.get("single")), _pieces(each.get("pair")), found, has_config=has_config)


def _borrow(contents: dict[str, str], role: str, other: str) -> None:
    if role not in contents and other in contents:
        contents[role] = contents[other]


def _pieces(template: Any) -> list[tuple[str, str]]:
    """A template as ("token", content) and ("text", "A" or "B") in order."""
    pieces = []
    for piece in template if isinstance(template, list) else []:
        for kind, name in (("SpecialToken", "token"), ("Sequence", "text")):
            if isinstance(piece, dict) and isinstance(piece.get(kind), dict):
                pieces.append((name, str(piece[kind].get("id"))))
    return pieces


def _read_template(
    single: list[tuple[str, str]], pair: list[tuple[str, str]], found: _Findings, *, has_config: bool
) -> None:
    is_wrapped = len(single) > 1
    first = single[0][1] if is_wrapped and single[0][0] == "token" else None
    last = single[-1][1] if is_wrapped and single[-1][0] == "token" else None
    contents = found.contents
    if first:
        if not has_config or "bos" not in contents:
            contents["bos"] = first
        found.added["bos"] = first in (contents["bos"], contents.get("cls"))
    if last:
        if has_config and "eos" in contents and last != contents["eos"]:
            # The tokenizer ends a text with another token than a reply ends with: that one ends a turn.
            contents["eom" if "eot" in contents else "eot"] = contents["eos"]
        contents["eos"] = last
        found.added["eos"] = True
    _read_separator(pair, first, last, found)


def _read_separator(pair: list[tuple[str, str]], first: str | None, last: str | None, found: _Findings) -> None:
    """Learn from the template for two texts whether a separator stands between them."""
    start = 1 if first and pair[:1] == [("token", first)] else 0
    end = len(pair) - 1 if last and pair[-1:] == [("token", last)] else len(pair)
    inner = pair[start:end]
    if inner[:1] != [("text", "A")] or inner[-1:] != [("text", "B")] or len(inner) < 3:
        return
    between, separators = inner[1:-1], (found.contents.get("sep"), found.contents.get("eos"))
    is_separator = between[0][0] == "token" and between[0][1] in separators and not last
    if len(between) == 2 and between[1][0] == "token" and between[1][1] in separators:
        is_separator = True
    found.added["sep"] = is_separator
    if is_separator and "sep" not in found.contents and "eos" in found.contents:
        found.contents["sep"] = found.contents["eos"]
