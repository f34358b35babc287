"""One entry of the tables: a sentence that names facts, and what to do about it."""

from collections.abc import Mapping
from dataclasses import dataclass
from string import Formatter

from app.core.errors import Fact
from app.core.translation import tr, tr_n
from app.texts.amounts import count, parameters, size

_LONGEST_FACT = 300


@dataclass(frozen=True, slots=True)
class Text:
    """What a person reads: what is wrong, and what to do (empty where there is nothing to do)."""

    sentence: str
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """Sentences with `{fact}` in braces; `without` stands in when the failure did not tell one of the facts.

    A fact whose name ends in `_bytes` is shown as an amount ("1.4 GB"), `weights_n` as "4.0B parameters".
    """

    sentence: str
    hint: str = ""
    without: str = ""

    def fill(self, facts: Mapping[str, Fact]) -> Text:
        """The entry in the reader's language, with the facts put in; a fact that nobody told shows as "?"."""
        is_whole = all(facts.get(name) not in (None, "") for name in facts_named(self.sentence))
        sentence = self.sentence if is_whole or not self.without else self.without
        return Text(_fill(tr(sentence), facts), _fill(tr(self.hint), facts))


def facts_named(template: str) -> frozenset[str]:
    """The names in braces."""
    return frozenset(name for _, name, _, _ in Formatter().parse(template) if name)


def _fill(template: str, facts: Mapping[str, Fact]) -> str:
    shown = {name: _shown(name, facts.get(name)) for name in facts_named(template)}
    amounts = {name: facts.get(name) for name in shown if name.endswith("_bytes")}
    if len({shown[name] for name in amounts}) < len(set(amounts.values())):
        # Rounded, amounts that differ would read the same: "1.3 MB of at least 1.3 MB".
        shown |= {
            name: tr_n("{n} byte", "{n} bytes", value) for name, value in amounts.items() if isinstance(value, int)
        }
    return template.format(**shown)


def _shown(name: str, value: Fact) -> str:
    if value is None:
        return "?"
    if isinstance(value, bool):
        return tr("yes") if value else tr("no")
    if isinstance(value, int) and name.endswith("weights_n"):
        return parameters(value)
    if isinstance(value, int):
        return size(value) if name.endswith("_bytes") else count(value)
    if isinstance(value, float):
        return f"{value:.3g}"
    return _printable(str(value))


def _printable(text: str) -> str:
    # Where the system's encoding is none, Python keeps the bytes of a path as halves of surrogate pairs.
    text = text.encode("utf-8", "surrogateescape" if _is_path_of_bytes(text) else "replace").decode("utf-8", "replace")
    # Names and details may come out of a model file: no control character of theirs reaches a terminal.
    line = " ".join("".join(char if char.isprintable() else " " for char in text).split())
    return line if len(line) <= _LONGEST_FACT else line[: _LONGEST_FACT - 1] + "…"


def _is_path_of_bytes(text: str) -> bool:
    surrogates = [char for char in text if "\ud800" <= char <= "\udfff"]
    return all("\udc80" <= char <= "\udcff" for char in surrogates)
