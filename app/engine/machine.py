"""The machine that models would run on, told by the engine's devices."""

from collections.abc import Sequence

from app.engine.protocol import DeviceFacts
from app.models.proposal import Machine


def device_for(devices: Sequence[DeviceFacts], name: str) -> DeviceFacts | None:
    """The device of that name; for "auto" the first that is no CPU, where there is one."""
    named = next((device for device in devices if device.name == name), None)
    if named is not None:
        return named
    fast = (device for device in devices if device.kind != "cpu") if name == "auto" else iter(())
    return next(fast, next((device for device in devices if device.kind == "cpu"), None))


def machine_of(devices: Sequence[DeviceFacts], name: str) -> Machine | None:
    """What models run on with this choice of a device, None before the engine has listed any."""
    device = device_for(devices, name)
    processor = next((device for device in devices if device.kind == "cpu"), device)
    if device is None or processor is None:
        return None
    total = processor.memory_total_bytes or 0
    free = processor.memory_free_bytes
    own = device.memory_total_bytes if device.kind in ("gpu", "accelerator") else None
    return Machine(total, total if free is None else free, device.kind, own)
