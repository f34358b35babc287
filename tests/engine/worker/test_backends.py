"""Backends as modules: what cannot be loaded is skipped and named, whatever is wrong with it."""

import json
import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from app.engine.blocking import BlockingEngine
from app.engine.worker.backends import ADD_ONS_VARIABLE, MADE_FOR, MADE_FOR_NAME
from app.engine.worker.symbols import LIBRARY_FOLDER
from app.texts import notice
from tests.engine.worker import impatient_engine

pytestmark = [pytest.mark.native, pytest.mark.process]

ROOT = Path(__file__).resolve().parents[3]
PROGRAM = """
import json
from app.engine.worker.devices import list_devices
found = list_devices()
notices = [[told.code, dict(told.facts)] for told in found.notices]
print(json.dumps({"backends": found.backends, "notices": notices}))
"""
# As far as a module is asked before it is trusted: how well it suits the processor, then to start.
MODULE = """
int ggml_backend_score(void) { return %d; }
void *ggml_backend_init(void) { return 0; }
"""
on_linux = pytest.mark.skipif(sys.platform != "linux", reason="compiles with cc, as libraries of Linux")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """An empty folder of added backends."""
    added = tmp_path / "backends"
    added.mkdir()
    (added / MADE_FOR_NAME).write_text(MADE_FOR + "\n", encoding="utf-8")
    return added


def found_with(folder: Path) -> tuple[list[str], list[tuple[str, dict[str, str]]]]:
    """The backends loaded with this folder added, and what is told about the others there."""
    command = [sys.executable, "-c", PROGRAM]
    env = {**os.environ, ADD_ONS_VARIABLE: str(folder)}
    ended = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, timeout=120, check=True)
    told = json.loads(ended.stdout)
    mine = [(code, facts) for code, facts in told["notices"] if str(folder) in facts["path"]]
    return told["backends"], mine


def compile_module(folder: Path, name: str, source: str, *options: str) -> None:
    source_file = folder.parent / f"{name}.c"
    source_file.write_text(source, encoding="utf-8")
    output = folder / f"libggml-{name}.so"
    subprocess.run(["cc", "-shared", "-fPIC", str(source_file), "-o", str(output), *options], check=True)


def test_a_file_that_is_no_library_stops_nothing(folder: Path) -> None:
    (folder / "libggml-cuda.so").write_text("not a library", encoding="utf-8")
    backends, ((code, facts),) = found_with(folder)
    assert "CPU" in backends
    assert (code, facts["backend"]) == ("backend_not_loaded", "cuda")
    assert facts["detail"]
    assert "cuda is not used" in notice(code, facts).sentence


@on_linux
def test_a_missing_driver_is_named(folder: Path) -> None:
    driver = folder.parent / "libgpudriver.so.1"
    source = folder.parent / "driver.c"
    source.write_text("int drive(void) { return 1; }\n", encoding="utf-8")
    subprocess.run(
        ["cc", "-shared", "-fPIC", str(source), "-Wl,-soname,libgpudriver.so.1", "-o", str(driver)], check=True
    )
    compile_module(folder, "vulkan", MODULE % 1, "-Wl,--no-as-needed", str(driver))
    driver.unlink()
    backends, ((_, facts),) = found_with(folder)
    assert "CPU" in backends
    assert "libgpudriver.so.1" in facts["detail"]


@on_linux
def test_the_module_that_suits_the_processor_best_is_tried_first(folder: Path) -> None:
    for name, score in (("musa-plain", 3), ("musa-newest", 0), ("musa-new", 8)):
        compile_module(folder, name, MODULE % score)
    _, told = found_with(folder)
    # None of them starts, so the next one is tried; the one that this processor lacks something for is not.
    assert [Path(facts["path"]).name for _, facts in told] == ["libggml-musa-new.so", "libggml-musa-plain.so"]
    assert all("NULL" in facts["detail"] for _, facts in told)


@on_linux
def test_a_module_whose_tiles_end_the_engine_is_not_taken(folder: Path) -> None:
    for name, score in (("musa-sapphirerapids", 9), ("musa-plain", 3)):
        compile_module(folder, name, MODULE % score)
    _, told = found_with(folder)
    assert [Path(facts["path"]).name for _, facts in told] == ["libggml-musa-plain.so"]


