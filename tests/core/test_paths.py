"""Folders: each system's own custom, and one variable that overrides all of it."""

from pathlib import Path

import pytest

from app.core import paths
from app.core.paths import folders_for

HOME = Path("/home/ada")


def test_linux_follows_xdg() -> None:
    usual = folders_for("linux", {}, HOME)
    assert usual.data == HOME / ".local/share/slipstream"
    assert usual.library == HOME / ".local/share/slipstream/models"
    assert usual.settings == HOME / ".config/slipstream"
    assert usual.logs == HOME / ".local/state/slipstream"
    named = folders_for("linux", {"XDG_DATA_HOME": "/big/data", "XDG_CONFIG_HOME": "relative"}, HOME)
    assert named.data == Path("/big/data/slipstream")
    assert named.settings == HOME / ".config/slipstream"


def test_macos_uses_application_support() -> None:
    found = folders_for("darwin", {"XDG_DATA_HOME": "/ignored"}, HOME)
    assert found.data == found.settings == HOME / "Library/Application Support/Slipstream"
    assert found.logs == HOME / "Library/Logs/Slipstream"


def test_windows_uses_local_application_data() -> None:
    found = folders_for("win32", {"LOCALAPPDATA": "/profile/Local"}, HOME)
    assert found.data == Path("/profile/Local/Slipstream")
    assert folders_for("win32", {}, HOME).data == HOME / "AppData/Local/Slipstream"


@pytest.mark.parametrize("system", ["linux", "darwin", "win32"])
def test_one_variable_moves_everything(system: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    own = tmp_path / "of my own 😀"
    found = folders_for(system, {"SLIPSTREAM_HOME": str(own), "XDG_DATA_HOME": "/x", "LOCALAPPDATA": "/y"}, HOME)
    assert {found.data, found.settings} == {own} and found.logs.parent == own
    monkeypatch.setenv("SLIPSTREAM_HOME", str(own))
    for path in (paths.library_folder(), paths.log_folder(), paths.settings_path(), paths.chats_path()):
        assert path.parent == own
    assert not own.exists()


def test_assets_are_found() -> None:
    assert (paths.assets_folder() / "icons").is_dir()
