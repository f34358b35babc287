"""Child side of the engine: the only place that imports llama_cpp."""
