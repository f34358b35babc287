"""Where Slipstream keeps its own files: in the places of the system, in one folder, or beside the program."""

import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from platformdirs.api import PlatformDirsABC

HOME_VARIABLE = "SLIPSTREAM_HOME"
RELEASES_VARIABLE = "SLIPSTREAM_RELEASES"
_RELEASES_NAME = "releases.txt"
# On Windows the ending is hidden, and added by whoever makes the file with an editor.
_PORTABLE_MARKS = ("portable", "portable.txt")
_NAMES = {"win32": "Slipstream", "darwin": "Slipstream"}


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

    @property
    def reports(self) -> Path:
        """Where crash reports are written."""
        return self.logs / "crash reports"


def folders() -> Folders:
    """The folders on this machine: what SLIPSTREAM_HOME names, else the portable one, else the system's own places."""
    own = os.environ.get(HOME_VARIABLE)
    base = Path(own).expanduser().absolute() if own else portable_folder()
    return Folders(base, base, base / "logs") if base else folders_of_system(sys.platform, system_places(sys.platform))


def folders_of_system(system: str, places: "PlatformDirsABC") -> Folders:
    """The folders in the places of a system, named as by `sys.platform`."""
    # Linux has a folder for what is kept of a run beside the one for data; there the logs are.
    logs = places.user_state_path if system not in _NAMES else places.user_log_path
    return Folders(places.user_data_path, places.user_config_path, logs)


def system_places(system: str) -> "PlatformDirsABC":
    """Where programs of this machine keep their files."""
    # Here, for most of what imports this module asks for no folder.
    from platformdirs import PlatformDirs

    return PlatformDirs(_NAMES.get(system, "slipstream"), appauthor=False)


def portable_folder(program: Path | None = None) -> Path | None:
    """The folder that holds everything where a file named `portable` lies beside the program; None where none does.

    `program` is the folder of the program, by default this one's.
    """
    folder = program or program_folder()
    return folder / "data" if any((folder / mark).is_file() for mark in _PORTABLE_MARKS) else None


def program_folder() -> Path:
    """Where the program lies: the folder of its executable, of a macOS application the folder around it."""
    if not getattr(sys, "frozen", False):
        return Path(__file__).resolve().parents[2]
    executable = Path(sys.executable).resolve()
    application = next((folder for folder in executable.parents if folder.suffix == ".app"), None)
    return application.parent if application else executable.parent


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


def releases_address() -> str:
    """Where to ask for the newest release: SLIPSTREAM_RELEASES, else what a bundle was built with; empty without."""
    try:
        built_with = (assets_folder() / _RELEASES_NAME).read_text(encoding="ascii").strip()
    except (OSError, ValueError):
        built_with = ""
    return os.environ.get(RELEASES_VARIABLE) or built_with


def assets_folder() -> Path:
    """The files that come with the program, also in a frozen build."""
    frozen = getattr(sys, "_MEIPASS", None)
    root = Path(frozen) if frozen else Path(__file__).resolve().parents[2]
    return root / "assets"
