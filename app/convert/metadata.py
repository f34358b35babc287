"""The key-value pairs of a GGUF file, each with the type it is written in."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gguf import GGUFValueType

from app.formats.gguf import GgufHeader

MASK_TOKEN_KEY = "tokenizer.ggml.mask_token_id"


@dataclass(frozen=True, slots=True)
class Pair:
    """`items` is the type of an array's items, None otherwise. Strings may hold surrogate escapes (foreign bytes)."""

    key: str
    type: GGUFValueType
    value: Any
    items: GGUFValueType | None = None


def text(key: str, value: str) -> Pair:
    """A string."""
    return Pair(key, GGUFValueType.STRING, value)


def count(key: str, value: int) -> Pair:
    """A whole number, as u32: the type that llama.cpp reads its sizes and token ids in."""
    return Pair(key, GGUFValueType.UINT32, value)


def number(key: str, value: float) -> Pair:
    """A float, as f32."""
    return Pair(key, GGUFValueType.FLOAT32, value)


def flag(key: str, value: bool) -> Pair:
    """A boolean."""
    return Pair(key, GGUFValueType.BOOL, value)


def texts(key: str, values: Sequence[str]) -> Pair:
    """An array of strings."""
    return Pair(key, GGUFValueType.ARRAY, values, GGUFValueType.STRING)


def integers(key: str, values: Sequence[int]) -> Pair:
    """An array of whole numbers, as i32."""
    return Pair(key, GGUFValueType.ARRAY, values, GGUFValueType.INT32)


def numbers(key: str, values: Sequence[float]) -> Pair:
    """An array of floats, as f32."""
    return Pair(key, GGUFValueType.ARRAY, values, GGUFValueType.FLOAT32)


def flags(key: str, values: Sequence[bool]) -> Pair:
    """An array of booleans."""
    return Pair(key, GGUFValueType.ARRAY, values, GGUFValueType.BOOL)


def tokenizer_of(header: GgufHeader) -> list[Pair]:
    """The pairs of a GGUF file that make up its tokenizer and chat template, each in the type it has there."""
    return [pair for pair in pairs_of(header) if pair.key.startswith("tokenizer.")]


def pairs_of(header: GgufHeader) -> list[Pair]:
    """The pairs of a GGUF file, each in the type it has there; without empty arrays, which say nothing."""
    return [
        Pair(key, GGUFValueType(header.types[key][0]), value, _item_type(header.types, key))
        for key, value in header.metadata.items()
        if value != []
    ]


def _item_type(types: Mapping[str, tuple[int, int | None]], key: str) -> GGUFValueType | None:
    items = types[key][1]
    return None if items is None else GGUFValueType(items)


def with_mask_token(tokenizer: Sequence[Pair], token_id: int | None) -> list[Pair]:
    """A target's tokenizer as its draft needs it, with the mask token of its own unless it has none (None).

    Sorted, so that it is the same wherever it was taken from.
    """
    own = [] if token_id is None else [count(MASK_TOKEN_KEY, token_id)]
    kept = [pair for pair in tokenizer if not own or pair.key != MASK_TOKEN_KEY]
    return sorted([*kept, *own], key=lambda pair: pair.key)
