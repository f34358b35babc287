"""Jinja for templates of unknown origin: what they may touch, with everything that they make charged to a budget.

The rules of rendering (block trimming, loop controls, globals) are those that chat templates are written for,
https://huggingface.co/docs/transformers/chat_templating. On top of jinja2's immutable sandbox, a template may use only
the attributes and filters that are named here. All loops and macros pass through the budget's clock.
"""

from collections.abc import Callable, Iterable
from functools import partial
from types import BuiltinMethodType
from typing import Any, NoReturn, cast

from jinja2 import nodes, pass_context
from jinja2.compiler import CodeGenerator, Frame, operators
from jinja2.exceptions import SecurityError, TemplateError
from jinja2.ext import Extension
from jinja2.parser import Parser
from jinja2.runtime import Context, LoopContext, Macro
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.utils import Cycler, Namespace

from app.engine.worker.templating.budget import Budget, TemplateTooCostly
from app.engine.worker.templating.filters import filters_within, tests_within
from app.engine.worker.templating.formatting import spend_braces, spend_percent, strftime_now

SOURCE_CHARACTERS_MAX = 256 << 10


def _names(words: str) -> frozenset[str]:
    return frozenset(words.split())


_ATTRIBUTES: tuple[tuple[type, frozenset[str]], ...] = (
    (
        str,
        _names(
            "capitalize casefold center count endswith find format index isalnum isalpha isdecimal isdigit islower "
            "isnumeric isspace istitle isupper join ljust lower lstrip partition removeprefix removesuffix replace "
            "rfind rindex rjust rpartition rsplit rstrip split splitlines startswith strip swapcase title upper zfill"
        ),
    ),
    (dict, _names("get items keys values")),
    (list, _names("count index")),
    (tuple, _names("count index grouper list")),
    (Macro, _names("name arguments")),
    (Cycler, _names("current next reset")),
    (
        LoopContext,
        _names("changed cycle depth depth0 first index index0 last length nextitem previtem revindex revindex0"),
    ),
)


class TemplateRefusal(TemplateError):
    """The template says itself that it cannot take these messages."""


class SandboxedTemplate:
    """A compiled chat template; making or rendering it may raise any Exception, as the template likes."""

    def __init__(self, source: str) -> None:
        if len(source) > SOURCE_CHARACTERS_MAX:
            raise TemplateTooCostly(f"it is {len(source)} characters long")
        self._environment = _Environment()
        self._template = self._environment.from_string(source)

    def render(self, characters: int, **variables: Any) -> str:
        """The text for `variables`, plain values with so many `characters` in all."""
        self._environment.budget.renew(characters)
        return self._template.render(**variables)


class _GenerationBlock(Extension):
    """The tag pair generation / endgeneration around what the assistant says: a mark for training, nothing more."""

    tags = {"generation"}  # noqa: RUF012 -- jinja2 declares it so

    def parse(self, parser: Parser) -> list[nodes.Node]:
        next(parser.stream)
        return parser.parse_statements(("name:endgeneration",), drop_needle=True)


class _CodeGenerator(CodeGenerator):
    """Compiles a template so that blocks, literals, slices, comparisons and joined text pass through the budget."""

    def blockvisit(self, body: Iterable[nodes.Node], frame: Frame) -> None:
        self.writeline("environment.budget.spend(1)")
        super().blockvisit(body, frame)

    def visit_Concat(self, node: nodes.Concat, frame: Frame) -> None:  # noqa: N802 -- jinja2's names
        self.write("environment.budget.join((")
        for part in node.nodes:
            self.visit(part, frame)
            self.write(", ")
        self.write("))")

    def visit_List(self, node: nodes.List, frame: Frame) -> None:  # noqa: N802
        self._owned(partial(super().visit_List, node, frame))

    def visit_Dict(self, node: nodes.Dict, frame: Frame) -> None:  # noqa: N802
        self._owned(partial(super().visit_Dict, node, frame))

    def visit_Tuple(self, node: nodes.Tuple, frame: Frame) -> None:  # noqa: N802
        write = partial(super().visit_Tuple, node, frame)
        if node.ctx == "load":
            self._owned(write)
        else:
            write()

    def visit_Getitem(self, node: nodes.Getitem, frame: Frame) -> None:  # noqa: N802
        write = partial(super().visit_Getitem, node, frame)
        if isinstance(node.arg, nodes.Slice):
            self._owned(write)
        else:
            write()

    def visit_Compare(self, node: nodes.Compare, frame: Frame) -> None:  # noqa: N802
        self.write("(")
        self._compared(node.expr, frame)
        for operand in node.ops:
            self.write(f" {operators[operand.op]} ")
            self._compared(operand.expr, frame)
        self.write(")")

    def _compared(self, operand: nodes.Expr, frame: Frame) -> None:
        self.write("environment.budget.compared(")
        self.visit(operand, frame)
        self.write(")")

    def visit_ScopedEvalContextModifier(self, node: nodes.Node, frame: Frame) -> None:  # noqa: N802
        self.fail("escaping cannot be switched on", node.lineno)

    def _owned(self, write: Callable[[], None]) -> None:
        self.write("environment.budget.own(")
        write()
        self.write(")")


