"""Standard library only; used by every other room."""
