"""What the Hub lists of a model that was found, and what it seems to be by its name, tags and class."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from app.core.errors import AppError
from app.hub.offers import FormKind, Gate
from app.models.drafts.schema import recognise_draft
from app.models.entry import DraftMethod
from app.models.recognition.families import FAMILIES

_LONGEST_TEXT = 200
_METHODS: tuple[tuple[re.Pattern[str], DraftMethod | None], ...] = (
    (re.compile(r"dspark"), "dspark"),
    (re.compile(r"dflash[-_]?2"), "dflash2"),
    (re.compile(r"dflash"), "dflash"),
    (re.compile(r"eagle[-_]?3"), "eagle3"),
    (re.compile(r"gemma-4-.*-assistant"), "mtp"),
    (re.compile(r"speculator"), None),
)
# What a name says where the Hub did not count: 0.6B, 27B, 30B-A3B, 350M.
_COUNT_IN_NAME = re.compile(r"(?<![a-z0-9.])(\d{1,4}(?:\.\d{1,2})?)([bm])(?![a-z])", re.IGNORECASE)

# Methods that drafts are published for.
SearchMethod = Literal["dspark", "dflash", "dflash2", "eagle3", "mtp"]
# What people call families by; each stands for all models with that word in their name or class.
SearchFamily = Literal["", "qwen", "gemma", "llama", "gpt-oss", "lfm", "mistral", "phi", "granite", "smollm"]


@dataclass(frozen=True, slots=True)
class SearchResult:
    """A model as the Hub lists it; what it is, is only what its name, tags and class say.

    `method` is None where a draft does not say. `family` is in GGUF's spelling, "" where it is not told. `updated` is
    an ISO date. `base_models` are what it was made from or for. `parameters` counts what the Hub counted, or what the
    name says, None without either.
    """

    repo: str
    is_draft: bool
    method: DraftMethod | None
    base_models: tuple[str, ...]
    has_safetensors: bool
    has_gguf: bool
    gated: Gate
    licence: str
    parameters: int | None
    downloads: int
    likes: int
    updated: str
    family: str = ""


@dataclass(frozen=True, slots=True)
class SearchFilter:
    """What is wanted of a result; the usual value of each field asks for nothing.

    Results that do not say how large they are, or under which licence, are kept out where that was asked for.
    """

    drafts_only: bool = False
    method: SearchMethod | None = None
    family: SearchFamily = ""
    most_parameters: int = 0
    licence: str = ""
    kind: FormKind | None = None

    def accepts(self, result: SearchResult) -> bool:
        """Whether a result is what was asked for."""
        told = " ".join((result.repo, result.family, *result.base_models)).lower()
        return (
            (result.is_draft or not (self.drafts_only or self.method))
            and self.method in (None, result.method)
            and self.family in told
            and (not self.most_parameters or 0 < (result.parameters or 0) <= self.most_parameters)
            and result.licence.startswith(self.licence)
            and (self.kind is None or (result.has_gguf if self.kind == "gguf" else result.has_safetensors))
        )


NO_FILTER = SearchFilter()


def result_of(answer: Mapping[str, Any]) -> SearchResult:
    """One model out of the Hub's answer; what is missing or of another kind counts as not told. Raises KeyError."""
    repo = _text(answer["id"])
    tags = tuple(_text(tag) for tag in _list(answer.get("tags")))
    config = answer.get("config")
    config = config if isinstance(config, dict) else {}
    schema = _schema_name(config)
    told = " ".join((schema, repo.rpartition("/")[2], *(tag for tag in tags if ":" not in tag))).lower()
    methods = [method for pattern, method in _METHODS if pattern.search(told)]
    return SearchResult(
        repo=repo,
        is_draft=bool(schema or methods),
        method=methods[0] if methods else None,
        base_models=base_models(tags),
        has_safetensors="safetensors" in tags,
        has_gguf="gguf" in tags,
        gated=gate(answer.get("gated")),
        licence=licence(tags),
        parameters=_parameters(answer, repo),
        downloads=_count(answer.get("downloads")) or 0,
        likes=_count(answer.get("likes")) or 0,
        updated=_text(answer.get("lastModified"))[:10],
        family="" if schema else _family(answer, config),
    )


def base_models(tags: tuple[str, ...]) -> tuple[str, ...]:
    """What a model was made from or for, each once; the tag may say by what way: "base_model:quantized:OWNER/NAME"."""
    return tuple(dict.fromkeys(tag.rpartition(":")[2] for tag in tags if tag.startswith("base_model:")))


def licence(tags: tuple[str, ...]) -> str:
    """The licence that the tags name, "" without one."""
    return next((tag.partition(":")[2] for tag in tags if tag.startswith("license:")), "")


def gate(value: Any) -> Gate:
    """What the Hub says of a gate; it lets in those who accept the terms, or whom the owner accepts."""
    if value == "manual":
        return "manual"
    return "auto" if value else ""


def _schema_name(config: Mapping[str, Any]) -> str:
    """The schema of a draft as far as the part of its config tells that the Hub lists, "" for anything else."""
    try:
        schema = recognise_draft(config, {})
    except AppError:
        return ""
    return schema.name if schema else ""


def _family(answer: Mapping[str, Any], config: Mapping[str, Any]) -> str:
    told = answer.get("gguf")
    architecture = _text(told.get("architecture")) if isinstance(told, dict) else ""
    classes = [_text(name) for name in _list(config.get("architectures"))]
    return architecture or next((FAMILIES[name] for name in classes if name in FAMILIES), "")


def _parameters(answer: Mapping[str, Any], repo: str) -> int | None:
    for key in ("safetensors", "gguf"):
        counted = answer.get(key)
        if isinstance(counted, dict) and (total := _count(counted.get("total"))):
            return total
    if found := _COUNT_IN_NAME.search(repo.rpartition("/")[2]):
        return round(float(found[1]) * (1e9 if found[2] in "bB" else 1e6))
    return None


def _count(value: Any) -> int | None:
    return value if type(value) is int and 0 <= value < 1 << 53 else None


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _text(value: Any) -> str:
    return value[:_LONGEST_TEXT] if isinstance(value, str) else ""
