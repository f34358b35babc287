"""Chats as files: to read, to keep and to take elsewhere."""
