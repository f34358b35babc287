"""Words for the command line and the start of the program."""

from app.texts.entry import Entry

ERRORS = {
    "no_display": Entry(
        "There is no display to open a window on.",
        "Without one, “slipstream demo” shows a draft at work and “slipstream chat” talks with your models.",
    ),
    "no_window_here": Entry(
        "This is the program for the command line: it has no window.",
        "Start Slipstream itself for one; “--help” after this one's name tells what it does.",
    ),
    "window_unavailable": Entry(
        "The window cannot be opened: {detail}.",
        "Install Slipstream again; the command line works without it: “slipstream --help”.",
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
    "instance_silent": Entry(
        "Slipstream is open already, but its window does not answer.",
        "Give it a moment and try again; if it stays so, end it with the system's list of running programs.",
    ),
    "releases_unknown": Entry(
        "This copy of Slipstream does not know where new versions are published.",
        "Look where you got it from.",
    ),
    "releases_unreadable": Entry(
        "{host} did not tell the newest version: {detail}.",
        "Try again later.",
        without="{host} did not tell the newest version.",
    ),
    "demo_missing": Entry("The demo's models are not there: {path}.", "Install Slipstream again."),
}

ABOUT = "Chat with local language models at the speed of speculative decoding. Apache License 2.0."

STAGES = {"release_check": "Asking for the newest version"}

NOTICES = {
    "release_asking": Entry("Asking for the newest version."),
    "release_newest": Entry("This is the newest version of Slipstream: {own}."),
    "release_newer": Entry(
        "Slipstream {version} is out; this is {own}.", "Its page tells what is new and has the files to install."
    ),
    "last_pair_suspect": Entry(
        "{target} came to a bad end the last time, so it is not loaded by itself.",
        "It may need more memory than there is, or one of its files may be damaged.",
    ),
    "pair_file_saved": Entry(
        "The pair is saved as {path}.", "Opening the file loads this pair, as long as its models stay in their places."
    ),
    "pair_file_missing": Entry(
        "{name} names models that are not on this computer: {models}.", "They can be fetched from the Hub."
    ),
    "pair_file_set": Entry("{name} set how models are loaded: {settings}."),
    "pair_file_settings": Entry(
        "{name} comes with settings of its own: {settings}.", "They would count from now on, until you change them."
    ),
    "crash_report": Entry(
        "This is all that the report holds: no chats, no file names, no token. Nobody gets it unless you send it."
    ),
    "window_not_opened": Entry(
        "The window of Slipstream cannot be opened.", "A report of what went wrong lies in {path}. Install it again."
    ),
    "task_crashed": Entry(
        "A task stopped unexpectedly.", "A report of it lies on this computer; nothing is sent by itself."
    ),
    "crash_report_left": Entry(
        "Slipstream stopped unexpectedly the last time.",
        "A report of it lies on this computer; nothing is sent by itself.",
    ),
}
