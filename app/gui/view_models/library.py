"""The models at hand as the lists and cards show them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from app.core.errors import ReportedError
from app.gui.view_models.choices import Choice
from app.models.entry import ModelEntry
from app.models.library import DraftChoice, Library, LibraryModel
from app.models.recent_pairs import RecentPair, recent_pairs
from app.texts import draft_method, draft_words, sentence_of
from app.texts.description import description, file_facts

_LONGEST_NAME = 30


@dataclass(frozen=True, slots=True)
class TargetShelf:
    """A target and every draft at hand, those that fit first, each with the reason why not."""

    model: LibraryModel
    drafts: tuple[DraftChoice, ...]

    @property
    def fitting(self) -> tuple[LibraryModel, ...]:
        """The drafts that fit."""
        return tuple(choice.model for choice in self.drafts if choice.reason is None)


@dataclass(frozen=True, slots=True)
class Shelves:
    """Everything at hand. `others` are drafts without their target, and files that cannot be used."""

    targets: tuple[TargetShelf, ...] = ()
    others: tuple[LibraryModel, ...] = ()
    recent: tuple[RecentPair, ...] = ()


@dataclass(frozen=True, slots=True)
class PairLine:
    """A pair that ran before, as a button says it."""

    pair: RecentPair
    title: str
    detail: str


def read_shelves(library: Library) -> Shelves:
    """Look through the library; takes as long as its files take to read."""
    targets = tuple(TargetShelf(model, library.drafts_for(model.entry)) for model in library.targets())
    shown = {model.entry.path for shelf in targets for model in (shelf.model, *shelf.fitting)}
    others = tuple(model for model in library.models() if model.entry.path not in shown)
    return Shelves(targets, others, recent_pairs(library.folder))


def target_choices(shelves: Shelves) -> tuple[Choice, ...]:
    """The list behind the target chip."""
    return tuple(
        Choice(shelf.model.entry.path, shelf.model.entry.name, file_facts(shelf.model.entry))
        for shelf in shelves.targets
    )


def draft_choices(shelves: Shelves, target: Path) -> tuple[Choice, ...]:
    """The list behind the draft chip: every draft, with the reason where it does not fit."""
    drafts = next((shelf.drafts for shelf in shelves.targets if shelf.model.entry.path == target), ())
    return tuple(_draft_choice(choice) for choice in drafts)


def _draft_choice(choice: DraftChoice) -> Choice:
    entry = choice.model.entry
    problem = sentence_of(choice.reason).sentence if choice.reason else ""
    short = draft_words(entry.draft.method, entry.draft.draft_max) if entry.draft else ""
    return Choice(entry.path, entry.name, f"{description(entry)} · {file_facts(entry)}", problem, short)


def pair_lines(shelves: Shelves) -> tuple[PairLine, ...]:
    """The pairs that ran before, newest first."""
    models = [*(shelf.model for shelf in shelves.targets), *shelves.others]
    models += [choice.model for shelf in shelves.targets for choice in shelf.drafts]
    entries = {model.entry.path: model.entry for model in models}
    titles = [_pair_title(pair, entries) for pair in shelves.recent]
    return tuple(
        PairLine(
            pair,
            title if titles.count(title) == 1 else _full_pair_title(pair, entries),
            "\n".join(str(path) for path in (pair.target, pair.draft) if path),
        )
        for pair, title in zip(shelves.recent, titles, strict=True)
    )


def _pair_title(pair: RecentPair, entries: Mapping[Path, ModelEntry]) -> str:
    """What the model bar says of a pair as well: "Qwen3-4B + DSpark"."""
    target = entries.get(pair.target)
    name = _short(target.name if target else pair.target.stem)
    if pair.draft is None:
        return f"{name}, no draft"
    draft = entries.get(pair.draft)
    return f"{name} + {draft_method(draft.draft.method) if draft and draft.draft else _short(pair.draft.stem)}"


def _full_pair_title(pair: RecentPair, entries: Mapping[Path, ModelEntry]) -> str:
    """For pairs that would read the same: by the names of their files."""
    target = _short(pair.target.stem)
    if pair.draft is None:
        return f"{target}, no draft"
    draft = entries.get(pair.draft)
    method = f"{draft_method(draft.draft.method)} " if draft and draft.draft else ""
    return f"{target} + {method}{_short(pair.draft.stem)}"


def _short(name: str) -> str:
    half = _LONGEST_NAME // 2
    return name if len(name) <= _LONGEST_NAME else f"{name[:half]}…{name[-half:]}"


def source_words(model: LibraryModel) -> str:
    """Where a model came from."""
    if model.origin is not None:
        return f"Converted from {model.origin.source} on {model.origin.converted_at[:10]}"
    return f"Lies outside the library: {model.entry.path}" if model.is_outside else str(model.entry.path)


def problem_words(entry: ModelEntry) -> str:
    """Why a model cannot be used; empty when it can."""
    if entry.problem is None:
        return ""
    text = sentence_of(ReportedError(entry.problem, dict(entry.problem_facts)))
    return f"{text.sentence} {text.hint}".strip()


def users_of(shelves: Shelves, path: Path) -> Sequence[str]:
    """Names of the targets that a draft is offered for."""
    return [
        shelf.model.entry.name for shelf in shelves.targets if any(model.entry.path == path for model in shelf.fitting)
    ]