@pass_context
def _as_text(context: Context, value: object) -> str:
    return cast(_Environment, context.environment).budget.text(value)


def _raise_exception(message: object = "") -> None:
    raise TemplateRefusal(str(message))


class _Environment(ImmutableSandboxedEnvironment):
    code_generator_class = _CodeGenerator
    intercepted_binops = frozenset(("+", "*", "**", "%"))

    def __init__(self) -> None:
        super().__init__(
            trim_blocks=True,
            lstrip_blocks=True,
            extensions=["jinja2.ext.loopcontrols", _GenerationBlock],
            # Constants are not computed while compiling: that would be outside of the budget.
            optimized=False,
            finalize=_as_text,
            cache_size=0,
        )
        self.budget = Budget()
        self.filters = filters_within(self.budget, self)
        self.tests = tests_within(self.budget)  # type: ignore[assignment]  # jinja2 names it an instance of "function"
        del self.globals["lipsum"]
        self.globals.update(raise_exception=_raise_exception, strftime_now=strftime_now)
        # What a template, a macro or a block puts out, in place of "".join.
        self.concat = self._joined  # type: ignore[method-assign]

    def _joined(self, parts: Iterable[str]) -> str:
        kept: list[str] = []
        for part in parts:
            self.budget.spend(len(part))
            kept.append(part)
        return "".join(kept)

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        """Only what the tables name, and whatever a template put into a namespace of its own."""
        if not super().is_safe_attribute(obj, attr, value):
            return False
        if isinstance(obj, Namespace):
            return True
        return any(attr in names for kind, names in _ATTRIBUTES if isinstance(obj, kind))

    def unsafe_undefined(self, obj: Any, attribute: str) -> NoReturn:
        """Fails at once where the sandbox would hand out something that fails when it is used."""
        raise SecurityError(f"it reaches for {attribute!r} of a {type(obj).__name__}")

    def wrap_str_format(self, value: Any) -> Callable[..., str] | None:
        """`str.format` as the sandbox does it, charged beforehand."""
        wrapped = super().wrap_str_format(value)
        if wrapped is None:
            return None
        pattern = cast(str, value.__self__)

        def charged(*arguments: Any, **named: Any) -> str:
            spend_braces(self.budget, pattern, (arguments, named))
            return wrapped(*arguments, **named)

        return charged

    def call_binop(self, context: Context, operator: str, left: Any, right: Any) -> Any:
        """An operator that can make large values out of small ones."""
        if operator == "*":
            self.budget.spend_repeat(left, right)
            self.budget.spend_repeat(right, left)
        elif operator == "**" and isinstance(left, int) and isinstance(right, int):
            self.budget.allow_bits(left.bit_length() * abs(right))
        elif operator == "%" and isinstance(left, str):
            spend_percent(self.budget, left, right)
        return self.budget.own(super().call_binop(context, operator, left, right))

    def call(self, context: Context, function: Any, /, *arguments: Any, **named: Any) -> Any:
        """A call out of a template; methods of lists and mappings only pick, so their results are not charged again."""
        receiver = function.__self__ if isinstance(function, BuiltinMethodType) else None
        if isinstance(receiver, str):
            arguments = self._charge_method(receiver, function.__name__, arguments)
        elif isinstance(receiver, list | tuple):
            self.budget.compared((receiver, *arguments))
        result = super().call(context, function, *arguments, **named)
        return result if isinstance(receiver, dict | list | tuple) else self.budget.own(result)

    def _charge_method(self, receiver: str, name: str, arguments: tuple[Any, ...]) -> tuple[Any, ...]:
        self.budget.spend(len(receiver))
        if name == "join" and arguments:
            # A generator would be used up by counting.
            parts = list(arguments[0])
            self.budget.spend(sum(map(len, parts)) + len(receiver) * len(parts))
            return (parts, *arguments[1:])
        if name == "replace" and len(arguments) >= 2:
            self.budget.spend_replace(receiver, arguments[0], arguments[1])
        elif name in ("center", "ljust", "rjust", "zfill") and arguments:
            self.budget.spend(max(int(arguments[0]), 0))
        return arguments
