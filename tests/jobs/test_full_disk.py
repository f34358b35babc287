"""Orders on a volume that is too small: they stop with what is needed, and go on when there is room."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from app.core.files import free_bytes
from app.jobs.order import Order
from tests.fakes.hub import StubHub, wait_until
from tests.fakes.hub_faults import Drip
from tests.jobs.ordering import ALONE, Watched, half_made
from tests.jobs.test_queue import assert_right

pytestmark = pytest.mark.process

# What fetching wants free besides.
_SPARE = 16 << 20
MB = 1 << 20


@pytest.fixture
def volume(tmp_path: Path) -> Iterator[Path]:
    """An empty volume of 64 MB."""
    if not sys.platform.startswith("linux") or os.geteuid() != 0:
        pytest.skip("only root can make a volume")
    folder = tmp_path / "volume"
    folder.mkdir()
    made = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64m", "tmpfs", str(folder)], capture_output=True)
    if made.returncode:
        pytest.skip("no volume can be made here")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)


def fill(volume: Path, left_bytes: int) -> Path:
    """Take the volume's room but for so many bytes."""
    ballast = volume / "ballast"
    with suppress(OSError), ballast.open("ab") as stream:
        # Others may be writing meanwhile.
        stream.write(bytes(free_bytes(volume) - left_bytes))
    return ballast


def free(ballast: Path) -> None:
    """Give the room back."""
    with ballast.open("wb"):
        pass


def blocked_for_room(order: Order, step: str) -> bool:
    halt = order.halt
    return order.state == "blocked" and halt is not None and halt.step == step and halt.code.endswith("disk_full")


def test_a_full_disk_before_the_first_byte(
    pair: StubHub, open_queue: Callable[..., Watched], volume: Path, shared: Path, tmp_path: Path
) -> None:
    ballast = fill(volume, _SPARE + MB)
    jobs = open_queue(library=volume / "models")
    number = jobs.queue.add(ALONE)
    blocked = jobs.wait(number, lambda order: blocked_for_room(order, "fetch_target"))
    assert blocked.halt
    needed, left = blocked.halt.facts["needed_bytes"], blocked.halt.facts["free_bytes"]
    assert isinstance(needed, int) and _SPARE + 2_300_000 < needed < _SPARE + 2_400_000
    assert isinstance(left, int) and left < needed, "what is told makes sense of the stop"
    free(ballast)
    assert jobs.wait_for(number, "finished").gguf("target")


def test_a_disk_that_fills_while_fetching(
    pair: StubHub, open_queue: Callable[..., Watched], volume: Path, shared: Path, tmp_path: Path
) -> None:
    pair.misbehave("model.safetensors", Drip(50_000, 0.02))
    jobs = open_queue(library=volume / "models")
    number = jobs.queue.add(ALONE)
    jobs.wait(number, lambda order: order.steps[0].progress.done > 1_400_000)
    ballast = fill(volume, 0)
    blocked = jobs.wait(number, lambda order: order.state == "blocked")
    assert blocked.halt and blocked.halt.code == "hub_disk_full"
    pair.requests.clear()
    free(ballast)
    assert_right(jobs.wait_for(number, "finished"), shared, tmp_path)
    assert max(request.first_byte for request in pair.fetched("model.safetensors")) >= 1_000_000, "nothing was lost"


def test_a_disk_without_room_for_the_conversion(
    pair: StubHub, open_queue: Callable[..., Watched], volume: Path, shared: Path, tmp_path: Path
) -> None:
    jobs = open_queue(library=volume / "models")
    fetched = jobs.wait(jobs.queue.add(ALONE), lambda order: order.steps[0].state == "done")
    jobs.queue.pause(fetched.number)
    jobs.wait(fetched.number, lambda order: order.state == "paused")
    wait_until(lambda: not half_made(jobs.library))
    for path in jobs.library.glob("*.gguf"):
        path.unlink()
    ballast = fill(volume, MB)
    jobs.queue.resume(fetched.number)
    blocked = jobs.wait(fetched.number, lambda order: order.state == "blocked")
    assert blocked.halt and blocked.halt.code == "disk_full" and blocked.halt.step.startswith("convert")
    assert isinstance(blocked.halt.facts["needed_bytes"], int) and not half_made(jobs.library)
    free(ballast)
    assert_right(jobs.wait_for(fetched.number, "finished"), shared, tmp_path)


def test_orders_that_cannot_be_written_down_are_carried_out_all_the_same(
    pair: StubHub, open_queue: Callable[..., Watched], volume: Path, tmp_path: Path
) -> None:
    (tmp_path / "home").mkdir()
    (volume / "orders").mkdir()
    (tmp_path / "home/orders").symlink_to(volume / "orders")
    ballast = fill(volume, 0)
    jobs = open_queue()
    number = jobs.queue.add(ALONE)
    jobs.wait_for(number, "finished")
    assert not list((volume / "orders").glob("*.json"))
    paused = jobs.queue.add(ALONE)
    jobs.queue.pause(paused)
    jobs.wait_for(paused, "paused")
    free(ballast)
    wait_until(lambda: any(path.stat().st_size for path in (volume / "orders").glob("*.json")))
