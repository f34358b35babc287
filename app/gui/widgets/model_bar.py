"""The bar on top of the window: target plus draft, device, state, progress of loading, unload."""

from pathlib import Path

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QProgressBar, QSizePolicy, QWidget

from app.core.translation import figures, later, tr
from app.engine.machine import device_for
from app.engine.protocol import LoadResult, ReportProgress
from app.gui.actions import keys_of
from app.gui.engine_session import EngineSession, Pair
from app.gui.icons import draw_icon
from app.gui.theme import SPACE, scaled_font
from app.gui.view_models.choices import (
    LOOK_UP,
    OPEN_PAIR,
    Choice,
    ModelChoices,
    best_draft,
    chip_words,
    device_lines,
    draft_lines,
    look_up,
    memory_words,
    no_draft,
    open_pair,
    unused_lines,
)
from app.gui.view_models.memory import MemoryView, device_names, idle_view, memory_views
from app.gui.widgets.buttons import IconButton
from app.gui.widgets.chip import Chip
from app.gui.widgets.elided_label import ElidedLabel
from app.gui.widgets.memory_bar import MemoryBar
from app.texts import draft_words, reason, size, stage
from app.texts.devices import place_words, reason_words

_TARGET_TIP = later("Target: the model whose answers you read. Choose another one")
_DRAFT_TIP = later(
    "Draft: a small model that guesses ahead; the target checks its guesses. Choose another one, or none"
)
_NO_TARGET_TIP = later("Target: the model whose answers you read")
_NO_DRAFT_TIP = later("Draft: a small model that guesses ahead; the target checks its guesses. Choose a target first")
_DEVICE_TIP = later("Device: what the models run on. Choose another one")


