"""GBNF and JSON schemas: what they take, what they refuse, and that nothing they hold does harm."""

import json
import random
import time
from typing import Any

import pytest

from app.engine.worker.grammar.gbnf import read_grammar
from app.engine.worker.grammar.json_schema import grammar_of_schema
from app.engine.worker.grammar.matcher import Matcher
from app.engine.worker.grammar.rules import BadGrammar


def takes(grammar: str, text: str) -> bool:
    """Whether the whole text fits, whichever way its bytes come."""
    whole, bytewise = Matcher(read_grammar(grammar)), Matcher(read_grammar(grammar))
    after = whole.after(text.encode())
    for byte in text.encode():
        if (state := bytewise.after(bytes((byte,)))) is None:
            assert after is None
            return False
        bytewise.state = state
    assert after is not None
    whole.state = after
    assert whole.can_end == bytewise.can_end
    return whole.can_end


@pytest.mark.parametrize(
    ("grammar", "good", "bad"),
    [
        ('root ::= "yes" | "no"', ["yes", "no"], ["", "y", "yesno", "maybe"]),
        ('root ::= "a"* "b"+ "c"?', ["b", "aabbc"], ["", "a", "bcc", "ba"]),
        ('root ::= "ab"{2} "c"{1,3} "d"{2,}', ["ababcdd", "ababcccddd"], ["abcdd", "ababccccdd", "ababcd"]),
        ('root ::= "a"{0,2}', ["", "a", "aa"], ["aaa"]),
        ("root ::= [a-cX-] [^0-9\\n]", ["aé", "-漢", "X "], ["d ", "a1", "a\n"]),
        ("root ::= .{2}", ["é😀", "ab"], ["a", "abc"]),
        ('root ::= ("a" | ("b" "c")?) "!"', ["a!", "bc!", "!"], ["b!", "c!"]),
        ('root ::= item ("," item)*  # a list\n\nitem ::=\n  [0-9]+ |\n  "x"\n', ["1,22,x"], ["1,", ",1", "xx"]),
        (r'root ::= "\"\\\n\x41\u00e9\U0001F600"', ['"\\\nAé😀'], ['"\\\nA']),
        ('root ::= "(" root ")" | ""', ["", "((()))"], ["(()", ")("]),
        ('root ::= "x" root | "x"', ["x", "x" * 3000], ["", "xy"]),
        ('root ::= a a a "!"\na ::= "x"?', ["!", "xxx!"], ["xxxx!"]),
    ],
)
def test_a_grammar_takes_what_it_says(grammar: str, good: list[str], bad: list[str]) -> None:
    assert [text for text in good if not takes(grammar, text)] == []
    assert [text for text in bad if takes(grammar, text)] == []


@pytest.mark.parametrize(
    ("grammar", "says"),
    [
        ("", "no rule “root”"),
        ('start ::= "a"', "no rule “root”"),
        ("root ::= word", "“word” is used but not there"),
        ('root ::= "a', "not closed"),
        ('root ::= ("a"', "“)” is missing"),
        ('root ::= "a" )', "line 1"),
        ('root ::= "a"\nroot ::= "b"', "there twice"),
        ("root = x", "“::=” is missing"),
        ('root ::= "a"\n\nother "b"', "line 3"),
        ('root ::= root "a" | "b"', "begins with itself"),
        ('root ::= x\nx ::= y? x "a" | "b"\ny ::= "c"', "begins with itself"),
        ('root ::= ""*', "begins with itself"),
        ("root ::= [z-a]", "ends before it begins"),
        ('root ::= "\\q"', "escape"),
        ('root ::= "\\uD8"', "escape"),
        ('root ::= "\\UFFFFFFFF"', "escape"),
        ('root ::= "a"{5,2}', "fewer"),
        ('root ::= "a"{}', "number is missing"),
        ('root ::= "a"{99999999999}', "repeated more than"),
        ('root ::= "a"**', "repeated twice"),
        ("root ::= " + "(" * 100_000, "parentheses"),
        ('root ::= ("a"{2000}){2000}' + '{"2000}', "repeated twice"),
        ('root ::= x{2000} x{2000}\nx ::= "abc"{2000} "abc"{2000} ' + '("abc"{2000}) ' * 30, "too large"),
        ("root ::= " + '"a" ' * 200_000, "longer than"),
    ],
)
def test_a_bad_grammar_is_refused_in_words(grammar: str, says: str) -> None:
    with pytest.raises(BadGrammar) as failure:
        read_grammar(grammar)
    assert says in str(failure.value.facts["detail"])


def test_a_grammar_with_countless_readings_is_stopped() -> None:
    doubling = "\n".join(f'r{n} ::= r{n + 1} "a" | r{n + 1} "b"' for n in range(40)) + '\nr40 ::= "c"'
    with pytest.raises(BadGrammar):
        Matcher(read_grammar(f"root ::= r0\n{doubling}"))
    matcher = Matcher(read_grammar('root ::= "a" root "a" | "a" root "b" | "c"'))
    with pytest.raises(BadGrammar):
        matcher.after(b"a" * 100)


