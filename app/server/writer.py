"""Who writes the replies: what the API needs of an engine, and the engine that serves nothing else."""

from collections.abc import Callable, Generator
from dataclasses import replace
from typing import Protocol

from app.engine.blocking import BlockingEngine
from app.engine.protocol import Event, Generate, LoadOptions, LoadResult
from app.server.errors import ApiNothingLoaded


class Writer(Protocol):
    """One reply at a time, on whatever thread asks for it."""

    @property
    def loaded(self) -> LoadResult | None:
        """What answers now."""

    @property
    def usual(self) -> Generate:
        """What counts where a request does not say; its messages go before a conversation without instructions."""

    def write(self, request: Generate, is_wanted: Callable[[], bool]) -> Generator[Event, None, None]:
        """The events of a reply up to its Finished; closing the generator ends the reply.

        Raises an AppError when it fails, and Cancelled once it is not wanted any more, which is asked again and again.
        """


class EngineWriter:
    """Writes with an engine of its own; one that crashed is started again with the same models."""

    def __init__(self, engine: BlockingEngine, options: LoadOptions, usual: Generate) -> None:
        self._engine = engine
        self._options = options
        self.usual = usual

    @property
    def loaded(self) -> LoadResult | None:
        """What was loaded before the API began, or loaded again."""
        return self._engine.loaded

    def write(self, request: Generate, is_wanted: Callable[[], bool]) -> Generator[Event, None, None]:
        """See Writer."""
        if not self._engine.is_alive:
            self._load_again()
        yield from self._engine.run(replace(request, job=self._engine.next_job()), is_wanted)

    def _load_again(self) -> None:
        loaded = self._engine.loaded
        if loaded is None:
            raise ApiNothingLoaded
        target = loaded.target.path
        # A target that drafts itself brings that along.
        draft = loaded.draft.path if loaded.draft and loaded.draft.path != target else None
        self._engine.load(target, draft, self._options)
