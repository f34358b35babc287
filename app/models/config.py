"""Reads a checkpoint's config key by key: what is missing or of another kind ends in one error that names it."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeGuard

from app.core.errors import AppError
from app.formats.errors import plain_name

_MOST = (1 << 31) - 1
_LARGEST = 1e30


class ConfigKeyError(AppError):
    """A config lacks a key or holds something else there: path, key, found ("missing" or what stands there)."""

    code = "config_key"


class Config:
    """A JSON object of unknown origin; null counts as missing, as the exporters mean it.

    `path` is the file that errors name, `prefix` the place inside it ("text_config.").
    """

    def __init__(self, values: Mapping[str, Any], path: Path, prefix: str = "") -> None:
        self.values = values
        self.path = path
        self._prefix = prefix
        self._prefixes: Mapping[str, str] = {}

    def error(self, key: str, found: str | None = None) -> ConfigKeyError:
        """The error to raise about `key`, by default telling what stands there."""
        if found is None:
            found = repr(self.values[key])[:80] if self.has(key) else "missing"
        return ConfigKeyError(path=str(self.path), key=self._prefixes.get(key, self._prefix) + key, found=found)

    def has(self, key: str) -> bool:
        """Whether something stands under `key`."""
        return self.values.get(key) is not None

    def section(self, key: str) -> "Config":
        """The object under `key`, an empty one when there is none."""
        value = self.values.get(key)
        if value is not None and not isinstance(value, dict):
            raise self.error(key)
        return Config(value or {}, self.path, f"{self._prefix}{key}.")

    def over(self, other: "Config") -> "Config":
        """This config, with what it lacks taken from `other`."""
        mine = {key: value for key, value in self.values.items() if value is not None}
        both = Config({**other.values, **mine}, other.path, other._prefix)
        both._prefixes = dict.fromkeys(mine, self._prefix)
        return both

    def integer(self, key: str, default: int | None = None, *, least: int = 0, most: int = _MOST) -> int:
        """A whole number within [least, most]; without a default the key must be there."""
        if default is not None and not self.has(key):
            return default
        value = self.values.get(key)
        if type(value) is not int or not least <= value <= most:
            raise self.error(key)
        return value

    def optional_integer(self, key: str, *, least: int = 0, most: int = _MOST) -> int | None:
        """As `integer`, None when the key is missing."""
        return self.integer(key, least=least, most=most) if self.has(key) else None

    def number(self, key: str, default: float | None = None, *, least: float = -_LARGEST) -> float:
        """A finite number, `least` at least; without a default the key must be there."""
        if default is not None and not self.has(key):
            return default
        value = self.values.get(key)
        # Compared before converting: a huge whole number does not fit a float.
        if not _is_number(value) or not least <= value <= _LARGEST:
            raise self.error(key)
        return float(value)

    def optional_number(self, key: str) -> float | None:
        """As `number`, None when the key is missing."""
        return self.number(key) if self.has(key) else None

    def boolean(self, key: str, default: bool | None = None) -> bool:
        """True or false; without a default the key must be there."""
        if default is not None and not self.has(key):
            return default
        value = self.values.get(key)
        if not isinstance(value, bool):
            raise self.error(key)
        return value

    def text(self, key: str, default: str | None = None) -> str:
        """A short text; without a default the key must be there."""
        if default is not None and not self.has(key):
            return default
        value = self.values.get(key)
        if not isinstance(value, str):
            raise self.error(key)
        return plain_name(value)

    def optional_text(self, key: str) -> str | None:
        """As `text`, None when the key is missing."""
        return self.text(key) if self.has(key) else None

    def integers(self, key: str, *, least: int = 0, most: int = _MOST) -> tuple[int, ...]:
        """A list of whole numbers within [least, most]."""
        value = self.values.get(key)
        if not isinstance(value, list) or not all(type(item) is int and least <= item <= most for item in value):
            raise self.error(key)
        return tuple(value)

    def numbers(self, key: str) -> tuple[float, ...]:
        """A list of finite numbers."""
        value = self.values.get(key)
        if not isinstance(value, list) or not all(_is_number(item) and abs(item) <= _LARGEST for item in value):
            raise self.error(key)
        return tuple(map(float, value))

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of short texts, empty when the key is missing."""
        value = self.values.get(key)
        if value is None:
            return ()
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise self.error(key)
        return tuple(plain_name(item) for item in value)


def _is_number(value: Any) -> TypeGuard[int | float]:
    return isinstance(value, int | float) and not isinstance(value, bool)


def class_name(config: Config) -> str:
    """The first of `architectures`, "" when there is none."""
    return next(iter(config.texts("architectures")), "")
