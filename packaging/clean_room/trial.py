"""What a person does with a downloaded Slipstream, from its installation to its removal, told step by step."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from app.gui.theme import LIGHT
from clean_room.other_program import free_port, reply
from clean_room.root import PERSON, Root, fresh_root, kept_packages
from clean_room.screen import NotSeen, Screen, screen, wait_for

_TITLE = "Slipstream"
_QUESTION = "What is a draft?"
# A name that programs of other people stumble over.
_PORTABLE_PLACE = f"/home/{PERSON}/My Apps, ünïcode 木 🚀"
_VULKAN_MODULE = "opt/slipstream/lib/llama_cpp/lib/libggml-vulkan.so"
_WIDE_BUTTON = 200
_QUIT_S = 20.0


class NotAsItShouldBe(Exception):
    """A step went wrong."""


@dataclass(slots=True)
class Trial:
    """One installed Slipstream in a clean Debian: `command` starts it, its own files lie in `data`."""

    root: Root
    screen: Screen
    command: str
    data: Path
    log: Path
    pictures: Path | None
    name: str
    _pictures_n: int = field(default=0)

    def first_start(self) -> None:
        """A window appears, and offers the demo; it takes the demo through the converter into the engine."""
        with self._window() as window:
            wait_for("the button for the demo", lambda: bool(self.screen.bars(LIGHT.accent, _WIDE_BUTTON)))
            self._keep_picture()
            self.screen.click(*self.screen.bars(LIGHT.accent, _WIDE_BUTTON)[-1])
            converted = wait_for("converted models", lambda: len(list(self.data.glob("models/**/*.gguf"))) >= 2)
            self.tell(f"the demo is converted after {converted:.1f} s")
            loaded = wait_for("a loaded pair", (self.data / "models" / "pairs.json").exists)
            self.tell(f"it is tried and loaded {loaded:.1f} s later")
            self.chat(answers_n=1)
            self.quit(window)

    def chat(self, answers_n: int) -> None:
        """Ask, as soon as the chat is shown, and wait for the reply to be kept."""

        def is_asked() -> bool:
            # To the message box, wherever the fonts of this system put it.
            self.screen.press("ctrl+1")
            self.screen.press("ctrl+a")
            self.screen.type(_QUESTION)
            self._keep_picture()
            self.screen.press("Return")
            time.sleep(2)
            return self.messages("user") >= answers_n

        wait_for("a question", is_asked)
        replied = wait_for("a reply", lambda: self.messages("assistant") >= answers_n)
        self.tell(f"a reply is kept {replied:.1f} s after the question")
        self._keep_picture()

    def start_again(self) -> None:
        """What was said is still there; a second start shows the same window and ends."""
        with self._window() as window:
            if self.messages("assistant") != 1:
                raise NotAsItShouldBe("the chat of the first start is gone")
            second = self.root.start(self.command, environment=self._environment(), output=self.log)
            self.tell(f"a second start ends after {wait_for('its end', lambda: second.poll() is not None):.1f} s")
            if second.returncode != 0 or len(self.screen.windows(_TITLE)) != 1:
                raise NotAsItShouldBe(f"a second start ended with {second.returncode}, or opened a second window")
            self._keep_picture()
            self.quit(window)

    def die(self) -> None:
        """Whatever kills the window, its processes go with it."""
        with self._window() as window:
            wait_for("its engine", lambda: len(self.root.processes()) > 1)
            window.kill()
            gone = wait_for("the end of its processes", lambda: not self.root.processes(), _QUIT_S)
            self.tell(f"all processes are gone {gone:.1f} s after the window was killed")

    def quit(self, window: subprocess.Popen[bytes]) -> None:
        """Leave by the keyboard."""
        self.screen.press("ctrl+q")
        gone = wait_for("the end", lambda: window.poll() is not None and not self.root.processes(), _QUIT_S)
        if window.returncode != 0:
            raise NotAsItShouldBe(f"it ended with {window.returncode}")
        self.tell(f"all of it has ended {gone:.1f} s after it was asked to")

    def messages(self, role: str) -> int:
        """How many messages of the user or the assistant are kept."""
        path = self.data / "chats.db"
        if not path.exists():
            return 0
        query = "SELECT count(*) FROM message WHERE role = ? AND length(text) > 0"
        with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as connection:
            return int(connection.execute(query, (role,)).fetchone()[0])

    def command_line(self, *words: str) -> str:
        """Run a verb, which has to say something and end well; what it says."""
        output = self.log.with_suffix(f".{words[0].strip('-')}.txt")
        process = self.root.start(self.command, *words, environment=self._environment(), output=output)
        taken = wait_for(f"{words[0]}", lambda: process.poll() is not None)
        if process.returncode != 0 or not output.stat().st_size:
            raise NotAsItShouldBe(f"{' '.join(words)} ended with {process.returncode}: {output.read_text()}")
        self.tell(f"{' '.join(words)}: {taken:.1f} s")
        return output.read_text()

    def serve(self) -> None:
        """Another program asks the demo, which was converted before, with no window anywhere."""
        (target,) = self.data.glob("models/demo-target*.gguf")
        port, output = free_port(), self.log.with_suffix(".serve.txt")
        words = ("--headless", "--serve", "--port", str(port), "--target", f"/{target.relative_to(self.root.folder)}")
        process = self.root.start(self.command, *words, environment=self._environment(), output=output)
        wait_for("an address", lambda: process.poll() is not None or "answers at" in output.read_text())
        if process.poll() is not None or not reply(port, _QUESTION):
            raise NotAsItShouldBe(f"{' '.join(words)} ended with {process.returncode}: {output.read_text()}")
        process.terminate()
        wait_for("its end", lambda: not self.root.processes(), _QUIT_S)
        self.tell("without a window, another program got a reply")

    def leave_out_what_has_no_driver(self) -> None:
        """Nothing here can drive a graphics card: that is said, and all else goes on."""
        said = self.command_line("devices")
        if list(self.root.folder.glob(_VULKAN_MODULE)) and "vulkan is not used" not in said:
            raise NotAsItShouldBe(f"nothing was said of Vulkan, which nothing can drive here: {said}")

    @contextmanager
    def _window(self) -> Iterator[subprocess.Popen[bytes]]:
        process = self.root.start(self.command, environment=self._environment(), output=self.log)
        try:
            shown = wait_for("a window", lambda: bool(self.screen.windows(_TITLE)) or process.poll() is not None)
            if process.poll() is not None:
                raise NotAsItShouldBe(f"the window ended with {process.returncode}: {self.log.read_text()}")
            self.screen.give_focus(self.screen.windows(_TITLE)[0])
            self.tell(f"a window is there after {shown:.1f} s")
            yield process
        finally:
            process.kill()

    def _environment(self) -> dict[str, str]:
        return {"DISPLAY": self.screen.display}

    def _keep_picture(self) -> None:
        if self.pictures is not None:
            self._pictures_n += 1
            self.screen.save(self.pictures / f"{self.name} {self._pictures_n}.png")

    def tell(self, line: str) -> None:
        """Say how it went."""
        print(f"{self.name}: {line}", flush=True)


def try_on(debian: int, deb: Path, archive: Path, work: Path, cache: Path, pictures: Path | None) -> bool:
    """Both packages on a fresh Debian; says what went wrong and returns False after the first step that did."""
    name = f"Debian {debian}"
    try:
        with fresh_root(debian, work / "root", cache) as root, screen(work / "screen", 40 + debian) as shown:
            with kept_packages(root, cache / name):
                install(root, deb)
            installed = Trial(root, shown, "slipstream", root.data, work / "deb.log", pictures, f"{name}, .deb")
            _try_installed(installed)
            place = root.folder / _PORTABLE_PLACE.lstrip("/")
            command, data = f"{_PORTABLE_PLACE}/slipstream/slipstream", place / "slipstream" / "data"
            portable = Trial(root, shown, command, data, work / "tar.log", pictures, f"{name}, .tar.gz")
            _try_portable(portable, archive, place)
    except (NotSeen, NotAsItShouldBe, subprocess.CalledProcessError) as error:
        output = getattr(error, "stdout", "") or "".join(log.read_text() for log in sorted(work.glob("*.log")))
        print(f"Debian {debian}: {error}\n{output[-4000:]}", flush=True)
        return False
    return True


def install(root: Root, deb: Path) -> None:
    """As a person installs a downloaded package; raises NotAsItShouldBe when that brings tools of programmers."""
    shutil.copyfile(deb, root.folder / "tmp" / deb.name)
    root.administer("apt-get", "update")
    root.administer("apt-get", "install", "--yes", "--no-install-recommends", f"/tmp/{deb.name}")
    (root.folder / "tmp" / deb.name).unlink()
    if tools := root.tools():
        raise NotAsItShouldBe(f"there are tools of programmers: {tools}")


def _try_installed(trial: Trial) -> None:
    root = trial.root
    trial.command_line("--version")
    trial.command_line("doctor")
    trial.leave_out_what_has_no_driver()
    trial.first_start()
    trial.start_again()
    trial.die()
    trial.command_line("demo", "--prompt", _QUESTION)
    trial.serve()
    root.administer("dpkg", "--remove", "slipstream")
    # In /tmp, a killed window leaves its lock until the next start or the system's.
    left = {path for path in root.files() if "slipstream" in path and not path.startswith(("/home/", "/tmp/"))}
    if left:
        raise NotAsItShouldBe(f"its removal leaves {sorted(left)}")
    if not (trial.data / "chats.db").exists():
        raise NotAsItShouldBe("its removal took the chats")
    trial.tell("removed, and the chats stay")


def _try_portable(trial: Trial, archive: Path, place: Path) -> None:
    root = trial.root
    place.mkdir()
    subprocess.run(["tar", "--extract", "--file", str(archive), "--directory", str(place)], check=True)
    root.give_away(place)
    before = root.files(root.home)
    trial.first_start()
    trial.start_again()
    own = f"{Path(trial.command).parent}/data/"
    if written := {path for path in root.files(root.home) - before if not path.startswith(own)}:
        raise NotAsItShouldBe(f"a portable one wrote elsewhere: {sorted(written)}")
    trial.tell("nothing is written but beside the program")
    _add_to_menu(trial)


def _add_to_menu(trial: Trial) -> None:
    """The script beside a portable one makes an entry for it, and takes it out again."""
    root, script = trial.root, str(Path(trial.command).with_name("add-to-menu.sh"))
    entry = root.home / ".local" / "share" / "applications" / "slipstream.desktop"
    for words, is_there in (((), True), (("--remove",), False)):
        code = root.start(script, *words, output=trial.log).wait()
        if code != 0 or entry.exists() != is_there:
            raise NotAsItShouldBe(f"{script} {' '.join(words)} ended with {code}")
    trial.tell("added to the menu, and taken out again")
