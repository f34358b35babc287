"""Slipstream: chat with local language models at the speed of speculative decoding."""

__version__ = "0.1.0"
