"""Tracebacks as they may be shown to others: without what was being worked on."""

import re

_RAISED = re.compile(r"([\w.]*(?:Error|Exception|Warning|Interrupt|Iteration))(?:: .*)?")
_FIXED_WORDS = frozenset(
    kind.__name__
    for kind in (
        *(AttributeError, ImportError, ModuleNotFoundError, NameError, UnboundLocalError, TypeError, IndexError),
        *(KeyError, ZeroDivisionError, MemoryError, RecursionError, RuntimeError, StopIteration, KeyboardInterrupt),
        *(OSError, PermissionError, FileNotFoundError, BrokenPipeError, TimeoutError),
    )
)
_TRACE_PART = re.compile(
    r"\d{4}-|  File |Traceback |During handling |The above exception |Fatal |Current thread |Thread "
)


def frames_of(text: str) -> str:
    """What was printed, of the tracebacks in it only where they came by and what kind of thing was raised.

    What an exception says may be anything that was being worked on; only Python's and our own are in fixed words.
    """
    kept: list[str] = []
    is_message = False
    for line in text.splitlines():
        if (raised := _RAISED.fullmatch(line)) is not None:
            is_fixed = raised[1] in _FIXED_WORDS
            kept.append(line if is_fixed else raised[1])
            is_message = not is_fixed
        elif line.startswith("    ") and kept and kept[-1].startswith("  File "):
            # The line of code.
            continue
        elif not is_message or not line or _TRACE_PART.match(line):
            is_message = False
            kept.append(line)
    return "\n".join(kept)
