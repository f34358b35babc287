"""Chats, characters and settings of other programs, and our own, from files that are recognised by what they hold."""
