"""What the programs of a bundle are called, where they are made, and from when they are."""

from __future__ import annotations

import os
import subprocess
import time
from datetime import UTC, datetime
from pathlib import Path

WINDOW = "slipstream"
ENGINE = "slipstream-engine"
COMMAND_LINE = "slipstream-cli"
ROOT = Path(__file__).resolve().parents[2]
WORK = ROOT / ".build" / "bundle"
PRODUCTS = ROOT / "dist"


class BundleFailed(Exception):
    """The bundle cannot be made, or is not as it has to be; the message is for the person who makes it."""


def made_at(root: Path = ROOT) -> datetime:
    """The moment that packages bear: SOURCE_DATE_EPOCH, else that of the last commit, else now."""
    named = os.environ.get("SOURCE_DATE_EPOCH") or _last_commit(root)
    return datetime.fromtimestamp(int(named) if named else time.time(), UTC)


def _last_commit(root: Path) -> str:
    command = ["git", "-C", str(root), "log", "-1", "--format=%ct"]
    try:
        return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()
    except FileNotFoundError:
        return ""
