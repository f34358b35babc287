"""Configs with one value that cannot be."""

from collections.abc import Callable, Iterator
from typing import Any

from app.core.errors import AppError

BAD_VALUES = [
    None,
    "x",
    -1,
    1.5,
    True,
    [],
    {},
    [None],
    {"a": 1},
    [1] * 3,
    float("nan"),
    float("inf"),
    10**400,
    -(10**400),
    ["x" * 9] * 9,
]


def paths(config: dict[str, Any], before: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """The way to every value in a config."""
    for key, value in config.items():
        yield (*before, key)
        if isinstance(value, dict):
            yield from paths(value, (*before, key))


def with_value(config: dict[str, Any], path: tuple[str, ...], value: Any) -> dict[str, Any]:
    """The config with another value there."""
    changed = dict(config)
    changed[path[0]] = with_value(config[path[0]], path[1:], value) if len(path) > 1 else value
    return changed


def errors_of_wrong_values(config: dict[str, Any], read: Callable[[dict[str, Any]], object]) -> int:
    """How many wrong values `read` refuses as it should; anything but an AppError escapes."""
    errors = 0
    for path in paths(config):
        for value in BAD_VALUES:
            try:
                read(with_value(config, path, value))
            except AppError:
                errors += 1
    return errors
