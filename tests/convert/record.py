"""Writes down what llama.cpp's own converter makes of each recipe; run by hand, when one or the pin has changed.

    python -m tests.convert.record PYTHON LLAMA_CPP_SOURCE [NAME ...]

PYTHON has torch and transformers. The converter tells a pre-tokenizer by a hash that small tokenizers do not have, so
it is given the recipe's word for it.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.convert.manifest import manifest
from tests.convert.recipes import FAMILIES, NAMES, recipe, write_checkpoint

_TYPES = ("bf16", "f16", "f32", "q8_0")
_RUN = """
import runpy, sys
root, pre, *arguments = sys.argv[1:]
sys.path[:0] = [root, root + "/gguf-py"]
import conversion.base
conversion.base.TextModel.get_vocab_base_pre = lambda self, tokenizer: pre
sys.argv = [root + "/convert_hf_to_gguf.py", *arguments]
runpy.run_path(sys.argv[0], run_name="__main__")
"""


def main() -> None:
    python, root, *names = sys.argv[1:]
    for name in names or NAMES:
        with tempfile.TemporaryDirectory() as place:
            found = _recorded(name, Path(place), [python, "-c", _RUN, root, recipe(name).get("pre", "")])
        lines = json.dumps(found, ensure_ascii=False, indent=1)
        (FAMILIES / "expected" / f"{name}.json").write_text(lines + "\n", "utf-8")
        sys.stdout.write(f"{name}\n")


def _recorded(name: str, folder: Path, command: list[str]) -> dict[str, object]:
    checkpoint = write_checkpoint(name, folder)
    tensors: dict[str, dict[str, str]] = {}
    file_types: dict[str, object] = {}
    metadata: dict[str, object] = {}
    for output_type in _TYPES:
        path = folder / f"{output_type}.gguf"
        options = ["--outfile", str(path), "--outtype", output_type, *recipe(name).get("options", [])]
        told = subprocess.run([*command, str(checkpoint), *options], capture_output=True, text=True)
        if told.returncode:
            raise SystemExit(told.stderr)
        metadata, tensors[output_type] = manifest(path)
        file_types[output_type] = metadata.pop("general.file_type")
    return {"metadata": metadata, "file_types": file_types, "tensors": tensors}


if __name__ == "__main__":
    main()
