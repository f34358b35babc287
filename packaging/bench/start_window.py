"""A start of the window up to what was asked for, told on stdout: memory at rest, or the first token of a reply."""

import argparse
import multiprocessing
import os
import time
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QTimer

from app.engine.protocol import Piece
from app.gui.engine_session import Pair
from bench.children import print_result
from bench.driven_window import DrivenWindow, run
from bench.machine import resident_bytes

QUESTION = "What will the weather be?"
_REST_MS = 1500


class AtRest(DrivenWindow):
    """Waits until the engine is up and quiet, and tells the memory of both processes."""

    def on_usable(self) -> None:
        print_result(usable_s=time.monotonic())
        self.session.devices_listed.connect(self._on_devices_listed)

    def _on_devices_listed(self) -> None:
        QTimer.singleShot(_REST_MS, self._print_memory)

    def _print_memory(self) -> None:
        (engine,) = multiprocessing.active_children()
        assert engine.pid is not None
        print_result(window_bytes=resident_bytes(os.getpid()), engine_bytes=resident_bytes(engine.pid))
        self.window.close()


class FirstToken(DrivenWindow):
    """Loads `pair` at once, asks a question as soon as that can be done, and leaves with the first piece."""

    pair: Pair

    def on_usable(self) -> None:
        print_result(usable_s=time.monotonic())
        self.session.state_changed.connect(self._on_state_changed)
        self.session.bridge.pieces_written.connect(self._on_pieces_written)
        self.load(self.pair)

    def _on_state_changed(self) -> None:
        if self.controller.can_send:
            print_result(loaded_s=time.monotonic())
            self.chat_page.composer.submitted.emit(QUESTION)

    def _on_pieces_written(self, job: int, pieces: tuple[Piece, ...]) -> None:
        self.session.bridge.pieces_written.disconnect(self._on_pieces_written)
        self.session.state_changed.disconnect(self._on_state_changed)
        print_result(first_token_s=time.monotonic())
        self.window.close()


def main(argv: Sequence[str]) -> int:
    """Without arguments the memory at rest, with a target and a draft the first token."""
    parser = argparse.ArgumentParser()
    parser.add_argument("models", nargs="*", type=Path)
    models = parser.parse_args(argv).models
    if not models:
        return run(AtRest)
    FirstToken.pair = Pair(*models)
    return run(FirstToken)
