"""The machine that models would run on, told by the engine's devices: what they are, and what room they have."""

from collections.abc import Sequence

from app.engine.protocol import DeviceFacts, LoadOptions
from app.models.offload import OffloadPlan, Wish
from app.models.placing import Room
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


def rooms_of(devices: Sequence[DeviceFacts], loaded: OffloadPlan | None = None) -> tuple[Room, ...]:
    """The memories that models may lie in; of what is `loaded`, with the room that there was before.

    Accelerators compute for the processor, and hold nothing themselves.
    """
    before = {share.room.name: share.room.free_bytes for share in loaded.shares} if loaded else {}
    return tuple(
        Room(
            device.name,
            device.kind,
            device.memory_total_bytes,
            before.get(device.name, device.memory_free_bytes),
        )
        for device in devices
        if device.kind != "accelerator"
    )


def wish_of(options: LoadOptions, context_trained: int) -> Wish:
    """What is asked for, of a target that has learned to read so many tokens (0: nobody knows)."""
    return Wish(
        device=options.device,
        gpu_layers=options.gpu_layers,
        context_size=options.context_size,
        context_trained=context_trained,
        cache_type=options.cache_type,
        less=options.less,
    )
