"""The filters and tests that a chat template may use, each charged to the budget."""

import json
from collections.abc import Callable, Iterable, Mapping
from functools import partial, wraps
from itertools import chain
from typing import Any, cast

from jinja2.environment import Environment
from jinja2.exceptions import SecurityError
from jinja2.filters import FILTERS
from jinja2.tests import TESTS

from app.engine.worker.templating.budget import CONTAINERS, DEPTH_MAX, ITEM_COST, Budget, TemplateTooCostly
from app.engine.worker.templating.formatting import spend_percent

Filter = Callable[..., Any]

# These hand on a value or count; the second and third make numbers, lists or generators of what is there; the fourth
# compare all that is there, and copy its text to do so; the fifth make text of text.
_PICKING = ("abs", "count", "d", "default", "first", "float", "last", "length")
_LISTING = ("int", "items", "list", "map", "reverse")
_SELECTING = ("reject", "rejectattr", "select", "selectattr")
_COMPARING = ("dictsort", "groupby", "max", "min", "sort", "unique")
_WRITING = ("capitalize", "lower", "title", "trim", "truncate", "upper", "urlencode", "wordcount")
_INDENT_MAX = 16
_ESCAPED_COST = 6
# A float has no digits beyond.
_DIGITS_MAX = 400
# Tests that compare, and those that write their value out.
_COMPARING_TESTS = (
    *("!=", "<", "<=", "==", ">", ">=", "eq", "equalto", "ge", "greaterthan", "gt", "in", "le", "lessthan", "lt", "ne"),
)
_WRITING_TESTS = ("lower", "upper")
_ALL_TESTS = cast(Mapping[str, Filter], TESTS)


def filters_within(budget: Budget, environment: Environment) -> dict[str, Filter]:
    """The table of filters for an environment."""
    special = (_batch, _center, _escape, _format, _indent, _replace, _round, _tojson)
    return {
        **{name: FILTERS[name] for name in _PICKING},
        **{name: _owning(FILTERS[name], budget) for name in chain(_LISTING, _SELECTING)},
        **{name: _owning(_comparing_all(FILTERS[name], budget), budget) for name in _COMPARING},
        **{name: _owning(_of_text(FILTERS[name], budget), budget) for name in _WRITING},
        **{function.__name__[1:]: partial(function, budget) for function in special},
        "e": partial(_escape, budget),
        "join": partial(_join, budget, environment),
        "safe": budget.text,
        "string": budget.text,
        "sum": partial(_sum, budget, environment),
    }


def tests_within(budget: Budget) -> dict[str, Filter]:
    """The table of tests for an environment."""
    return {
        **_ALL_TESTS,
        **{name: _comparing(_ALL_TESTS[name], budget) for name in _COMPARING_TESTS},
        **{name: _of_text(_ALL_TESTS[name], budget) for name in _WRITING_TESTS},
    }


def _owning(function: Filter, budget: Budget) -> Filter:
    @wraps(function)
    def owning(*arguments: Any, **named: Any) -> Any:
        return budget.own(function(*arguments, **named))

    return owning


def _comparing(test: Filter, budget: Budget) -> Filter:
    @wraps(test)
    def comparing(*values: Any) -> Any:
        return test(*map(budget.compared, values))

    return comparing


def _comparing_all(function: Filter, budget: Budget) -> Filter:
    value_at = 1 if hasattr(function, "jinja_pass_arg") else 0

    @wraps(function)
    def comparing_all(*arguments: Any, **named: Any) -> Any:
        given = arguments[value_at]
        # A generator would be used up by counting.
        values = given if isinstance(given, CONTAINERS) else list(given)
        budget.spend(budget.written_size(values))
        return function(*arguments[:value_at], values, *arguments[value_at + 1 :], **named)

    return comparing_all


def _of_text(function: Filter, budget: Budget) -> Filter:
    """A filter that would make text of its first value itself, given text."""
    value_at = 1 if hasattr(function, "jinja_pass_arg") else 0

    @wraps(function)
    def of_text(*arguments: Any, **named: Any) -> Any:
        text = budget.text(arguments[value_at])
        return function(*arguments[:value_at], text, *arguments[value_at + 1 :], **named)

    return of_text


def _items(environment: Environment, values: Iterable[Any], attribute: str | int | None) -> Iterable[Any]:
    return values if attribute is None else (environment.getitem(value, attribute) for value in values)


def _batch(budget: Budget, values: Iterable[Any], count: int, filler: object = None) -> Any:
    budget.spend(ITEM_COST * max(count, 1))
    return budget.own(list(cast(Iterable[Any], FILTERS["batch"](values, count, filler))))


def _center(budget: Budget, value: object, width: int = 80) -> str:
    budget.spend(max(width, 0))
    return budget.text(value).center(width)


def _escape(budget: Budget, value: object) -> str:
    text = budget.text(value)
    budget.spend(len(text) * _ESCAPED_COST)
    return str(FILTERS["escape"](text))


def _format(budget: Budget, pattern: object, *values: Any, **named: Any) -> str:
    text = budget.text(pattern)
    spend_percent(budget, text, (values, named))
    return text % (named or values)


def _indent(budget: Budget, value: object, width: int = 4, first: bool = False, blank: bool = False) -> str:
    if not 0 <= width <= _INDENT_MAX:
        raise TemplateTooCostly("it indents without end")
    text = budget.text(value)
    budget.spend(len(text) + (text.count("\n") + 1) * width)
    return cast(str, FILTERS["indent"](text, width, first, blank))


def _join(
    budget: Budget,
    environment: Environment,
    values: Iterable[Any],
    separator: object = "",
    attribute: str | int | None = None,
) -> str:
    return budget.join(_items(environment, values, attribute), budget.text(separator))


def _replace(budget: Budget, value: object, old: object, new: object, count: int | None = None) -> str:
    text, old_text, new_text = budget.text(value), budget.text(old), budget.text(new)
    budget.spend_replace(text, old_text, new_text)
    return text.replace(old_text, new_text, -1 if count is None else count)


def _round(budget: Budget, value: Any, precision: int = 0, method: Any = "common") -> Any:
    if not -_DIGITS_MAX <= precision <= _DIGITS_MAX:
        raise TemplateTooCostly("it makes endless numbers")
    return budget.own(FILTERS["round"](value, precision, method))


def _sum(
    budget: Budget,
    environment: Environment,
    values: Iterable[Any],
    attribute: str | int | None = None,
    start: float = 0,
) -> Any:
    # With a list as the start it would join lists, copying all of them for each.
    if not isinstance(start, int | float):
        raise SecurityError("only numbers are summed")
    return budget.own(sum(_items(environment, values, attribute), start))


def _tojson(
    budget: Budget,
    value: object,
    ensure_ascii: bool = False,
    indent: int | None = None,
    separators: tuple[str, str] | None = None,
    sort_keys: bool = False,
) -> str:
    """JSON as chat templates expect it: not escaped for HTML, keys in their order."""
    width = 0 if indent is None else indent
    if not 0 <= width <= _INDENT_MAX or sum(map(len, separators or ())) > _INDENT_MAX:
        raise TemplateTooCostly("it indents without end")
    # In a list, so that text counts as escaped.
    budget.spend(budget.written_size([value], per_item=DEPTH_MAX * width + 2 * _INDENT_MAX))
    options: Mapping[str, Any] = {"indent": indent, "separators": separators, "sort_keys": sort_keys}
    return json.dumps(value, ensure_ascii=ensure_ascii, **options)
