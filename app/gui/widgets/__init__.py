"""Reusable pieces of the window."""
