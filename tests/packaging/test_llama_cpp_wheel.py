"""The compile of llama-cpp-python, with a stand-in for pip: the real one takes minutes."""

import io
import platform
import sys
import tarfile
from pathlib import Path

import llama_cpp_wheel
import pytest
from console import Console
from stamp import venv_python
from tool import SetupError

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the stand-in for pip is a shell script")
BLOCK = "llama-cpp-python==0.3.36 \\\n    --hash=sha256:" + "a" * 64 + "\n"

# Called as python -I -m pip --disable-pip-version-check VERB ...; stops in mid-compile while a file `fail` is there.
PIP = """#!/bin/sh
here=$(dirname "$0")
echo "$5" >> "$here/asked"
for word in "$@"; do
  case "$previous" in -d) folder=$word ;; -w) wheels=$word ;; esac
  case "$word" in build-dir=*) objects=${word#build-dir=} ;; esac
  previous=$word
done
if [ "$5" = download ]; then
  mkdir -p "$folder" && cp "$here/source.tar.gz" "$folder/"
  exit 0
fi
test -f "$previous/pyproject.toml" || exit 9
mkdir -p "$objects"
if [ ! -f "$objects/first.o" ]; then echo "[1/2] Building first.o"; touch "$objects/first.o" "$objects/.ninja_log"; fi
if [ -f "$here/fail" ]; then echo "stopped in the middle"; exit 1; fi
echo "[2/2] Building second.o"
mkdir -p "$wheels" && echo wheel > "$wheels/llama_cpp_python-0.3.36-py3-none-any.whl"
"""


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(llama_cpp_wheel, "cache_folder", lambda: tmp_path / "cache")
    return tmp_path / "cache"


@pytest.fixture
def tools(tmp_path: Path) -> Path:
    python = venv_python(tmp_path / "tools")
    python.parent.mkdir(parents=True)
    python.write_text(PIP, encoding="utf-8")
    python.chmod(0o755)
    with tarfile.open(python.parent / "source.tar.gz", "w:gz") as tar:
        text = b"[build-system]\n"
        entry = tarfile.TarInfo("llama_cpp_python-0.3.36/pyproject.toml")
        entry.size = len(text)
        tar.addfile(entry, io.BytesIO(text))
    return tmp_path / "tools"


def compile_it(tmp_path: Path, tools: Path) -> tuple[Path, str]:
    said = io.StringIO()
    folder, log = tmp_path / "build", tmp_path / "log"
    return llama_cpp_wheel.compile_wheel(BLOCK, tools, folder, log, Console(said)), said.getvalue()


def test_the_wheel_is_kept_for_the_next_checkout(tmp_path: Path, tools: Path, cache: Path) -> None:
    assert llama_cpp_wheel.find_wheel(BLOCK) is None
    wheel, said = compile_it(tmp_path, tools)
    assert "Compiling llama-cpp-python" in said
    assert llama_cpp_wheel.find_wheel(BLOCK) == wheel
    assert wheel.read_text(encoding="utf-8") == "wheel\n"
    assert wheel.is_relative_to(cache)


def test_an_interrupted_compile_goes_on_where_it_was(tmp_path: Path, tools: Path) -> None:
    fail = venv_python(tools).with_name("fail")
    fail.touch()
    with pytest.raises(SetupError, match="stopped in the middle"):
        compile_it(tmp_path, tools)
    assert llama_cpp_wheel.find_wheel(BLOCK) is None
    fail.unlink()
    wheel, said = compile_it(tmp_path, tools)
    assert "Going on with the compile" in said
    assert wheel.exists()
    asked = venv_python(tools).with_name("asked").read_text(encoding="utf-8").split()
    assert asked == ["download", "wheel", "wheel"]
    steps = [line for line in (tmp_path / "log").read_text(encoding="utf-8").splitlines() if line.startswith("[")]
    assert steps == ["[1/2] Building first.o", "[2/2] Building second.o"]


def test_a_source_that_was_half_unpacked_is_unpacked_anew(tmp_path: Path, tools: Path) -> None:
    half = tmp_path / "build" / "unpacked.part" / "llama_cpp_python-0.3.36"
    half.mkdir(parents=True)
    (half / "half.txt").touch()
    compile_it(tmp_path, tools)
    assert not list((tmp_path / "build").rglob("half.txt"))


def test_other_sources_options_and_kinds_of_processor_have_wheels_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    folders = {llama_cpp_wheel.wheel_folder(BLOCK), llama_cpp_wheel.wheel_folder(BLOCK.replace("a" * 64, "b" * 64))}
    monkeypatch.setenv("CMAKE_ARGS", "-DGGML_OPENMP=OFF")
    folders.add(llama_cpp_wheel.wheel_folder(BLOCK))
    monkeypatch.setattr(platform, "machine", lambda: "another")
    folders.add(llama_cpp_wheel.wheel_folder(BLOCK))
    assert len(folders) == 4


def test_another_processor_of_the_kind_takes_the_same_wheel(monkeypatch: pytest.MonkeyPatch) -> None:
    here = llama_cpp_wheel.wheel_folder(BLOCK)
    monkeypatch.setattr(platform, "processor", lambda: "another")
    assert llama_cpp_wheel.wheel_folder(BLOCK) == here


def test_what_an_earlier_compile_installed_is_not_packed(tmp_path: Path, tools: Path) -> None:
    compile_it(tmp_path, tools)
    (source,) = (tmp_path / "build").glob("source-*")
    stale = source / "llama_cpp" / "lib" / "libggml-vulkan.so"
    stale.parent.mkdir(parents=True)
    stale.touch()
    compile_it(tmp_path, tools)
    assert not stale.exists()
