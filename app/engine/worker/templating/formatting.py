"""Formats with fields, from templates of unknown origin: widths bounded, results charged beforehand."""

import re
from datetime import datetime

from app.engine.worker.templating.budget import Budget, TemplateTooCostly

# Three digits at most, never from an argument, for a width or a precision.
_WIDE_PERCENT = re.compile(r"%(\([^)]*\))?[-+ #0]*(\*|\d{4,}|\d*\.(\*|\d{4,}))")
_WIDE_BRACES = re.compile(r"\{[^{}]*(\{|\d{4,})")
# Keys with brackets of their own hide where a field ends from the two above, and no template needs them.
_BRACKETED_PERCENT = re.compile(r"%\([^()]*\(")
_BRACKETED_BRACES = re.compile(r"\{[^{}]*\[[^\[\]{}]*[{}]")
_WIDE_DATE = re.compile(r"\d{4,}")
_FIELD_WIDTH_MAX = 1000


def spend_percent(budget: Budget, pattern: str, values: object) -> None:
    """Charge `pattern % values`."""
    if _BRACKETED_PERCENT.search(pattern) or _WIDE_PERCENT.search(pattern):
        raise TemplateTooCostly("it formats with endless width")
    _spend_fields(budget, pattern, pattern.count("%"), values)


def spend_braces(budget: Budget, pattern: str, values: object) -> None:
    """Charge `pattern.format(values)`."""
    fields = pattern.replace("{{", "").replace("}}", "")
    if _BRACKETED_BRACES.search(fields) or _WIDE_BRACES.search(fields):
        raise TemplateTooCostly("it formats with endless width")
    _spend_fields(budget, pattern, pattern.count("{"), values)


def _spend_fields(budget: Budget, pattern: str, fields: int, values: object) -> None:
    budget.spend(len(pattern) + fields * (_FIELD_WIDTH_MAX + budget.written_size((values,))))


def strftime_now(pattern: str) -> str:
    """The local time now; the C library takes widths in dates as well."""
    if _WIDE_DATE.search(pattern):
        raise TemplateTooCostly("it formats with endless width")
    return datetime.now().astimezone().strftime(pattern)
