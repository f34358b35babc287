"""What the Vulkan backend is compiled with, found in folders like a system's."""

import sys
from functools import partial
from pathlib import Path

import pytest
import system_parts
import vulkan_parts
from console import Console
from system_parts import Part
from tool import SystemPartsMissing

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks into the folders of Linux")
APT = """#!/bin/sh
if [ "$1" = indextargets ]; then
  echo "Debian https://mirror.test/debian-security/ bookworm-security"
  echo "Debian https://mirror.test/debian/ bookworm"
fi
for word in "$@"; do test "$word" = download && touch libvulkan-dev_1_all.deb; done
"""


def headers(folder: Path, content: str) -> Path:
    file = folder / "vulkan" / "vulkan_core.h"
    file.parent.mkdir(parents=True)
    file.write_text(content, encoding="utf-8")
    return folder


def test_headers_are_new_enough_when_they_know_what_is_used(tmp_path: Path) -> None:
    old = headers(tmp_path / "old", "#define VK_HEADER_VERSION 239\n")
    new = headers(tmp_path / "new", f'#define {vulkan_parts.NEEDED_IN_HEADERS} "VK_EXT_layer_settings"\n')
    assert vulkan_parts.find_headers([str(old), str(tmp_path / "none"), str(new)]) == new
    assert vulkan_parts.find_headers([str(old)]) is None


def test_the_loader_is_found_where_debian_keeps_it(tmp_path: Path) -> None:
    assert vulkan_parts.find_library([str(tmp_path)]) is None
    loader = tmp_path / "x86_64-linux-gnu" / "libvulkan.so.1"
    loader.parent.mkdir()
    loader.touch()
    assert vulkan_parts.find_library([str(tmp_path / "none"), str(tmp_path)]) == loader


def test_what_is_missing_is_named_with_its_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert Part("glslc", "glslc") in vulkan_parts.missing_to_compile()


def test_a_driver_is_there_when_the_loader_would_find_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folders = (str(tmp_path / "none"), str(tmp_path / "icd.d"))
    monkeypatch.setattr(vulkan_parts, "has_driver", partial(vulkan_parts.has_driver, folders))
    missing = Part("a Vulkan driver", "mesa-vulkan-drivers")
    assert missing in vulkan_parts.missing_to_run()
    (tmp_path / "icd.d").mkdir()
    assert missing in vulkan_parts.missing_to_run()
    (tmp_path / "icd.d" / "lvp_icd.x86_64.json").touch()
    assert missing not in vulkan_parts.missing_to_run()


def test_the_makers_kit_goes_before_all_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VULKAN_SDK", str(tmp_path))
    assert vulkan_parts.vulkan_parts(tmp_path, Console(), tmp_path / "log") == {}


@pytest.mark.parametrize("platform", ["win32", "darwin"])
def test_elsewhere_the_kit_is_asked_for(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, platform: str) -> None:
    monkeypatch.delenv("VULKAN_SDK", raising=False)
    monkeypatch.setattr(sys, "platform", platform)
    with pytest.raises(SystemPartsMissing, match="VULKAN_SDK"):
        vulkan_parts.vulkan_parts(tmp_path, Console(), tmp_path / "log")


def test_newer_headers_come_from_the_mirror_of_this_debian(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """apt-get and dpkg-deb are stand-ins: they write down what they are asked, and unpack a header."""
    asked, programs, place = tmp_path / "asked", tmp_path / "bin", tmp_path / "place"
    programs.mkdir()
    place.mkdir()
    apt = APT + f'echo "$@" >> {asked}\n'
    mark = f'echo "#define {vulkan_parts.NEEDED_IN_HEADERS}" > "$3/usr/include/vulkan/vulkan_core.h"'
    dpkg = f'#!/bin/sh\nmkdir -p "$3/usr/include/vulkan"\n{mark}\n'
    for name, text in (("apt-get", apt), ("dpkg-deb", dpkg)):
        (programs / name).write_text(text, encoding="utf-8")
        (programs / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{programs}:/usr/bin:/bin")
    monkeypatch.delenv("VULKAN_SDK", raising=False)
    monkeypatch.setattr(vulkan_parts, "find_headers", lambda: None)
    monkeypatch.setattr(vulkan_parts, "find_library", lambda: tmp_path / "libvulkan.so.1")
    monkeypatch.setattr(system_parts, "provide", lambda parts, console, log: None)
    parts = vulkan_parts.vulkan_parts(place, Console(), tmp_path / "log")
    found = Path(parts["Vulkan_INCLUDE_DIR"])
    assert vulkan_parts.are_new_enough(found) and found.is_relative_to(place)
    sources = (place / "apt" / "sources" / "newer.sources").read_text(encoding="utf-8")
    assert "URIs: https://mirror.test/debian/\n" in sources and f"Suites: {vulkan_parts.NEWER_DEBIAN}\n" in sources
    assert all("Dir::State::Lists=" in line for line in asked.read_text(encoding="utf-8").splitlines()[1:])
