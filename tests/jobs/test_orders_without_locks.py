"""Orders on a volume that knows no locks are kept, gone on with, and still carried out by one program at a time."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from app.core.messages import from_json, to_json
from app.jobs.order import Order
from tests.cli.terminal import ROOT, environment
from tests.fakes.hub import StubHub, wait_until
from tests.fakes.hub_faults import Drip
from tests.fakes.no_locks import environment_without_locks
from tests.jobs.conftest import hub_environment
from tests.jobs.ordering import ALONE

pytestmark = [
    pytest.mark.process,
    pytest.mark.skipif(sys.platform != "linux", reason="functions are put before others"),
]


def test_an_order_outlives_the_program_and_has_one_master(pair: StubHub, tmp_path: Path) -> None:
    home = tmp_path / "program"
    without = environment_without_locks(home, tmp_path)
    variables = environment(tmp_path, **hub_environment(pair, tmp_path), **without)
    command = [sys.executable, "-m", "tests.jobs.ordering_process", str(home)]
    pair.misbehave("model.safetensors", Drip(2_000, 0.1))

    with subprocess.Popen([*command, json.dumps(to_json(ALONE))], cwd=ROOT, env=variables) as first:
        wait_until(lambda: bool(pair.fetched("model.safetensors")), timeout_s=60)
        beside = subprocess.run(command, cwd=ROOT, env=variables, capture_output=True, timeout=60, check=True)
        assert first.poll() is None and not beside.stdout, "the second one found nothing to do"
        first.kill()
    after = subprocess.run(command, cwd=ROOT, env=variables, capture_output=True, timeout=60, check=True)
    order = from_json(Order, json.loads(after.stdout))
    assert isinstance(order, Order) and order.state == "finished" and order.gguf("target") is not None
    assert not list((home / "orders").glob("*"))
