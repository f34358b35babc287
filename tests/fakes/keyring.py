"""A keyring in a file, for processes that are started with PYTHON_KEYRING_BACKEND and KEYRING_PROPERTY_PATH."""

import json
import time
from collections.abc import Mapping
from pathlib import Path

from keyring.backend import KeyringBackend
from keyring.errors import KeyringLocked


class FileKeyring(KeyringBackend):
    """Keeps passwords in the JSON file `path`; while a file `path`.locked lies there, it refuses everything."""

    priority = 1
    path = ""

    def get_password(self, service: str, username: str) -> str | None:
        return self._content().get(f"{service} {username}")

    def set_password(self, service: str, username: str, password: str) -> None:
        self._write({**self._content(), f"{service} {username}": password})

    def delete_password(self, service: str, username: str) -> None:
        content = dict(self._content())
        del content[f"{service} {username}"]
        self._write(content)

    def _content(self) -> Mapping[str, str]:
        if Path(self.path + ".locked").exists():
            raise KeyringLocked("locked")
        file = Path(self.path)
        content: Mapping[str, str] = json.loads(file.read_text()) if file.exists() else {}
        return content

    def _write(self, content: Mapping[str, str]) -> None:
        Path(self.path).write_text(json.dumps(content))


def keyring_variables(path: Path) -> dict[str, str]:
    """The environment that makes a process use a FileKeyring."""
    return {"PYTHON_KEYRING_BACKEND": f"{__name__}.FileKeyring", "KEYRING_PROPERTY_PATH": str(path)}


NO_KEYRING = {"PYTHON_KEYRING_BACKEND": "keyring.backends.fail.Keyring"}


class HangingKeyring(KeyringBackend):
    """Never answers within a test's patience."""

    priority = 1

    def get_password(self, service: str, username: str) -> str | None:
        time.sleep(1)
        return None

    def set_password(self, service: str, username: str, password: str) -> None:
        raise NotImplementedError
