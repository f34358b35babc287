"""What only the command line can fail at."""

from app.core.errors import AppError


class WrongUse(Exception):
    """Arguments that do not go together; the text says why, and the program ends with exit code 2."""


class UnexpectedFailure(AppError):
    """Something that no part of the program has a name for: detail."""

    code = "unexpected"


class MessagesFileInvalid(AppError):
    """The file given by --messages is no conversation: path, detail."""

    code = "messages_file"


class GrammarFileInvalid(AppError):
    """The file given by --grammar or --json-schema is no text: path, detail."""

    code = "grammar_file"


class FileThere(AppError):
    """The file to convert to is there already, and it was not said that it may be replaced: path."""

    code = "file_there"


class DemoMissing(AppError):
    """The demo's models did not come with this copy of the program: path."""

    code = "demo_missing"


class ModelsNotHere(AppError):
    """A pair file names models that are not on this computer: name (of the file), models."""

    code = "models_not_here"
