"""The packages for Linux, made from a small stand-in for a program folder."""

import os
import shutil
import subprocess
import sys
import tarfile
import xml.etree.ElementTree as ElementTree
from configparser import ConfigParser
from datetime import UTC, datetime
from pathlib import Path

import pytest
from bundle.__main__ import report, write_sums
from bundle.icons import write_icons
from bundle.linux.archive import make_archive
from bundle.linux.deb import make_deb
from bundle.linux.shared_files import FILES, METAINFO
from bundle.linux.system import SystemNeeds
from bundle.sizes import parts_by_size

pytestmark = pytest.mark.skipif(sys.platform != "linux" or not shutil.which("dpkg-deb"), reason="needs dpkg-deb")

MADE = datetime(2026, 1, 2, tzinfo=UTC)
NEEDS = SystemNeeds(("libegl1", "libstdc++6"), ("libvulkan1",), (2, 35))


@pytest.fixture(scope="module")
def icons(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("icons")
    write_icons(folder)
    return folder


@pytest.fixture
def program(tmp_path: Path) -> Path:
    folder = tmp_path / "made here" / "slipstream"
    assets = folder / "lib" / "assets"
    assets.mkdir(parents=True)
    (assets / "notices.txt").write_text("notices", encoding="ascii")
    (folder / "lib" / "link.so").symlink_to("assets/notices.txt")
    for name in ("slipstream", "slipstream-engine"):
        (folder / name).write_text("#!/bin/sh\necho started from here\n", encoding="ascii")
        (folder / name).chmod(0o700)
    return folder


def test_the_deb_installs_what_a_desktop_looks_for(program: Path, icons: Path, tmp_path: Path) -> None:
    deb = make_deb(program, NEEDS, icons, "1.2.3", MADE, tmp_path / "work", tmp_path)
    fields = subprocess.check_output(["dpkg-deb", "--field", str(deb)], text=True)
    assert "Depends: libc6 (>= 2.35), libegl1, libstdc++6\n" in fields
    assert "Recommends: libvulkan1, " in fields
    assert "Version: 1.2.3\n" in fields
    listing = subprocess.check_output(["dpkg-deb", "--contents", str(deb)], text=True).splitlines()
    modes = {line.split()[5].removeprefix("."): line.split()[0] for line in listing}
    assert all("root/root" in line for line in listing)
    assert modes["/opt/slipstream/slipstream"] == modes["/opt/slipstream/slipstream-engine"] == "-rwxr-xr-x"
    assert modes["/opt/slipstream/lib/assets/notices.txt"] == "-rw-r--r--"
    assert any(line.endswith("./usr/bin/slipstream -> /opt/slipstream/slipstream") for line in listing)
    for place in (
        "applications/slipstream.desktop",
        "mime/packages/slipstream.xml",
        "icons/hicolor/16x16/apps/slipstream.png",
        "icons/hicolor/scalable/apps/slipstream.svg",
        f"metainfo/{METAINFO}",
    ):
        assert modes[f"/usr/share/{place}"] == "-rw-r--r--"


def test_the_same_folder_gives_the_same_bytes(program: Path, icons: Path, tmp_path: Path) -> None:
    made = []
    for turn in ("one", "two"):
        products = tmp_path / turn
        products.mkdir()
        made.append(
            [
                make_deb(program, NEEDS, icons, "1.2.3", MADE, tmp_path / "work", products).read_bytes(),
                make_archive(program, icons, "1.2.3", MADE, tmp_path / "work", products).read_bytes(),
            ]
        )
        os.utime(program / "slipstream", (turn == "one", turn == "one"))
    assert made[0] == made[1]


def test_the_portable_one_adds_itself_to_the_menu_from_any_folder(program: Path, icons: Path, tmp_path: Path) -> None:
    archive = make_archive(program, icons, "1.2.3", MADE, tmp_path / "work", tmp_path)
    place = tmp_path / 'Ünï "quoted" $HOME `x` 100% \\ 木'
    with tarfile.open(archive) as packed:
        packed.extractall(place, filter="data")
    folder, share = place / "slipstream", tmp_path / "share"
    assert (folder / "portable").exists()
    environment = {"HOME": str(tmp_path), "XDG_DATA_HOME": str(share), "PATH": os.environ["PATH"]}
    subprocess.run([str(folder / "add-to-menu.sh")], check=True, env=environment)
    entry = (share / "applications" / "slipstream.desktop").read_text(encoding="utf-8")
    (command,) = [line.removeprefix("Exec=") for line in entry.splitlines() if line.startswith("Exec=")]
    assert _program_of(command) == str(folder / "slipstream")
    assert (share / "icons" / "hicolor" / "32x32" / "apps" / "slipstream.png").exists()
    subprocess.run([str(folder / "add-to-menu.sh"), "--remove"], check=True, env=environment)
    assert not [path for path in share.rglob("*") if path.is_file() and "slipstream" in path.name]


def _program_of(command: str) -> str:
    """The quoted program of an Exec key (https://specifications.freedesktop.org/desktop-entry-spec/latest/).

    Of the key as a string \\\\ is undone first; then, within the quotes, a backslash before one of four.
    """
    text = command.replace("\\\\", "\\").replace("%%", "%")
    assert text.startswith('"')
    assert text.endswith('" %F')
    program, rest = "", iter(text[1 : -len('" %F')])
    for character in rest:
        program += next(rest) if character == "\\" else character
    return program


def test_what_the_desktop_reads_is_well_formed() -> None:
    entry = ConfigParser(interpolation=None)
    entry.optionxform = str  # type: ignore[assignment,method-assign]
    entry.read(FILES / "slipstream.desktop", encoding="utf-8")
    types = entry["Desktop Entry"]["MimeType"].rstrip(";").split(";")
    declared = ElementTree.parse(FILES / "slipstream.xml").getroot()
    assert sorted(types) == sorted(str(kind.get("type")) for kind in declared)
    assert ElementTree.parse(FILES / METAINFO).getroot().findtext("launchable") == "slipstream.desktop"


def test_sums_are_checked_by_those_who_check_such(tmp_path: Path) -> None:
    for name in ("b.deb", "a.tar.gz"):
        (tmp_path / name).write_bytes(name.encode())
    write_sums([tmp_path / "b.deb", tmp_path / "a.tar.gz"], tmp_path / "SHA256SUMS")
    subprocess.run(["sha256sum", "--check", "--strict", "SHA256SUMS"], cwd=tmp_path, check=True, capture_output=True)


def test_the_largest_part_comes_first(program: Path) -> None:
    core = program / "lib" / "PySide6" / "Qt" / "lib" / "libQt6Core.so.6"
    core.parent.mkdir(parents=True)
    core.write_bytes(os.urandom(200_000))
    (program / "lib" / "numpy").mkdir()
    (program / "lib" / "numpy" / "core.so").write_bytes(bytes(300_000))
    names = [name for name, _, _ in parts_by_size(program / "lib")]
    assert names == ["Qt", "numpy", "Slipstream"]
    assert any(line.startswith("Qt ") for line in report(program, []))
