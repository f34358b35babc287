"""What to look for besides words: drafts only, method, family, size, licence, form."""

from collections.abc import Sequence
from typing import Any, get_args

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QWidget

from app.core.translation import tr
from app.gui.widgets.flow_layout import FlowLayout
from app.hub.results import SearchFilter, SearchMethod
from app.texts import draft_method

_FAMILIES = {
    "qwen": "Qwen",
    "gemma": "Gemma",
    "llama": "Llama",
    "gpt-oss": "gpt-oss",
    "lfm": "LFM",
    "mistral": "Mistral",
    "phi": "Phi",
    "granite": "Granite",
    "smollm": "SmolLM",
}
_SIZES = (2, 5, 10, 16, 40)
_LICENCES = {"apache-2.0": "Apache 2.0", "mit": "MIT", "gemma": "Gemma", "llama": "Llama", "lfm": "LFM"}


class FilterBar(QWidget):
    """`changed` when any of them is another."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.drafts_box = QCheckBox(tr("Drafts only"))
        self.drafts_box.setToolTip(tr("Draft: a small model made for a target that guesses its next tokens ahead"))
        self.fits_box = QCheckBox(tr("Fits this computer"))
        self.fits_box.setToolTip(tr("Leave out pairs of the catalogue that take more memory than there is"))
        methods = [(method, draft_method(method)) for method in get_args(SearchMethod)]
        self.method_box = _box(tr("Method of drafting"), [(None, tr("Any method")), *methods])
        self.family_box = _box(tr("Family of models"), [("", tr("Any family")), *_FAMILIES.items()])
        sizes = [(size * 10**9, tr("Up to {size}B", size=size)) for size in _SIZES]
        self.size_box = _box(tr("Size: the number of weights, in billions"), [(0, tr("Any size")), *sizes])
        self.licence_box = _box(tr("Licence"), [("", tr("Any licence")), *_LICENCES.items()])
        forms = [(None, tr("Any form")), ("gguf", "GGUF"), ("checkpoint", "Safetensors")]
        self.form_box = _box(tr("Form of the files: GGUF is ready to use, safetensors are converted here"), forms)
        layout = FlowLayout()
        for part in (self.drafts_box, self.fits_box, *self._boxes):
            layout.addWidget(part)
        self.setLayout(layout)
        for box in self._boxes:
            box.currentIndexChanged.connect(self.changed)
        for switch in (self.drafts_box, self.fits_box):
            switch.toggled.connect(self.changed)

    @property
    def _boxes(self) -> tuple[QComboBox, ...]:
        return (self.method_box, self.family_box, self.size_box, self.licence_box, self.form_box)

    @property
    def wanted(self) -> SearchFilter:
        """What is asked for."""
        return SearchFilter(
            drafts_only=self.drafts_box.isChecked(),
            method=self.method_box.currentData(),
            family=self.family_box.currentData(),
            most_parameters=self.size_box.currentData(),
            licence=self.licence_box.currentData(),
            kind=self.form_box.currentData(),
        )

    @property
    def active_n(self) -> int:
        """How many of them leave something out."""
        switches = (self.drafts_box.isChecked(), self.fits_box.isChecked())
        return sum(switches) + sum(box.currentIndex() > 0 for box in self._boxes)

    def clear(self) -> None:
        """Leave nothing out."""
        for box in self._boxes:
            box.setCurrentIndex(0)
        for switch in (self.drafts_box, self.fits_box):
            switch.setChecked(False)


def _box(name: str, choices: Sequence[tuple[Any, str]]) -> QComboBox:
    box = QComboBox()
    box.setAccessibleName(name)
    box.setToolTip(name)
    for value, words in choices:
        box.addItem(words, value)
    return box
