"""What is sent comes in order and whole, however it is put together on the way."""

import threading
import time

import pytest

from app.core.messages import ProtocolError
from app.engine.protocol import EVENTS, Event, Finished, Piece, Speculation, Stats, Timings
from app.engine.worker.outbox import Outbox

MANY = 2000


class SlowPipe:
    """Takes its time for a frame, and keeps the messages of each."""

    def __init__(self, frame_s: float = 0.0) -> None:
        self.frames: list[list[Event]] = []
        self.came = threading.Event()
        self._frame_s = frame_s

    def encode(self, message: Event) -> bytes:
        return EVENTS.encode(message)

    def write(self, *encoded: bytes) -> None:
        time.sleep(self._frame_s)
        self.frames.append([EVENTS.decode(frame) for frame in encoded])
        self.came.set()

    @property
    def messages(self) -> list[Event]:
        return [message for frame in self.frames for message in frame]


def test_order_is_kept_and_nothing_is_lost() -> None:
    pipe = SlowPipe(frame_s=0.01)
    outbox = Outbox(pipe)
    sent: list[Event] = [Piece(1, str(number), number) for number in range(MANY)]
    sent.append(Finished(1, "stop"))
    for event in sent:
        outbox.send(event)
    outbox.close()
    assert pipe.messages == sent
    assert 1 < len(pipe.frames) < MANY / 10


def test_a_single_message_goes_at_once() -> None:
    pipe = SlowPipe()
    outbox = Outbox(pipe)
    outbox.send(Piece(1, "x"))
    assert pipe.came.wait(30)
    assert pipe.messages == [Piece(1, "x")]
    outbox.close()


def test_sending_does_not_wait_for_a_slow_pipe() -> None:
    outbox = Outbox(SlowPipe(frame_s=0.3))
    began = time.monotonic()
    for number in range(100):
        outbox.send(Piece(1, str(number)))
    assert time.monotonic() - began < 5
    outbox.close()


def test_what_cannot_be_sent_is_refused_where_it_is_sent() -> None:
    pipe = SlowPipe()
    outbox = Outbox(pipe)
    with pytest.raises(ProtocolError):
        outbox.send(Stats(1, Timings(prompt_ms=float("nan")), Speculation()))
    outbox.send(Piece(1, "x"))
    outbox.close()
    assert pipe.messages == [Piece(1, "x")]
