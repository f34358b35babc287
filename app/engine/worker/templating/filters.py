"""The filters that a chat template may use, each charged to the budget."""

import json
from collections.abc import Callable, Iterable, Mapping
from functools import partial, wraps
from itertools import chain
from typing import Any, cast

from jinja2.environment import Environment
from jinja2.exceptions import SecurityError
from jinja2.filters import FILTERS

from app.engine.worker.templating.budget import DEPTH_MAX, ITEM_COST, Budget, TemplateTooCostly
from app.engine.worker.templating.formatting import spend_percent

Filter = Callable[..., Any]

# These hand on a value or count; the second make lists or generators of what is there; the third make text of text.
_PICKING = ("abs", "count", "d", "default", "first", "float", "int", "last", "length", "max", "min", "round")
_LISTING = ("dictsort", "groupby", "items", "list", "map", "reverse", "sort", "unique")
_SELECTING = ("reject", "rejectattr", "select", "selectattr")
_WRITING = ("capitalize", "lower", "title", "trim", "truncate", "upper", "urlencode", "wordcount")
_INDENT_MAX = 16
_ESCAPED_COST = 6


def filters_within(budget: Budget, environment: Environment) -> dict[str, Filter]:
    """The table of filters for an environment."""
    special = (_batch, _center, _escape, _format, _indent, _replace, _tojson)
    return {
        **{name: FILTERS[name] for name in _PICKING},
        **{name: _owning(FILTERS[name], budget) for name in chain(_LISTING, _SELECTING)},
        **{name: _owning(_of_text(FILTERS[name], budget), budget) for name in _WRITING},
        **{function.__name__[1:]: partial(function, budget) for function in special},
        "e": partial(_escape, budget),
        "join": partial(_join, budget, environment),
        "safe": budget.text,
        "string": budget.text,
        "sum": partial(_sum, budget, environment),
    }


def _owning(function: Filter, budget: Budget) -> Filter:
    @wraps(function)
    def owning(*arguments: Any, **named: Any) -> Any:
        return budget.own(function(*arguments, **named))

    return owning


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
