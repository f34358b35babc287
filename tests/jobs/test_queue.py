"""Orders from the Hub to a pair that can be loaded: real jobs, real conversions, a Hub on loopback that misbehaves."""

import shutil
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from app.convert.plan import plan_conversion
from app.convert.run import convert
from app.core.progress import Progress
from app.jobs.order import Order, OrderRequest, Source, Step
from app.jobs.order_steps import JOB_KINDS, MOST_AT_ONCE
from app.jobs.registry import MODULES
from app.models.library.library import Library
from app.models.library.origin import read_origin
from app.models.output_types import OutputType
from tests.fakes.hub import GOOD_TOKEN, StubHub, wait_until
from tests.fakes.hub_faults import Cut, Drip, LinkExpired, Stall, Status, WebPage, WrongByte
from tests.jobs.ordering import ALONE, DRAFT_REPO, REQUEST, TARGET_REPO, Watched, digest, files_of, half_made

pytestmark = pytest.mark.process

WEIGHTS = "model.safetensors"
# About three seconds for the target's weights.
SLOWLY = Drip(40_000, 0.05)
Open = Callable[..., Watched]


def states(order: Order) -> Mapping[str, str]:
    return {step.kind: step.state for step in order.steps}


def step_of(order: Order, kind: str) -> Step:
    return next(step for step in order.steps if step.kind == kind)


def is_fetching(order: Order) -> bool:
    return step_of(order, "fetch_target").progress.done > 200_000


def assert_right(done: Order, shared: Path, tmp_path: Path) -> None:
    """What was fetched is as it was published, and became what a conversion by itself makes of it."""
    again, target = tmp_path / "again.gguf", None
    for seat, fixture in (("target", "target"), ("draft", "draft-anchor-full")):
        source = done.fetched(seat)  # type: ignore[arg-type]
        if source is None:
            continue
        wanted = files_of(shared / "fixtures/trained" / fixture)
        assert {name: content for name, content in files_of(source).items() if name in wanted} == wanted
        output_type: OutputType = "bf16" if seat == "target" else "f32"
        plan = plan_conversion(source, target=target, output_type=output_type, progress=Progress())
        converted = step_of(done, f"convert_{seat}").result["path"]
        assert digest(convert(plan, again, Progress())) == digest(Path(str(converted)))
        target = source


def test_an_order_ends_in_a_pair(pair: StubHub, open_queue: Open, shared: Path, tmp_path: Path) -> None:
    jobs = open_queue()
    done = jobs.wait_for(jobs.queue.add(REQUEST), "finished")
    assert_right(done, shared, tmp_path)
    kinds = [step.kind for step in done.steps]
    assert kinds[:4] == ["fetch_target", "fetch_draft", "convert_target", "convert_draft"]
    assert ("try_pair" in kinds) == ("try_pair" in MODULES)
    assert done.gguf("target") == jobs.library / "Tiny-Target-BF16.gguf"
    origin = read_origin(jobs.library / "Tiny-Target-DSpark-F32.gguf")
    assert origin and (origin.source, origin.target) == (done.fetched("draft"), done.fetched("target"))
    assert not half_made(jobs.library) and not list((tmp_path / "home/orders").iterdir())
    assert not jobs.queue.orders()


def test_what_is_there_is_not_made_again(pair: StubHub, open_queue: Open) -> None:
    jobs = open_queue()
    first = jobs.wait_for(jobs.queue.add(REQUEST), "finished")
    pair.requests.clear()
    second = jobs.wait_for(jobs.queue.add(REQUEST), "finished")
    assert second.gguf("target") == first.gguf("target") and second.gguf("draft") == first.gguf("draft")
    assert not pair.fetched(WEIGHTS)
    assert [step_of(second, kind).result["was_there"] for kind in ("convert_target", "convert_draft")] == [True, True]


