"""Devices as the loaded backends report them."""

import sys

import pytest

from app.engine.worker.devices import core_count, handles_of, list_devices
from app.engine.worker.errors import DeviceMissing

pytestmark = pytest.mark.native


def test_the_cpu_is_always_there_with_its_memory() -> None:
    result = list_devices()
    assert "CPU" in result.backends
    cpu = next(device for device in result.devices if device.kind == "cpu")
    assert cpu.description
    assert cpu.memory_total_bytes is not None
    assert cpu.memory_total_bytes > 1 << 28
    assert cpu.memory_free_bytes is None or cpu.memory_free_bytes <= cpu.memory_total_bytes


def test_free_memory_is_what_programs_can_still_have() -> None:
    cpu = next(device for device in list_devices().devices if device.kind == "cpu")
    told = cpu.memory_free_bytes
    if sys.platform == "linux":
        assert told is not None and cpu.memory_total_bytes is not None
        assert 0 < told < cpu.memory_total_bytes


def test_every_device_has_a_handle_by_its_name() -> None:
    names = [device.name for device in list_devices().devices]
    handles = handles_of(names)
    assert len(set(handles)) == len(names) and all(handles)
    assert handles_of(()) == ()
    with pytest.raises(DeviceMissing):
        handles_of(("CUDA9",))


def test_core_count_is_usable() -> None:
    assert core_count() >= 1
