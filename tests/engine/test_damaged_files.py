"""Models whose numbers were changed, through the real engine: refused or run, but the process stays.

More of them by hand: SLIPSTREAM_FUZZ_CASES=600.
"""

import os
import random
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from gguf import GGUFReader, GGUFValueType

from app.core.errors import ReportedError
from app.engine.blocking import BlockingEngine, EngineCrashed
from app.engine.protocol import DraftOptions, Generate, LoadOptions, SamplingOptions

pytestmark = [pytest.mark.process, pytest.mark.native]

# Each with all that is special about its family: windows and shared layers, experts, running states.
TARGETS = ("gemma4", "gpt_oss", "qwen3_5", "qwen3_moe")
CASES = int(os.environ.get("SLIPSTREAM_FUZZ_CASES", "10"))
_NUMBERS = frozenset(GGUFValueType) - {GGUFValueType.STRING, GGUFValueType.ARRAY, GGUFValueType.BOOL}


@dataclass(frozen=True)
class Change:
    """Another value in the place of one that a key has."""

    key: str
    place: int
    value: float

    def make(self, path: Path) -> None:
        """Write it into the file."""
        field = GGUFReader(path, "r+").fields[self.key]
        part = field.parts[field.data[self.place]]
        limits = np.iinfo(part.dtype) if part.dtype.kind in "iu" else None
        part[0] = self.value if limits is None else int(np.clip(self.value, limits.min, limits.max))


def changes(path: Path) -> Sequence[Change]:
    """Small, large and impossible values for every number that the family or the vocabulary has."""

    def all_of_them() -> Iterator[Change]:
        for field in GGUFReader(path).fields.values():
            if field.name.startswith(("GGUF.", "general.")) or field.types[-1] not in _NUMBERS or not len(field.data):
                continue
            for place in {0, len(field.data) - 1}:
                value = float(field.parts[field.data[place]][0])
                others = {0.0, 1.0, -1.0, value + 1, value - 1, value * 2, value // 2, 7.0, 2.0**20, 2.0**32}
                yield from (Change(field.name, place, other) for other in sorted(others - {value}))

    return list(all_of_them())


def outcome(engine: BlockingEngine, path: Path) -> str:
    """What becomes of it: a reply, or the code of a refusal."""
    try:
        engine.load(path, None, LoadOptions(context_size=256, threads=1))
        drafting, greedy = DraftOptions("ngram", pacing="always"), SamplingOptions(temperature=0)
        request = Generate(engine.next_job(), raw_prompt="one two", sampling=greedy, drafting=drafting, max_tokens=8)
        engine.finish(request)
    except ReportedError as error:
        return error.reported_code
    return "a reply"


@pytest.mark.parametrize("target", TARGETS)
def test_no_number_ends_the_process(shared: Path, tmp_path: Path, target: str) -> None:
    source, damaged = shared / "fixtures" / "expected" / f"{target}.bf16.gguf", tmp_path / "damaged.gguf"
    outcomes: dict[Change, str] = {}
    # The same every time, and others by hand.
    seed = target if CASES == 10 else None
    with BlockingEngine() as engine:
        assert outcome(engine, source) == "a reply"
        possible = changes(source)
        for change in random.Random(seed).sample(possible, min(CASES, len(possible))):
            shutil.copy(source, damaged)
            change.make(damaged)
            try:
                outcomes[change] = outcome(engine, damaged)
            except EngineCrashed as crash:
                pytest.fail(f"{change} ended the process: {crash.facts} {crash.log[-500:]}")
        assert outcome(engine, source) == "a reply"
    assert "unexpected" not in outcomes.values(), outcomes
    assert len(set(outcomes.values())) > 1, "some run, some are refused"
