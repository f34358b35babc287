"""Replies written in Markdown, parsed and drawn while they arrive."""