def test_what_is_whole_needs_no_hub(pair: StubHub, open_queue: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    jobs = open_queue()
    first = jobs.wait_for(jobs.queue.add(ALONE), "finished")
    monkeypatch.setenv("HF_ENDPOINT", "http://127.0.0.1:9")
    assert jobs.wait_for(jobs.queue.add(ALONE), "finished").gguf("target") == first.gguf("target")


def test_models_at_hand_need_no_hub(stub: StubHub, open_queue: Open, shared: Path) -> None:
    jobs = open_queue()
    fixtures = shared / "fixtures/trained"
    target = Source("Target", path=fixtures / "target", output_type="q8_0")
    draft = Source("Draft", path=fixtures / "draft-anchor-full", output_type="bf16")
    done = jobs.wait_for(jobs.queue.add(OrderRequest(target, draft)), "finished")
    gguf = done.gguf("target")
    assert gguf == jobs.library / "Target-Q8_0.gguf" and gguf.is_file() and not stub.requests
    ready = OrderRequest(Source("Target", path=gguf))
    assert jobs.wait_for(jobs.queue.add(ready), "finished").gguf("target") == gguf


def test_a_gguf_from_the_hub_is_not_converted(stub: StubHub, open_queue: Open) -> None:
    stub.add(TARGET_REPO, {"a-Q4_0.gguf": b"GGUF a", "a-Q8_0.gguf": b"GGUF b"})
    jobs = open_queue()
    request = OrderRequest(Source("a", repo=TARGET_REPO, file="a-Q8_0.gguf"))
    done = jobs.wait_for(jobs.queue.add(request), "finished")
    gguf = done.gguf("target")
    assert list(states(done)) == ["fetch_target"] and gguf and gguf.read_bytes() == b"GGUF b"


def test_several_go_at_once_within_bounds(pair: StubHub, open_queue: Open, shared: Path) -> None:
    jobs = open_queue()
    for n in range(3):
        pair.add(f"Someone/Target-{n}", files_of(shared / "fixtures/trained/target"))
        pair.misbehave(WEIGHTS, Drip(200_000, 0.01))
    requests = [OrderRequest(Source(f"T{n}", repo=f"Someone/Target-{n}", output_type="bf16")) for n in range(3)]
    numbers = [jobs.queue.add(request) for request in (*requests, REQUEST)]
    for number in numbers:
        jobs.wait_for(number, "finished")
    newest: dict[int, Order] = {}
    most: Counter[str] = Counter()
    for order in jobs.seen:
        newest[order.number] = order
        steps = [step for known in newest.values() for step in known.steps if step.state == "running"]
        most |= Counter(JOB_KINDS[step.kind] for step in steps)
    assert most["pull"] == MOST_AT_ONCE["pull"] == 2
    assert most["library_convert"] == MOST_AT_ONCE["library_convert"] == 1


def test_progress_tells_amounts_and_a_steady_speed(pair: StubHub, open_queue: Open) -> None:
    pair.misbehave(WEIGHTS, SLOWLY)
    jobs = open_queue()
    number = jobs.queue.add(ALONE)
    jobs.wait_for(number, "finished")
    told = [step_of(order, "fetch_target").progress for order in jobs.of(number)]
    amounts = [(step.done, step.total) for step in told if step.stage == "hub_fetch"]
    assert amounts[-1][0] == amounts[-1][1] and amounts == sorted(amounts)
    speeds = [step.per_second for step in told if step.per_second is not None]
    assert speeds and max(speeds) < 3 * min(speeds)


def test_a_pause_keeps_what_came_and_goes_on_there(
    pair: StubHub, open_queue: Open, shared: Path, tmp_path: Path
) -> None:
    pair.misbehave(WEIGHTS, SLOWLY, SLOWLY)
    jobs = open_queue()
    number = jobs.queue.add(ALONE)
    jobs.wait(number, is_fetching)
    jobs.queue.pause(number)
    paused = jobs.wait(number, lambda order: "running" not in states(order).values())
    assert paused.state == "paused" and half_made(jobs.library)
    jobs.queue.resume(number)
    done = jobs.wait_for(number, "finished")
    assert max(request.first_byte for request in pair.fetched(WEIGHTS)) > 100_000
    assert_right(done, shared, tmp_path)


def test_a_closed_program_goes_on_and_a_paused_order_stays_paused(
    pair: StubHub, open_queue: Open, shared: Path, tmp_path: Path
) -> None:
    pair.misbehave(WEIGHTS, SLOWLY, SLOWLY)
    before = open_queue()
    number = before.queue.add(ALONE)
    other = before.queue.add(OrderRequest(Source("Other", repo=DRAFT_REPO, output_type="bf16")))
    before.queue.pause(other)
    before.wait(number, is_fetching)
    before.queue.close()
    after = open_queue()
    wait_until(lambda: len(after.queue.orders()) == 2)
    going, paused = after.queue.orders()
    assert (paused.state, paused.request.target.name) == ("paused", "Other")
    assert_right(after.wait_for(going.number, "finished"), shared, tmp_path)
    assert max(request.first_byte for request in pair.fetched(WEIGHTS)) > 100_000
    assert [order.state for order in after.queue.orders()] == ["paused"]


def test_two_windows_carry_an_order_out_once(pair: StubHub, open_queue: Open, shared: Path, tmp_path: Path) -> None:
    pair.misbehave(WEIGHTS, SLOWLY)
    one, other = open_queue(), open_queue()
    number = one.queue.add(ALONE)
    one.wait(number, is_fetching)
    assert not other.queue.orders() and not other.seen
    one.queue.close()
    wait_until(lambda: bool(other.queue.orders()))
    (taken,) = other.queue.orders()
    assert_right(other.wait_for(taken.number, "finished"), shared, tmp_path)


def test_the_same_order_is_gone_on_with(pair: StubHub, open_queue: Open) -> None:
    pair.misbehave(WEIGHTS, SLOWLY)
    first = open_queue(adopts=False)
    number = first.queue.go_on_with(ALONE)
    first.wait(number, is_fetching)
    first.queue.pause(number)
    first.wait(number, lambda order: order.state == "paused")
    first.queue.close()
    second = open_queue(adopts=False)
    second.wait_for(second.queue.go_on_with(ALONE), "finished")
    third = open_queue()
    wait_until(lambda: third.queue.orders() == ())
    assert max(request.first_byte for request in pair.fetched(WEIGHTS)) > 100_000


def test_a_cancel_gives_the_room_back_and_keeps_what_is_whole(pair: StubHub, open_queue: Open, tmp_path: Path) -> None:
    pair.repos[TARGET_REPO].files["big.safetensors"] = pair.repos[TARGET_REPO].files[WEIGHTS]
    pair.misbehave(WEIGHTS, SLOWLY, SLOWLY)
    jobs = open_queue()
    number = jobs.queue.add(REQUEST)
    jobs.wait(number, lambda order: is_fetching(order) and step_of(order, "fetch_draft").state == "done")
    jobs.queue.cancel(number)
    jobs.wait_for(number, "cancelled")
    wait_until(lambda: not half_made(jobs.library))
    assert list((jobs.library / "hub/Someone--Tiny-Target-DSpark").glob("*/" + WEIGHTS))
    wait_until(lambda: not list((tmp_path / "home/orders").iterdir()))
    assert not jobs.queue.orders()


def test_a_cancel_leaves_what_another_order_wants(pair: StubHub, open_queue: Open) -> None:
    pair.misbehave(WEIGHTS, SLOWLY, SLOWLY)
    jobs = open_queue()
    number, other = jobs.queue.add(REQUEST), jobs.queue.add(ALONE)
    jobs.wait(number, is_fetching)
    jobs.queue.cancel(number)
    jobs.wait_for(other, "finished")
    assert max(request.first_byte for request in pair.fetched(WEIGHTS)) > 100_000


def test_the_turn_of_an_order_can_be_changed(pair: StubHub, open_queue: Open) -> None:
    jobs = open_queue()
    for _ in range(8):
        pair.misbehave(WEIGHTS, SLOWLY)
    running = [jobs.queue.add(ALONE)]
    jobs.wait(running[0], is_fetching)
    a, b, c = (
        jobs.queue.add(OrderRequest(Source(name, repo=TARGET_REPO, file=WEIGHTS, output_type="bf16"))) for name in "abc"
    )
    jobs.queue.move(c, running[0])
    jobs.queue.move(a, None)
    wait_until(lambda: [order.number for order in jobs.queue.orders()] == [c, running[0], b, a])
    jobs.queue.close()
    again = open_queue()
    wait_until(lambda: len(again.queue.orders()) == 4)
    names = [order.request.target.name for order in again.queue.orders()]
    assert names == ["c", "Tiny-Target", "b", "a"]


def test_a_lost_hub_is_waited_for(pair: StubHub, open_queue: Open, shared: Path, tmp_path: Path) -> None:
    pair.misbehave(WEIGHTS, *[Cut(100_000)] * 3, *[Status(502)] * 8)
    jobs = open_queue()
    number = jobs.queue.add(ALONE)
    blocked = jobs.wait_for(number, "blocked")
    assert blocked.halt and blocked.halt.code in ("hub_server_trouble", "hub_connection_lost")
    done = jobs.wait_for(number, "finished")
    assert any(order.halt and order.halt.retry_s for order in jobs.of(number)), "it says when it tries again"
    assert_right(done, shared, tmp_path)


def test_a_hub_that_is_away_is_told_with_the_time_of_the_next_try(
    stub: StubHub, open_queue: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HF_ENDPOINT", "http://127.0.0.1:9")
    jobs = open_queue()
    number = jobs.queue.add(ALONE)
    blocked = jobs.wait_for(number, "blocked")
    assert blocked.halt and (blocked.halt.code, blocked.halt.step[:5]) == ("hub_unreachable", "fetch")
    jobs.wait(number, lambda order: order.state == "running")
    jobs.wait_for(number, "blocked")
    jobs.queue.pause(number)
    assert jobs.wait(number, lambda order: order.state == "paused").halt is None


def test_offline_waits_for_the_switch(pair: StubHub, open_queue: Open) -> None:
    switch = {"is_offline": True}
    jobs = open_queue(is_offline=lambda: switch["is_offline"])
    number = jobs.queue.add(ALONE)
    blocked = jobs.wait_for(number, "blocked")
    assert blocked.halt and blocked.halt.code == "hub_offline" and not pair.requests
    switch["is_offline"] = False
    jobs.wait_for(number, "finished")


def test_a_gate_waits_for_the_person(pair: StubHub, open_queue: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    pair.repos[TARGET_REPO].gated = "auto"
    pair.repos[TARGET_REPO].members = frozenset({GOOD_TOKEN})
    jobs = open_queue()
    number = jobs.queue.add(ALONE)
    halted = jobs.wait_for(number, "needs_you")
    assert halted.halt and (halted.halt.code, halted.halt.step) == ("hub_token_needed", "fetch_target")
    monkeypatch.setenv("HF_TOKEN", GOOD_TOKEN)
    jobs.queue.resume(number)
    jobs.wait_for(number, "finished")


def test_a_failed_order_goes_on_from_the_failed_step(pair: StubHub, open_queue: Open, shared: Path) -> None:
    good = pair.repos[DRAFT_REPO].files
    pair.add(DRAFT_REPO, files_of(shared / "fixtures/drafts/eagle3_speculators"))
    jobs = open_queue()
    number = jobs.queue.add(REQUEST)
    failed = jobs.wait(number, lambda order: order.state == "failed")
    assert failed.halt and failed.halt.step == "convert_draft" and failed.halt.code
    assert states(failed)["convert_target"] == "done"
    wait_until(lambda: not half_made(jobs.library))
    assert sorted(path.name for path in jobs.library.glob("*.gguf*")) == [
        "Tiny-Target-BF16.gguf",
        "Tiny-Target-BF16.gguf.json",
    ]
    folder = failed.fetched("draft")
    assert folder
    for name, file in good.items():
        (folder / name).write_bytes(file.content)
    pair.requests.clear()
    jobs.queue.resume(number)
    jobs.wait(number, lambda order: order.state == "running")
    jobs.wait_for(number, "finished")
    assert not pair.requests


def test_what_was_deleted_meanwhile_is_fetched_again(
    pair: StubHub, open_queue: Open, shared: Path, tmp_path: Path
) -> None:
    pair.misbehave(WEIGHTS, SLOWLY)
    jobs = open_queue()
    number = jobs.queue.add(REQUEST)
    fetched = jobs.wait(number, lambda order: step_of(order, "fetch_draft").state == "done")
    jobs.queue.pause(number)
    jobs.wait(number, lambda order: "running" not in states(order).values())
    folder = fetched.fetched("draft")
    assert folder
    shutil.rmtree(folder)
    jobs.queue.resume(number)
    assert_right(jobs.wait_for(number, "finished"), shared, tmp_path)


def test_a_stall_is_told(pair: StubHub, open_queue: Open) -> None:
    pair.misbehave(WEIGHTS, Stall(100_000, 2.5))
    jobs = open_queue()
    number = jobs.queue.add(ALONE)
    silent = jobs.wait(number, lambda order: step_of(order, "fetch_target").progress.silent_s >= 1)
    progress = step_of(silent, "fetch_target").progress
    assert progress.done and progress.total, "what came so far is still told"
    jobs.wait_for(number, "finished")


@pytest.mark.parametrize(
    "faults", [[WrongByte(1_000)], [LinkExpired()], [Cut(1), Cut(500_000)]], ids=["byte", "link", "cuts"]
)
def test_what_passes_is_not_even_noticed(
    pair: StubHub, open_queue: Open, shared: Path, tmp_path: Path, faults: list[object]
) -> None:
    pair.misbehave(WEIGHTS, *faults)  # type: ignore[arg-type]
    jobs = open_queue()
    number = jobs.queue.add(ALONE)
    assert_right(jobs.wait_for(number, "finished"), shared, tmp_path)


def test_a_login_page_is_waited_out(pair: StubHub, open_queue: Open, shared: Path, tmp_path: Path) -> None:
    pair.misbehave(WEIGHTS, WebPage())
    jobs = open_queue()
    number = jobs.queue.add(ALONE)
    blocked = jobs.wait_for(number, "blocked")
    assert blocked.halt and blocked.halt.code == "hub_web_page"
    assert_right(jobs.wait_for(number, "finished"), shared, tmp_path)


def test_a_broken_file_of_an_order_harms_no_other(pair: StubHub, open_queue: Open, tmp_path: Path) -> None:
    folder = tmp_path / "home/orders"
    folder.mkdir(parents=True)
    (folder / "a.json").write_text("{")
    (folder / "b.json").write_text('{"request": {"target": {"name": "x"}}, "steps": [], "state": "paused", "rank": 1}')
    jobs = open_queue()
    jobs.wait_for(jobs.queue.add(ALONE), "finished")
    assert len(list(folder.glob("*.json"))) == 2, "they are left for a version that can read them"


def test_a_killed_conversion_that_was_whole_is_known_again(shared: Path, tmp_path: Path) -> None:
    library = Library(tmp_path)
    source = shared / "fixtures/trained/target"
    library.add(tmp_path / "x-BF16.gguf", source, None, "bf16")
    assert library.converted(source, None, "bf16") is None
    convert(plan_conversion(source, output_type="bf16", progress=Progress()), tmp_path / "x-BF16.gguf", Progress())
    assert library.converted(source, None, "bf16") == tmp_path / "x-BF16.gguf"
