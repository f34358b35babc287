"""Looks at the two models of a pair in another process; of several questions the newest wins."""

from PySide6.QtCore import QObject, Signal

from app.core.errors import ReportedError
from app.core.messages import ProtocolError
from app.gui.bridges import JobBridge
from app.jobs.events import JobEvent, JobFailed, JobFinished
from app.jobs.runner import JobRunner
from app.jobs.survey import arguments_for, survey_of
from app.models.library.keeper import LibraryKeeper
from app.models.survey import PairQuestion


class PairSurveyor(QObject):
    """`surveyed` carries the PairSurvey of the newest question, `failed` the AppError that kept it from an answer."""

    surveyed = Signal(object)
    failed = Signal(object)

    def __init__(self, keeper: LibraryKeeper, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._folder = keeper.folder
        self._bridge = JobBridge(self)
        self._bridge.told.connect(self._on_told)
        self._runner = JobRunner(self._bridge.post)
        self._newest: int | None = None

    @property
    def is_looking(self) -> bool:
        """Whether an answer is on its way."""
        return self._newest is not None

    def ask(self, question: PairQuestion) -> None:
        """Look at what the question names; an earlier question is dropped."""
        self.drop()
        self._newest = self._runner.start("survey", arguments_for(question, self._folder))

    def drop(self) -> None:
        """Have the question answered no more."""
        if self._newest is not None:
            self._runner.cancel(self._newest)
            self._newest = None

    def close(self) -> None:
        """End the process that may still look."""
        self._runner.close()

    def _on_told(self, event: JobEvent) -> None:
        if event.job != self._newest:
            return
        if isinstance(event, JobFinished):
            self._newest = None
            self._read(event)
        elif isinstance(event, JobFailed):
            self._newest = None
            self.failed.emit(ReportedError(event.code, event.facts, event.log))

    def _read(self, event: JobFinished) -> None:
        try:
            survey = survey_of(event.result)
        except ProtocolError as error:
            self.failed.emit(error)
        else:
            self.surveyed.emit(survey)
