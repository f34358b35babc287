"""The program folder itself, made once and run where nothing of its making is found."""

import os
import shutil
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest
from bundle.__main__ import vulkan_module
from bundle.made import ENGINE, WINDOW, BundleFailed
from bundle.program import make_program
from clean_room.here import try_here

pytestmark = [
    pytest.mark.process,
    pytest.mark.native,
    pytest.mark.timeout(1200),
    pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a release makes and tries it"),
]


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("bundle")
    return make_program(folder / "made", folder / "work", _backends())


def _backends() -> tuple[Path, ...]:
    """That for graphics cards, where it has been compiled."""
    try:
        return (vulkan_module(),)
    except BundleFailed:
        return ()


def test_it_runs_with_nothing_but_itself(program: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "Ünï, 木 🚀"
    program.rename(elsewhere)
    try:
        assert try_here(elsewhere) == 0
    finally:
        elsewhere.rename(program)


def test_a_backend_beside_it_that_does_not_start_is_named_in_the_words_of_the_system(
    program: Path, tmp_path: Path
) -> None:
    added = program / "backends"
    added.mkdir()
    (added / "made-for.txt").write_text(f"llama-cpp-python {version('llama-cpp-python')}\n")
    (added / "libggml-cuda.so").write_text("not a library" * 100)
    command = [str(program / ENGINE), "devices"]
    environment = {"SLIPSTREAM_HOME": str(tmp_path), "PATH": ""}
    ended = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300, check=True)
    shutil.rmtree(added)
    assert "CPU" in ended.stdout and "cuda is not used" in ended.stdout and "invalid ELF header" in ended.stdout


def test_it_is_fit_for_other_machines(program: Path) -> None:
    from bundle.linux.system import problems, system_needs

    needs = system_needs(program)
    assert {"libegl1", "libstdc++6", "libxcb1"} <= set(needs.packages)
    assert problems(program, ("/nowhere",)) == []


def test_the_window_is_a_program_and_the_engine_another_one(program: Path) -> None:
    assert os.access(program / WINDOW, os.X_OK)
    assert os.access(program / ENGINE, os.X_OK)
    notices = (program / "lib" / "assets" / "notices.txt").read_text(encoding="utf-8")
    assert "llama.cpp" in notices
    assert ("Vulkan headers" in notices) == bool(_backends())
    assert "GNU LESSER GENERAL PUBLIC LICENSE" in notices
    listed = {path.name for path in (program / "lib").rglob("*")}
    assert {"STIXTwoMath-Regular.ttf", "DejaVuSans.ttf", "unimathsymbols.txt"} <= listed
    assert not {"libQt6Qml.so.6", "libgtk-3.so.0", "libstdc++.so.6", "pip", "pytest", "setuptools"} & listed
