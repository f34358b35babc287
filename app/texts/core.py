"""Words for failures of files, folders, settings and messages."""

from app.texts.entry import Entry

ERRORS = {
    "unexpected": Entry(
        "Something unexpected went wrong: {detail}.",
        "The details tell more; please report it.",
        without="Something unexpected went wrong.",
    ),
    "path_missing": Entry(
        "There is nothing at {path}.",
        "It may have been moved or renamed: choose it again.",
        without="A file or folder is not there.",
    ),
    "path_not_readable": Entry(
        "{path} cannot be read: {detail}.",
        "Check who may open it and whether its drive is connected.",
        without="{path} cannot be read.",
    ),
    "path_not_writable": Entry(
        "Nothing can be written to {path}: {detail}.",
        "Choose another folder, or allow writing there.",
        without="Nothing can be written to {path}.",
    ),
    "disk_full": Entry(
        "The disk is too full for {path}: {needed_bytes} are needed, {free_bytes} are free.",
        "Free some space or choose a folder on another disk; nothing was left half-made.",
        without="The disk ran full while writing {path}; {free_bytes} are free.",
    ),
    "being_written": Entry(
        "{path} is just being written by another window or program.",
        "Wait until that is done, or choose another name.",
    ),
    "unsafe_path": Entry(
        "A file names “{name}”, which lies outside its own folder, so it is not followed.",
        "The model may be damaged or made to do harm: get it again from a source that you trust.",
    ),
    "protocol": Entry(
        "Two parts of Slipstream did not understand each other: {detail}.",
        "Restart Slipstream; if it stays, install it again.",
        without="Two parts of Slipstream did not understand each other.",
    ),
    "setting_unknown": Entry("There is no setting called “{name}”.", "Look up its name in the settings."),
    "setting_rejected": Entry(
        "“{value}” does not do for “{label}”: it has to be {rule}.",
        "Choose another value.",
        without="“{value}” does not do for the setting “{name}”.",
    ),
}

NOTICES = {
    "settings_set_aside": Entry(
        "Some of your settings could not be read and are back at their defaults.",
        "The file as it was is kept as {path}.",
    ),
}

STAGES = {
    "check": "Checking the file",
    "folder_scan": "Looking through your folders",
}
