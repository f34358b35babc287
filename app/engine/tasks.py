"""The native work that a job may do in its own process: light to import, loads llama.cpp only once it is called."""

from pathlib import Path

from app.core.progress import Progress


def quantize_file(source: Path, destination: Path, output_type: str, progress: Progress) -> None:
    """Write the model in the GGUF `source` to `destination` in another output type, with llama.cpp's own quantizer.

    Reported as stage "quantize" in bytes of the new file. Raises QuantizingFailed, DiskFull, PathNotWritable,
    Cancelled. The native code cannot be stopped: after Cancelled it goes on until the process ends, which it should at
    once. What it has written by then, whoever named `destination` removes.
    """
    from app.engine.worker.quantizing import quantize

    quantize(source, destination, output_type, progress)
