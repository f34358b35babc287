"""How fast a task goes, smoothed so that a person can read it."""

from collections import deque

_WINDOW_S = 5.0
_LEAST_S = 1.0


class Speed:
    """Amount per second over the last seconds of one stage."""

    def __init__(self) -> None:
        self._stage = ""
        self._samples: deque[tuple[float, int]] = deque()

    def add(self, stage: str, done: int, now_s: float) -> None:
        """Take a report; another stage begins anew."""
        if stage != self._stage or (self._samples and done < self._samples[-1][1]):
            self._stage = stage
            self._samples.clear()
        self._samples.append((now_s, done))
        while now_s - self._samples[0][0] > _WINDOW_S and len(self._samples) > 2:
            self._samples.popleft()

    @property
    def per_second(self) -> float | None:
        """None until there is something to tell, which takes a second."""
        if len(self._samples) < 2:
            return None
        (start_s, start), (end_s, end) = self._samples[0], self._samples[-1]
        return (end - start) / (end_s - start_s) if end_s - start_s >= _LEAST_S and end > start else None
