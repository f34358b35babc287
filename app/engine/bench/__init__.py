"""Measures what a draft brings: fixed prompts with and without it, in turns."""
