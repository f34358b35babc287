"""Holds the size rules: no file over 500 lines, no function over 60."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

MAX_FILE_LINES = 500
MAX_FUNCTION_LINES = 60
PLACES = ("main.py", "app", "packaging", "tests")


def breaches(path: Path) -> Iterator[str]:
    """One line for everything in a Python file that is too long."""
    text = path.read_text(encoding="utf-8")
    lines = text.count("\n") + (not text.endswith("\n"))
    if lines > MAX_FILE_LINES:
        yield f"{path}: {lines} lines, {MAX_FILE_LINES} are allowed"
    for node in ast.walk(ast.parse(text, str(path))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            length = (node.end_lineno or node.lineno) - node.lineno + 1
            if length > MAX_FUNCTION_LINES:
                yield f"{path}:{node.lineno}: {node.name} has {length} lines, {MAX_FUNCTION_LINES} are allowed"


def python_files(root: Path) -> list[Path]:
    """The project's own Python files."""
    places = [root / name for name in PLACES]
    folders = [file for place in places if place.is_dir() for file in place.rglob("*.py")]
    return sorted([place for place in places if place.is_file()] + folders)


def main() -> int:
    """Print every breach; 1 when there is one."""
    found = [line for path in python_files(Path(__file__).resolve().parent.parent) for line in breaches(path)]
    print("\n".join(found) if found else "all files and functions are short enough")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
