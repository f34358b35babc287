"""Words for the command line and the start of the program."""

from app.texts.entry import Entry

ERRORS = {
    "no_display": Entry(
        "There is no display to open a window on.",
        "Without one, “main.py demo” shows a draft at work and “main.py chat” talks with your models.",
    ),
    "window_unavailable": Entry(
        "The window cannot be opened: {detail}.",
        "Install Slipstream again; the command line works without it: “main.py --help”.",
        without="The window cannot be opened.",
    ),
    "messages_file": Entry(
        "{path} is no conversation: {detail}.",
        "It has to be a JSON list of objects with “role” and “content”.",
        without="{path} is no conversation.",
    ),
    "grammar_file": Entry(
        "{path} holds no grammar: {detail}.",
        "It has to be a text file with a grammar in GBNF, or with a JSON schema.",
        without="{path} holds no grammar.",
    ),
    "file_there": Entry(
        "{path} is there already: it was left as it is.", "Add --force to replace it, or choose another name."
    ),
    "demo_missing": Entry("The demo's models are not there: {path}.", "Install Slipstream again."),
}
