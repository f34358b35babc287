"""What is chosen for a pair, what is known of it, and the way from there to a chat."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.core.errors import AppError
from app.core.settings import CACHE_TYPE, CONTEXT_SIZE, DEVICE, OUTPUT_TYPE, Settings
from app.engine.machine import machine_of
from app.gui.engine_session import EngineSession, Pair
from app.gui.order_list import OrderList
from app.gui.pair_preparation import PairPreparation
from app.gui.pair_surveyor import PairSurveyor
from app.jobs.order import OrderRequest, Source
from app.models.library.keeper import LibraryKeeper
from app.models.library.recent_pairs import RecentPair
from app.models.survey import Arrival, ModelSurvey, PairQuestion, PairSurvey, Seat

# A number format that nobody chose: the proposed one is taken.
_PROPOSED = ""
_AUTOMATIC = "auto"


class PairWizard(QObject):
    """Everything behind the page where a pair is opened.

    `asked` when something else was chosen, `failed` carries an AppError, `ready` the Pair that was loaded.
    """

    changed = Signal()
    asked = Signal()
    failed = Signal(object)
    ready = Signal(object)

    def __init__(
        self,
        keeper: LibraryKeeper,
        orders: OrderList,
        session: EngineSession,
        settings: Settings,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._settings = settings
        self._session = session
        self._chosen_types: dict[Seat, str] = {}
        self.surveyor = PairSurveyor(keeper, self)
        self.preparation = PairPreparation(orders, session, settings, self)
        self.question = self._empty_question()
        self.survey = PairSurvey()
        self._starts_when_known = False
        self.surveyor.surveyed.connect(self._on_surveyed)
        self.surveyor.failed.connect(self._on_survey_failed)
        self.preparation.changed.connect(self.changed)
        self.preparation.failed.connect(self._on_preparation_failed)
        self.preparation.stopped.connect(self._look_again)
        self.preparation.finished.connect(self._on_finished)
        session.devices_listed.connect(self._on_devices_listed)

    @property
    def is_looking(self) -> bool:
        """Whether it is being found out what was chosen."""
        return self.surveyor.is_looking

    @property
    def can_start(self) -> bool:
        """Whether the one button may be pressed."""
        return self.survey.can_start and not self.is_looking and not self.preparation.is_running

    def clear(self) -> None:
        """Begin with empty seats."""
        if not self.preparation.is_running:
            self._ask(self._empty_question())

    def take(self, paths: Sequence[Path], seat: Seat | None = None) -> None:
        """Put models on their seats; which is whose is found out, `seat` counts where it cannot be."""
        if self.preparation.is_running:
            return
        arrivals = tuple(Arrival(path.absolute(), seat) for path in paths[:2])
        self._ask(replace(self.question, arrivals=(*self.question.arrivals, *arrivals)))

    def remove(self, seat: Seat) -> None:
        """Empty a seat."""
        empty = (
            PairQuestion(draft=self.question.draft) if seat == "target" else PairQuestion(target=self.question.target)
        )
        self._ask(replace(self.question, target=empty.target, draft=empty.draft, arrivals=()))

    def set_output_type(self, seat: Seat, output_type: str) -> None:
        """Choose the number format of a conversion, for this model and those that are chosen after it."""
        self._chosen_types[seat] = output_type
        if seat == "target":
            self._ask(replace(self.question, target_type=output_type))
        else:
            self._ask(replace(self.question, draft_type=output_type))

    def open(self, target: Path, draft: Path | None, *, starts: bool) -> None:
        """Choose two models, and start where `starts` says so, once it is known what they are."""
        if not self.preparation.is_running:
            self._ask(replace(self._empty_question(), target=target, draft=draft))
            self._starts_when_known = starts

    def open_pair(self, pair: RecentPair) -> None:
        """Choose two GGUF files that ran together before, and load them."""
        self.open(pair.target, pair.draft, starts=True)

    def open_demo(self, target: Path, draft: Path) -> None:
        """Convert, load and chat with the pair that comes with the program."""
        self.open(target, draft, starts=True)

    def start(self) -> None:
        """Convert what has to be, load, chat."""
        target, draft = self.survey.target, self.survey.draft
        if not self.can_start or target is None:
            return
        if target.gguf is not None and (draft is None or draft.gguf is not None):
            self.preparation.load(Pair(target.gguf, draft.gguf if draft else None))
        else:
            self.preparation.start(OrderRequest(_source(target), _source(draft) if draft else None))

    def start_when_known(self) -> None:
        """Start, once it is known what was chosen just now."""
        if self.is_looking:
            self._starts_when_known = True
        else:
            self.start()

    def close(self) -> None:
        """Stop looking."""
        self.surveyor.close()

    def _empty_question(self) -> PairQuestion:
        usual = self._settings.get(OUTPUT_TYPE)
        target_type = self._chosen_types.get("target", _PROPOSED if usual == _AUTOMATIC else usual)
        return PairQuestion(target_type=target_type, draft_type=self._chosen_types.get("draft", _PROPOSED))

    def _ask(self, question: PairQuestion) -> None:
        self._starts_when_known = False
        self.question = question
        self.preparation.clear()
        self.asked.emit()
        if question.target or question.draft or question.arrivals:
            self._look()
        else:
            self.surveyor.drop()
            self.survey = PairSurvey()
        self.changed.emit()

    def _on_surveyed(self, survey: PairSurvey) -> None:
        self.survey = survey
        self.question = replace(
            self.question,
            target=survey.target.entry.path if survey.target else None,
            draft=survey.draft.entry.path if survey.draft else None,
            arrivals=(),
        )
        starts, self._starts_when_known = self._starts_when_known, False
        self.changed.emit()
        if starts:
            self.start()

    def _on_survey_failed(self, error: AppError) -> None:
        self.question = replace(self.question, arrivals=())
        self.changed.emit()
        self.failed.emit(error)

    def _on_preparation_failed(self, error: AppError) -> None:
        self._look_again()
        self.failed.emit(error)

    def _on_finished(self, pair: object) -> None:
        self.preparation.clear()
        self._look_again()
        self.ready.emit(pair)

    def _look_again(self) -> None:
        """What was converted meanwhile need not be converted again."""
        self._look()
        self.changed.emit()

    def _on_devices_listed(self) -> None:
        """What is proposed depends on them."""
        if (self.question.target or self.question.draft or self.question.arrivals) and not self.preparation.is_running:
            self._look_again()

    def _look(self) -> None:
        """Have the question answered for the device and the context that are set now."""
        machine = machine_of(self._session.usable_devices, self._settings.get(DEVICE))
        context_size, cache_type = self._settings.get(CONTEXT_SIZE), self._settings.get(CACHE_TYPE)
        question = replace(self.question, machine=machine, context_size=context_size, cache_type=cache_type)
        self.surveyor.ask(question)


def _source(model: ModelSurvey) -> Source:
    return Source(model.entry.name, model.entry.path, output_type=model.output_type)
