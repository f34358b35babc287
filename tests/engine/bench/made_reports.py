"""Reports with chosen speeds, for what is computed from them."""

from collections.abc import Mapping

from app.engine.bench.plan import PLAIN, Run, Way
from app.engine.bench.prompts import BenchPrompt, Kind
from app.engine.bench.report import Measured, Report, Writer
from app.engine.protocol import Speculation, Timings

REPLY_TOKENS = 100


def reply(
    way: Way, kind: Kind, tokens_per_second: float, accepted: int = 0, turn: int = 1, writer: Writer = "slipstream"
) -> Measured:
    """A reply of REPLY_TOKENS, `accepted` of them drafted; of what was drafted half is accepted."""
    predicted_ms = REPLY_TOKENS / tokens_per_second * 1e3
    timings = Timings(50, 200.0, REPLY_TOKENS, predicted_ms, tokens_per_second, 2 * accepted, accepted)
    is_drafted = way != PLAIN
    passes = REPLY_TOKENS - accepted
    speculation = Speculation(
        method="dspark" if is_drafted else "none",
        rounds=passes if is_drafted else 0,
        acceptance_rate=0.5 if accepted else None,
        mean_accepted_length=REPLY_TOKENS / passes if is_drafted else None,
        acceptance_by_position=(0.8, 0.4) if accepted else (),
    )
    return Measured(Run(turn, BenchPrompt(kind, "Say something."), way), timings, speculation, writer)


def report(speeds: Mapping[Way, Mapping[Kind, float]], accepted: int = 75) -> Report:
    """A report with one reply for each way and kind, at that many tokens per second."""
    measured = [
        reply(way, kind, speed, 0 if way == PLAIN else accepted)
        for way, by_kind in speeds.items()
        for kind, speed in by_kind.items()
    ]
    return Report("Qwen3-4B", "dspark-qwen3-4b", tuple(measured))
