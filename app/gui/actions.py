"""Everything that can be done with the window, once: words, keys and icon, for buttons, menus, palette and sheet."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from app.gui.view_models.message_actions import ACTIONS as OF_MESSAGES
from app.gui.view_models.message_actions import STEPS


@dataclass(frozen=True, slots=True)
class WindowAction:
    """One thing to do under a heading of the sheet; `page` is brought to the front first, where it names one.

    Of several `keys` the first ones are shown.
    """

    name: str
    words: str
    keys: tuple[str, ...]
    heading: str
    page: str = ""


_EVERYWHERE, _PAGES, _CHATS, _MODELS, _LOOKS = "Everywhere", "Pages", "This chat", "Models", "How it looks"
WINDOW_ACTIONS = (
    WindowAction("find", "Find and do anything", ("Ctrl+K", "Ctrl+Shift+P"), _EVERYWHERE),
    WindowAction("keys", "Show all shortcuts", ("F1", "Ctrl+/"), _EVERYWHERE),
    WindowAction("new_chat", "New chat", ("Ctrl+N",), _EVERYWHERE),
    WindowAction("search", "Search chats", ("Ctrl+F",), _EVERYWHERE),
    WindowAction("import", "Import chats…", ("Ctrl+I",), _EVERYWHERE),
    WindowAction("export_all", "Export all chats…", ("Ctrl+Shift+S",), _EVERYWHERE),
    WindowAction("about", "About Slipstream", ("Shift+F1",), _EVERYWHERE),
    WindowAction("release", "Look for a new version", ("Ctrl+Shift+U",), _EVERYWHERE),
    WindowAction("quit", "Close Slipstream", ("Ctrl+Q",), _EVERYWHERE),
    WindowAction("chat", "Go to the chat", ("Ctrl+1",), _PAGES),
    WindowAction("pair", "Open a pair", ("Ctrl+O",), _PAGES),
    WindowAction("discover", "Discover: find a pair", ("Ctrl+D",), _PAGES),
    WindowAction("bench", "Is it worth it? Measure the draft", ("Ctrl+R",), _PAGES),
    WindowAction("models", "Models at hand", ("Ctrl+M",), _PAGES),
    WindowAction("settings", "Settings", ("Ctrl+,",), _PAGES),
    WindowAction("setup", "System prompt, sampling and models of this chat", ("Ctrl+Shift+E",), _CHATS, "chat"),
    WindowAction("preset", "Choose a preset for this chat", ("Ctrl+P",), _CHATS, "chat"),
    WindowAction("attach", "Attach text, code or a PDF…", ("Ctrl+Shift+A",), _CHATS, "chat"),
    WindowAction("export", "Export this chat…", ("Ctrl+S",), _CHATS, "chat"),
    WindowAction("tint", "Tint the tokens that the draft guessed", ("Ctrl+T",), _CHATS, "chat"),
    WindowAction("think", "Think before answering, or not", ("Ctrl+Shift+T",), _CHATS, "chat"),
    WindowAction("numbers", "Show or hide the numbers", ("Ctrl+J",), _CHATS, "chat"),
    WindowAction("stop", "Stop the reply", ("Ctrl+.",), _CHATS, "chat"),
    WindowAction("target", "Choose a target", ("Alt+1",), _MODELS),
    WindowAction("draft", "Choose a draft", ("Alt+2",), _MODELS),
    WindowAction("device", "Choose a device", ("Alt+3",), _MODELS),
    WindowAction("unload", "Unload the models", ("Ctrl+U",), _MODELS),
    WindowAction("demo", "Try the demo", ("Ctrl+Shift+O",), _MODELS),
    WindowAction("save_pair", "Save this pair as a file…", ("Ctrl+Alt+S",), _MODELS),
    WindowAction("sidebar", "Show or hide the chats", ("Ctrl+B",), _LOOKS),
    WindowAction("scheme", "Light or dark", ("Ctrl+Shift+L",), _LOOKS),
    WindowAction("larger", "Larger text", ("Ctrl++", "Ctrl+="), _LOOKS),
    WindowAction("smaller", "Smaller text", ("Ctrl+-",), _LOOKS),
    WindowAction("usual_size", "Text as large as usual", ("Ctrl+0",), _LOOKS),
)
BY_NAME: Mapping[str, WindowAction] = MappingProxyType({action.name: action for action in WINDOW_ACTIONS})

# Keys of single widgets, which mean this only while the widget has the focus.
_IN_PLACE = (
    ("Writing", "Send the message", "Enter"),
    ("Writing", "Begin a new line", "Shift+Enter"),
    ("Writing", "Edit your last message, from an empty box", "Up"),
    ("Writing", "Scroll the chat", "PgUp"),
    ("Writing", "Go to the end of the chat", "Ctrl+End"),
    ("Everywhere", "Stop the reply, or leave a page", "Esc"),
    ("List of chats", "Rename a chat or a folder", "F2"),
    ("List of chats", "Delete a chat or a folder", "Del"),
)


def keys_of(name: str) -> str:
    """The keys of an action that are shown; raises KeyError."""
    return BY_NAME[name].keys[0]


def sheet_lines() -> Mapping[str, tuple[tuple[str, tuple[str, ...]], ...]]:
    """All shortcuts: by heading the words and the keys."""
    lines = [(action.heading, action.words, action.keys) for action in WINDOW_ACTIONS]
    lines += [
        ("The last message, or the one in focus", action.tip, (action.keys,)) for action in (*OF_MESSAGES, *STEPS)
    ]
    lines += [(heading, words, (keys,)) for heading, words, keys in _IN_PLACE]
    headings = dict.fromkeys(heading for heading, _, _ in lines)
    return {known: tuple((words, keys) for heading, words, keys in lines if heading == known) for known in headings}
