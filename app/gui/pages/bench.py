"""Whether the draft is worth it: measured on this machine, shown, and saved as a table or a picture."""

import re
from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, Signal
from PySide6.QtGui import QPixmap, QShowEvent
from PySide6.QtWidgets import QComboBox, QFrame, QHBoxLayout, QProgressBar, QVBoxLayout

from app.core.errors import AppError
from app.core.files import replacing
from app.core.translation import later, tr
from app.engine.bench.plan import SIZES
from app.engine.bench.report import Report
from app.engine.bench.table import write_csv
from app.gui.actions import MAIN_KEYS, keys_of
from app.gui.dialogs.files import ask_place
from app.gui.engine_session import EngineSession
from app.gui.pair_bench import PairBench
from app.gui.theme import SPACE
from app.gui.view_models import bench as view
from app.gui.widgets.bench_results import BenchResults
from app.gui.widgets.buttons import push_button
from app.gui.widgets.labels import plain_label
from app.gui.widgets.page_frame import PageFrame
from app.gui.widgets.wheel import leave_wheel_to_page
from app.texts import duration
from app.texts.bench import estimate_words, mode_words

_SENTENCE = later(
    "Six kinds of text are written with the draft and without, in turns. What counts is this machine with this pair; "
    "other programs that work meanwhile make the numbers worse."
)
_STEPS = 1000


class BenchPage(PageFrame):
    """Shows what the bench knows, and passes on what the user asks for.

    `pair_asked` when there is nothing to measure; `failed` carries the AppError that a file could not be saved for.
    """

    pair_asked = Signal()
    failed = Signal(object)

    def __init__(self, bench: PairBench, session: EngineSession) -> None:
        super().__init__(tr("Is it worth it?"), tr(_SENTENCE))
        self._bench = bench
        self._session = session
        self._shown: Report | None = None
        self._was_over = True
        self.pair = plain_label("", 15, is_bold=True)
        self.words = plain_label("", 13, tone="muted")
        for label in (self.pair, self.words):
            label.setWordWrap(True)
        self.mode_box = QComboBox()
        for mode in SIZES:
            self.mode_box.addItem(mode_words(mode), mode)
        self.mode_box.setAccessibleName(tr("How much to measure"))
        leave_wheel_to_page(self.mode_box)
        self.bar = QProgressBar(maximum=_STEPS, textVisible=False)
        self.bar.setAccessibleName(tr("Progress of the measurement"))
        self.start_button = push_button(tr("Measure"), bench.start, is_primary=True, shortcut=MAIN_KEYS)
        self.cancel_button = push_button(
            tr("Stop"), bench.cancel, tip=tr("What is measured so far stays"), keys=keys_of("stop")
        )
        self.pair_button = push_button(tr("Open a pair…"), self.pair_asked.emit, keys=keys_of("pair"))
        self.results = BenchResults()
        self.csv_button = push_button(
            tr("Save the numbers…"),
            self._on_csv_asked,
            tip=tr("One row for each reply, as CSV"),
            keys=keys_of("save_numbers"),
        )
        self.png_button = push_button(
            tr("Save the picture…"),
            self._on_png_asked,
            tip=tr("What is shown above, as PNG"),
            keys=keys_of("save_picture"),
        )
        self._arrange()
        self.mode_box.activated.connect(lambda index: bench.choose(self.mode_box.itemData(index)))
        bench.changed.connect(self._on_changed)
        self._on_changed()

    def _arrange(self) -> None:
        card = QFrame()
        card.setObjectName("card")
        column = QVBoxLayout(card)
        column.setContentsMargins(4 * SPACE, 3 * SPACE, 4 * SPACE, 3 * SPACE)
        column.setSpacing(2 * SPACE)
        buttons = QHBoxLayout()
        buttons.setSpacing(2 * SPACE)
        for part in (self.start_button, self.cancel_button, self.pair_button, self.mode_box):
            buttons.addWidget(part)
        buttons.addStretch(1)
        column.addWidget(self.pair)
        column.addLayout(buttons)
        column.addWidget(self.bar)
        column.addWidget(self.words)
        saving = QHBoxLayout()
        saving.setSpacing(2 * SPACE)
        saving.addWidget(self.csv_button)
        saving.addWidget(self.png_button)
        saving.addStretch(1)
        self.content.addWidget(card)
        self.content.addWidget(self.results)
        self.content.addLayout(saving)
        self.content.addStretch(1)

    def showEvent(self, event: QShowEvent) -> None:
        """The method may have been changed in the settings meanwhile."""
        super().showEvent(event)
        self._on_changed()

    def _on_changed(self) -> None:
        bench, session = self._bench, self._session
        is_running = bench.is_running
        obstacle = "" if is_running else view.obstacle_words(session, has_drafter=bench.has_drafter)
        self.pair.setText(view.pair_words(session.loaded))
        self.words.setText(obstacle or self._time_words())
        self.bar.setVisible(is_running)
        self.bar.setValue(round(bench.share_done * _STEPS))
        self.start_button.setText(tr("Measure again") if bench.report else tr("Measure"))
        self.start_button.setVisible(not is_running)
        self.start_button.setEnabled(bench.can_start)
        self.cancel_button.setVisible(is_running)
        self.pair_button.setVisible(session.state == "empty" or obstacle == view.NO_DRAFT)
        self.mode_box.setEnabled(not is_running)
        self._show_results()

    def _show_results(self) -> None:
        report, is_over = self._bench.report, not self._bench.is_running
        # The numbers come ten times a second, but a report only with every reply.
        if self._shown is not report or self._was_over != is_over or report is None:
            self._shown, self._was_over = report, is_over
            self.results.show_report(report, view.pair_words(self._session.loaded), is_over=is_over)
            for button in (self.csv_button, self.png_button):
                button.setVisible(bool(report and report.measured) and is_over)

    def _time_words(self) -> str:
        bench = self._bench
        if not bench.is_running:
            return tr("{estimate}. Messages have to wait meanwhile.", estimate=estimate_words(bench.estimate_s))
        left_s = bench.left_s
        return tr("Measuring …") if left_s is None else tr("Measuring … {left} left", left=duration(left_s))

    def _on_csv_asked(self) -> None:
        report = self._bench.report
        if report is not None:
            self._save(tr("Save the numbers"), "csv", partial(write_csv, report))

    def _on_png_asked(self) -> None:
        self._save(tr("Save the picture"), "png", partial(write_png, self.results.picture()))

    def _save(self, title: str, ending: str, write: Callable[[Path], None]) -> None:
        """Ask where to, and write there."""
        name = f"{_file_name(self._bench.report)}.{ending}"
        path, _ = ask_place(self, title, "measurement", name, f"{ending.upper()} (*.{ending})")
        if path is None:
            return
        try:
            write(path if path.suffix else path.with_suffix(f".{ending}"))
        except AppError as error:
            self.failed.emit(error)


def write_png(picture: QPixmap, path: Path) -> None:
    """Write a picture to `path`, or replace what is there; raises PathNotWritable, DiskFull."""
    content = QByteArray()
    buffer = QBuffer(content)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    picture.save(buffer, "PNG")
    with replacing(path) as part:
        part.write_bytes(content.data())


def _file_name(report: Report | None) -> str:
    """The names of the pair as far as every system takes them in the name of a file."""
    names = [name for name in (report.target, report.draft) if name] if report else []
    return re.sub(r"[^\w.-]+", "-", " ".join(["measured", *names]))[:120]
