"""List models for the views."""