def test_a_cut_character_is_taken_only_if_it_can_become_one_that_fits() -> None:
    matcher = Matcher(read_grammar("root ::= [à-ÿ]"))
    assert matcher.after("é".encode()[:1]) is not None
    assert matcher.after("漢".encode()[:1]) is None
    assert matcher.after("😀".encode()[:2]) is None
    assert matcher.after(b"\xa9") is None
    assert matcher.after(b"\xff") is None


def test_noise_is_read_or_refused_in_little_time() -> None:
    letters = list('rot:=|()[]{}"\\^-*+?.,09 \n#abx')
    source = random.Random(5)
    start_s = time.monotonic()
    for _ in range(3000):
        text = "root ::= " + "".join(source.choices(letters, k=source.randrange(40)))
        try:
            matcher = Matcher(read_grammar(text))
            matcher.after(b"abab")
        except BadGrammar:
            pass
    assert time.monotonic() - start_s < 20


SCHEMA = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "object",
    "properties": {
        "name": {"type": "string", "minLength": 1, "maxLength": 5, "description": "short"},
        "age": {"type": ["integer", "null"]},
        "tags": {"type": "array", "items": {"enum": ["a", "é", 1]}, "minItems": 1, "maxItems": 2},
        "next": {"$ref": "#/$defs/node"},
        "shape": {"anyOf": [{"const": "só"}, {"type": "boolean"}]},
        "pair": {"prefixItems": [{"type": "integer"}, {"type": "string"}], "items": False},
        "free": {},
        "more": {"type": "object", "additionalProperties": {"type": "number"}},
    },
    "required": ["name", "tags"],
    "$defs": {"node": {"type": "object", "properties": {"next": {"$ref": "#/$defs/node"}}}},
}
LEAST = {"name": "x", "tags": ["a"]}


@pytest.mark.parametrize(
    ("value", "fits"),
    [
        (LEAST, True),
        ({**LEAST, "next": {"next": {"next": {}}}}, True),
        ({"name": "x", "age": None, "tags": ["é", 1], "shape": True}, True),
        ({"name": "x", "age": -12, "tags": ["a"], "shape": "só"}, True),
        ({**LEAST, "pair": [1, "x"], "free": [{"a": [1.5e-3, None]}], "more": {"x": 1, "y": 2.5}}, True),
        ({"tags": ["a"]}, False),
        ({"name": "", "tags": ["a"]}, False),
        ({"name": "toolong", "tags": ["a"]}, False),
        ({"name": "x", "tags": []}, False),
        ({"name": "x", "tags": ["a", "a", "a"]}, False),
        ({"name": "x", "age": 1.5, "tags": ["a"]}, False),
        ({**LEAST, "shape": 3}, False),
        ({**LEAST, "pair": [1]}, False),
        ({**LEAST, "other": 1}, False),
        ({**LEAST, "more": {"x": "1"}}, False),
        ([], False),
    ],
)
def test_a_schema_takes_what_is_valid_and_nothing_else(value: Any, fits: bool) -> None:
    grammar = grammar_of_schema(json.dumps(SCHEMA))
    assert takes(grammar, json.dumps(value, ensure_ascii=False)) == fits
    assert takes(grammar, json.dumps(value, ensure_ascii=False, indent=2)) == fits


def test_all_of_is_put_together() -> None:
    parts = [{"properties": {"a": {"type": "integer"}}, "required": ["a"]}, {"properties": {"b": {"type": "null"}}}]
    grammar = grammar_of_schema(json.dumps({"type": "object", "allOf": parts}))
    assert takes(grammar, '{"a": 1, "b": null}')
    assert not takes(grammar, '{"b": null}')


@pytest.mark.parametrize("text", ["{", "[]", "3", '{"type": "thing"}', '{"type": "object", "properties": []}'])
@pytest.mark.parametrize("wrap", ["{}", '{{"type": "array", "items": {}}}'])
def test_what_is_no_schema_is_refused_in_words(text: str, wrap: str) -> None:
    with pytest.raises(BadGrammar):
        read_grammar(grammar_of_schema(wrap.format(text)))


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "string", "pattern": "a+"},
        {"type": "integer", "minimum": 3},
        {"not": {}},
        {"$ref": "https://example.org/x"},
        {"$ref": "#/$defs/missing"},
        {"$ref": "#"},
        {"enum": []},
        {"type": "array", "minItems": 3, "maxItems": 2},
        {"type": "array", "minItems": -1},
        {"type": "string", "maxLength": 10**9},
        {"allOf": [{"type": "string"}, {"type": "null"}]},
    ],
)
def test_a_schema_that_cannot_be_kept_is_refused(schema: Any) -> None:
    with pytest.raises(BadGrammar):
        read_grammar(grammar_of_schema(json.dumps(schema)))


def test_a_schema_as_deep_as_a_well_is_refused() -> None:
    deep = '{"items":' * 5000 + "{}" + "}" * 5000
    with pytest.raises(BadGrammar):
        grammar_of_schema(deep)


def test_any_json_is_json() -> None:
    values: tuple[object, ...] = ({"a": [1, -2.5e10, 'x\n"é', None, True], "": {}}, [], "text", 0, None)
    any_json = grammar_of_schema("true")
    for value in values:
        assert takes(any_json, json.dumps(value))
    for text in ("{a: 1}", "[1,]", "01", "'x'", '"\n"'):
        assert not takes(any_json, text)
