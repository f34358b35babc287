"""What the parent and the start of the child may load."""

import subprocess
import sys

import pytest

HEAVY = ("PySide6", "llama_cpp", "numpy", "gguf", "huggingface_hub", "jinja2")


@pytest.mark.process
@pytest.mark.parametrize(
    "modules", ["app.engine.entry", "app.engine.client, app.engine.blocking", "app.jobs.runner, app.jobs.entry"]
)
def test_the_parent_side_and_the_entries_load_nothing_heavy(modules: str) -> None:
    code = f"import sys, {modules}; print([name for name in {HEAVY} if name in sys.modules])"
    output = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert output.strip() == "[]"
