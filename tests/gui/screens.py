"""Pictures of every screen, light and dark, in the sizes that count: `python -m tests.gui.screens FOLDER [NAME]`."""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

# Width and height of the window, size of the text (2 is 200 %), scheme.
LOOKS = {
    "light": (1180, 760, 1, "light"),
    "dark": (1180, 760, 1, "dark"),
    "laptop": (1366, 728, 1, "light"),
    "small": (900, 560, 1, "dark"),
    "large-text": (1366, 728, 2, "light"),
    "large-text-small": (900, 560, 2, "dark"),
}

SAMPLE = """Speculative decoding lets a *small* draft **propose** several tokens; the target checks them in one pass.

1. The draft proposes `block_size` tokens.
2. The target verifies them.

```python
def accept(draft: list[int], target: list[int]) -> int:
    \"\"\"How many guesses came true.\"\"\"
    for number, (guess, token) in enumerate(zip(draft, target)):
        if guess != token:  # the first that differs
            return number
    return len(draft)
```

| Method | Accepted | Speed |
|:-------|:--------:|------:|
| plain  | –        | 22.9  |
| DSpark | **3.9**  | 41.2  |

> The reply is what the target would have written alone.

See [the documentation](https://example.org/docs) for more."""


def main(arguments: list[str]) -> None:
    """Take all pictures, each look in a process of its own: the text size is fixed when Qt starts."""
    folder = Path(arguments[0])
    folder.mkdir(parents=True, exist_ok=True)
    for name in arguments[1:] or LOOKS:
        with tempfile.TemporaryDirectory() as home:
            screen = Path(home) / "screen.json"
            shape = {"name": "screen", "x": 0, "y": 0, "width": 1920, "height": 1080, "logicalDpi": 96}
            screen.write_text(json.dumps({"screens": [shape]}))
            environment = os.environ | {
                "QT_QPA_PLATFORM": f"offscreen:configfile={screen}",
            }
            command = [sys.executable, "-c", _TAKE, str(folder), name, home]
            subprocess.run(command, cwd=ROOT, env=environment, check=True)


_TAKE = "import sys; from tests.gui.screens import take; take(*sys.argv[1:])"


def take(folder: str, name: str, home: str) -> None:
    """Go through the screens of one look."""
    from PySide6.QtTest import QTest

    from app.core.settings import THEME
    from app.gui.application import make_application
    from tests.gui.scripted_engine import Script, pieces_of
    from tests.gui.stage import PAIR, open_stage

    application = make_application(["slipstream"])
    width, height, factor, scheme = LOOKS[name]
    font = application.font()
    font.setPointSizeF(font.pointSizeF() * factor)
    application.setFont(font)
    Path(home, "settings.json").write_text(json.dumps({THEME.name: scheme}))
    with open_stage(Path(home)) as stage:
        window, page = stage.composition.window, stage.composition.chat_page
        window.resize(width, height)

        def shoot(screen: str) -> None:
            QTest.qWait(150)
            window.grab().save(str(Path(folder) / f"{name}-{screen}.png"))

        shoot("1-empty")
        stage.engine.load_steps = 10
        stage.composition.load(PAIR)
        QTest.qWait(100)
        shoot("2-loading")
        stage.wait_until(lambda: stage.composition.session.state == "ready")
        page.suggest(
            ("What is a draft?", "What does the acceptance rate tell me?", "Is the reply changed by drafting?")
        )
        shoot("3-ready")
        page.suggest(())
        stage.engine.script = Script(pieces_of(SAMPLE), per_second=200)
        stage.reply_to("Explain speculative decoding with an example.")
        shoot("4-chat")
        page.composer.tint_button.click()
        stage.engine.script = Script(pieces_of(SAMPLE), per_second=60)
        page.composer.submitted.emit("And what does the acceptance rate tell me about a draft that was made for it?")
        QTest.qWait(1500)
        shoot("5-writing-tinted")
        stage.engine.crash(stage.composition.session.reply_job)
        QTest.qWait(100)
        shoot("6-crashed")
        stage.composition.model_bar.draft_chip.setEnabled(True)
        stage.composition.model_bar.draft_chip.click()
        QTest.qWait(50)
        popup = application.activePopupWidget()
        assert popup is not None
        popup.grab().save(str(Path(folder) / f"{name}-7-list.png"))
        popup.close()


if __name__ == "__main__":
    main(sys.argv[1:])
