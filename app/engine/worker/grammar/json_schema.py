"""Turns a JSON schema (json-schema.org, draft 2020-12, the part that shapes a value) into a grammar in GBNF."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from app.engine.worker.grammar.rules import BadGrammar

_LONGEST = 256 << 10
_DEEPEST = 64
_MOST_RULES = 5_000
_MOST_ITEMS = 1_000

# What describes a value without narrowing it; `format` does not by the standard's own default.
_REMARKS = frozenset(
    (
        *("title", "description", "default", "examples", "deprecated", "readOnly", "writeOnly", "format", "$schema"),
        *("$id", "$comment", "$anchor", "$defs", "definitions", "contentEncoding", "contentMediaType"),
    )
)
_OF_TYPE: Mapping[str, frozenset[str]] = {
    "object": frozenset(("properties", "required", "additionalProperties")),
    "array": frozenset(("items", "prefixItems", "minItems", "maxItems")),
    "string": frozenset(("minLength", "maxLength")),
}
_TYPES = ("object", "array", "string", "number", "integer", "boolean", "null")

_BASE = r"""
ws ::= | " " | "\n" [ \t]{0,20}
null ::= "null"
boolean ::= "true" | "false"
integer ::= "-"? ("0" | [1-9] [0-9]{0,15})
number ::= integer ("." [0-9]{1,16})? ([eE] [-+]? [0-9]{1,3})?
char ::= [^"\\\x00-\x1F\x7F] | "\\" (["\\/bfnrt] | "u" [0-9a-fA-F]{4})
string ::= "\"" char* "\""
object ::= "{" ws (string ws ":" ws value (ws "," ws string ws ":" ws value)*)? ws "}"
array ::= "[" ws (value (ws "," ws value)*)? ws "]"
value ::= object | array | string | number | boolean | null
""".strip()


def grammar_of_schema(text: str) -> str:
    """GBNF whose every text is JSON of the schema; raises BadGrammar, also for what it cannot express."""
    if len(text) > _LONGEST:
        raise BadGrammar(detail=f"the schema is longer than {_LONGEST:,} characters")
    try:
        schema = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadGrammar(detail="the schema is not JSON") from error
    if not isinstance(schema, dict | bool):
        raise BadGrammar(detail="the schema is neither an object nor true or false")
    return _Writer(schema).write()


@dataclass(slots=True)
class _Writer:
    _schema: Any
    _rules: dict[str, str] = field(default_factory=dict)
    _references: dict[str, str] = field(default_factory=dict)

    def write(self) -> str:
        root = self._of(self._schema, 0)
        lines = [f"root ::= ws {root}", *(f"{name} ::= {text}" for name, text in self._rules.items())]
        return "\n".join((*lines, _BASE))

    def _of(self, schema: Any, depth: int) -> str:
        """What stands for a value of this schema in a rule."""
        if depth > _DEEPEST:
            raise BadGrammar(detail="the schema holds too many schemas within each other")
        if schema is True or schema == {}:
            return "value"
        if not isinstance(schema, dict):
            raise BadGrammar(detail="a schema in it allows nothing, or is none")
        for name, write in (
            ("$ref", self._reference),
            ("const", lambda given, _: _literal(given)),
            ("enum", lambda given, _: _choice([_literal(value) for value in _list(given, "enum")])),
            ("anyOf", self._any_of),
            ("oneOf", self._any_of),
        ):
            if name in schema:
                self._refuse_beside(schema, {name, "type"})
                return self._rule(write(schema[name], depth))
        if "allOf" in schema:
            return self._of(_merged(schema), depth + 1)
        return self._of_types(schema, depth)

    def _of_types(self, schema: Mapping[str, Any], depth: int) -> str:
        given = schema.get("type") or [kind for kind, own in _OF_TYPE.items() if own & schema.keys()] or list(_TYPES)
        kinds = [given] if isinstance(given, str) else _list(given, "type")
        known: set[str] = {"type"}
        for kind in kinds:
            if kind not in _TYPES:
                raise BadGrammar(detail="the schema names a type that JSON has not")
            known |= _OF_TYPE.get(kind, frozenset())
        self._refuse_beside(schema, known)
        writers = {"object": self._object, "array": self._array, "string": _string}
        parts = [writers[kind](schema, depth) if kind in writers else kind for kind in kinds]
        return self._rule(_choice(parts))

    def _object(self, schema: Mapping[str, Any], depth: int) -> str:
        properties = schema.get("properties", {})
        required = set(_list(schema.get("required", []), "required"))
        if not isinstance(properties, dict):
            raise BadGrammar(detail="the schema's “properties” is not an object")
        # Where properties are named and nothing is said of others, there are none: that is what is meant.
        others = schema.get("additionalProperties", not properties)
        names = [*properties, *sorted(str(name) for name in required - properties.keys())]
        pairs = [(_member(name, self._of(properties.get(name, True), depth + 1)), name in required) for name in names]
        rest = ""
        if others is not False:
            rest = f'string ws ":" ws {self._of(others, depth + 1)}'
        return f'"{{" ws {self._members(pairs, rest)} ws "}}"'

    def _members(self, pairs: Sequence[tuple[str, bool]], rest: str) -> str:
        """Members in their order, those that need not be there left out or not: what follows once there is one, and
        what there may be while there is none yet."""
        following = self._rule(f'(ws "," ws {rest})*') if rest else '""'
        first = self._rule(f"({rest} {following})?") if rest else '""'
        for member, is_required in reversed(pairs):
            begun = f"{member} {following}"
            going_on = f'ws "," ws {member} {following}'
            first, following = (
                self._rule(begun if is_required else _choice([begun, first])),
                self._rule(going_on if is_required else _choice([going_on, following])),
            )
        return first

    def _array(self, schema: Mapping[str, Any], depth: int) -> str:
        fixed = [self._of(item, depth + 1) for item in _list(schema.get("prefixItems", []), "prefixItems")]
        others = schema.get("items", True)
        least = _size(schema, "minItems", 0)
        most = _size(schema, "maxItems", len(fixed) if others is False else None)
        if most is not None and most < max(least, len(fixed) if others is False else 0):
            raise BadGrammar(detail="the schema asks for an array with fewer items than it needs")
        if fixed:
            # The standard would let an array end within them.
            least, most = max(0, least - len(fixed)), None if most is None else max(0, most - len(fixed))
        inner = ' ws "," ws '.join(fixed)
        if others is False or most == 0:
            return f'"[" ws {inner} ws "]"'
        item = self._of(others, depth + 1)
        if fixed:
            return f'"[" ws {inner} (ws "," ws {item}){_bounds(least, most)} ws "]"'
        more = f'{item} (ws "," ws {item}){_bounds(max(0, least - 1), None if most is None else most - 1)}'
        return f'"[" ws {more if least else f"({more})?"} ws "]"'

    def _any_of(self, given: Any, depth: int) -> str:
        return _choice([self._of(schema, depth + 1) for schema in _list(given, "anyOf")])

    def _reference(self, address: Any, depth: int) -> str:
        if address in self._references:
            return self._references[address]
        if not isinstance(address, str) or not address.startswith("#"):
            raise BadGrammar(detail="the schema refers to another file")
        schema = self._schema
        for step in address[1:].split("/")[1:]:
            key = step.replace("~1", "/").replace("~0", "~")
            if not isinstance(schema, dict) or key not in schema:
                raise BadGrammar(detail=f"the schema refers to {address}, which it does not hold")
            schema = schema[key]
        name = self._references[address] = self._free_name()
        self._rules[name] = ""
        self._rules[name] = self._of(schema, depth + 1)
        return name

    def _rule(self, text: str) -> str:
        if text.isalnum():
            return text
        name = self._free_name()
        self._rules[name] = text
        return name

    def _free_name(self) -> str:
        if len(self._rules) >= _MOST_RULES:
            raise BadGrammar(detail="the schema is too large")
        return f"r{len(self._rules)}"

    def _refuse_beside(self, schema: Mapping[str, Any], known: set[str]) -> None:
        if unknown := sorted(schema.keys() - known - _REMARKS):
            raise BadGrammar(detail=f"the schema narrows a value by “{unknown[0]}”, which cannot be kept here")


def _merged(schema: Mapping[str, Any]) -> dict[str, Any]:
    """Schemas that a value has to follow all at once, as one; those that speak of the same thing cannot be merged."""
    merged = {key: value for key, value in schema.items() if key != "allOf"}
    for part in _list(schema["allOf"], "allOf"):
        if not isinstance(part, dict):
            raise BadGrammar(detail="the schema's “allOf” holds something that is no schema")
        for key, value in part.items():
            if key == "properties" and isinstance(merged.get(key), dict) and isinstance(value, dict):
                merged[key] = {**merged[key], **value}
            elif key == "required" and isinstance(merged.get(key), list) and isinstance(value, list):
                merged[key] = [*merged[key], *value]
            elif merged.setdefault(key, value) != value and key not in _REMARKS:
                raise BadGrammar(detail=f"the schema's “allOf” speaks of “{key}” twice")
    return merged


def _string(schema: Mapping[str, Any], _: int) -> str:
    least, most = _size(schema, "minLength", 0), _size(schema, "maxLength", None)
    if least == 0 and most is None:
        return "string"
    return f'"\\"" char{_bounds(least, most)} "\\""'


def _member(name: str, value: str) -> str:
    return f'{_literal(name)} ws ":" ws {value}'


def _size(schema: Mapping[str, Any], name: str, usual: Any) -> Any:
    value = schema.get(name, usual)
    if value is usual:
        return usual
    if type(value) is not int or not 0 <= value <= _MOST_ITEMS:
        raise BadGrammar(detail=f"the schema's “{name}” is no whole number up to {_MOST_ITEMS:,}")
    return value


def _bounds(least: int, most: int | None) -> str:
    return f"{{{least},{'' if most is None else most}}}"


def _list(value: Any, name: str) -> list[Any]:
    if not isinstance(value, list):
        raise BadGrammar(detail=f"the schema's “{name}” is not a list")
    return value


def _choice(parts: Sequence[str]) -> str:
    if not parts:
        raise BadGrammar(detail="a list of choices in the schema is empty")
    return f"({' | '.join(parts)})" if len(parts) > 1 else parts[0]


def _literal(value: Any) -> str:
    """A GBNF literal of the value's JSON."""
    text = json.dumps(value, ensure_ascii=False)
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
