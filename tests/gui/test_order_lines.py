"""What the window says of pairs on their way."""

from dataclasses import replace

from app.core.errors import Fact
from app.gui.view_models.orders import OrderLine, summary
from app.jobs.order import Halt, Order, OrderRequest, Source, StepProgress, steps_of
from app.texts.orders import progress_words, result_words

REQUEST = OrderRequest(
    Source("Qwen3-4B", repo="Qwen/Qwen3-4B", output_type="q4_k_m"),
    Source("Qwen3-4B-DSpark", repo="lab/Qwen3-4B-DSpark", output_type="bf16"),
)


def order_with(progress: StepProgress | None = None, number: int = 1) -> Order:
    """An order that fetches its target, or one that waits."""
    order = Order(number, REQUEST, steps_of(REQUEST, can_try=True))
    if progress is None:
        return order
    first = replace(order.steps[0], state="running", progress=progress)
    return replace(order.with_step(first), state="running")


FETCHING = StepProgress("hub_fetch", 2_100_000_000, 4_200_000_000, 12_000_000.0)


def test_progress_has_amounts_speed_and_time_left() -> None:
    words = "Fetching · 2.1 GB of 4.2 GB · 12 MB/s · 2 min 55 s left"
    assert progress_words("fetch_target", FETCHING) == words
    assert progress_words("fetch_target", StepProgress("hub_list")) == "Asking the Hub"
    assert progress_words("fetch_target", StepProgress()) == "Starting"
    assert progress_words("try_pair", StepProgress("try_pair", 32, 64)) == "Trying the pair · 50 %"


def test_a_stall_and_a_wait_are_told_with_their_time() -> None:
    silent = replace(FETCHING, stage="hub_stall", per_second=None, silent_s=20)
    assert progress_words("fetch_target", silent) == "Nothing has arrived for 20 s · 2.1 GB of 4.2 GB"
    waiting = replace(FETCHING, stage="hub_wait", per_second=None, wait_s=8)
    assert progress_words("fetch_target", waiting).startswith("Tries again in 8 s · ")


def test_a_line_has_a_title_and_its_steps() -> None:
    line = OrderLine(order_with(FETCHING))
    assert line.title == "Qwen3-4B with Qwen3-4B-DSpark"
    assert line.words.startswith("Fetch the target: Fetching · 2.1 GB")
    assert [step.state for step in line.steps] == ["running", *["waiting"] * 4]
    assert line.steps[0].title == "Fetch the target (Qwen3-4B)" and line.steps[0].share == 0.5
    assert line.share == 0.1
    assert line.can_pause and not line.resume_words


def test_what_was_there_already_is_told() -> None:
    assert result_words({"path": "/x", "fetched_bytes": 0}) == "Was there already."
    assert result_words({"path": "/x", "fetched_bytes": 5}) == ""
    assert result_words({"path": "/x", "was_there": True}) == "Was there already."


def test_a_full_disk_says_what_is_needed_and_that_it_goes_on() -> None:
    facts: dict[str, Fact] = {"path": "/models", "needed_bytes": 3_200_000_000, "free_bytes": 1_100_000_000}
    order = replace(order_with(), state="blocked", halt=Halt("fetch_target", "hub_disk_full", facts))
    line = OrderLine(order)
    assert "3.2 GB are needed, 1.1 GB are free" in line.words
    assert line.hint == "It goes on by itself as soon as there is room."
    assert line.is_wrong and line.is_under_way and line.resume_words == "Try now"
    assert line.steps[0].state == "stopped" and "3.2 GB" in line.steps[0].words


def test_a_lost_hub_says_when_it_is_tried_again() -> None:
    halt = Halt("fetch_draft", "hub_unreachable", {"host": "hub.example", "detail": ""}, retry_s=40)
    line = OrderLine(replace(order_with(), state="blocked", halt=halt))
    assert line.words == "hub.example cannot be reached." and "tries again in 40 s" in line.hint
    assert line.steps[1].state == "stopped"


def test_a_gate_and_a_failure_offer_a_retry() -> None:
    facts = {"repo": "Qwen/Qwen3-4B", "link": "https://hub.example/x"}
    gate = OrderLine(replace(order_with(), state="needs_you", halt=Halt("fetch_target", "hub_licence", facts)))
    assert "terms of Qwen/Qwen3-4B" in gate.words and "https://hub.example/x" in gate.hint
    failed = OrderLine(replace(order_with(), state="failed", halt=Halt("convert_draft", "job_crashed", {})))
    assert failed.steps[3].state == "failed"
    assert gate.resume_words == failed.resume_words == "Retry"
    assert not gate.is_under_way and not failed.can_pause


def test_the_strip_sums_up() -> None:
    running, waiting = OrderLine(order_with(FETCHING)), OrderLine(order_with(number=2))
    paused = OrderLine(replace(order_with(number=3), state="paused"))
    failed = OrderLine(replace(order_with(number=4), state="failed", halt=Halt("try_pair", "job_crashed", {})))
    assert summary((running,)).startswith("Qwen3-4B with Qwen3-4B-DSpark · Fetch the target: Fetching")
    assert summary((running, waiting)) == "2 on the way"
    assert summary((running, paused)) == summary((running,))
    assert summary((paused,)).endswith("· Paused")
    assert summary((running, failed)) == "1 on the way · 1 stopped: Qwen3-4B with Qwen3-4B-DSpark"
    assert summary((failed,)).endswith("The task stopped unexpectedly.")
    assert summary(()) == ""
