"""Words for saved chats."""

from app.texts.entry import Entry

ERRORS = {
    "chat_missing": Entry("This chat is not there any more.", "It may have been deleted in another window."),
    "chat_store_damaged": Entry(
        "The file with your chats is damaged: {path}.",
        "Restart Slipstream: it puts the file aside and begins a new one.",
    ),
    "chat_store_busy": Entry(
        "Another program holds the file with your chats: {path}.",
        "Close other windows of Slipstream, then try again.",
    ),
    "chat_store_newer": Entry(
        "A newer version of Slipstream wrote the file with your chats: {path}.",
        "Use that version, or move the file away to begin a new one.",
    ),
}

NOTICES = {
    "chat_store_set_aside": Entry(
        "The file with your chats was damaged and is kept as {path}; a new one was begun.",
        "What can be saved of it is in that file.",
    ),
}
