"""The one door to every command: sets up .venv on first use, then runs Slipstream, its tests and its checks."""

# Started by whatever `python3` is on the machine: this file and stamp.py keep to syntax that Python 3.8 reads.
from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import stamp
from stamp import ROOT, venv_python

OLDEST, NEWEST = (3, 11), (3, 13)
USAGE = """\
usage: python3 packaging/dev.py VERB [ARGS]

  setup          make .venv from packaging/lock (every other verb does so by itself when it is not there)
  run [ARGS]     start Slipstream: its window without ARGS, a command line verb with (try `run demo`)
  test [ARGS]    run the tests; ARGS go to pytest
  screen         install what tests with mouse and keyboard need on Linux: Xvfb, xdotool (skipped without)
  bench [NAMES]  measure speed and memory on this machine; try `bench --help`
  wheel DEVICE   compile llama-cpp-python for cpu, vulkan, cuda or metal, and print where it is
  bundle [ARGS]  make what is downloaded, for this system, below dist/
  smoke [ARGS]   try what `bundle` made where there is nothing but it; try `smoke --help`
  texts [LANG]   bring the translations up to date with the code, or begin another
  lint           ruff, mypy, import contracts, size rules
  lock           make packaging/lock anew from pyproject.toml

exit codes: 0 done, 1 failed, 2 wrong use, 3 parts of the operating system are missing, 130 interrupted
"""
NO_DISPLAY = "There is no display here to open a window on. `python3 packaging/dev.py run demo` works without one."


def run(args: list[str]) -> int:
    """Start Slipstream."""
    return hand_over([str(venv_python()), str(ROOT / "main.py"), *args])


