"""A window, or its bridge alone, that an engine streams to: how fast it goes, how long the event loop pauses."""

import argparse
import time
from collections.abc import Callable, Sequence
from itertools import cycle
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QObject, Qt, QTimer

from app.core.parent import Entry
from app.engine.client import EngineClient
from app.engine.protocol import Finished, Generate, Piece, Speculation, Timings
from app.gui.bridges import EngineBridge
from app.gui.engine_session import Pair
from bench.children import print_result
from bench.driven_window import DrivenWindow, run
from tests.fakes.engine import Count, Say, Step, Wait, scripted

_PROSE = """\
## Speculative decoding

A *draft* guesses the next tokens, and the **target** checks all of them in one pass. What it would have said itself
is kept; at the first difference its own token is taken instead, so that nothing of the text changes.

How far the guesses hold depends on the text: names that were said before, code and lists follow from what stands
there already, while the turn of a story does not. A reader sees none of this but the speed, which is why the numbers
beside the text tell how many of the guessed tokens were kept, how long the accepted steps were, and what plain
decoding would have reached on the same machine with the same model.

1. The draft proposes a block of `7` tokens, each with the likelihood that the one before was right.
2. The target verifies the block in a single pass, for it reads its weights from memory once either way.
3. Accepted tokens join the text, and the caches of both models are cut back to what is certain.

> A wrong guess costs a little time. It never costs a word.

```python
def decode_round(target, draft, text):
    proposed = draft.propose(text)
    return target.verify(text, proposed)
```

"""
_FORMULAS = """\
The acceptance rate $\\alpha_{N}$ is the mean of $\\min\\left(1, \\frac{p_{N}(x)}{q(x)}\\right)$ over all \\(x\\),
hence

$$
E_{N} = \\sum_{i=1}^{{N}} \\alpha^i = \\frac{1 - \\alpha^{{N}+1}}{1 - \\alpha}, \\qquad
\\sqrt{\\operatorname{Var}(E_{N})} \\le \\int_0^{N} x\\,dx
$$

- with $\\alpha = 0.{N}$ it is $E_{N}$, and
- without, \\[ E = 1 \\] for every $x_{N}$.

"""
_TABLE_HEAD = """\
| Position | Symbol | Guesses | What it was, in words |
|---------:|:------:|:--------|-----------------------|
"""
_TABLE_ROW = "| {N} | $x_{N}$ | **{N}** of `{N}00` | the target would have said so itself, mostly |\n"
_PIECE_CHARACTERS = 4
_BURST = 5
_STATS_PER_SECOND = 10
_BEAT_MS = 5


class Heartbeat(QObject):
    """Notes the longest time between two beats of a timer: for that long the event loop was busy."""

    def __init__(self) -> None:
        super().__init__()
        self.longest_s = 0.0
        self._last_s = time.perf_counter()
        self._timer = QTimer(self, interval=_BEAT_MS, timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._on_beat)
        self._timer.start()

    def _on_beat(self) -> None:
        now_s = time.perf_counter()
        self.longest_s = max(self.longest_s, now_s - self._last_s)
        self._last_s = now_s


class Counter:
    """Counts pieces, and the time from the first."""

    def __init__(self) -> None:
        self._first_s = 0.0
        self._pieces_n = 0

    def count(self, job: int, pieces: tuple[Piece, ...]) -> None:
        """More of them are there."""
        if not self._pieces_n:
            self._first_s = time.perf_counter()
        self._pieces_n += len(pieces)

    def tell(self, longest_gap_s: float) -> None:
        """Print what was counted."""
        seconds = time.perf_counter() - self._first_s
        print_result(pieces_n=self._pieces_n, per_second=self._pieces_n / seconds, longest_gap_s=longest_gap_s)


