"""How long it takes from the start of the program to a window and to a first token, and what it holds at rest."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from app.core.paths import assets_folder
from bench.children import child, module_command, program_command
from bench.machine import drop_from_cache, program_files, read_from_disk_bytes
from bench.models import Models
from bench.report import Figure, Runs, Section, ratio
from bench.settings import Settings

_PROMPT = "What will the weather be?"
_CONTEXT_SIZE = 2048
_SCRIPT = "first token, script with llama_cpp"
_PLAIN = "first token, command line, no draft"
_DRAFTED = "first token, command line, draft"
_USABLE = "window, usable"
_LOADED = "window, pair loaded"
_WINDOW = "first token, window, draft"
_REMARKS = (
    "From the start of the process. Usable: a widget is painted, and the next click would be handled. First token in",
    "the window: the pair is loaded and a question sent as soon as that can be done. Script: import llama_cpp, load",
    "the same file, ask. In turns.",
)
_COLD_REMARKS = (
    "Before each start the system was told to forget every file of Python, the packages, Slipstream and the models.",
    "What other programs have mapped stays in memory, and so may what the disk or a host of this machine keeps.",
)

Start = Callable[[], dict[str, float]]


def measure(settings: Settings) -> list[Section]:
    """Warm, cold where the system can be made to forget files, the demo where it is there, and memory."""
    models = settings.models()
    ways = starts(models, settings)
    sections = [_warm(ways, models, settings), _cold(ways, models, settings), _demo(settings), _memory(settings)]
    return [section for section in sections if section.figures]


def starts(models: Models, settings: Settings) -> list[Start]:
    """Ways to a first token; each gives the moments that it came by, in seconds from the start, by name."""
    draft = next(iter(models.drafts.values()))
    home = settings.folder
    return [
        partial(_script, models.target, settings),
        partial(_command_line, _PLAIN, home, "--target", models.target),
        partial(_command_line, _DRAFTED, home, "--target", models.target, "--draft", draft),
        partial(_window, home, models.target, draft),
    ]


def _warm(ways: list[Start], models: Models, settings: Settings) -> Section:
    runs = Runs()
    for start in ways:
        start()
    for _ in range(settings.repeats):
        for start in ways:
            _note(runs, start())
    return Section(f"Start with all files in the page cache, {models.name}", _with_ratios(runs), _REMARKS)


def _cold(ways: list[Start], models: Models, settings: Settings) -> Section:
    places = [*program_files(), models.target, *models.drafts.values()]
    runs = Runs()
    for _ in range(settings.repeats):
        for start in ways:
            if not drop_from_cache(places):
                continue
            read_bytes = read_from_disk_bytes()
            found = start()
            _note(runs, found)
            last = list(found)[-1]
            runs.add(f"read from disk: {last}", "MB", (read_from_disk_bytes() - read_bytes) / 1e6)
    return Section(f"Start with files dropped from the page cache, {models.name}", _with_ratios(runs), _COLD_REMARKS)


def _note(runs: Runs, found: dict[str, float]) -> None:
    for name, seconds in found.items():
        runs.add(name, "s", seconds)


def _with_ratios(runs: Runs) -> list[Figure]:
    figures = runs.figures()
    compared = [name for name in (_PLAIN, _DRAFTED, _WINDOW) if name in figures]
    return [*figures.values(), *(ratio(f"{name} / script", figures[name], figures[_SCRIPT]) for name in compared)]


def _script(target: Path, settings: Settings) -> dict[str, float]:
    command = module_command("plain_llama", target, _PROMPT, "--threads", settings.threads)
    with child(command, settings.folder) as running:
        running.say(1)
        running.answer()
        return {_SCRIPT: running.answer()["first_token_s"] - running.started_s}


def _command_line(name: str, home: Path, *models: object) -> dict[str, float]:
    sampling = ("-n", 1, "--temperature", 0, "--ctx-size", _CONTEXT_SIZE)
    with child(program_command("chat", *models, "--raw", "--prompt", _PROMPT, *sampling), home) as running:
        return {name: running.seconds_to_output()}


def _window(home: Path, target: Path, draft: Path) -> dict[str, float]:
    with child(module_command("start_window", target, draft), home) as running:
        moments = {name: moment - running.started_s for line in running.answers() for name, moment in line.items()}
        names = {"usable_s": _USABLE, "loaded_s": _LOADED, "first_token_s": _WINDOW}
        return {names[moment]: seconds for moment, seconds in moments.items()}


def _demo(settings: Settings) -> Section:
    """The command line's demo, first with nothing converted yet."""
    runs = Runs()
    if (assets_folder() / "demo" / "target").is_dir():
        command = program_command("demo", "--prompt", "What is a draft?")
        for _ in range(settings.repeats):
            with TemporaryDirectory(dir=settings.folder) as home:
                for name in ("first token, demo, checkpoints converted first", "first token, demo, converted before"):
                    with child(command, Path(home)) as running:
                        # The question is printed when the pair is loaded.
                        running.output.readline()
                        runs.add(name, "s", running.seconds_to_output())
    return Section("Start of the demo, files in the page cache", list(runs.figures().values()))


def _memory(settings: Settings) -> Section:
    runs = Runs()
    for _ in range(settings.repeats):
        with child(module_command("start_window"), settings.folder) as running:
            _, rest = running.answers()
            runs.add("window process", "MB", rest["window_bytes"] / 1e6)
            runs.add("engine process", "MB", rest["engine_bytes"] / 1e6)
    return Section(
        "Memory at rest, nothing loaded",
        list(runs.figures().values()),
        ("Resident memory; libraries that both have loaded count in both.",),
    )
