"""Bytes on disk, no policy; every file is treated as hostile."""
