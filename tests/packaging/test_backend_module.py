"""A backend by itself: compiled by a stand-in for CMake, kept under what it depends on, and packed into a wheel."""

import base64
import hashlib
import io
import sys
import zipfile
from pathlib import Path

import backend_module
import llama_cpp_wheel
import lockfile
import pytest
import wheels
from backend_module import Backend, Parts
from console import Console
from stamp import LOCK, venv_python
from tool import SetupError

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the stand-in for CMake is a shell script")
BLOCK = "llama-cpp-python==0.3.36 \\\n    --hash=sha256:" + "a" * 64 + "\n"
VULKAN = Backend("vulkan")

# Configures with -S SOURCE -B OBJECTS, builds with --build OBJECTS --target TARGET; refuses to while `fail` is there.
CMAKE = """#!/bin/sh
here=$(dirname "$0")
echo "$@" >> "$here/asked"
for word in "$@"; do
  case "$previous" in -B) mkdir -p "$word/bin" ;; --build) objects=$word ;; --target) target=$word ;; esac
  previous=$word
done
test -z "$target" && exit 0
if [ -f "$here/fail" ]; then echo "stopped in the middle"; exit 1; fi
echo "[2/2] Linking"
echo module > "$objects/bin/lib$target.so"
"""


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(llama_cpp_wheel, "cache_folder", lambda: tmp_path / "cache")
    return tmp_path / "cache"


@pytest.fixture
def tools(tmp_path: Path) -> Path:
    """Build tools with the stand-in, and the source that was fetched before."""
    cmake = venv_python(tmp_path / "tools").with_name("cmake")
    cmake.parent.mkdir(parents=True)
    cmake.write_text(CMAKE, encoding="utf-8")
    cmake.chmod(0o755)
    (tmp_path / "build" / f"source-{'a' * 16}").mkdir(parents=True)
    return tmp_path / "tools"


def compile_it(tmp_path: Path, tools: Path, backend: Backend = VULKAN) -> Path:
    parts = Parts({"Vulkan_INCLUDE_DIR": "/somewhere/include"})
    log = tmp_path / "log"
    return backend_module.compile_module(BLOCK, backend, parts, tools, tmp_path / "build", log, Console(io.StringIO()))


def test_the_module_is_kept_with_what_it_was_made_for(tmp_path: Path, tools: Path, cache: Path) -> None:
    assert backend_module.find_module(BLOCK, VULKAN) is None
    folder = compile_it(tmp_path, tools)
    assert backend_module.find_module(BLOCK, VULKAN) == folder
    assert folder.is_relative_to(cache)
    assert sorted(path.name for path in folder.iterdir()) == ["libggml-vulkan.so", "made-for.txt"]
    assert (folder / "made-for.txt").read_text(encoding="utf-8") == "llama-cpp-python 0.3.36\n"
    configured, built = venv_python(tools).with_name("asked").read_text(encoding="utf-8").splitlines()
    assert "-DGGML_VULKAN=ON" in configured and "-DVulkan_INCLUDE_DIR=/somewhere/include" in configured
    assert built.endswith("--target ggml-vulkan")


def test_a_compile_that_fails_leaves_nothing_behind(tmp_path: Path, tools: Path) -> None:
    fail = venv_python(tools).with_name("fail")
    fail.touch()
    with pytest.raises(SetupError, match="stopped in the middle"):
        compile_it(tmp_path, tools)
    assert backend_module.find_module(BLOCK, VULKAN) is None


def test_cuda_is_compiled_for_the_architectures_asked_for(tmp_path: Path, tools: Path) -> None:
    folders = {compile_it(tmp_path, tools, Backend("cuda", arch)) for arch in ("", "86-real", "89-real")}
    assert len(folders) == 3
    asked = venv_python(tools).with_name("asked").read_text(encoding="utf-8")
    assert "-DCMAKE_CUDA_ARCHITECTURES=86-real" in asked


def test_the_engine_is_told_what_a_module_was_made_for(tmp_path: Path, tools: Path) -> None:
    from app.engine.worker import backends

    block = lockfile.blocks((LOCK / "environment.txt").read_text(encoding="utf-8"))[llama_cpp_wheel.NAME]
    assert f"{llama_cpp_wheel.NAME} {lockfile.version(block)}" == backends.MADE_FOR
    assert backends.MADE_FOR_NAME == backend_module.MADE_FOR_NAME


def test_a_wheel_with_the_module_in_it(tmp_path: Path) -> None:
    wheel = tmp_path / "llama_cpp_python-0.3.36-py3-none-linux_x86_64.whl"
    record = "llama_cpp_python-0.3.36.dist-info/RECORD"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr("llama_cpp/lib/libllama.so", b"llama")
        archive.writestr(record, "llama_cpp/lib/libllama.so,sha256=x,5\n")
    module = tmp_path / "libggml-vulkan.so"
    module.write_bytes(b"module")
    made = wheels.packed(wheel, module, tmp_path)
    assert made.name == "llama_cpp_python-0.3.36-1vulkan-py3-none-linux_x86_64.whl"
    with zipfile.ZipFile(made) as archive:
        assert archive.read("llama_cpp/lib/libggml-vulkan.so") == b"module"
        lines = archive.read(record).decode().splitlines()
    assert lines[0] == "llama_cpp/lib/libllama.so,sha256=x,5"
    name, digest, size = lines[1].split(",")
    assert (name, size) == ("llama_cpp/lib/libggml-vulkan.so", "6")
    sum_in_base64 = digest.removeprefix("sha256=") + "="
    assert base64.urlsafe_b64decode(sum_in_base64) == hashlib.sha256(b"module").digest()


@pytest.mark.skipif(sys.platform == "darwin", reason="compiles there")
def test_metal_is_refused_elsewhere(capsys: pytest.CaptureFixture[str]) -> None:
    assert wheels.main(["metal"]) == 1
    assert "macOS" in capsys.readouterr().err
