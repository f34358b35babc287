"""The strip at the bottom edge: what long tasks are doing, in one line that opens into a list."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QProgressBar, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from app.core.errors import ReportedError
from app.gui.dialogs.details import show_details
from app.gui.failures import details_of
from app.gui.job_list import JobList
from app.gui.theme import SPACE
from app.gui.view_models.jobs import JobLine, summary
from app.gui.widgets.buttons import IconButton, push_button
from app.gui.widgets.elided_label import ElidedLabel
from app.gui.widgets.step_list import show_share

# The words get this many times the width of the bar.
_WORDS_SHARE = 3
_MOST_LIST_LINES = 12


class JobRow(QWidget):
    """One task: its title, how far it is, a button to stop it or to take it away."""

    def __init__(self, jobs: JobList, line: JobLine) -> None:
        super().__init__()
        self._jobs = jobs
        self._line = line
        self.title = ElidedLabel()
        self.title.setText(line.title)
        self.words = ElidedLabel(11, tone="muted", is_tabular=True)
        self.bar = QProgressBar(textVisible=False)
        self.details_button = push_button("Details", self._on_details_asked)
        self.stop_button = IconButton("stop", f"Stop: {line.title}")
        self.stop_button.clicked.connect(self._on_stop_asked)
        self.close_button = IconButton("close", f"Take away: {line.title}")
        self.close_button.clicked.connect(self._on_close_asked)
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(self.title)
        words.addWidget(self.words)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(2 * SPACE)
        row.addLayout(words, _WORDS_SHARE)
        row.addWidget(self.bar, 1)
        for part in (self.details_button, self.stop_button, self.close_button):
            row.addWidget(part)
        self.show_line(line)

    def show_line(self, line: JobLine) -> None:
        """Show the task as it is now."""
        self._line = line
        is_over, has_failed = line.job.is_over, line.job.state == "failed"
        self.words.setText(line.words)
        self.words.setProperty("tone", "error" if has_failed else "muted")
        self.words.style().polish(self.words)
        show_share(self.bar, line.share)
        self.bar.setAccessibleName(f"Progress: {line.title}")
        self.bar.setVisible(not is_over)
        self.stop_button.setVisible(not is_over)
        self.stop_button.setEnabled(line.job.state == "running")
        self.details_button.setVisible(has_failed)
        self.close_button.setVisible(has_failed)
        self.setAccessibleName(f"{line.title}: {line.words}")

    def _on_stop_asked(self) -> None:
        self._jobs.cancel(self._line.job.job)

    def _on_close_asked(self) -> None:
        self._jobs.dismiss(self._line.job.job)

    def _on_details_asked(self) -> None:
        job = self._line.job
        show_details(self, self._line.title, self._line.words, details_of(ReportedError(job.code, job.facts, job.log)))


class JobsStrip(QFrame):
    """Hidden while there is nothing to tell; `unfolded` tells whether the list is open."""

    unfolded = Signal(bool)

    def __init__(self, jobs: JobList) -> None:
        super().__init__()
        self.setObjectName("jobsStrip")
        self._jobs = jobs
        self.rows: dict[int, JobRow] = {}
        self._line = ElidedLabel(is_tabular=True)
        self.bar = QProgressBar(textVisible=False)
        self.fold_button = IconButton("up", "Show every task", tip="Show or hide the tasks one by one")
        self.fold_button.setCheckable(True)
        self.fold_button.toggled.connect(self._on_fold_toggled)
        self.close_button = IconButton("close", "Take the failed tasks away")
        self.close_button.clicked.connect(self._on_close_asked)
        self._list = QScrollArea(widgetResizable=True)
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._list.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._rows = QWidget()
        self._rows.setObjectName("scrolled")
        self._arrange()
        jobs.line_changed.connect(self._on_line_changed)
        jobs.line_removed.connect(self._on_line_removed)
        self.hide()

    @property
    def words(self) -> str:
        """What the folded strip says."""
        return self._line.text()

    def _arrange(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(2 * SPACE)
        head.addWidget(self._line, _WORDS_SHARE)
        head.addWidget(self.bar, 1)
        head.addWidget(self.close_button)
        head.addWidget(self.fold_button)
        self._list_layout = QVBoxLayout(self._rows)
        self._list_layout.setContentsMargins(0, 0, 0, 0)
        self._list_layout.setSpacing(SPACE)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(3 * SPACE, SPACE, 2 * SPACE, SPACE)
        layout.setSpacing(SPACE)
        self._list.setWidget(self._rows)
        layout.addWidget(self._list)
        layout.addLayout(head)
        self._list.hide()

    def _on_fold_toggled(self, is_open: bool) -> None:
        self._list.setVisible(is_open)
        self.fold_button.set_face("down" if is_open else "up", "Show only a line" if is_open else "Show every task")
        self._sum_up()
        self.unfolded.emit(is_open)

    def _on_close_asked(self) -> None:
        for line in self._jobs.lines:
            if line.job.state == "failed":
                self._jobs.dismiss(line.job.job)

    def _on_line_changed(self, line: JobLine) -> None:
        row = self.rows.get(line.job.job)
        if row is None:
            row = self.rows[line.job.job] = JobRow(self._jobs, line)
            self._list_layout.addWidget(row)
        else:
            row.show_line(line)
        self._sum_up()

    def _on_line_removed(self, job: int) -> None:
        row = self.rows.pop(job)
        row.hide()
        row.deleteLater()
        self._sum_up()

    def _sum_up(self) -> None:
        lines = self._jobs.lines
        is_open = self.fold_button.isChecked()
        shown = "Tasks" if is_open else summary(lines) or (f"{lines[-1].title}: {lines[-1].words}" if lines else "")
        self._line.setText(shown)
        self._line.setAccessibleName(f"Tasks: {shown}")
        running = [line for line in lines if not line.job.is_over]
        self.bar.setVisible(bool(running) and not is_open)
        if running:
            show_share(self.bar, running[0].share if len(running) == 1 else None)
        has_failed = any(line.job.state == "failed" for line in lines)
        self.close_button.setVisible(has_failed and not running and not is_open)
        self.setVisible(bool(lines))
        most = _MOST_LIST_LINES * self.fontMetrics().height()
        self._list.setFixedHeight(min(most, self._rows.sizeHint().height()))
        if not lines:
            self.fold_button.setChecked(False)
