"""What can be done with a message: names, icons, words and keys, once for buttons, menus and shortcuts."""

from dataclasses import dataclass
from typing import Literal

from app.core.translation import later

Doing = Literal["copy", "edit", "again", "go_on", "branch", "delete", "back", "forth"]


@dataclass(frozen=True, slots=True)
class Possible:
    """What can be done with a message now, and which of its versions it is; one that still grows is not whole."""

    can_copy: bool = True
    is_whole: bool = True
    can_answer: bool = False
    can_continue: bool = False
    version: int = 1
    versions_n: int = 1


@dataclass(frozen=True, slots=True)
class MessageAction:
    """One thing to do; `words` stand in the menu, `tip` explains."""

    name: Doing
    icon: str
    words: str
    tip: str
    keys: str


ACTIONS = (
    MessageAction("copy", "copy", later("Copy"), later("Copy the message"), "Ctrl+Shift+C"),
    MessageAction("edit", "edit", later("Edit"), later("Edit the message"), "F2"),
    MessageAction("again", "again", later("Write again"), later("Have another version of the reply written"), "Ctrl+G"),
    MessageAction("go_on", "goes-on", later("Continue"), later("Have the reply continued"), "Ctrl+Shift+G"),
    MessageAction("branch", "branch", later("Branch"), later("Go on from here in a new chat"), "Ctrl+Shift+N"),
    MessageAction("delete", "delete", later("Delete"), later("Delete the message and what follows it"), "Ctrl+Shift+D"),
)
STEPS = (
    MessageAction("back", "left", later("Version before"), later("Show the version before"), "Alt+Left"),
    MessageAction("forth", "right", later("Version after"), later("Show the version after"), "Alt+Right"),
)


def is_possible(action: Doing, possible: Possible) -> bool:
    """Whether it can be done now."""
    match action:
        case "copy":
            return possible.can_copy
        case "edit" | "branch":
            return possible.is_whole
        case "again":
            return possible.can_answer
        case "go_on":
            return possible.can_continue
        case "back":
            return possible.version > 1
        case "forth":
            return possible.version < possible.versions_n
        case _:
            return True
