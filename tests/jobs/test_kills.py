"""Everything is killed at random moments: after a restart each order ends with the right bytes, and nothing is left.

SLIPSTREAM_KILLS says how often; the usual few take half a minute.
"""

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.core.messages import from_json, to_json
from app.jobs.order import Order
from tests.cli.terminal import ROOT, environment
from tests.fakes.hub import StubHub
from tests.fakes.hub_faults import Drip
from tests.jobs.conftest import hub_environment
from tests.jobs.ordering import REQUEST, digest, files_of, half_made

pytestmark = [
    pytest.mark.process,
    pytest.mark.skipif(sys.platform == "win32", reason="process groups"),
    pytest.mark.timeout(3600),
]

KILLS_N = int(os.environ.get("SLIPSTREAM_KILLS", "10"))


class Program:
    """The program over a home that outlives it."""

    def __init__(self, stub: StubHub, tmp_path: Path) -> None:
        self.stub = stub
        self.home = tmp_path / "program"
        self._environment = environment(tmp_path, **hub_environment(stub, tmp_path))

    def start(self, *, is_new: bool) -> "subprocess.Popen[bytes]":
        """In a process group of its own, with an order where there is none."""
        self.stub.misbehave("model.safetensors", *[Drip(150_000, 0.03)] * 2)
        request = [json.dumps(to_json(REQUEST))] if is_new else []
        command = [sys.executable, "-m", "tests.jobs.ordering_process", str(self.home), *request]
        return subprocess.Popen(
            command, cwd=ROOT, env=self._environment, stdout=subprocess.PIPE, start_new_session=True
        )

    @property
    def has_order(self) -> bool:
        """Whether an order is waiting to be gone on with."""
        return any((self.home / "orders").glob("*.json"))


def finished(out: bytes) -> Iterator[Order]:
    """The orders that the program told of."""
    for line in out.splitlines():
        order = from_json(Order, json.loads(line))
        assert isinstance(order, Order) and order.state == "finished", order
        yield order


def test_killed_anywhere_an_order_ends_with_the_right_bytes(pair: StubHub, shared: Path, tmp_path: Path) -> None:
    program, chance = Program(pair, tmp_path), random.Random(os.environ.get("SLIPSTREAM_SEED", "11"))
    began_s = time.monotonic()
    with program.start(is_new=True) as whole:
        (first,) = finished(whole.communicate(timeout=60)[0])
    wanted, whole_s = digests(first), time.monotonic() - began_s
    shutil.rmtree(program.home)
    killed_n = ended_n = 0
    while killed_n < KILLS_N:
        with program.start(is_new=not program.has_order) as process:
            time.sleep(chance.uniform(0.3, whole_s))
            was_killed = process.poll() is None
            os.killpg(process.pid, signal.SIGKILL) if was_killed else None
            out, _ = process.communicate(timeout=60)
        killed_n += was_killed
        assert_nothing_wrong(program.home / "models", wanted, shared)
        for order in finished(out):
            assert digests(order) == wanted
            ended_n += 1
        if not program.has_order and (program.home / "models").exists():
            shutil.rmtree(program.home)
    with program.start(is_new=not program.has_order) as process:
        out, _ = process.communicate(timeout=60)
    for order in finished(out):
        assert digests(order) == wanted
        ended_n += 1
    assert ended_n, "the last one, if no other"
    assert not half_made(program.home / "models") and not program.has_order
    print(f"{killed_n} kills, {ended_n} orders ended")  # noqa: T201


def digests(order: Order) -> dict[str, str]:
    """What the files of a finished order are known by."""
    target, draft = order.gguf("target"), order.gguf("draft")
    assert target and draft
    return {path.name: digest(path) for path in (target, draft)}


def assert_nothing_wrong(library: Path, wanted: dict[str, str], shared: Path) -> None:
    """Whatever stands at its place is whole, and nothing is there twice."""
    for path in library.glob("*.gguf"):
        assert digest(path) == wanted[path.name]
    for repo, fixture in (("Someone--Tiny-Target", "target"), ("Someone--Tiny-Target-DSpark", "draft-anchor-full")):
        for folder in (library / "hub" / repo).glob("*"):
            if folder.is_dir() and folder.suffix != ".part":
                files = files_of(folder)
                for name, content in files_of(shared / "fixtures/trained" / fixture).items():
                    assert files[name] == content
