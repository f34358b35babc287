"""Why an engine died, by what backends really print on their way out."""

import pytest

from app.engine.blocking import EngineCrashed, EngineDeviceLost, EngineFileLost, EngineOutOfMemory, crash_error
from app.engine.client import Crashed
from app.engine.crash import NOTHING_RISKY, Cause, backend_at_fault, cause_of, device_named, devices_at_fault
from app.texts import sentence_of

PYTHONS = "\nFatal Python error: Aborted\n\nCurrent thread 0x01 (most recent call first):\n  File out of memory.py"


@pytest.mark.parametrize(
    ("cause", "code", "signal_name", "last_words"),
    [
        ("device_lost", -6, "SIGABRT", "terminate called after throwing an instance of 'vk::DeviceLostError'"),
        ("device_lost", -6, "SIGABRT", "  what():  vk::Queue::submit: ErrorDeviceLost"),
        ("device_lost", -6, "SIGABRT", "ggml/src/ggml-cuda/ggml-cuda.cu:94: CUDA error"),
        ("device_lost", -6, "SIGABRT", "ggml_metal_graph_compute: command buffer 1 failed with status 5"),
        ("out_of_memory", -6, "SIGABRT", "terminate called after throwing an instance of 'std::bad_alloc'"),
        ("out_of_memory", -6, "SIGABRT", "  what():  vk::Device::allocateMemory: ErrorOutOfDeviceMemory"),
        ("out_of_memory", -6, "SIGABRT", "CUDA error: out of memory"),
        ("out_of_memory", -6, "SIGABRT", "  what():  failed to allocate compute pp buffers"),
        ("out_of_memory", -6, "SIGABRT", "ggml_aligned_malloc: insufficient memory (attempted to allocate  19.73 MB)"),
        ("out_of_memory", -9, "SIGKILL", "loading"),
        ("file_changed", -7, "SIGBUS", ""),
        ("file_changed", 0xC0000006, None, ""),
        ("file_changed", 0xC0000006 - (1 << 32), None, ""),
        ("processor", -4, "SIGILL", ""),
        ("processor", 0xC000001D, None, ""),
        (None, -6, "SIGABRT", "ggml.c:1: GGML_ASSERT(a->ne[0] == b->ne[0]) failed"),
        (None, -11, "SIGSEGV", ""),
        (None, 70, None, ""),
        (None, None, None, "it could not be started"),
    ],
)
def test_the_last_words_tell_the_cause(
    cause: Cause | None, code: int | None, signal_name: str | None, last_words: str
) -> None:
    assert cause_of(code, signal_name, f"loading ...\n{last_words}{PYTHONS}") == cause


def test_what_it_marked_tells_what_drivers_were_at() -> None:
    assert backend_at_fault("loading the backend vulkan") == "vulkan"
    assert devices_at_fault("loading onto Vulkan0 Vulkan1") == ("Vulkan0", "Vulkan1")
    for mark in ("", NOTHING_RISKY):
        assert backend_at_fault(mark) is None and devices_at_fault(mark) == ()
    assert backend_at_fault("loading onto CUDA0") is None and devices_at_fault("loading the backend cuda") == ()


@pytest.mark.parametrize("kind", ["CUDA", "ROCm", "MUSA"])
def test_the_one_of_several_cards_that_failed_is_named(kind: str) -> None:
    words = f"{kind} error: unspecified launch failure\n  current device: 1, in function ggml_cuda_op at x.cu:3\n"
    assert device_named(f"words\n{words}  cudaGetLastError()\nx.cu:94: {kind} error{PYTHONS}") == f"{kind}1"
    assert device_named(f"vk::Queue::submit: ErrorDeviceLost{PYTHONS}") is None


def test_what_was_got_over_long_before_is_not_the_cause() -> None:
    log = "ggml_vulkan: failed to allocate 4 GB\n" + "go on\n" * 20 + "GGML_ASSERT(x) failed"
    assert cause_of(-6, "SIGABRT", log) is None


@pytest.mark.parametrize(
    ("cause", "kind", "words"),
    [
        ("device_lost", EngineDeviceLost, "The device Vulkan0 stopped working"),
        ("out_of_memory", EngineOutOfMemory, "memory ran out"),
        ("file_changed", EngineFileLost, "cut short"),
        (None, EngineCrashed, "stopped unexpectedly (SIGABRT)"),
    ],
)
def test_each_cause_has_a_failure_and_words(cause: Cause | None, kind: type[EngineCrashed], words: str) -> None:
    error = crash_error(Crashed(-6, 1, "the log", "SIGABRT", None, cause, "Vulkan0"))
    assert type(error) is kind and error.log == "the log"
    assert words in sentence_of(error).sentence
