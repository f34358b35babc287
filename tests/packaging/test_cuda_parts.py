"""What the CUDA backend is compiled with."""

import os
import platform
import sys
from pathlib import Path

import cuda_parts
import pytest
from console import Console
from tool import SystemPartsMissing

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="links between files")


def test_an_installed_compiler_is_taken(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CUDACXX", "/opt/cuda/bin/nvcc")
    parts = cuda_parts.cuda_parts(tmp_path, tmp_path / "log", Console())
    assert parts.defines == {"CMAKE_CUDA_COMPILER": "/opt/cuda/bin/nvcc"}
    assert parts.libraries == ()


@pytest.mark.parametrize("status", [0, 1])
def test_a_toolkit_without_cublas_is_none(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, status: int) -> None:
    compiler = tmp_path / "nvcc"
    compiler.write_text(f"#!/bin/sh\ngrep -q cublas_v2 && exit {status}\nexit 9\n", encoding="utf-8")
    compiler.chmod(0o755)
    monkeypatch.delenv("CUDACXX", raising=False)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    monkeypatch.setattr(platform, "machine", lambda: "another")
    if status:
        with pytest.raises(SystemPartsMissing, match="cuBLAS"):
            cuda_parts.cuda_parts(tmp_path, tmp_path / "log", Console())
    else:
        parts = cuda_parts.cuda_parts(tmp_path, tmp_path / "log", Console())
        assert parts.defines == {"CMAKE_CUDA_COMPILER": compiler.as_posix()}


def test_where_there_are_no_wheels_it_is_asked_for(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("CUDACXX", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(platform, "machine", lambda: "another")
    with pytest.raises(SystemPartsMissing, match="nvcc"):
        cuda_parts.cuda_parts(tmp_path, tmp_path / "log", Console())


@pytest.mark.skipif(sys.platform != "linux", reason="links a library as on Linux")
def test_libraries_get_the_names_that_linkers_ask_for(tmp_path: Path) -> None:
    library = tmp_path / "lib" / "libcudart.so.13"
    library.parent.mkdir()
    library.write_bytes(b"library")
    for _ in range(2):
        cuda_parts.name_libraries(tmp_path)
    assert (tmp_path / "lib64" / "libcudart.so").read_bytes() == b"library"
    assert b"libcuda.so.1\0" in (tmp_path / "lib" / "stubs" / "libcuda.so").read_bytes()
