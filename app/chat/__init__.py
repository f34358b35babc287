"""Conversations: pure data, edits and their store."""
