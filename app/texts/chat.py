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
    "preset_unreadable": Entry(
        "This file holds no presets that Slipstream can read ({detail}).",
        "Choose a file that was saved from the list of presets.",
        without="This file holds no presets that Slipstream can read.",
    ),
    "import_unknown": Entry(
        "Nothing in {path} is a chat, a character or settings that Slipstream knows.",
        "It reads its own exports, character cards, chats of SillyTavern and KoboldAI Lite, lists of messages as"
        " OpenAI and ShareGPT have them, and .kcpps files.",
    ),
    "import_invalid": Entry(
        "{path} cannot be taken over: {detail}.",
        "Save or export it again in the program that it comes from.",
        without="{path} cannot be taken over.",
    ),
    "import_empty": Entry(
        "{path} holds no message, character or setting.", "Look whether it is the file that you meant."
    ),
    "attachment_not_text": Entry(
        "{path} holds no text: {detail}.",
        "Text files, code and PDFs can be attached; of anything else, save its text first.",
        without="{path} holds no text.",
    ),
    "attachment_too_large": Entry(
        "{path} is too large to attach: {size_bytes} of at most {limit_bytes}.",
        "Attach the part of it that matters.",
    ),
    "attachment_empty": Entry("{path} has nothing in it.", "Choose another file."),
    "pdf_locked": Entry(
        "{path} opens only with a password.", "Save a copy without the password in the program that shows it."
    ),
    "pdf_without_text": Entry(
        "{path} holds pictures of pages, and no text.", "Have a program for text recognition read it first."
    ),
    "pdf_unreadable": Entry(
        "The PDF {path} cannot be read: {detail}.",
        "Open it in another program and save or print it as a new PDF.",
        without="The PDF {path} cannot be read.",
    ),
}

NOTICES = {
    "chat_store_set_aside": Entry(
        "The file with your chats was damaged. What could be read back is here again, chats: {chats_n}, messages:"
        " {messages_n}.",
        "The damaged file is kept as {path}.",
        without="The file with your chats was damaged and nothing could be read back; a new one was begun.",
    ),
    "chat_exported": Entry("The chat is saved as {path}."),
    "chats_exported": Entry("All chats are saved as {path}: {chats_n}."),
    "chats_imported": Entry("Chats that came in with {name}: {chats_n}.", "They stand at the top of the list."),
    "chats_here": Entry("All of these chats were here already: {chats_n}.", "Nothing was changed."),
    "world_imported": Entry(
        "World info for this chat came in with {name}, entries: {entries_n}.",
        "“Character, note, world…” in the settings of the chat shows it.",
    ),
    "preset_imported": Entry("There is a preset “{preset}” now.", "Choose it below the message box."),
    "prompt_kept": Entry("Your own system prompt stays; “{preset}” has another.", "Using that one replaces yours."),
    "nothing_added": Entry(
        "The model has nothing to add: it ended this reply itself.",
        "Edit the reply so that its end is open, then continue; or have it written again.",
    ),
    "chat_of_other_pair": Entry(
        "This chat was last used with {pair}.",
        "What is loaded now can go on with it as well.",
    ),
}

STAGES = {"read_pages": "Reading the pages"}

# What a file is, by `Imported.kind`.
IMPORT_KINDS = {
    "ours": "Chats of Slipstream",
    "presets": "Presets",
    "card": "A character",
    "world_info": "World info",
    "kobold_lite": "A save of KoboldAI Lite",
    "kcpps": "Settings of KoboldCpp",
    "sillytavern": "A chat of SillyTavern",
    "sharegpt": "Chats in the form of ShareGPT",
    "openai": "Chats in the form of OpenAI",
}

# What of a file is not taken over, by the code of LeftOut; {detail} is a count or names.
LEFT_OUT = {
    "broken_chats": "A chat that is broken: {detail}",
    "chats_too_many": "Chats beyond the first 5,000: {detail}",
    "messages_too_many": "Messages beyond what one chat holds: {detail}",
    "later_system_prompts": "System prompts in the middle of a chat: {detail}",
    "tool_turns": "Calls of tools and their results: {detail}",
    "pictures": "Pictures: {detail}",
    "save_images": "The pictures that were made",
    "hidden_messages": "Messages hidden from the model: {detail}",
    "key_patterns": "World info with search patterns as keys: {detail}",
    "key_logic": "World info whose further keys exclude: {detail}",
    "decorators": "Instructions to the program in world info: {detail}",
    "group_greetings": "Greetings for groups",
    "extensions": "Extensions: {detail}",
    "samplers": "Samplers or values that there are none of here: {detail}",
    "model_addresses": "A model that is not named by a path on this computer: {detail}",
    "program_settings": "Settings: {detail}",
}
