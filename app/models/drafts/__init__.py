"""Draft checkpoints and files: every published schema read into one record."""
