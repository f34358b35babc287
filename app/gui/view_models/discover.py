"""The list of the page that finds pairs: ranked pairs of the catalogue, or what a search on the Hub found."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from app.core.translation import later, tr, tr_n
from app.gui.view_models.wizard import Mark
from app.hub.ranking import RankedPair, Room
from app.hub.results import SearchFilter, SearchResult
from app.texts import draft_method, figure, notice, size
from app.texts.amounts import parameters

ROW_ROLE = Qt.ItemDataRole.UserRole + 1
_NO_PARENT = QModelIndex()
_ROOM_MARKS: dict[Room, tuple[Mark, str]] = {
    "fits": ("good", later("Fits")),
    "unknown": ("", ""),
    "tight": ("warning", later("Tight")),
    "too_large": ("bad", later("Too large")),
}
# The worst first.
_AGAINST = ("rank_too_large", "rank_disk", "rank_tight", "rank_slow")
_GATES = {"": "", "auto": later("asks to accept its terms"), "manual": later("asks for permission")}


@dataclass(frozen=True, slots=True)
class OfferRow:
    """One card: `badge` says what it is, `mark_words` whether it fits here, `caution` what speaks against it."""

    value: RankedPair | SearchResult
    title: str
    badge: str
    detail: str
    told: str = ""
    caution: str = ""
    mark: Mark = ""
    mark_words: str = ""

    @property
    def words(self) -> str:
        """All of it, as a screen reader says it."""
        parts = (self.title, self.badge, self.mark_words, self.detail, self.told, self.caution)
        return ". ".join(part.rstrip(".") for part in parts if part) + "."


def catalogue_rows(pairs: Iterable[RankedPair], typed: str, wanted: SearchFilter, *, fits_only: bool) -> list[OfferRow]:
    """The pairs that are asked for; typed words are looked for in every name."""
    words = typed.lower().split()
    return [
        _pair_row(pair)
        for pair in pairs
        if all(word in _names(pair) for word in words)
        and accepts_pair(pair, wanted)
        and (pair.room != "too_large" or not fits_only)
    ]


def result_rows(results: Iterable[SearchResult]) -> list[OfferRow]:
    """What a search found."""
    return [_result_row(result) for result in results]


def searched_words(typed: str) -> str:
    """What to search for: the words, or OWNER/NAME out of the address of a page on the Hub."""
    address = re.match(r"https?://[^/]+/([\w.-]+/[\w.-]+)", typed.strip(), re.ASCII)
    return address[1] if address else typed.strip()


def accepts_pair(pair: RankedPair, wanted: SearchFilter) -> bool:
    """Whether a pair of the catalogue is what a filter asks for besides a method."""
    target = pair.target
    return (
        wanted.family in _names(pair)
        and (not wanted.most_parameters or target.parameters <= wanted.most_parameters)
        and (not wanted.licence or target.licence.startswith(wanted.licence))
        and wanted.kind != "gguf"
    )


def name_of(repo: str) -> str:
    """A repository's name without its owner."""
    return repo.rpartition("/")[2]


def _names(pair: RankedPair) -> str:
    drafts = (draft.repo for draft in (pair.draft, *pair.others))
    return " ".join((pair.target.repo, pair.target.family, *drafts)).lower()


def _pair_row(pair: RankedPair) -> OfferRow:
    target, draft = pair.target, pair.draft
    mark, mark_words = _ROOM_MARKS[pair.room]
    others = tr_n("{n} more draft", "{n} more drafts", len(pair.others)) if pair.others else ""
    detail = (
        tr("{fetch} to fetch", fetch=size(pair.cost.fetch_bytes)),
        tr("{total} in memory", total=size(pair.cost.memory.total_bytes)),
        target.licence,
        tr(_GATES["" if target.mirror else target.gated]),
        others,
    )
    return OfferRow(
        value=pair,
        title=name_of(target.repo),
        badge=f"+ {draft_method(draft.method)}",
        detail=" · ".join(filter(None, detail)),
        told=_reported(draft.accepted_length, draft.speedup),
        caution=" ".join(_against(pair)),
        mark=mark,
        mark_words=tr(mark_words),
    )


def _against(pair: RankedPair) -> Iterator[str]:
    """The worst that this machine has against a pair, and what is known against its draft, in a sentence each."""
    reasons = {reason.code: reason for reason in pair.reasons}
    worst = next((code for code in _AGAINST if code in reasons), None)
    for code in filter(None, (worst, f"caution_{pair.draft.caution}")):
        if reason := reasons.get(code):
            yield notice(code, dict(reason.facts)).sentence


def _reported(accepted: float | None, speedup: float | None) -> str:
    parts = (
        tr("{accepted} tokens a pass", accepted=figure(accepted)) if accepted is not None else "",
        tr("{speedup}x as fast", speedup=figure(speedup)) if speedup is not None else "",
    )
    told = ", ".join(filter(None, parts))
    return tr("Reported: {told}", told=told) if told else ""


def _result_row(result: SearchResult) -> OfferRow:
    method = f" · {draft_method(result.method)}" if result.method else ""
    bases = ", ".join(map(name_of, result.base_models[:2]))
    detail = (
        tr("for {bases}", bases=bases) if result.is_draft and bases else "",
        parameters(result.parameters) if result.parameters else "",
        tr(" and ").join(
            words for words, has in (("safetensors", result.has_safetensors), ("GGUF", result.has_gguf)) if has
        ),
        result.licence,
        tr(_GATES[result.gated]),
    )
    told = (
        tr_n("{n} download", "{n} downloads", result.downloads),
        tr("changed {updated}", updated=result.updated) if result.updated else "",
    )
    return OfferRow(
        value=result,
        title=result.repo,
        badge=tr("Draft") + method if result.is_draft else _model_badge(result),
        detail=" · ".join(filter(None, detail)),
        told=" · ".join(filter(None, told)),
    )


def _model_badge(result: SearchResult) -> str:
    """What a result that is no draft seems to be; only looking at it tells."""
    if result.has_gguf and not result.has_safetensors:
        return "GGUF"
    return tr("Target") if result.family else tr("Model")


class OfferListModel(QAbstractListModel):
    """The rows, each under ROW_ROLE."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[OfferRow] = []

    def show_rows(self, rows: Sequence[OfferRow]) -> None:
        """Show these instead."""
        if list(rows) == self._rows:
            return
        self.beginResetModel()
        self._rows = list(rows)
        self.endResetModel()

    def row_of(self, title: str) -> int:
        """The first row of that title, -1 without one."""
        return next((number for number, row in enumerate(self._rows) if row.title == title), -1)

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = _NO_PARENT) -> int:
        """How many there are."""
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The row, its title, and all its words for screen readers and the tooltip."""
        if not index.isValid() or index.row() >= len(self._rows):
            return None
        row = self._rows[index.row()]
        if role == ROW_ROLE:
            return row
        if role == Qt.ItemDataRole.DisplayRole:
            return row.title
        if role in (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole):
            return row.words
        return None