class ModelBar(QFrame):
    """Shows what the session says, and asks it to load; `pair_chosen` carries a Pair, `device_chosen` a name.

    `pair_asked` tells that none of the targets in the list is wanted, `look_up_chosen` whether the chat is to be looked
    up where no draft is loaded, `focus_left` that the button with the focus cannot be used now.
    """

    pair_chosen = Signal(object)
    pair_asked = Signal()
    device_chosen = Signal(str)
    look_up_chosen = Signal(bool)
    sidebar_toggled = Signal()
    focus_left = Signal()

    def __init__(self, session: EngineSession, choices: ModelChoices) -> None:
        super().__init__()
        self.setObjectName("modelBar")
        self._session = session
        self._choices = choices
        self._alone = no_draft()
        self._make_parts()
        self._arrange()
        session.state_changed.connect(self._on_state_changed)
        session.progress_reported.connect(self._on_progress_reported)
        session.devices_listed.connect(self._on_state_changed)
        self._on_state_changed()

    def _make_parts(self) -> None:
        self._fold = IconButton("sidebar", tr("Chats"), tip=tr("Show or hide the chats"), keys=keys_of("sidebar"))
        self._fold.clicked.connect(self.sidebar_toggled)
        self._logo = QLabel()
        self._title = QLabel("Slipstream")
        self._title.setFont(scaled_font(15, is_bold=True))
        self.target_chip = Chip("target", tr("Target"), self._target_lines, tr(_TARGET_TIP), keys_of("target"))
        self.target_chip.chosen.connect(self._on_target_chosen)
        self._plus = QLabel("+")
        self._plus.setAccessibleName(tr("with the draft"))
        self.draft_chip = Chip("draft", tr("Draft"), self._draft_lines, tr(_DRAFT_TIP), keys_of("draft"))
        self.draft_chip.chosen.connect(self._on_draft_chosen)
        self.device_chip = Chip("chip", tr("Device"), self._device_lines, tr(_DEVICE_TIP), keys_of("device"))
        self.device_chip.chosen.connect(self._on_device_chosen)
        self.memory = MemoryBar()
        self.state_label = ElidedLabel(tone="muted")
        self.state_label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.state_label.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.progress = QProgressBar(textVisible=False, maximum=1000)
        self.progress.setAccessibleName(tr("Progress of loading"))
        self.cancel_button = IconButton("close", tr("Stop loading"), keys=keys_of("stop"))
        self.cancel_button.clicked.connect(self._session.cancel_load)
        tip = tr("Unload: free the memory of both models")
        self.unload_button = IconButton("unload", tr("Unload"), tip=tip, keys=keys_of("unload"))
        self.unload_button.clicked.connect(self._session.unload)

    def _arrange(self) -> None:
        layout = QHBoxLayout(self)
        layout.setContentsMargins(2 * SPACE, SPACE, 2 * SPACE, SPACE)
        layout.setSpacing(2 * SPACE)
        for part in (self._fold, self._logo, self._title, self.target_chip, self._plus, self.draft_chip):
            layout.addWidget(part)
        layout.addStretch(1)
        layout.addWidget(self.state_label, 1000)
        for tool in (self.progress, self.cancel_button, self.memory, self.device_chip, self.unload_button):
            layout.addWidget(tool)
        self._size_parts()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the chips their share of the width."""
        super().resizeEvent(event)
        self._share_width()

    def changeEvent(self, change: QEvent) -> None:
        """Follow the text size."""
        super().changeEvent(change)
        if change.type() == QEvent.Type.FontChange:
            self._size_parts()
            self._share_width()

    def _size_parts(self) -> None:
        em = self.fontMetrics().height()
        self._logo.setPixmap(draw_icon("slipstream", "#000000", round(em * 1.5), self.devicePixelRatioF()))

    def _share_width(self) -> None:
        em = self.fontMetrics().height()
        is_wide, is_tight = self.width() >= 56 * em, self.width() < 38 * em
        self._title.setVisible(is_wide)
        self._logo.setVisible(is_wide)
        self.memory.set_wanted(self.width() >= 44 * em)
        self.state_label.setVisible(not is_tight)
        self.progress.setFixedWidth(em * (4 if is_tight else 8))
        fixed = sum(part.sizeHint().width() for part in self._fixed_parts() if not part.isHidden())
        room = self.width() - fixed - 28 * SPACE - (0 if is_tight else 3 * em)
        share = room // 2 - 2 * em if is_tight else room // 3
        self.device_chip.set_widest(0 if is_tight else min(share, 18 * em))
        for chip in (self.target_chip, self.draft_chip):
            chip.set_widest(min(share, 18 * em))

    def _fixed_parts(self) -> tuple[QWidget, ...]:
        words = (self.state_label,) if self._session.state in ("loading", "generating") else ()
        tools = (self.progress, self.cancel_button, self.memory, self.unload_button)
        return (self._fold, self._logo, self._title, self._plus, *words, *tools)

    def _target_lines(self) -> tuple[Choice, ...]:
        return (*self._choices.targets(), open_pair())

    def _draft_lines(self) -> tuple[Choice, ...]:
        pair = self._session.pair
        return draft_lines(self._choices, pair.target) if pair else ()

    def _device_lines(self) -> tuple[Choice, ...]:
        session = self._session
        lines = device_lines(session.devices, session.loaded, session.options, session.devices_left_out)
        return (*lines, *unused_lines(self._session.unused_backends))

    def _on_target_chosen(self, choice: Choice) -> None:
        if choice.value == OPEN_PAIR:
            self.pair_asked.emit()
        elif isinstance(choice.value, Path):
            self.pair_chosen.emit(Pair(choice.value, best_draft(self._choices, choice.value)))

    def _on_draft_chosen(self, choice: Choice) -> None:
        pair = self._session.pair
        if pair is None:
            return
        draft = choice.value if isinstance(choice.value, Path) else None
        if draft is None:
            self.look_up_chosen.emit(choice.value == LOOK_UP)
        # Without a draft before and after, there is nothing to load.
        if draft is not None or pair.draft is not None or self._session.loaded is None:
            self.pair_chosen.emit(Pair(pair.target, draft))

    def show_look_up(self, *, is_on: bool) -> None:
        """Say what guesses where no draft is loaded."""
        self._alone = look_up() if is_on else no_draft()
        self._show_pair()

    def _on_device_chosen(self, choice: Choice) -> None:
        self.device_chosen.emit(str(choice.value))

    def _on_progress_reported(self, progress: ReportProgress) -> None:
        if self._session.state != "loading":
            return
        self.progress.setVisible(progress.total is not None)
        if progress.total:
            self.progress.setValue(round(1000 * progress.done / progress.total))
        self.state_label.setText(stage(progress.stage))

    def _on_state_changed(self) -> None:
        state = self._session.state
        focused = next(
            (part for part in (self.unload_button, self.cancel_button, self.draft_chip) if part.hasFocus()), None
        )
        self._show_pair()
        self._show_device()
        is_loading = state in ("loading", "unloading")
        self.progress.setVisible(is_loading)
        self.progress.setValue(0)
        self.cancel_button.setVisible(state == "loading")
        self.unload_button.setEnabled(state in ("ready", "generating"))
        self.draft_chip.setEnabled(self._session.pair is not None and state != "crashed")
        words = {
            "empty": tr("No model is loaded"),
            "loading": tr("Loading"),
            "ready": "",
            "generating": tr("Measuring") if self._session.is_measuring else tr("Writing"),
            "unloading": tr("Unloading"),
            "crashed": tr("The engine stopped"),
        }
        self.state_label.setText(words[state])
        self._share_width()
        if focused is not None and not focused.hasFocus():
            self.focus_left.emit()

    def _show_pair(self) -> None:
        pair, loaded = self._session.pair, self._session.loaded
        if loaded is not None:
            self._show_loaded(loaded)
        elif pair is not None:
            self.target_chip.show_choice(chip_words(self._choices.targets(), pair.target), pair.target)
            drafts = self._choices.drafts(pair.target)
            if pair.draft is None:
                self.draft_chip.show_choice(self._alone.title, self._alone.value, self._alone.detail)
            else:
                self.draft_chip.show_choice(chip_words(drafts, pair.draft), pair.draft)
        else:
            self.target_chip.show_choice(tr("Choose a target"), None, tr(_NO_TARGET_TIP))
            self.draft_chip.show_choice(tr("No draft"), None, tr(_NO_DRAFT_TIP))

    def _show_loaded(self, loaded: LoadResult) -> None:
        target, draft = loaded.target, loaded.draft
        pair = self._session.pair
        # llama.cpp writes "?B" for a size that it has no name for.
        facts = f"{target.description.replace(' ?B', '')} · {size(target.size_bytes)}"
        self.target_chip.show_choice(target.name or target.path.stem, pair and pair.target, facts)
        if draft is None and loaded.plan and loaded.plan.is_draft_left_out:
            words = reason("draft_without_room")
            self.draft_chip.show_choice(tr("Left out"), pair and pair.draft, f"{words[:1].upper()}{words[1:]}.")
            return
        if draft is None:
            self.draft_chip.show_choice(self._alone.title, self._alone.value, self._alone.detail)
            return
        words = draft_words(draft.method, draft.draft_max)
        facts = tr(
            "{name} · proposes up to {draft_max} tokens at once · {size}",
            name=draft.name,
            draft_max=draft.draft_max,
            size=size(draft.size_bytes),
        )
        self.draft_chip.show_choice(words, pair and pair.draft, facts)

    def _show_device(self) -> None:
        loaded, devices = self._session.loaded, self._session.devices
        name = loaded.device if loaded else self._session.options.device
        device = device_for(devices, name) if loaded or name != "auto" else None
        plan = loaded.plan if loaded else None
        names = device_names(devices)
        title = names[device.name] if device else {"auto": tr("Automatic"), "cpu": "CPU"}.get(name, name)
        view = next(iter(memory_views(plan, devices)), None) if plan else idle_view(device, title) if device else None
        words = place_words(plan, names) if plan else memory_words(device) if device else ""
        in_use = _memory_figures(view) if view else ""
        chosen = self._session.options.device
        self.device_chip.show_choice(title, chosen, words, figures=in_use)
        self.memory.show_view(view, f"{words}: {reason_words(plan)}." if plan else "")


def _memory_figures(view: MemoryView) -> str:
    used = figures(f"{sum(view.parts.values()) / 1e9:.1f}")
    return f"{used}/{view.total_bytes / 1e9:.0f} GB"
