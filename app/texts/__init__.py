"""Every word about failures, stages and states that a person reads, for the window and the command line alike.

One table per room, keyed by the code that the room raises or reports.
"""

from collections.abc import Mapping

from app.core.errors import AppError, Fact, code_of
from app.core.translation import tr
from app.texts import bench, chat, convert, core, engine, hub, jobs, models, server, shell, trials
from app.texts.amounts import count, duration, figure, share, size, token_count
from app.texts.entry import Entry, Text

__all__ = [
    "ERRORS",
    "Text",
    "count",
    "draft_method",
    "draft_words",
    "duration",
    "figure",
    "finish_reason",
    "notice",
    "reason",
    "sentence",
    "sentence_of",
    "share",
    "size",
    "speculation_state",
    "stage",
    "token_count",
]

ERRORS: Mapping[str, Entry] = {
    **core.ERRORS,
    **models.ERRORS,
    **convert.ERRORS,
    **engine.ERRORS,
    **chat.ERRORS,
    **hub.ERRORS,
    **jobs.ERRORS,
    **trials.ERRORS,
    **bench.ERRORS,
    **shell.ERRORS,
    **server.ERRORS,
}
NOTICES: Mapping[str, Entry] = {
    **core.NOTICES,
    **models.NOTICES,
    **engine.NOTICES,
    **convert.NOTICES,
    **chat.NOTICES,
    **hub.NOTICES,
    **trials.NOTICES,
    **shell.NOTICES,
}
STAGES: Mapping[str, str] = {
    **core.STAGES,
    **convert.STAGES,
    **engine.STAGES,
    **chat.STAGES,
    **hub.STAGES,
    **jobs.STAGES,
    **trials.STAGES,
    **bench.STAGES,
    **shell.STAGES,
}

_UNKNOWN = Entry("Something went wrong that has no words yet ({code}).", "The details tell more; please report it.")


def sentence(code: str, facts: Mapping[str, Fact] | None = None) -> Text:
    """What went wrong and what to do, by the code of an AppError; an unknown code gives a general sentence."""
    entry = ERRORS.get(code)
    return entry.fill(_named(facts or {})) if entry else _UNKNOWN.fill({"code": code})


def sentence_of(error: AppError) -> Text:
    """What went wrong and what to do, for a failure at hand."""
    return sentence(code_of(error), error.facts)


def notice(code: str, facts: Mapping[str, Fact] | None = None) -> Text:
    """Something worth knowing that stopped nothing, by the code of a Notice or of a plan's note."""
    entry = NOTICES.get(code) or ERRORS.get(code)
    return entry.fill(_named(facts or {})) if entry else Text(_spelled(code))


def import_kind(kind: str) -> str:
    """What a file is that was read as of this kind."""
    return _named_in(chat.IMPORT_KINDS, kind)


def left_out(code: str, detail: str) -> str:
    """What of a file is not taken over."""
    words = chat.LEFT_OUT.get(code)
    return Entry(words).fill({"detail": detail}).sentence if words else _spelled(code)


def stage(identifier: str) -> str:
    """What a long task is doing now, by the stage that it reports."""
    return _named_in(STAGES, identifier)


def speculation_state(state: str) -> str:
    """Whether the draft is at work."""
    return _named_in(engine.STATES, state)


def reason(code: str | None, facts: Mapping[str, Fact] | None = None) -> str:
    """Why drafting is paused or off; empty where there is no reason to tell."""
    if code is None:
        return ""
    return tr(engine.REASONS[code]) if code in engine.REASONS else notice(code, facts).sentence


def finish_reason(code: str) -> str:
    """Why a reply ended."""
    return _named_in(engine.FINISH_REASONS, code)


def thought_words(thought_s: float | None, *, is_over: bool) -> str:
    """What stands over what a model thought: "Thought for 12 s"; None is a time that nobody measured."""
    if not is_over:
        return tr("Thinking …")
    if thought_s is None:
        return tr("What it thought")
    return tr("Thought for {duration}", duration=duration(max(1.0, thought_s)))


def draft_method(name: str) -> str:
    """The proper name of a draft method."""
    return tr(engine.METHODS[name]) if name in engine.METHODS else name


def draft_words(method: str, draft_max: int) -> str:
    """A draft method and how many tokens it proposes at most: "DSpark, up to 5"."""
    name = draft_method(method)
    return tr("{method}, up to {draft_max}", method=name, draft_max=draft_max) if draft_max else name


def _named(facts: Mapping[str, Fact]) -> Mapping[str, Fact]:
    """The facts with the proper name of a draft method."""
    method = facts.get("method")
    return {**facts, "method": draft_method(method)} if isinstance(method, str) else facts


def _named_in(table: Mapping[str, str], identifier: str) -> str:
    return tr(table[identifier]) if identifier in table else _spelled(identifier)


def _spelled(identifier: str) -> str:
    words = Entry("{words}").fill({"words": identifier.replace("_", " ")}).sentence
    return words[:1].upper() + words[1:]
