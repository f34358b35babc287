"""Everything that can be done with the window, once: words, keys and icon, for buttons, menus, palette and sheet."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from app.core.translation import later
from app.gui.view_models.message_actions import ACTIONS as OF_MESSAGES
from app.gui.view_models.message_actions import STEPS


@dataclass(frozen=True, slots=True)
class WindowAction:
    """One thing to do under a heading of the sheet; `page` is brought to the front first, where it names one.

    Of several `keys` the first ones are shown. `also` are more words that find it.
    """

    name: str
    words: str
    keys: tuple[str, ...]
    heading: str
    page: str = ""
    also: str = ""


_EVERYWHERE, _PAGES, _CHATS = later("Everywhere"), later("Pages"), later("This chat")
_PRESETS, _MODELS, _LOOKS = later("Presets"), later("Models"), later("How it looks")
ESCAPE = "Esc"
MAIN_KEYS = "Ctrl+Return"
"""Those of the main button of the page in front."""
# With Alt, letters and figures are characters of other keyboards.
WINDOW_ACTIONS = (
    WindowAction("find", later("Find and do anything"), ("Ctrl+K", "Ctrl+Shift+P"), _EVERYWHERE),
    WindowAction("keys", later("Show all shortcuts"), ("F1", "Ctrl+/"), _EVERYWHERE, also=later("help keyboard keys")),
    WindowAction("new_chat", later("New chat"), ("Ctrl+N",), _EVERYWHERE, also=later("begin start conversation")),
    WindowAction("search", later("Search chats"), ("Ctrl+F",), _EVERYWHERE, also=later("find history")),
    WindowAction(
        "import", later("Import chats…"), ("Ctrl+I",), _EVERYWHERE, also=later("open load character card preset")
    ),
    WindowAction("export_all", later("Export all chats…"), ("Ctrl+Shift+S",), _EVERYWHERE, also=later("save backup")),
    WindowAction(
        "deleted",
        later("Recently deleted chats…"),
        ("Ctrl+Shift+H",),
        _EVERYWHERE,
        also=later("restore undelete bin trash undo"),
    ),
    WindowAction("about", later("About Slipstream"), ("Shift+F1",), _EVERYWHERE, also=later("version licences logs")),
    WindowAction("release", later("Look for a new version"), ("Ctrl+Shift+R",), _EVERYWHERE, also=later("update")),
    WindowAction(
        "reset_settings",
        later("Give every setting its default"),
        ("Ctrl+Shift+F5",),
        _EVERYWHERE,
        "settings",
        later("reset"),
    ),
    WindowAction("quit", later("Close Slipstream"), ("Ctrl+Q",), _EVERYWHERE, also=later("quit exit")),
    WindowAction("chat", later("Go to the chat"), ("Ctrl+1",), _PAGES, also=later("write back")),
    WindowAction(
        "pair", later("Open a pair"), ("Ctrl+O",), _PAGES, also=later("add load convert model gguf checkpoint")
    ),
    WindowAction(
        "discover", later("Discover: find a pair"), ("Ctrl+Shift+F",), _PAGES, also=later("get download model hub")
    ),
    WindowAction(
        "bench", later("Is it worth it? Measure the draft"), ("Ctrl+R",), _PAGES, also=later("bench speed compare test")
    ),
    WindowAction("models", later("Models at hand"), ("Ctrl+M",), _PAGES, also=later("library files disk delete")),
    WindowAction("settings", later("Settings"), ("Ctrl+,",), _PAGES, also=later("options preferences configure")),
    WindowAction(
        "setup",
        later("System prompt, sampling and models of this chat"),
        ("Ctrl+Shift+E",),
        _CHATS,
        "chat",
        later("settings temperature character"),
    ),
    WindowAction("preset", later("Choose a preset for this chat"), ("Ctrl+P",), _CHATS, "chat"),
    WindowAction(
        "attach", later("Attach text, code or a PDF…"), ("Ctrl+Shift+A",), _CHATS, "chat", later("add file document")
    ),
    WindowAction("export", later("Export this chat…"), ("Ctrl+S",), _CHATS, also=later("save markdown html json file")),
    WindowAction("rename", later("Rename this chat"), ("Shift+F2",), _CHATS, also=later("title name")),
    WindowAction("pin", later("Pin this chat, or let it go"), ("Ctrl+Shift+B",), _CHATS, also=later("unpin top")),
    WindowAction("move", later("Move this chat to a folder"), ("Ctrl+Shift+M",), _CHATS, also=later("folder group")),
    WindowAction("delete", later("Delete this chat"), ("Ctrl+Shift+Del",), _CHATS, also=later("remove")),
    WindowAction(
        "tint",
        later("Tint the tokens that the draft guessed"),
        ("Ctrl+T",),
        _CHATS,
        "chat",
        later("mark colour drafted highlight"),
    ),
    WindowAction("think", later("Think before answering, or not"), ("Ctrl+Shift+T",), _CHATS, "chat"),
    WindowAction(
        "numbers", later("Show or hide the numbers"), ("Ctrl+J",), _CHATS, "chat", later("panel acceptance speed")
    ),
    WindowAction("stop", later("Stop what is going on"), ("Ctrl+.",), _CHATS, also=later("cancel reply loading")),
    WindowAction("save_preset", later("Save as preset…"), ("F8",), _PRESETS, "chat", later("keep new")),
    WindowAction("rename_preset", later("Rename the preset…"), ("Shift+F8",), _PRESETS, "chat"),
    WindowAction("delete_preset", later("Delete the preset"), ("Ctrl+Shift+F8",), _PRESETS, "chat", later("remove")),
    WindowAction("import_presets", later("Import presets…"), ("F7",), _PRESETS, "chat", later("open load")),
    WindowAction("export_presets", later("Export presets…"), ("Shift+F7",), _PRESETS, "chat", later("save file")),
    WindowAction("target", later("Choose a target"), ("Ctrl+2",), _MODELS, also=later("model load switch")),
    WindowAction("draft", later("Choose a draft"), ("Ctrl+3",), _MODELS, also=later("model load switch none")),
    WindowAction("device", later("Choose a device"), ("Ctrl+4",), _MODELS, also=later("gpu graphics cpu processor")),
    WindowAction("unload", later("Unload the models"), ("Ctrl+Shift+X",), _MODELS, also=later("free memory eject")),
    WindowAction("demo", later("Try the demo"), ("Ctrl+Shift+O",), _MODELS, also=later("example")),
    WindowAction("save_pair", later("Save this pair as a file…"), ("Ctrl+Shift+K",), _MODELS, also=later("slipstream")),
    WindowAction("add_folder", later("Add a folder of models…"), ("F6",), _MODELS, "models", later("list scan disk")),
    WindowAction("updates", later("Check the models for updates"), ("F5",), _MODELS, "models", later("new newer")),
    WindowAction(
        "save_numbers", later("Save the numbers of the measurement…"), ("F9",), _MODELS, "bench", later("csv export")
    ),
    WindowAction(
        "save_picture",
        later("Save a picture of the measurement…"),
        ("Shift+F9",),
        _MODELS,
        "bench",
        later("png export"),
    ),
    WindowAction("sidebar", later("Show or hide the chats"), ("Ctrl+B",), _LOOKS, also=later("sidebar list fold")),
    WindowAction("scheme", later("Light or dark"), ("Ctrl+Shift+L",), _LOOKS, also=later("theme colours night mode")),
    WindowAction(
        "larger", later("Larger text"), ("Ctrl++", "Ctrl+="), _LOOKS, also=later("font size zoom in bigger letters")
    ),
    WindowAction("smaller", later("Smaller text"), ("Ctrl+-",), _LOOKS, also=later("font size zoom out letters")),
    WindowAction(
        "usual_size", later("Text as large as usual"), ("Ctrl+0",), _LOOKS, also=later("font size zoom reset")
    ),
)
BY_NAME: Mapping[str, WindowAction] = MappingProxyType({action.name: action for action in WINDOW_ACTIONS})

# Keys of single widgets, which mean this only while the widget has the focus.
_WRITING, _LIST = later("Writing"), later("List of chats")
_IN_PLACE = (
    (_WRITING, later("Send the message"), "Enter"),
    (_WRITING, later("Begin a new line"), "Shift+Enter"),
    (_WRITING, later("Edit your last message, from an empty box"), "Up"),
    (_WRITING, later("Scroll the chat"), "PgUp"),
    (_WRITING, later("Go to the end of the chat"), "Ctrl+End"),
    (_PAGES, later("Do what the page is for: load, get, measure"), MAIN_KEYS),
    (_EVERYWHERE, later("Stop the reply, or leave a page"), ESCAPE),
    (_LIST, later("Rename a chat or a folder"), "F2"),
    (_LIST, later("Delete a chat or a folder"), "Del"),
)
_OF_MESSAGES = later("The last message, or the one in focus")


def keys_of(name: str) -> str:
    """The keys of an action that are shown; raises KeyError."""
    return BY_NAME[name].keys[0]


def sheet_lines() -> Mapping[str, tuple[tuple[str, tuple[str, ...]], ...]]:
    """All shortcuts: by heading the words and the keys, both to be translated where they are shown."""
    lines = [(action.heading, action.words, action.keys) for action in WINDOW_ACTIONS]
    lines += [(_OF_MESSAGES, action.tip, (action.keys,)) for action in (*OF_MESSAGES, *STEPS)]
    lines += [(heading, words, (keys,)) for heading, words, keys in _IN_PLACE]
    headings = dict.fromkeys(heading for heading, _, _ in lines)
    return {known: tuple((words, keys) for heading, words, keys in lines if heading == known) for known in headings}