def test(args: list[str]) -> int:
    """Run the tests, without windows on the screen unless the environment names a Qt platform."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    os.chdir(ROOT)
    return hand_over([str(venv_python()), "-m", "pytest", *args])


def screen(args: list[str]) -> int:
    """Install what tests need that use the window as a person does."""
    import environment
    import system_parts

    environment.BUILD.mkdir(exist_ok=True)
    log = environment.BUILD / "screen.log"
    return environment.told(lambda console: system_parts.provide(system_parts.missing_for_screen(), console, log))


def bench(args: list[str]) -> int:
    """Measure; what there is to measure stands in packaging/bench."""
    os.environ["PYTHONPATH"] = str(ROOT / "packaging")
    os.chdir(ROOT)
    return hand_over([str(venv_python()), "-m", "bench", *args])


def bundle(args: list[str]) -> int:
    """Make the program folder and its packages; how stands in packaging/bundle."""
    return hand_over_module("bundle", args)


def smoke(args: list[str]) -> int:
    """Try the packages; what is tried stands in packaging/clean_room."""
    return hand_over_module("smoke", args)


def texts(args: list[str]) -> int:
    """Write and compile the translations; how stands in packaging/translations."""
    return hand_over_module("translations", args)


def lint(args: list[str]) -> int:
    """Run every check and tell of each; 1 when one of them found something."""
    python = str(venv_python())
    checks = {
        "ruff check": [python, "-m", "ruff", "check", "."],
        "ruff format": [python, "-m", "ruff", "format", "--check", "."],
        "mypy": [python, "-m", "mypy"],
        "import contracts": [python, "-c", "from importlinter.cli import lint_imports_command as lint; lint()"],
        "size rules": [python, str(ROOT / "packaging" / "size_rules.py")],
    }
    failed = []
    for name, command in checks.items():
        print("== " + name, flush=True)
        if subprocess.call(command, cwd=ROOT) != 0:
            failed.append(name)
    print("lint: " + ("failed: " + ", ".join(failed) if failed else "all clean"), flush=True)
    return 1 if failed else 0


def wheel(args: list[str]) -> int:
    """Compile llama-cpp-python, or a backend to be added to it."""
    import wheels

    return wheels.main(args)


def lock(args: list[str]) -> int:
    """Resolve the dependencies of pyproject.toml into packaging/lock."""
    return subprocess.call([str(venv_python()), str(ROOT / "packaging" / "make_lock.py")])


def setup(args: list[str]) -> int:
    """Nothing is left to do once the environment is there."""
    print(f"Slipstream is set up in {stamp.VENV}.")
    return 0


VERBS: dict[str, Callable[[list[str]], int]] = {
    "setup": setup,
    "run": run,
    "test": test,
    "screen": screen,
    "bench": bench,
    "bundle": bundle,
    "smoke": smoke,
    "wheel": wheel,
    "texts": texts,
    "lint": lint,
    "lock": lock,
}


def main(argv: list[str]) -> int:
    """Carry out one verb; returns the exit code."""
    if not argv or argv[0] in ("-h", "--help"):
        print(USAGE, end="")
        return 0 if argv else 2
    verb, args = argv[0], argv[1:]
    if verb not in VERBS or (args and verb not in ("run", "test", "bench", "bundle", "smoke", "wheel", "texts")):
        print(USAGE, end="", file=sys.stderr)
        return 2
    if verb == "run" and not args and not has_display():
        print(NO_DISPLAY, file=sys.stderr)
        return 1
    code = ensure_environment()
    return code or VERBS[verb](args)


def has_display(platform: str = sys.platform) -> bool:
    """False on a Linux without X or Wayland, unless the environment names a Qt platform."""
    if platform != "linux":
        return True
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"))


def ensure_environment() -> int:
    """Make .venv unless it is there; returns an exit code, 0 when it is there."""
    if stamp.is_ready():
        return 0
    if not fits(sys.version_info[:2]):
        python = find_python()
        if python is None:
            print(no_python(), file=sys.stderr)
            return 3
        return hand_over([python, str(Path(__file__).resolve()), *sys.argv[1:]])
    import environment

    return environment.main()


def fits(version: tuple[int, ...]) -> bool:
    """True for a Python that the lock was made for."""
    return OLDEST <= tuple(version[:2]) <= NEWEST


def find_python() -> str | None:
    """Another interpreter on this machine that fits, the newest first."""
    minors = range(NEWEST[1], OLDEST[1] - 1, -1)
    commands = [[f"python3.{minor}"] for minor in minors]
    if os.name == "nt":
        commands += [["py", f"-3.{minor}"] for minor in minors]
    for command in commands:
        if shutil.which(command[0]):
            question = "import sys; print(sys.executable, *sys.version_info[:2], sep='\\n')"
            answer = subprocess.run([*command, "-I", "-c", question], capture_output=True, text=True, check=False)
            lines = answer.stdout.split("\n")
            # A version manager's stand-in may be on PATH for a version that is not active; it fails.
            if answer.returncode == 0 and fits((int(lines[1]), int(lines[2]))):
                return lines[0]
    return None


def no_python() -> str:
    """What to do when no interpreter fits."""
    present = sys.version_info[:2]
    minor = OLDEST[1] if present < OLDEST else NEWEST[1]
    ways = {
        "win32": f"winget install Python.Python.3.{minor}",
        "darwin": f"brew install python@3.{minor}",
        "linux": f"sudo apt-get install python3.{minor} python3.{minor}-venv",
    }
    return (
        f"Slipstream needs Python 3.{OLDEST[1]} to 3.{NEWEST[1]}. "
        f"This is {present[0]}.{present[1]}, and no other was found.\n"
        f"Install one of them, for example with this command, then start again:\n\n    {ways.get(sys.platform, '')}"
    )


def hand_over_module(name: str, args: list[str]) -> int:
    """Run a module of this folder that also imports the product."""
    os.environ["PYTHONPATH"] = os.pathsep.join([str(ROOT), str(ROOT / "packaging")])
    os.chdir(ROOT)
    return hand_over([str(venv_python()), "-m", name, *args])


def hand_over(command: list[str]) -> int:
    """Become another program where the system can do that; elsewhere wait for it and return its exit code."""
    sys.stdout.flush()
    if os.name == "posix":
        os.execv(command[0], command)
    return subprocess.call(command)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
