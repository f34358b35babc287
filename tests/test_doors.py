"""The door stays light: what child processes and `--help` import is little and never Qt."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
HEAVY = {"PySide6", "llama_cpp", "numpy", "gguf", "huggingface_hub", "jinja2", "tokenizers", "sqlite3"}

pytestmark = pytest.mark.process


def _packages_after(statement: str) -> set[str]:
    """The top-level names in sys.modules of a fresh interpreter after a statement."""
    code = f"{statement}\nimport sys\nprint(*{{name.partition('.')[0] for name in sys.modules}})"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_main_imports_nothing_of_the_program() -> None:
    loaded = _packages_after("import main")
    assert "main" in loaded and not loaded & (HEAVY | {"app"})


def test_the_engines_first_module_brings_nothing_heavy() -> None:
    loaded = _packages_after("import main, app.engine.entry")
    assert "app" in loaded and not loaded & HEAVY


@pytest.mark.parametrize("module", ["app.startup", "app.cli", "app.texts", "app.chat.conversation"])
def test_what_help_needs_is_light(module: str) -> None:
    assert not _packages_after(f"import {module}") & HEAVY


def test_main_does_nothing_when_it_is_imported_again() -> None:
    code = "import runpy; runpy.run_path('main.py', run_name='__mp_main__')"
    done = subprocess.run([sys.executable, "-c", code, "--help"], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "" and done.stderr == ""