class StreamedWindow(DrivenWindow):
    """Asks one question and leaves when the reply is there, drawn, and the event loop free again."""

    def on_usable(self) -> None:
        self._counter = Counter()
        self.session.bridge.pieces_written.connect(self._counter.count)
        self.session.load_finished.connect(self._on_loaded)
        self.session.reply_finished.connect(self._on_reply_finished)
        self.load(Pair(Path("target.gguf"), Path("draft.gguf")))

    def _on_loaded(self, event: Finished) -> None:
        self._heartbeat = Heartbeat()
        self.chat_page.composer.submitted.emit("How does it work?")

    def _on_reply_finished(self, event: Finished) -> None:
        # Two beats later, what the end of the reply brings has been drawn and its pause been noted.
        QTimer.singleShot(2 * _BEAT_MS, self._leave)

    def _leave(self) -> None:
        self._counter.tell(self._heartbeat.longest_s)
        self.window.close()


def stream_to_bridge(engine: Entry) -> int:
    """The same pieces, with nothing behind the bridge but a counter."""
    application = QCoreApplication([])
    bridge, counter = EngineBridge(), Counter()
    client = EngineClient(bridge.post, engine)
    bridge.pieces_written.connect(counter.count)
    bridge.job_finished.connect(application.quit)
    client.start()
    client.send(Generate(1, raw_prompt=""))
    application.exec()
    counter.tell(0.0)
    client.stop()
    return 0


def _prose(length: int) -> str:
    return _PROSE * (1 + length // len(_PROSE))


def _formulas(length: int) -> str:
    """Every formula is another one, and has to be drawn."""
    return "".join(_FORMULAS.replace("{N}", str(number)) for number in range(1 + length // len(_FORMULAS)))


def _tables(length: int) -> str:
    """Tables of a hundred rows."""
    rows = (_TABLE_ROW.replace("{N}", str(number)) for number in range(1 + length // len(_TABLE_ROW)))
    return "".join(row if number % 100 else f"\n{_TABLE_HEAD}{row}" for number, row in enumerate(rows))


TEXTS: dict[str, Callable[[int], str]] = {"prose": _prose, "formulas": _formulas, "tables": _tables}


def script(pieces_n: int, per_second: int, kind: str = "prose") -> list[Step]:
    """Pieces in bursts, as accepted drafts come, with numbers between them; 0 per second is as fast as can be."""
    text = TEXTS[kind](pieces_n * _PIECE_CHARACTERS)
    steps: list[Step] = []
    for index, position in zip(range(pieces_n), cycle([*range(_BURST - 1), None]), strict=False):
        start = index * _PIECE_CHARACTERS
        steps.append(Say(text[start : start + _PIECE_CHARACTERS], position))
        if per_second and position is None:
            steps.append(Wait(_BURST / per_second))
        if per_second and index % (per_second // _STATS_PER_SECOND) == 0:
            steps.append(_numbers(index + 1, per_second))
    return steps


def _numbers(pieces_n: int, per_second: int) -> Count:
    drafted_n, accepted_n = pieces_n, pieces_n * (_BURST - 1) // _BURST
    timings = Timings(12, 8.0, pieces_n, 1e3 * pieces_n / per_second, per_second, drafted_n, accepted_n)
    shares = tuple(0.9**position for position in range(1, 8))
    return Count(timings, Speculation("dspark", "drafting", None, pieces_n // _BURST, 7, 0.8, _BURST, shares))


def main(argv: Sequence[str]) -> int:
    """Stream a number of pieces to the bridge or to the window."""
    parser = argparse.ArgumentParser()
    parser.add_argument("to", choices=("bridge", "window"))
    parser.add_argument("pieces_n", type=int)
    parser.add_argument("--per-second", type=int, default=0)
    parser.add_argument("--text", choices=TEXTS, default="prose")
    options = parser.parse_args(argv)
    engine = scripted(*script(options.pieces_n, options.per_second, options.text))
    return stream_to_bridge(engine) if options.to == "bridge" else run(StreamedWindow, engine)
