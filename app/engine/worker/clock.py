"""The time that replies are measured by: it stands still while the machine sleeps."""

import ctypes
import sys
import time

if sys.platform == "win32":
    _TICKS_PER_S = 10_000_000
    # Elsewhere `perf_counter` is such a clock; on Windows it goes on, and an hour of sleep would count as one token's.
    _query = getattr(ctypes.WinDLL("kernelbase"), "QueryUnbiasedInterruptTimePrecise", None)

    def awake_s() -> float:
        """Seconds from some time in the past, of those that the machine was awake."""
        if _query is None:
            return time.perf_counter()
        ticks = ctypes.c_ulonglong()
        _query(ctypes.byref(ticks))
        return ticks.value / _TICKS_PER_S

else:
    awake_s = time.perf_counter
