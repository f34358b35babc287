"""The models at hand as the lists and cards show them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from app.core.errors import ReportedError, code_of
from app.core.translation import tr, tr_n
from app.gui.view_models.choices import Choice
from app.hub.shelf import Incomplete, incomplete
from app.hub.updates import Update
from app.models.entry import ModelEntry
from app.models.errors import DraftHeadLost
from app.models.library.library import DraftChoice, Library, LibraryModel, targets_with_drafts
from app.models.library.recent_pairs import RecentPair, recent_pairs
from app.models.library.user_folders import UserFolder
from app.models.pairing import may_draft_for
from app.texts import draft_method, draft_words, sentence_of, share, size
from app.texts.description import description, file_facts
from app.texts.trials import trial_words

_LONGEST_NAME = 30
_HEAD_LOST = DraftHeadLost.code


@dataclass(frozen=True, slots=True)
class TargetShelf:
    """A target and every draft at hand, those that fit first, each with the reason why not."""

    model: LibraryModel
    drafts: tuple[DraftChoice, ...]

    @property
    def fitting(self) -> tuple[LibraryModel, ...]:
        """The drafts that fit."""
        return tuple(choice.model for choice in self.drafts if choice.reason is None)

    @property
    def repairable(self) -> tuple[LibraryModel, ...]:
        """The drafts that would fit if their files were whole."""
        return tuple(choice.model for choice in self.drafts if choice.reason and code_of(choice.reason) == _HEAD_LOST)


@dataclass(frozen=True, slots=True)
class Shelves:
    """Everything at hand. `others` are drafts without their target, and files that cannot be used.

    `checkpoints` are to be converted; `converted` names, by checkpoint, the model that was made of it. `incomplete` is
    what stopped while it was fetched.
    """

    targets: tuple[TargetShelf, ...] = ()
    others: tuple[LibraryModel, ...] = ()
    recent: tuple[RecentPair, ...] = ()
    checkpoints: tuple[LibraryModel, ...] = ()
    converted: Mapping[Path, str] = field(default_factory=dict)
    incomplete: tuple[Incomplete, ...] = ()
    folders: tuple[UserFolder, ...] = ()


@dataclass(frozen=True, slots=True)
class PairLine:
    """A pair that ran before, as a button says it."""

    pair: RecentPair
    title: str
    detail: str


def read_shelves(library: Library) -> Shelves:
    """Look through the library; takes as long as its files take to read."""
    models = library.models()
    targets = tuple(TargetShelf(target, drafts) for target, drafts in targets_with_drafts(models))
    shown = {model.entry.path for shelf in targets for model in (shelf.model, *shelf.fitting, *shelf.repairable)}
    others = tuple(model for model in models if model.entry.path not in shown)
    return Shelves(
        targets,
        tuple(model for model in others if not _is_checkpoint(model)),
        recent_pairs(library.folder),
        (*library.checkpoints(), *filter(_is_checkpoint, others)),
        {model.origin.source: model.entry.name for model in models if model.origin is not None},
        incomplete(library.folder),
        library.folders(),
    )


def _is_checkpoint(model: LibraryModel) -> bool:
    return model.entry.form == "checkpoint" and model.entry.problem is None


def target_choices(shelves: Shelves) -> tuple[Choice, ...]:
    """The list behind the target chip."""
    return tuple(
        Choice(shelf.model.entry.path, shelf.model.entry.name, file_facts(shelf.model.entry))
        for shelf in shelves.targets
    )


def draft_choices(shelves: Shelves, target: Path) -> tuple[Choice, ...]:
    """The list behind the draft chip: every draft, with the reason where it does not fit."""
    drafts = next((shelf.drafts for shelf in shelves.targets if shelf.model.entry.path == target), ())
    return tuple(_draft_choice(choice, target) for choice in drafts)


def small_model_choices(shelves: Shelves, target: Path) -> tuple[Choice, ...]:
    """The end of that list: models of the same vocabulary that are small beside the target."""
    entries = [shelf.model.entry for shelf in shelves.targets]
    large = next((entry for entry in entries if entry.path == target), None)
    small = [entry for entry in entries if large is not None and may_draft_for(large, entry)]
    return tuple(
        Choice(
            entry.path,
            entry.name,
            tr("Small model that guesses as it would answer · {facts}", facts=file_facts(entry)),
        )
        for entry in small
    )


def _draft_choice(choice: DraftChoice, target: Path) -> Choice:
    entry = choice.model.entry
    problem = sentence_of(choice.reason).sentence if choice.reason else ""
    short = draft_words(entry.draft.method, entry.draft.draft_max) if entry.draft else ""
    trial = trial_line(choice.model, target)
    warning = trial.words if trial is not None and trial.is_warning else ""
    return Choice(entry.path, entry.name, f"{description(entry)} · {file_facts(entry)}", problem, short, warning)


@dataclass(frozen=True, slots=True)
class TrialLine:
    """How a draft worked when it was tried, in a line."""

    words: str
    is_warning: bool


def trial_line(draft: LibraryModel, target: Path) -> TrialLine | None:
    """How it worked with this target; with which other, where it was not tried with this one."""
    record = draft.trial_with(target) or draft.trial
    if record is None:
        return None
    fails = record.target == target and (record.verdict == "fails" or record.repairs(draft.entry.path))
    return TrialLine(f"{trial_words(record, draft.entry.path)}.", fails)


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
        return tr("{name}, no draft", name=name)
    draft = entries.get(pair.draft)
    return f"{name} + {draft_method(draft.draft.method) if draft and draft.draft else _short(pair.draft.stem)}"


def _full_pair_title(pair: RecentPair, entries: Mapping[Path, ModelEntry]) -> str:
    """For pairs that would read the same: by the names of their files."""
    target = _short(pair.target.stem)
    if pair.draft is None:
        return tr("{target}, no draft", target=target)
    draft = entries.get(pair.draft)
    method = f"{draft_method(draft.draft.method)} " if draft and draft.draft else ""
    return f"{target} + {method}{_short(pair.draft.stem)}"


def _short(name: str) -> str:
    half = _LONGEST_NAME // 2
    return name if len(name) <= _LONGEST_NAME else f"{name[:half]}…{name[-half:]}"


def source_words(model: LibraryModel) -> str:
    """Where a model came from, and when it was used last."""
    words = str(model.entry.path)
    if model.origin is not None:
        words = tr(
            "Converted from {source} on {day}",
            source=model.origin.source,
            day=model.origin.converted_at[:10],
        )
    elif model.fetched is not None:
        note = model.fetched
        file = f", {note.name}" if note.name else ""
        place = f"{note.repo}{file}, {note.revision} ({note.commit[:7]})"
        words = tr("From the Hub: {place}, {day}", place=place, day=note.fetched_at[:10])
    elif model.is_outside and model.folder is None:
        words = tr("Lies outside the library: {path}", path=model.entry.path)
    if not model.last_used:
        return words
    return f"{words} · {tr('Last used on {day}', day=model.last_used[:10])}"


def update_of(model: LibraryModel, updates: Sequence[Update]) -> Update | None:
    """What the Hub said of a model when it was asked last."""
    note = model.fetched
    if note is None:
        return None
    return next((update for update in updates if (update.repo, update.name) == (note.repo, note.name)), None)


def update_words(update: Update | None) -> str:
    """What to tell of it; empty where there is nothing newer."""
    if update is None or not (update.commit or update.problem):
        return ""
    if update.problem:
        problem = sentence_of(ReportedError(update.problem, dict(update.problem_facts)))
        return tr("Not checked: {problem}", problem=problem.sentence)
    return tr(
        "The Hub has a newer revision ({commit}): {fetch} to fetch.",
        commit=update.commit[:7],
        fetch=size(update.fetch_bytes),
    )


def incomplete_title(stopped: Incomplete) -> str:
    """Which model it is: "Qwen/Qwen3-4B", with the file where one was asked for."""
    return f"{stopped.repo} · {stopped.name}" if stopped.name else stopped.repo


def incomplete_words(stopped: Incomplete) -> str:
    """How much of it is here."""
    done = stopped.present_bytes / stopped.size_bytes if stopped.size_bytes else 0.0
    return tr(
        "{present} of {size} are here ({done}); the rest is missing.",
        present=size(stopped.present_bytes),
        size=size(stopped.size_bytes),
        done=share(done),
    )


def folder_words(folder: UserFolder) -> str:
    """What a folder of the user's own holds, as far as is known."""
    models_n = len(folder.models)
    held = tr_n("{n} model", "{n} models", models_n)
    if folder.is_there is None:
        return tr("Looking through it …")
    if not folder.is_there:
        if not models_n:
            return tr("Not there now.")
        return tr_n(
            "Not there now. Its {n} model comes back when its drive does.",
            "Not there now. Its {n} models come back when its drive does.",
            models_n,
        )
    return tr("{held}; it holds more than is shown.", held=held) if folder.is_cut else held


def drafts_of_one(shelves: Shelves, target: Path) -> tuple[LibraryModel, ...]:
    """The drafts in the library's folder that only this target has a use for."""
    shelf = next((shelf for shelf in shelves.targets if shelf.model.entry.path == target), None)
    if shelf is None:
        return ()
    elsewhere = {draft.entry.path for other in shelves.targets if other is not shelf for draft in other.fitting}
    return tuple(draft for draft in shelf.fitting if not draft.is_outside and draft.entry.path not in elsewhere)


def problem_words(entry: ModelEntry) -> str:
    """Why a model cannot be used; empty when it can."""
    if entry.problem is None:
        return ""
    text = sentence_of(ReportedError(entry.problem, dict(entry.problem_facts)))
    return f"{text.sentence} {text.hint}".strip()
