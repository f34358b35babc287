"""Checkpoint to GGUF: plan first, then stream the tensors."""
