"""The engine makes of every converted family what its own files say: the same tokens, and an answer."""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
import sentencepiece
from tokenizers import Tokenizer

from app.convert.plan import plan_conversion
from app.convert.run import convert
from app.core.progress import Progress
from tests.convert.recipes import NAMES, recipe, write_checkpoint

ROOT = Path(__file__).resolve().parents[2]
TEXTS = (
    "Hello, world's 33 tokens: don't stop!",
    "  two  spaces,\n\n\ttabs and 1234567 numbers; HE'LL say `x = [1, 2];`\r\n  ",
    "\u00e9t\u00e9 \u043d\u0435\u0449\u043e \u5de5\u4f5c \U0001f680 \u0e01\u0e34\u0e19",
    "fooBar HTTPServer a/b//c ------======= ```...???",
    "The demo shows what a draft is good for, and where files are kept.",
)

pytestmark = [pytest.mark.process, pytest.mark.timeout(120)]


def engine(task: str, paths: Sequence[Path]) -> Iterator[Any]:
    command = [sys.executable, "-m", "tests.convert.engine_reading", task, *map(str, paths)]
    told = subprocess.run(command, cwd=ROOT, input=json.dumps(TEXTS), capture_output=True, text=True, timeout=100)
    assert told.returncode == 0, told.stderr[-2000:]
    return map(json.loads, told.stdout.splitlines())


def converted(names: Sequence[str], folder: Path) -> list[Path]:
    plans = [plan_conversion(write_checkpoint(name, folder)) for name in names]
    return [convert(plan, folder / f"{plan.entry.name}.gguf", Progress()) for plan in plans]


def own_tokens(checkpoint: Path) -> Callable[[str], list[int]]:
    """What the library that a checkpoint's tokenizer is made for cuts texts into."""
    if (checkpoint / "tokenizer.model").is_file():
        pieces = sentencepiece.SentencePieceProcessor(model_file=str(checkpoint / "tokenizer.model"))
        begins = json.loads((checkpoint / "tokenizer_config.json").read_text("utf-8"))["add_bos_token"]
        return lambda text: [*([pieces.bos_id()] if begins else []), *pieces.encode(text)]
    tokenizer = Tokenizer.from_file(str(checkpoint / "tokenizer.json"))
    return lambda text: tokenizer.encode(text).ids


def test_the_same_tokens(tmp_path: Path) -> None:
    one_each = {recipe(name)["tokenizer"]: name for name in NAMES}
    paths = converted(list(one_each.values()), tmp_path)
    for (tokenizer, name), found in zip(one_each.items(), engine("tokenize", paths), strict=True):
        own = own_tokens(tmp_path / name)
        assert found == [own(text) for text in TEXTS], tokenizer


def test_every_family_answers(tmp_path: Path) -> None:
    answers = list(engine("generate", converted(NAMES, tmp_path)))
    assert len(answers) == len(NAMES)