@on_linux
def test_a_library_that_is_no_backend_is_named(folder: Path) -> None:
    compile_module(folder, "opencl", "int nothing(void) { return 0; }\n")
    _, ((code, facts),) = found_with(folder)
    assert code == "backend_not_loaded"
    assert "ggml_backend_init" in facts["detail"]


@on_linux
def test_a_module_that_ends_the_engine_is_left_out_from_then_on(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    start = "#include <stdlib.h>\n__attribute__((constructor)) static void start(void) { abort(); }\n"
    compile_module(folder, "vulkan", start)
    monkeypatch.setenv(ADD_ONS_VARIABLE, str(folder))
    with BlockingEngine() as engine:
        for found in (engine.devices(), engine.devices()):
            assert [device.kind for device in found.devices] == ["cpu"]
            (told,) = [told for told in found.notices if told.facts["backend"] == "vulkan"]
            assert "vulkan is not used: the engine stopped, or hung" in notice(told.code, told.facts).sentence


@on_linux
def test_a_module_that_hangs_is_left_out_from_then_on(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    start = "#include <unistd.h>\n__attribute__((constructor)) static void start(void) { for (;;) pause(); }\n"
    compile_module(folder, "vulkan", start)
    monkeypatch.setenv(ADD_ONS_VARIABLE, str(folder))
    with BlockingEngine(impatient_engine.run) as engine:
        for found in (engine.devices(), engine.devices()):
            assert [device.kind for device in found.devices] == ["cpu"]
            (told,) = [told for told in found.notices if told.facts["backend"] == "vulkan"]
            assert told.code == "backend_ended_engine"


@pytest.mark.parametrize("made_for", ["llama-cpp-python 0.3.35\n", None])
def test_backends_for_another_version_are_not_touched(folder: Path, made_for: str | None) -> None:
    (folder / MADE_FOR_NAME).unlink()
    if made_for:
        (folder / MADE_FOR_NAME).write_text(made_for, encoding="utf-8")
    (folder / "libggml-cuda.so").write_text("not a library", encoding="utf-8")
    backends, ((code, facts),) = found_with(folder)
    assert "CPU" in backends
    assert code == "backends_of_other_version"
    text = notice(code, facts)
    assert MADE_FOR in text.sentence and str(folder) in text.sentence


def test_a_folder_that_is_gone_is_nothing_to_tell(folder: Path) -> None:
    shutil.rmtree(folder)
    backends, told = found_with(folder)
    assert "CPU" in backends
    assert told == []


@pytest.mark.skipif(platform.machine() not in ("x86_64", "AMD64"), reason="these are generations of x86")
def test_there_is_code_for_every_generation_of_processors() -> None:
    names = {path.stem.rpartition("-")[2] for path in LIBRARY_FOLDER.glob("*ggml-cpu-*")}
    assert {"x64", "sse42", "sandybridge", "haswell", "alderlake"} <= names


@pytest.mark.timeout(600)
@pytest.mark.skipif(shutil.which("qemu-x86_64") is None, reason="Debian's qemu-user runs programs as older processors")
@pytest.mark.parametrize(("processor", "expected"), [("Nehalem", "sse42"), ("SandyBridge", "sandybridge")])
def test_an_older_processor_computes_without_an_illegal_instruction(
    shared: Path, processor: str, expected: str
) -> None:
    model = shared / "fixtures" / "expected" / "qwen3.bf16.gguf"
    program = f"""
from pathlib import Path
from app.engine.worker import native, native_log
with native.Model(Path({str(model)!r})) as model:
    with native.Context(model, context_size=64, batch_size=64, outputs_max=8, threads=1) as context:
        context.decode([5, 6, 7], 0, "last")
        print(int(context.logits()[0].argmax()))
print([line for line in native_log.log_tail().splitlines() if "loaded CPU backend" in line])
"""
    # What others set to have numpy compute for a certain processor would stop it on another.
    env = {name: value for name, value in os.environ.items() if not name.startswith("OPENBLAS_")}
    command = ["qemu-x86_64", "-cpu", processor, sys.executable, "-c", program]
    ended = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, timeout=580, check=False)
    assert ended.returncode == 0, ended.stderr[-2000:]
    assert f"ggml-cpu-{expected}" in ended.stdout
