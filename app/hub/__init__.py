"""Hugging Face: finding models, telling what they are, fetching them whole."""
