"""Every text that people read, from the code: all in `tr`, `tr_n` and `later`, and the tables of app/texts."""

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

_FIELD = re.compile(r"\{[^{}]*\}")
_LETTERS = re.compile(r"[^\W\d_]")


@dataclass(frozen=True, slots=True)
class Found:
    """One text as the code has it, in English; a counted one has the form for one thing in `singular`."""

    text: str
    place: str
    singular: str = ""


def texts_of(root: Path) -> list[Found]:
    """All texts of the product below `root`, each once, in the order of files and lines."""
    found: dict[tuple[str, bool], Found] = {}
    for path in sorted((root / "app").rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"), str(path))
        place = path.relative_to(root).as_posix()
        is_table = place.startswith("app/texts/")
        for text, singular in (*_marked(tree), *(_in_tables(tree) if is_table else ()), *_labels(tree)):
            if _LETTERS.search(_FIELD.sub("", text)):
                found.setdefault((text, bool(singular)), Found(text, place, singular))
    return list(found.values())


def fields_of(text: str) -> frozenset[str]:
    """The fields that a text names in braces."""
    return frozenset(_FIELD.findall(text))


def _marked(tree: ast.Module) -> Iterator[tuple[str, str]]:
    for node in ast.walk(tree):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name)):
            continue
        if node.func.id == "tr":
            yield from ((text, "") for text in _strings(node.args[:1]))
        elif node.func.id == "tr_n":
            one, many = (text for argument in node.args[:2] for text in _strings([argument]))
            yield many, one
        elif node.func.id == "later":
            yield from ((text, "") for text in _strings(node.args))


def _in_tables(tree: ast.Module) -> Iterator[tuple[str, str]]:
    for statement in tree.body:
        if isinstance(statement, ast.Assign | ast.AnnAssign) and statement.value is not None:
            value = statement.value
            if isinstance(value, ast.Constant | ast.Dict):
                yield from ((text, "") for text in _strings([value]))
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Entry":
            yield from ((text, "") for text in _strings([*node.args, *(each.value for each in node.keywords)]))


def _labels(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """The labels of declared settings."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("Setting", "_sampling"):
            yield from ((text, "") for text in _strings(node.args[3:4]))


def _strings(nodes: Iterable[ast.expr]) -> Iterator[str]:
    """Texts among expressions: themselves, either branch of a choice, parts of tuples and lists, values of tables."""
    for node in nodes:
        match node:
            case ast.Constant(value=str(text)):
                yield text
            case ast.IfExp(body=first, orelse=second):
                yield from _strings((first, second))
            case ast.Dict(values=values):
                yield from _strings(values)
            case ast.Tuple(elts=parts) | ast.List(elts=parts):
                yield from _strings(parts)
            case ast.Call(func=ast.Name(id="Entry"), args=arguments, keywords=keywords):
                yield from _strings([*arguments, *(each.value for each in keywords)])
            case _:
                pass
