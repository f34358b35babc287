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
