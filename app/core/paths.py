"""Where Slipstream keeps its own files on each system."""

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

HOME_VARIABLE = "SLIPSTREAM_HOME"


@dataclass(frozen=True, slots=True)
class Folders:
    """`data` holds chats and the library, `settings` the settings file, `logs` the logs; nothing is created here."""

    data: Path
    settings: Path
    logs: Path

    @property
    def library(self) -> Path:
        """Where converted models land."""
        return self.data / "models"


def folders_for(system: str, environment: Mapping[str, str], home: Path) -> Folders:
    """The folders on a system as `sys.platform` names it; SLIPSTREAM_HOME puts everything into one folder.

    Linux follows the XDG base directory specification, which says that a relative path in its variables is ignored.
    """
    if own := environment.get(HOME_VARIABLE):
        base = Path(own).expanduser().absolute()
        return Folders(base, base, base / "logs")
    if system == "win32":
        local = environment.get("LOCALAPPDATA")
        base = (Path(local) if local else home / "AppData" / "Local") / "Slipstream"
        return Folders(base, base, base / "Logs")
    if system == "darwin":
        base = home / "Library" / "Application Support" / "Slipstream"
        return Folders(base, base, home / "Library" / "Logs" / "Slipstream")

    def xdg(variable: str, usual: str) -> Path:
        named = environment.get(variable, "")
        return (Path(named) if named.startswith("/") else home / usual) / "slipstream"

    return Folders(
        data=xdg("XDG_DATA_HOME", ".local/share"),
        settings=xdg("XDG_CONFIG_HOME", ".config"),
        logs=xdg("XDG_STATE_HOME", ".local/state"),
    )


def folders() -> Folders:
    """The folders on this machine."""
    return folders_for(sys.platform, os.environ, Path.home())


def library_folder() -> Path:
    """Where converted models land."""
    return folders().library


def orders_folder() -> Path:
    """Where the orders for pairs are kept until they are done."""
    return folders().data / "orders"


def log_folder() -> Path:
    """Where logs are written."""
    return folders().logs


def settings_path() -> Path:
    """The settings file."""
    return folders().settings / "settings.json"


def chats_path() -> Path:
    """The database of chats."""
    return folders().data / "chats.db"


def assets_folder() -> Path:
    """The files that come with the program, also in a frozen build."""
    frozen = getattr(sys, "_MEIPASS", None)
    root = Path(frozen) if frozen else Path(__file__).resolve().parents[2]
    return root / "assets"
