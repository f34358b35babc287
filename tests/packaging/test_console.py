"""Progress in a terminal, and where there is none."""

import io

import console


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_terminal_shows_one_moving_line() -> None:
    screen = Terminal()
    speaker = console.Console(screen)
    for step in range(3):
        speaker.progress(f"{step} of 3")
    speaker.say("Done.")
    assert screen.getvalue().count("\n") == 2
    assert screen.getvalue().endswith("2 of 3\nDone.\n")


def test_elsewhere_a_line_comes_now_and_then() -> None:
    file = io.StringIO()
    speaker = console.Console(file)
    speaker.say("Compiling.")
    for step in range(1000):
        speaker.progress(f"{step} of 1000")
    speaker.say("Done.")
    assert file.getvalue() == "Compiling.\nDone.\n"
