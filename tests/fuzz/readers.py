"""What is fuzzed: each takes the steps of a case, lays changed files down, has them read, planned or converted."""

import json
import os
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, cast

from app.convert.architectures import architecture_of
from app.convert.plan import plan_conversion
from app.convert.run import convert
from app.convert.target import read_target
from app.convert.tokenizer_files import read_tokenizer_files
from app.core.errors import AppError
from app.core.progress import Progress
from app.formats import opening
from app.formats.checkpoint import read_checkpoint
from app.formats.gguf import read_gguf, read_gguf_parts
from app.formats.safetensors import read_header
from app.formats.sentencepiece import read_pieces
from app.formats.torch_zip import read_torch
from app.models.layer_sizes import gguf_sizes
from app.models.output_types import WrittenType
from app.models.recognition.inspect import inspect_model, nested_drafts
from tests.convert.recipes import FAMILIES, write_checkpoint
from tests.fuzz.changes import Field, Step, changed_fields, changed_json, joined
from tests.fuzz.samples import (
    GGUFS,
    archive_of,
    legacy_fields,
    pickle_fields,
    piece_fields,
    pieces_of,
    program_of_archive,
    safetensors_fields,
    torch_content,
    zip_fields,
)

Steps = Sequence[Step]
Reader = Callable[[Path, Steps], None]
_DRAFTS = Path(__file__).parent.parent / "convert" / "drafts"
_FAMILIES = (
    "qwen2",
    "qwen3_moe",
    "mistral_json",
    "gemma4_e",
    "lfm2",
    "phi4",
    "qwen3_5_mtp",
    "gpt_oss_mxfp4",
    "smollm3",
)
# Drafts, of which the configs are changed, and a target for them.
_FOR_LLAMA = ("eagle3_flat",)
_TARGET = _DRAFTS.parent / "expected" / "llama31.q8_0.gguf"
_CONVERTED = (*_FAMILIES, *_FOR_LLAMA)
_MADE: dict[str, Any] = {}


def _once(name: str, make: Callable[[], Any]) -> Any:
    if name not in _MADE:
        _MADE[name] = make()
    return _MADE[name]


def _fields(folder: Path, name: str, fields: Sequence[Field], steps: Steps) -> Path:
    path = folder / name
    path.write_bytes(joined(changed_fields(fields, steps)))
    return path


def _try(read: Callable[[], object]) -> None:
    """What is wrong with a file ends in an AppError that names it."""
    with suppress(AppError):
        read()


@contextmanager
def _shrunk(by: int) -> Iterator[None]:
    """As a file looks to its reader that shrinks once its size was asked for."""
    real = os.fstat

    def fstat(descriptor: int) -> os.stat_result:
        status = list(real(descriptor))
        status[6] += by
        return os.stat_result(status)

    opening.os.fstat = fstat  # type: ignore[attr-defined]
    try:
        yield
    finally:
        opening.os.fstat = real  # type: ignore[attr-defined]


def safetensors(folder: Path, steps: Steps) -> None:
    """A header with other names, shapes, places; then the same file as it shrinks."""
    fields = safetensors_fields()
    if steps[0][0] % 2:
        header = changed_json(json.loads(fields[1].content), steps)
        content = len(header).to_bytes(8, "little") + header + fields[2].content
        path = folder / "model.safetensors"
        path.write_bytes(content)
    else:
        path = _fields(folder, "model.safetensors", fields, steps)
    _try(lambda: read_header(path))
    with _shrunk(1 + steps[0][2] % 4096):
        _try(lambda: read_header(path))


def gguf(folder: Path, steps: Steps) -> None:
    """A GGUF file with other lengths, types, counts and offsets."""
    path = _fields(folder, "model.gguf", GGUFS[steps[0][1] % len(GGUFS)], steps)
    if steps[0][2] % 16 == 0:
        # Sparse: a length may point far into a hole.
        os.truncate(path, path.stat().st_size + (1 << (20 + steps[0][2] % 20)))
    inspect_model(path)
    _try(lambda: read_gguf(path))
    _try(lambda: read_target(path))
    _try(lambda: gguf_sizes(read_gguf_parts(path, arrays=False)))
    with _shrunk(1 + steps[0][2] % 65536):
        _try(lambda: read_gguf(path, arrays=False))


def gguf_parts(folder: Path, steps: Steps) -> None:
    """A model in two files, one of them changed."""
    names = [f"model-0000{i}-of-00002.gguf" for i in (1, 2)]
    for i, name in enumerate(names):
        _fields(folder, name, GGUFS[i], steps if steps[0][0] % 2 == i else [])
    _try(lambda: read_gguf_parts(folder / names[steps[0][1] % 2]))
    inspect_model(folder)


def torch_archive(folder: Path, steps: Steps) -> None:
    """An archive with other numbers in its headers."""
    fields = _once("zip", lambda: zip_fields(torch_content()))
    path = _fields(folder, "pytorch_model.bin", fields, steps)
    _try(lambda: read_torch(path))


def torch_program(folder: Path, steps: Steps) -> None:
    """A sound archive around a changed pickle."""
    fields = _once("pickle", lambda: pickle_fields(program_of_archive()))
    path = folder / "pytorch_model.bin"
    path.write_bytes(archive_of(joined(changed_fields(fields, steps))))
    _try(lambda: read_torch(path))


def torch_legacy(folder: Path, steps: Steps) -> None:
    """The format of before version 1.6."""
    path = _fields(folder, "pytorch_model.bin", _once("legacy", legacy_fields), steps)
    _try(lambda: read_torch(path))


