"""How far a long task is, as its line in the strip of jobs says it."""

from collections import deque
from dataclasses import dataclass
from json import loads

from app.jobs.job import Job
from app.texts import duration, notice, sentence, size, stage

_WINDOW_S = 5.0
_LEAST_S = 0.4


class Pace:
    """Amount per second over the last seconds of one stage."""

    def __init__(self) -> None:
        self._stage = ""
        self._samples: deque[tuple[float, int]] = deque()

    def add(self, stage_name: str, done: int, now_s: float) -> None:
        """Take a report; another stage begins anew."""
        if stage_name != self._stage or (self._samples and done < self._samples[-1][1]):
            self._stage = stage_name
            self._samples.clear()
        self._samples.append((now_s, done))
        while now_s - self._samples[0][0] > _WINDOW_S and len(self._samples) > 2:
            self._samples.popleft()

    @property
    def per_second(self) -> float | None:
        """None until there is something to tell."""
        if len(self._samples) < 2:
            return None
        (start_s, start), (end_s, end) = self._samples[0], self._samples[-1]
        return (end - start) / (end_s - start_s) if end_s - start_s >= _LEAST_S and end > start else None


@dataclass(frozen=True, slots=True)
class JobLine:
    """A task under its title, and how fast it goes (bytes per second, None where that is unknown)."""

    title: str
    job: Job
    per_second: float | None = None

    @property
    def share(self) -> float | None:
        """From 0 to 1; None while there is no telling."""
        return min(1.0, self.job.done / self.job.total) if self.job.total else None

    @property
    def words(self) -> str:
        """The stage with amount, speed and time left, or how it ended."""
        if self.job.state == "failed":
            return sentence(self.job.code, self.job.facts).sentence
        if self.job.state == "finished":
            return f"Done. {notes_of(self.job)}".strip()
        ends = {"cancelled": "Stopped", "cancelling": "Stopping"}
        return ends.get(self.job.state) or progress_words(self.job, self.per_second)


def progress_words(job: Job, per_second: float | None) -> str:
    """ "Writing the model · 2.1 of 4.3 GB · 210 MB/s · 10 s left"."""
    parts = [stage(job.stage) if job.stage else "Starting"]
    if job.total:
        parts.append(f"{size(job.done)} of {size(job.total)}")
        if per_second:
            parts.append(f"{size(per_second)}/s")
            parts.append(f"{duration((job.total - job.done) / per_second)} left")
    return " · ".join(parts)


def notes_of(job: Job) -> str:
    """What a conversion did in an unusual way; empty where there is nothing to tell."""
    notes = loads(str(job.result.get("notes", "[]")))
    return " ".join(notice(code, facts).sentence for code, facts in notes)


def summary(lines: "tuple[JobLine, ...]") -> str:
    """What the folded strip says of all of them."""
    running = [line for line in lines if not line.job.is_over]
    failed = [line for line in lines if line.job.state == "failed"]
    if len(running) == 1:
        return f"{running[0].title} · {running[0].words}"
    if running:
        return f"{len(running)} tasks are running"
    if len(failed) == 1:
        return f"{failed[0].title}: {failed[0].words}"
    return f"{len(failed)} tasks failed" if failed else ""
