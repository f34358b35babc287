"""The JSON of a request, every value checked as it is taken out."""

import json
from collections.abc import Mapping
from typing import Any

from app.server.errors import ApiNotSupported, ApiRequestInvalid

_MOST_ITEMS = 10_000


class Fields:
    """A JSON object; a field that is null counts as left out. Whatever is not as it should be is ApiRequestInvalid."""

    def __init__(self, content: Mapping[str, Any], where: str = "") -> None:
        self._content = content
        self._where = where

    def __contains__(self, name: str) -> bool:
        return self._content.get(name) is not None

    def invalid(self, name: str, detail: str) -> ApiRequestInvalid:
        """The failure that a field's value is."""
        return ApiRequestInvalid(param=self._where + name, detail=detail)

    def number(self, name: str, lowest: float, highest: float) -> float | None:
        """A number between the two, both included."""
        value = self._content.get(name)
        if value is None:
            return None
        # A comparison with nan is false.
        if type(value) not in (int, float) or not lowest <= value <= highest:
            raise self.invalid(name, f"has to be a number from {lowest:g} to {highest:g}")
        return float(value)

    def whole_number(self, name: str, lowest: int, highest: int) -> int | None:
        """A whole number between the two, both included; 3.0 is one as well."""
        value = self._content.get(name)
        if value is None:
            return None
        if type(value) not in (int, float) or not lowest <= value <= highest or value != int(value):
            raise self.invalid(name, f"has to be a whole number from {lowest} to {highest}")
        return int(value)

    def flag(self, name: str) -> bool:
        """True or false; false where it is left out."""
        value = self._content.get(name)
        if value is not None and type(value) is not bool:
            raise self.invalid(name, "has to be true or false")
        return bool(value)

    def text(self, name: str) -> str | None:
        """A text."""
        value = self._content.get(name)
        if value is not None and not isinstance(value, str):
            raise self.invalid(name, "has to be a text")
        return value if value is None else whole_text(value)

    def texts(self, name: str, most: int) -> tuple[str, ...]:
        """One text or a list of at most `most`, none of them empty."""
        value = self._content.get(name)
        listed = [] if value is None else [value] if isinstance(value, str) else value
        if (
            not isinstance(listed, list)
            or len(listed) > most
            or not all(isinstance(item, str) and item for item in listed)
        ):
            raise self.invalid(name, f"has to be a text, or a list of at most {most} texts that are not empty")
        return tuple(whole_text(item) for item in listed)

    def part(self, name: str) -> "Fields":
        """An object in the object; an empty one where it is left out."""
        value = self._content.get(name)
        if value is not None and not isinstance(value, dict):
            raise self.invalid(name, "has to be an object")
        return Fields(value or {}, f"{self._where}{name}.")

    def parts(self, name: str) -> tuple["Fields", ...]:
        """A list of objects; empty where it is left out."""
        value = self._content.get(name)
        listed = [] if value is None else value
        if not isinstance(listed, list) or len(listed) > _MOST_ITEMS:
            raise self.invalid(name, f"has to be a list of at most {_MOST_ITEMS} objects")
        if not all(isinstance(item, dict) for item in listed):
            raise self.invalid(name, "has to hold nothing but objects")
        return tuple(Fields(item, f"{self._where}{name}[{place}].") for place, item in enumerate(listed))

    def is_text(self, name: str) -> bool:
        """Whether a field that may be more than a text is one."""
        return isinstance(self._content.get(name), str)

    def items(self) -> tuple[tuple[str, Any], ...]:
        """All that there is, unchecked."""
        return tuple(self._content.items())

    def json_of(self, name: str) -> str:
        """An object as JSON text."""
        if not isinstance(self._content.get(name), dict):
            raise self.invalid(name, "has to be an object")
        try:
            return json.dumps(self._content[name])
        except RecursionError as error:
            raise self.invalid(name, "is nested too deeply") from error

    def refuse(self, *names: str) -> None:
        """Raise ApiNotSupported for a field that asks for something: one that is not empty, false or zero."""
        for name in names:
            if self._content.get(name):
                raise ApiNotSupported(param=self._where + name)


def whole_text(text: str) -> str:
    """The text with U+FFFD or “?” for halves of surrogate pairs, which JSON can spell."""
    return text.encode("utf-8", "replace").decode()


def fields_of(body: bytes) -> Fields:
    """The object in a request's body; raises ApiRequestInvalid."""
    try:
        content = json.loads(body.decode("utf-8"), parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise ApiRequestInvalid(param="the body", detail=f"is no JSON ({error})") from error
    if not isinstance(content, dict):
        raise ApiRequestInvalid(param="the body", detail="is no JSON object")
    return Fields(content)


def _no_number(name: str) -> Any:
    raise ValueError(f"{name} is not a number")
