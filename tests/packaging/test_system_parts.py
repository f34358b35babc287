"""What the system has to have, found missing and installed where that is allowed."""

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest
import system_parts
from console import Console
from system_parts import Part
from tool import SystemPartsMissing

on_linux = pytest.mark.skipif(sys.platform != "linux", reason="ldd and apt-get are Linux's")
LISTING = """\
\tlinux-vdso.so.1 (0x00007ffd)
\tlibxcb-cursor.so.0 => not found
\tlibEGL.so.1 => /lib/x86_64-linux-gnu/libEGL.so.1 (0x00007f)
\tlibc.so.6 => /lib/x86_64-linux-gnu/libc.so.6 (0x00007f)
"""


def stand_in(folder: Path, name: str, body: str) -> None:
    file = folder / name
    file.write_text(f"#!/bin/sh\n{body}\n", encoding="utf-8")
    file.chmod(0o755)


def test_a_listing_of_the_dynamic_linker() -> None:
    assert system_parts.unresolved(LISTING) == {"libxcb-cursor.so.0"}


@on_linux
def test_a_library_that_is_gone_is_found_missing(tmp_path: Path) -> None:
    for name in ("gone", "user"):
        (tmp_path / f"{name}.c").write_text(f"int {name}(void) {{ return 1; }}\n", encoding="utf-8")
    gone, user = tmp_path / "libgone.so.1", tmp_path / "libuser.so"
    link = ["cc", "-shared", "-fPIC", "-Wl,--no-as-needed"]
    soname = ["-Wl,-soname,libgone.so.1", "-o", str(gone)]
    subprocess.run([*link, str(tmp_path / "gone.c"), *soname], check=True)
    subprocess.run([*link, str(tmp_path / "user.c"), str(gone), "-o", str(user)], check=True)
    assert "libgone.so.1" in system_parts.missing_libraries([user])
    env = os.environ.get("LD_LIBRARY_PATH", "")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LD_LIBRARY_PATH", f"{tmp_path}:{env}")
        assert system_parts.missing_libraries([user]) == set()


@on_linux
def test_the_window_has_all_it_needs_here() -> None:
    import PySide6

    assert system_parts.missing_for_window(Path(PySide6.__file__).parent) == []


@on_linux
def test_the_files_that_are_asked_about_are_there() -> None:
    import PySide6

    assert all(file.exists() for file in system_parts.qt_files(Path(PySide6.__file__).parent))


def test_this_machine_can_build() -> None:
    assert system_parts.missing_for_build() == []


@on_linux
def test_without_compilers_on_path_one_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert Part("a C and C++ compiler", "build-essential") in system_parts.missing_for_build()


@on_linux
def test_a_compiler_that_cannot_link_is_as_good_as_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stand_in(tmp_path, "cc", "exit 0")
    stand_in(tmp_path, "c++", "exit 1")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert not system_parts.has_compiler()


def test_a_python_without_venv_is_named_with_its_package(monkeypatch: pytest.MonkeyPatch) -> None:
    find = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "ensurepip" else find(name))
    package = f"python3.{sys.version_info.minor}-venv"
    assert system_parts.missing_for_build() == [Part("Python's venv module", package)]


def test_fonts_are_looked_for_in_folders_without_fontconfig(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    folder = tmp_path / "fonts"
    (folder / "truetype").mkdir(parents=True)
    assert not system_parts.has_font([str(folder)])
    (folder / "truetype" / "Sans.ttf").touch()
    assert system_parts.has_font([str(folder)])


@pytest.fixture
def debian(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A Debian as far as `provide` can see, whose apt-get writes down what it is asked; returns that file."""
    asked = tmp_path / "asked"
    folder = tmp_path / "bin"
    folder.mkdir()
    stand_in(folder, "apt-get", f'echo "$DEBIAN_FRONTEND $@" >> "{asked}"')
    mark = tmp_path / "debian_version"
    mark.touch()
    monkeypatch.setenv("PATH", f"{folder}:{os.environ['PATH']}")
    monkeypatch.setattr(system_parts, "DEBIAN_MARK", mark)
    return asked


PARTS = [Part("a C and C++ compiler", "build-essential"), Part("libEGL.so.1", "libegl1")]


@on_linux
def test_root_on_debian_installs_them(debian: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    system_parts.provide(PARTS, Console(), tmp_path / "log")
    update, install = debian.read_text(encoding="utf-8").splitlines()
    assert update.startswith("noninteractive") and update.endswith(" update")
    assert install.endswith("install -y --no-install-recommends build-essential libegl1")


@on_linux
def test_nothing_missing_asks_for_nothing(debian: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    system_parts.provide([], Console(), tmp_path / "log")
    assert not debian.exists()


@on_linux
def test_others_on_debian_read_the_exact_command(debian: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    with pytest.raises(SystemPartsMissing) as failure:
        system_parts.provide(PARTS, Console(), tmp_path / "log")
    assert "sudo apt-get update && sudo apt-get install -y build-essential libegl1" in str(failure.value)
    assert failure.value.exit_code == 3
    assert not debian.exists()


@on_linux
def test_a_part_without_a_known_package_is_named(debian: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    with pytest.raises(SystemPartsMissing, match=r"libodd\.so\.9"):
        system_parts.provide([Part("libodd.so.9")], Console(), tmp_path / "log")


@pytest.mark.parametrize(
    ("platform", "expected"),
    [("darwin", "xcode-select --install"), ("win32", "VisualStudio"), ("linux", "package manager")],
)
def test_advice_elsewhere(monkeypatch: pytest.MonkeyPatch, platform: str, expected: str) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    said = system_parts.advice(PARTS, is_debian=False)
    assert expected in said
    assert "a C and C++ compiler" in said


def test_a_long_list_of_libraries_is_summed_up() -> None:
    parts = [Part(f"lib{letter}.so.1", f"lib{letter}1") for letter in "abcdefgh"] + [Part("a font", "fonts")]
    said = system_parts.advice(parts, is_debian=True)
    assert "8 libraries that Qt needs, such as liba.so.1, a font" in said
    assert all(f"lib{letter}1" in said for letter in "abcdefgh")


@on_linux
def test_a_screen_without_a_monitor_is_asked_for_where_there_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert [part.package for part in system_parts.missing_for_screen()] == ["xvfb", "xdotool"]
    (tmp_path / "Xvfb").touch(0o755)
    assert system_parts.missing_for_screen() == [Part("xdotool", "xdotool")]
