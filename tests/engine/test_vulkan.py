"""The Vulkan backend, added as a module: a converted pair chats on it, and says what it says on the processor."""

from collections.abc import Iterator
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import backend_module
import lockfile
import pytest
from llama_cpp_wheel import NAME
from stamp import LOCK
from vulkan_parts import has_driver

from app.engine import entry
from app.engine.blocking import BlockingEngine, EngineCrashed
from app.engine.protocol import (
    DeviceFacts,
    DraftOptions,
    Generate,
    GenerateResult,
    LoadOptions,
    LoadResult,
    SamplingOptions,
)
from app.engine.worker.backends import ADD_ONS_VARIABLE
from tests.engine.conftest import Trained
from tests.engine.worker.near_ties import assert_same_but_for_near_ties

# Mesa's software device compiles each program that it runs, which takes it half a minute of both cores the first time.
pytestmark = [pytest.mark.process, pytest.mark.native, pytest.mark.timeout(1500)]

# It computes a few tokens a second.
MAX_TOKENS = 16
PROMPT_CHARACTERS = 120
ATTEMPTS = 12
NO_DEVICE = "Vulkan finds no device here; Debian's mesa-vulkan-drivers brings one that uses the processor"
GREEDY = SamplingOptions(temperature=0)


@pytest.fixture(scope="module")
def folder() -> Path:
    """Where `packaging/dev.py wheel vulkan` put the module."""
    block = lockfile.blocks((LOCK / "environment.txt").read_text(encoding="utf-8"))[NAME]
    found = backend_module.find_module(block, backend_module.Backend("vulkan"))
    if found is None:
        pytest.skip("no Vulkan backend was compiled here: python3 packaging/dev.py wheel vulkan")
    return found


def run_without_survey(connection: "Connection[Any, Any]") -> None:
    """Serve as the engine does, but measure no drafts at load: with so many of them Mesa's fault is met each time.

    Nor is it told what is being loaded onto: where the fault is met, the processor shall not stand in for the device.
    """
    from app.engine.worker import devices, session

    session.survey = lambda *arguments: None  # type: ignore[attr-defined]
    devices.tell_loading_onto = lambda names: None
    entry.run(connection)


@pytest.fixture
def engine(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[BlockingEngine]:
    """An engine with the module, told to take software devices for graphics cards."""
    monkeypatch.setenv(ADD_ONS_VARIABLE, str(folder))
    monkeypatch.setenv("GGML_VK_VISIBLE_DEVICES", "0")
    with BlockingEngine(run_without_survey) as started:
        yield started


@pytest.fixture
def device(engine: BlockingEngine) -> DeviceFacts:
    if not has_driver():
        pytest.skip(NO_DEVICE)
    found = engine.devices()
    assert "Vulkan" in found.backends, found.notices
    named = next((device for device in found.devices if device.name.startswith("Vulkan")), None)
    if named is None:
        pytest.skip(NO_DEVICE)
    return named


def ask(engine: BlockingEngine, prompt: str) -> GenerateResult:
    request = Generate(
        engine.next_job(),
        raw_prompt=prompt,
        sampling=GREEDY,
        drafting=DraftOptions(pacing="always"),
        max_tokens=MAX_TOKENS,
    )
    *_, finished = engine.run(request)
    assert getattr(finished, "generated", None)
    return finished.generated  # type: ignore[union-attr,return-value]


def load_and_ask(engine: BlockingEngine, trained: Trained, options: LoadOptions) -> tuple[LoadResult, GenerateResult]:
    """Load the pair and let it reply; anew where the software device ended the engine."""
    for _ in range(ATTEMPTS - 1):
        try:
            return _loaded_and_asked(engine, trained, options)
        except EngineCrashed as crash:
            if not _is_fault_of_mesa(crash):
                raise
    return _loaded_and_asked(engine, trained, options)


def _loaded_and_asked(
    engine: BlockingEngine, trained: Trained, options: LoadOptions
) -> tuple[LoadResult, GenerateResult]:
    loaded = engine.load(trained.target, trained.drafts["draft-anchor-full"], options)
    return loaded, ask(engine, trained.prompts[0][:PROMPT_CHARACTERS])


def _is_fault_of_mesa(crash: EngineCrashed) -> bool:
    """Whether the thread of Mesa's queue counted references to a buffer that is gone: about every third first reply.

    ggml has one layout of twelve bindings for all of its programs, and names buffers for those alone that a program
    reads. What the others named before may be gone by then, which Vulkan allows; Mesa 22.3 uses it all the same. A
    hundred lines of C that do the same without llama.cpp end at the same instruction, each time, and
    the validation layers find nothing wrong with them, nor with ours. That thread runs no Python: of a fault in one
    that does, as in every call of ours with `threads=1`, faulthandler tells the stack.
    """
    return crash.facts["signal"] == "SIGSEGV" and "most recent call first" not in crash.log


def test_the_device_tells_what_it_is(device: DeviceFacts) -> None:
    assert device.kind in ("gpu", "integrated")
    assert device.description
    assert device.memory_total_bytes


def test_software_devices_are_offered_only_when_asked_for(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(ADD_ONS_VARIABLE, str(folder))
    monkeypatch.delenv("GGML_VK_VISIBLE_DEVICES", raising=False)
    with BlockingEngine() as engine:
        offered = engine.devices().devices
    assert not any("llvmpipe" in device.description for device in offered)


def test_a_pair_says_the_same_as_on_the_processor(
    engine: BlockingEngine, device: DeviceFacts, trained: Trained
) -> None:
    prompt = trained.prompts[0][:PROMPT_CHARACTERS]
    loaded, drafted = load_and_ask(engine, trained, LoadOptions(device=device.name, threads=1))
    assert loaded.device == device.name
    engine.load(trained.target, options=LoadOptions(device="cpu", threads=1))
    plain = ask(engine, prompt)
    assert drafted.timings.draft_n_accepted > 0
    assert_same_but_for_near_ties(trained.target, prompt, plain.tokens, drafted.tokens)


def test_layers_are_split_as_planned(engine: BlockingEngine, device: DeviceFacts, trained: Trained) -> None:
    """The automatic choice takes the device; the draft drafts from layers on both sides."""
    split, reply = load_and_ask(engine, trained, LoadOptions(gpu_layers=3, threads=1))
    assert split.plan is not None and split.draft is not None and not split.notices
    assert split.plan.devices == (device.name,)
    on_device, in_main_memory = split.plan.shares
    assert split.plan.target_layers == 3 and split.plan.is_draft_offloaded
    assert 0 < on_device.target_bytes < in_main_memory.target_bytes
    assert on_device.context_bytes > 0 and in_main_memory.context_bytes > 0
    assert reply.timings.draft_n_accepted > 0
