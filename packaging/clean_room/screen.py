"""An X server without a monitor: what stands on it, and a hand for mouse and keys."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
from PySide6.QtGui import QImage

Picture = npt.NDArray[np.uint32]

WIDTH, HEIGHT = 1366, 768
_PATIENCE_S = 120.0


class NotSeen(Exception):
    """Something that should have happened did not, in all that time."""


def wait_for(what: str, is_so: Callable[[], bool], patience_s: float = _PATIENCE_S) -> float:
    """Look until it is so; returns the seconds that took, raises NotSeen."""
    started = time.monotonic()
    while not is_so():
        if time.monotonic() - started > patience_s:
            raise NotSeen(f"{what}: not within {patience_s:.0f} s")
        time.sleep(0.05)
    return time.monotonic() - started


@dataclass(frozen=True, slots=True)
class Screen:
    """The X server at `display`; `memory` is the file that holds its picture."""

    display: str
    memory: Path

    def windows(self, title: str) -> list[int]:
        """The visible windows whose title is exactly this."""
        answer = self._xdotool("search", "--onlyvisible", "--name", f"^{title}$")
        return [int(line) for line in answer.split()]

    def picture(self) -> Picture:
        """What is on the screen: (HEIGHT, WIDTH), each pixel as 0xrrggbb.

        The file is an X window dump (https://www.x.org/releases/current/doc/, XWDFile.h): a header whose length comes
        first, colours of 12 bytes, then 4 bytes a pixel.
        """
        content = np.memmap(self.memory, np.uint8, "r")
        header = content[:100].view(">u4")
        start, line_bytes = int(header[0]) + 12 * int(header[19]), int(header[12])
        pixels = content[start : start + HEIGHT * line_bytes].view("<u4").reshape(HEIGHT, line_bytes // 4)
        return pixels[:, :WIDTH] & np.uint32(0xFFFFFF)

    def save(self, path: Path) -> None:
        """Keep the picture as a PNG."""
        path.parent.mkdir(parents=True, exist_ok=True)
        pixels = np.ascontiguousarray(self.picture(), "<u4")
        QImage(pixels.data, WIDTH, HEIGHT, 4 * WIDTH, QImage.Format.Format_RGB32).save(str(path))

    def bars(self, colour: str, least_width: int, least_height: int = 12) -> list[tuple[int, int]]:
        """Centres of the areas that are filled with #rrggbb, at least so wide in each of their lines, from the top."""
        matches = self.picture() == int(colour.removeprefix("#"), 16)
        lines = np.flatnonzero(matches.sum(axis=1) >= least_width)
        groups = np.split(lines, np.flatnonzero(np.diff(lines) > 1) + 1)
        return [
            (int(np.median(np.flatnonzero(matches[group[0]]))), int(group.mean()))
            for group in groups
            if len(group) >= least_height
        ]

    def click(self, x: int, y: int) -> None:
        """Press the left button there."""
        self._xdotool("mousemove", str(x), str(y), "click", "1")

    def type(self, text: str) -> None:
        """Write as if on a keyboard."""
        self._xdotool("type", "--delay", "20", text)

    def press(self, keys: str) -> None:
        """Press keys such as "ctrl+q"."""
        self._xdotool("key", keys)

    def give_focus(self, window: int) -> None:
        """No window manager does that here."""
        self._xdotool("windowfocus", "--sync", str(window))

    def _xdotool(self, *words: str) -> str:
        environment = {"DISPLAY": self.display, "PATH": "/usr/bin:/bin"}
        answer = subprocess.run(["xdotool", *words], env=environment, capture_output=True, text=True, check=False)
        return answer.stdout


@contextmanager
def screen(folder: Path, number: int) -> Iterator[Screen]:
    """A screen of 1366 x 768 that ends with the block; its picture is kept in `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    size = f"{WIDTH}x{HEIGHT}x24"
    command = ["Xvfb", f":{number}", "-screen", "0", size, "-nolisten", "tcp", "-noreset", "-fbdir", str(folder)]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    memory = folder / "Xvfb_screen0"
    try:
        wait_for("the screen", lambda: memory.exists() and memory.stat().st_size > 0)
        yield Screen(f":{number}", memory)
    finally:
        server.terminate()
        server.wait()
