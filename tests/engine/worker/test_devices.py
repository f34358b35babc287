"""Devices as the loaded backends report them."""

import pytest

from app.engine.worker.devices import chosen_devices, core_count, list_devices
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


def test_choosing() -> None:
    assert chosen_devices("cpu") == ((), "CPU")
    chosen, name = chosen_devices("auto")
    assert chosen is None
    assert name in [device.name for device in list_devices().devices]
    with pytest.raises(DeviceMissing):
        chosen_devices("CUDA9")


def test_every_named_device_can_be_chosen() -> None:
    for device in list_devices().devices:
        assert chosen_devices(device.name)[1] == device.name


def test_core_count_is_usable() -> None:
    assert core_count() >= 1
