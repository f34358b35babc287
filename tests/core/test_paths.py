"""Folders: each system's own custom, one variable that overrides all of it, and a file that makes a copy portable."""

import sys
from pathlib import Path

import pytest
from platformdirs.macos import MacOS
from platformdirs.unix import Unix
from platformdirs.windows import Windows

from app.core import paths
from app.core.paths import folders_of_system, portable_folder

HOME = Path("/home/ada")


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch) -> None:
    """A home of nobody's, without variables that name other places."""
    monkeypatch.setenv("HOME", str(HOME))
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "SLIPSTREAM_HOME"):
        monkeypatch.delenv(name, raising=False)


def test_linux_follows_xdg(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = folders_of_system("linux", Unix("slipstream"))
    assert usual.data == HOME / ".local/share/slipstream"
    assert usual.library == HOME / ".local/share/slipstream/models"
    assert usual.settings == HOME / ".config/slipstream"
    assert usual.logs == HOME / ".local/state/slipstream"
    monkeypatch.setenv("XDG_DATA_HOME", "/big/data")
    monkeypatch.setenv("XDG_CONFIG_HOME", "relative")
    named = folders_of_system("linux", Unix("slipstream"))
    assert named.data == Path("/big/data/slipstream")
    assert named.settings == HOME / ".config/slipstream"


def test_macos_uses_application_support() -> None:
    found = folders_of_system("darwin", MacOS("Slipstream"))
    assert found.data == found.settings == HOME / "Library/Application Support/Slipstream"
    assert found.logs == HOME / "Library/Logs/Slipstream"


def test_windows_uses_local_application_data(monkeypatch: pytest.MonkeyPatch) -> None:
    # The variable that the library takes in place of what Windows says.
    monkeypatch.setenv("WIN_PD_OVERRIDE_LOCAL_APPDATA", "C:\\Users\\Ada\\AppData\\Local")
    found = folders_of_system("win32", Windows("Slipstream", appauthor=False))
    assert str(found.data).replace("/", "\\") == "C:\\Users\\Ada\\AppData\\Local\\Slipstream"
    assert found.settings == found.data and found.logs == found.data / "Logs"


def test_this_system_has_its_places() -> None:
    own = paths.folders()
    assert all(folder.is_absolute() for folder in (own.data, own.settings, own.logs))
    if sys.platform == "linux":
        assert own == folders_of_system("linux", Unix("slipstream"))


def test_one_variable_moves_everything(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    own = tmp_path / "of my own 😀"
    monkeypatch.setenv("XDG_DATA_HOME", "/x")
    monkeypatch.setenv("SLIPSTREAM_HOME", str(own))
    found = paths.folders()
    assert {found.data, found.settings} == {own} and found.logs.parent == own
    assert found.reports.parent == found.logs
    for path in (paths.library_folder(), paths.log_folder(), paths.settings_path(), paths.chats_path()):
        assert path.parent == own
    assert not own.exists()


@pytest.mark.parametrize("mark", ["portable", "portable.txt"])
def test_a_file_beside_the_program_keeps_everything_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mark: str
) -> None:
    assert portable_folder(tmp_path) is None
    (tmp_path / mark).touch()
    assert portable_folder(tmp_path) == tmp_path / "data"
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "slipstream"))
    found = paths.folders()
    assert found.data == found.settings == tmp_path / "data" and found.logs == tmp_path / "data/logs"
    assert not (tmp_path / "data").exists()
    monkeypatch.setenv("SLIPSTREAM_HOME", "/elsewhere")
    assert paths.folders().data == Path("/elsewhere")


def test_a_folder_of_that_name_makes_nothing_portable(tmp_path: Path) -> None:
    (tmp_path / "portable").mkdir()
    assert portable_folder(tmp_path) is None


def test_beside_a_macos_application_is_outside_of_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "Slipstream.app/Contents/MacOS/slipstream"))
    assert paths.program_folder() == tmp_path.resolve()


def test_assets_are_found() -> None:
    assert (paths.assets_folder() / "icons").is_dir()
