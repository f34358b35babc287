"""Reads what tensors a checkpoint folder holds, whatever its files' format and number, without reading a weight."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from app.core.errors import PathMissing
from app.core.files import safe_join
from app.formats.errors import FormatError, SeveralModels, ShardMissing, TensorMissing, plain_name
from app.formats.json_file import read_json_object
from app.formats.safetensors import TensorInfo, read_header
from app.formats.torch_zip import read_torch

_MAX_INDEX_BYTES = 64 << 20
_MOST_SHARDS = 10_000
# What file systems allow.
_LONGEST_NAME_BYTES = 255
_SHARD_NAME = re.compile(r"(.+)-(\d{5,6})-of-(\d{5,6})(\.[a-z]+)")


@dataclass(frozen=True, slots=True)
class WeightFormat:
    """A way of storing weights: a single file's usual name, the endings of all, `others` that only look like them."""

    single_name: str
    suffixes: tuple[str, ...]
    read: Callable[[Path], dict[str, TensorInfo]]
    others: re.Pattern[str] | None = None

    @property
    def index_name(self) -> str:
        """The list of shards."""
        return f"{self.single_name}.index.json"

    def is_weights(self, name: str) -> bool:
        """Whether a file's name is one of weights."""
        return name.endswith(self.suffixes) and not (self.others and self.others.match(name))


SAFETENSORS = WeightFormat("model.safetensors", (".safetensors",), read_header)
TORCH = WeightFormat(
    "pytorch_model.bin",
    (".bin", ".pt", ".pth", ".ckpt"),
    read_torch,
    # What training leaves behind, and what exporters put beside the weights.
    re.compile(r"training_args|optimizer|scheduler|scaler|rng_state|mask_embedding"),
)


def weight_format(names: Iterable[str]) -> WeightFormat | None:
    """The format of the weights among these files; safetensors go before PyTorch's, None without either."""
    # A list of shards tells of weights even while none of them is there.
    listed = [name.removesuffix(".index.json") for name in names]
    return next((kind for kind in (SAFETENSORS, TORCH) if any(map(kind.is_weights, listed))), None)


def read_checkpoint(folder: Path) -> dict[str, TensorInfo]:
    """The tensors of a checkpoint folder: file after file in order of their names, sorted by name within each.

    Taken is an index with all its shards, else the single file of the usual name, else numbered shards without an
    index, else the only file of weights there is. Symbolic links are followed: a Hub cache consists of them. Raises
    FormatError or one of its kinds, UnsafePath (an index that points outside), PathMissing, PathNotReadable.
    """
    try:
        names = sorted(path.name for path in folder.iterdir() if path.is_file())
    except OSError as error:
        raise PathMissing(path=str(folder)) from error
    kind = weight_format(names) or SAFETENSORS
    if kind.index_name in names:
        shards = _read_index(folder / kind.index_name)
        missing = next((name for name in shards if not safe_join(folder, name).is_file()), None)
        if missing is None:
            return _read_indexed(folder, shards, kind)
        if kind.single_name not in names:
            raise ShardMissing(path=str(folder), name=missing)
    files = _unindexed_files(folder, [name for name in names if kind.is_weights(name)], kind)
    return {name: tensor for path in files for name, tensor in kind.read(path).items()}


def _read_index(path: Path) -> dict[str, list[str]]:
    """File name -> names of the tensors in it, in order of the file names."""
    weight_map = read_json_object(path, _MAX_INDEX_BYTES).get("weight_map")
    if not isinstance(weight_map, dict) or not weight_map:
        raise FormatError(path=str(path), detail="it maps no tensor to a file")
    shards: dict[str, list[str]] = {}
    for tensor, name in weight_map.items():
        if not isinstance(name, str) or not name.isprintable() or not 0 < len(name.encode()) <= _LONGEST_NAME_BYTES:
            raise FormatError(path=str(path), detail=f"tensor {tensor[:80]!r} is in no file that can be")
        shards.setdefault(name, []).append(tensor)
    return dict(sorted(shards.items()))


def _read_indexed(folder: Path, shards: Mapping[str, list[str]], kind: WeightFormat) -> dict[str, TensorInfo]:
    tensors: dict[str, TensorInfo] = {}
    for file_name, names in shards.items():
        path = safe_join(folder, file_name)
        found = kind.read(path)
        for name in sorted(names):
            if name not in found:
                raise TensorMissing(path=str(path), name=plain_name(name))
            tensors[name] = found[name]
    return tensors


def _unindexed_files(folder: Path, names: list[str], kind: WeightFormat) -> list[Path]:
    if kind.single_name in names:
        return [folder / kind.single_name]
    if numbered := [found for name in names if (found := _SHARD_NAME.fullmatch(name))]:
        stem, total, suffix = numbered[0][1], numbered[0][3], numbered[0][4]
        shards_n = min(int(total), _MOST_SHARDS)
        wanted = [f"{stem}-{i:0{len(total)}}-of-{total}{suffix}" for i in range(1, shards_n + 1)]
        if missing := next((name for name in wanted if name not in names), None):
            raise ShardMissing(path=str(folder), name=missing)
        return [folder / name for name in wanted]
    if len(names) > 1:
        raise SeveralModels(path=str(folder), names=", ".join(names[:20]))
    if not names:
        raise PathMissing(path=str(folder / kind.single_name))
    return [folder / names[0]]
