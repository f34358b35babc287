"""What can go wrong with saved chats."""

from app.core.errors import AppError


class ChatMissing(AppError):
    """No chat, or no message, has this id: id."""

    code = "chat_missing"


class ChatStoreDamaged(AppError):
    """The file of saved chats turned out damaged while in use: path, detail."""

    code = "chat_store_damaged"


class ChatStoreBusy(AppError):
    """Another program holds the file of saved chats: path."""

    code = "chat_store_busy"


class ChatStoreNewer(AppError):
    """A newer version of Slipstream wrote the file of saved chats: path, version, newest_known."""

    code = "chat_store_newer"


class PresetUnreadable(AppError):
    """A file holds no presets: detail."""

    code = "preset_unreadable"


class ImportUnknown(AppError):
    """A file is of no format that chats, characters or settings come in: path."""

    code = "import_unknown"


class ImportInvalid(AppError):
    """A file of a known format is broken or too large: path, detail."""

    code = "import_invalid"


class ImportEmpty(AppError):
    """A file of a known format holds nothing that could be taken over: path."""

    code = "import_empty"


class AttachmentNotText(AppError):
    """A file that was to be attached holds no text: path, detail (what it is)."""

    code = "attachment_not_text"


class AttachmentTooLarge(AppError):
    """A file is too large to be attached: path, size_bytes, limit_bytes."""

    code = "attachment_too_large"


class AttachmentEmpty(AppError):
    """A file that was to be attached is empty: path."""

    code = "attachment_empty"


class PdfLocked(AppError):
    """A PDF opens only with a password: path."""

    code = "pdf_locked"


class PdfWithoutText(AppError):
    """A PDF holds pictures of pages and no text: path, pages_n."""

    code = "pdf_without_text"


class PdfUnreadable(AppError):
    """A PDF is damaged or cannot be read in reasonable time: path, detail."""

    code = "pdf_unreadable"