def index(folder: Path, steps: Steps) -> None:
    """An index of two shards: other names, links, devices, holes."""
    content = joined(safetensors_fields())
    names = ["model-00001-of-00002.safetensors", "model-00002-of-00002.safetensors"]
    for name in names:
        (folder / name).write_bytes(content)
    weight_map = {"model.embed_tokens.weight": names[0], "d2t": names[1]}
    (folder / "model.safetensors.index.json").write_bytes(changed_json({"weight_map": weight_map}, steps))
    _replaced(folder / names[steps[0][0] % 2], steps[0])
    (folder / "config.json").write_text('{"architectures": ["Qwen3ForCausalLM"]}')
    _try(lambda: read_checkpoint(folder))
    inspect_model(folder)
    nested_drafts(folder)


def _replaced(path: Path, step: Step) -> None:
    """The file as something else of the same name."""
    what, where, value = step
    targets = [path.name, "..", "/etc/passwd", "/dev/zero", "missing", str(path.parent / "config.json")]
    match what // 2 % 5:
        case 0:
            path.unlink()
            path.symlink_to(targets[where % len(targets)])
        case 1:
            os.truncate(path, value % 400)
        case 2:
            os.truncate(path, 1 << (20 + value % 20))
        case 3:
            path.unlink()
            if value % 2:
                os.mkfifo(path)
            else:
                path.mkdir()
        case _:
            pass


def _sample(folder: Path, name: str) -> tuple[Path, Mapping[str, bytes]]:
    """A checkpoint's folder, as it was written once, and what its files hold."""
    place = folder.parent / "samples" / name

    def make() -> Mapping[str, bytes]:
        if (FAMILIES / f"{name}.json").is_file():
            write_checkpoint(name, place.parent)
        else:
            shutil.copytree(_DRAFTS / name, place)
        return {path.name: path.read_bytes() for path in place.iterdir()}

    return place, cast(Mapping[str, bytes], _once(f"{folder}/{name}", make))


@contextmanager
def _changed(folder: Path, name: str, file: str, steps: Steps) -> Iterator[Path]:
    """A checkpoint of which one file is changed meanwhile."""
    place, content = _sample(folder, name)
    (place / file).write_bytes(changed_json(json.loads(content[file]), steps))
    try:
        yield place
    finally:
        (place / file).write_bytes(content[file])


def config(folder: Path, steps: Steps) -> None:
    """Configs of targets and drafts."""
    names = (*_FAMILIES, *sorted(path.name for path in _DRAFTS.iterdir()))
    with _changed(folder, names[steps[0][1] % len(names)], "config.json", steps) as place:
        inspect_model(place)


def tokenizer(folder: Path, steps: Steps) -> None:
    """Tokenizers of several families."""
    name = _FAMILIES[steps[0][1] % len(_FAMILIES)]
    file = ("tokenizer.json", "tokenizer.json", "tokenizer_config.json")[steps[0][0] // 6 % 3]
    content = _sample(folder, name)[1]
    class_name = json.loads(content["config.json"])["architectures"][0]
    with _changed(folder, name, file, steps) as place:
        described = json.loads(content["config.json"])
        _try(lambda: architecture_of(class_name).tokenizer(read_tokenizer_files(place, described), 512))


def pieces(folder: Path, steps: Steps) -> None:
    """SentencePiece's own file."""
    content = FAMILIES / "tokenizers" / "mistral" / "tokenizer.model"
    fields = _once("pieces", lambda: piece_fields(content.read_bytes()))
    path = folder / "tokenizer.model"
    path.write_bytes(pieces_of(changed_fields(fields, steps)))
    _try(lambda: read_pieces(path))


def conversion(folder: Path, steps: Steps) -> None:
    """A whole conversion: of a changed checkpoint, and of one whose weights shrink while they are read."""
    name = _CONVERTED[steps[0][1] % len(_CONVERTED)]
    is_draft = name in _FOR_LLAMA
    file = "config.json" if is_draft else ("config.json", "tokenizer.json")[steps[0][0] // 6 % 2]
    out = folder / "out.gguf"
    types: tuple[WrittenType, ...] = ("bf16", "q8_0", "f16", "f32")

    def run(place: Path, progress: Progress) -> None:
        output_type = types[steps[0][2] % len(types)]
        plan = plan_conversion(place, output_type=output_type, target=_TARGET if is_draft else None)
        convert(plan, out, progress)

    with _changed(folder, name, file, steps) as place:
        _try(lambda: run(place, Progress()))
    place, content = _sample(folder, name)
    weights = place / "model.safetensors"

    def shrink(stage: str, done: int, total: int | None) -> None:
        if stage == "write":
            os.truncate(weights, steps[0][2] % len(content["model.safetensors"]))

    try:
        _try(lambda: run(place, Progress(shrink)))
    finally:
        weights.write_bytes(content["model.safetensors"])


# Name -> (reader, cases among 10,000): the cheap ones have more.
READERS: Mapping[str, tuple[Reader, int]] = {
    "safetensors": (safetensors, 1500),
    "gguf": (gguf, 2200),
    "gguf_parts": (gguf_parts, 500),
    "torch_archive": (torch_archive, 900),
    "torch_program": (torch_program, 1000),
    "torch_legacy": (torch_legacy, 700),
    "index": (index, 700),
    "config": (config, 1200),
    "tokenizer": (tokenizer, 600),
    "pieces": (pieces, 400),
    "conversion": (conversion, 400),
}
