"""How many pieces a second reach the window from an engine process, and for how long the event loop pauses."""

from bench.children import child, module_command
from bench.report import Goal, Runs, Section
from bench.settings import Settings

_MANY = 20_000
_PER_SECOND = 300
_PACED_S = 10
_PACED_GAP = f"longest gap of its event loop at {_PER_SECOND}/s"
_OTHER_TEXTS = {kind: f"{_PACED_GAP}, {kind}" for kind in ("formulas", "tables")}
_REMARKS = (
    "A scripted engine in a real process sends Markdown in pieces of 4 characters through the real client and bridge:",
    f"{_MANY:,} as fast as it can, or {_PER_SECOND} a second for {_PACED_S} s.",
    "From the first piece until the whole reply is shown, in a fresh window each time.",
)


def measure(settings: Settings) -> list[Section]:
    """As fast as they come, and at the speed of a fast reply."""
    runs = Runs(dict.fromkeys((_PACED_GAP, *_OTHER_TEXTS.values()), Goal("at most", 100.0)))
    for _ in range(settings.repeats):
        to_bridge = stream(settings, "bridge", _MANY)
        runs.add("to the bridge", "pieces/s", to_bridge["per_second"])
        unpaced = stream(settings, "window", _MANY)
        runs.add("to the window", "pieces/s", unpaced["per_second"])
        runs.add("longest gap of its event loop meanwhile", "ms", 1e3 * unpaced["longest_gap_s"])
        paced = stream(settings, "window", _PER_SECOND * _PACED_S, "--per-second", _PER_SECOND)
        runs.add(f"to the window, {_PER_SECOND}/s sent", "pieces/s", paced["per_second"])
        runs.add(_PACED_GAP, "ms", 1e3 * paced["longest_gap_s"])
        for kind, name in _OTHER_TEXTS.items():
            other = stream(settings, "window", _PER_SECOND * _PACED_S, "--per-second", _PER_SECOND, "--text", kind)
            runs.add(name, "ms", 1e3 * other["longest_gap_s"])
    return [Section("Pieces from the engine to the window", list(runs.figures().values()), _REMARKS)]


def stream(settings: Settings, *arguments: object) -> dict[str, float]:
    """One run of streaming_window with these arguments: what it told."""
    with child(module_command("streaming_window", *arguments), settings.folder) as running:
        return running.answer()
