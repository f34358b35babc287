"""llama.cpp's own server on the same files: started, asked and ended for a comparison."""

import json
import os
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import TimeoutError as NotYet
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from app.core.errors import AppError
from app.core.progress import Progress
from app.engine.bench.plan import Run
from app.engine.bench.report import Measured
from app.engine.protocol import Speculation, Timings

# Its names of the methods that both have: with a draft, and without one.
SERVER_METHODS: Mapping[str, str] = {
    "dspark": "draft-dspark",
    "dflash": "draft-dflash",
    "dflash2": "draft-dflash",
    "eagle3": "draft-eagle3",
    "mtp": "draft-mtp",
    "small_model": "draft-simple",
}
SERVER_LOOK_UPS: Mapping[str, str] = {"ngram": "ngram-simple", "ngram_map": "ngram-map-k"}
# So many tokens must have stood before: our longest match, of which alone we draft as many as are wanted.
_LOOK_UP_MATCH = 12
_HOST = "127.0.0.1"
_START_S = 600.0
_REPLY_S = 3600.0
_END_S = 10.0
_GLANCE_S = 0.1
_LOG_LINES = 12
_LONGEST_ANSWER = 16 << 20


class ServerNotStarted(AppError):
    """llama-server did not come up with these files: path, detail; `log` is the last that it printed."""

    code = "server_not_started"

    def __init__(self, path: Path, detail: str, log: str = "") -> None:
        super().__init__(path=str(path), detail=detail)
        self.log = log


class ServerFailed(AppError):
    """llama-server did not answer a request as it should: detail."""

    code = "server_failed"


@dataclass(frozen=True, slots=True)
class ServerFiles:
    """What a server is to run, and with what; `draft` None is plain decoding, or a target that drafts for itself.

    `method` is "none" or one of SERVER_METHODS and SERVER_LOOK_UPS; threads 0 is the server's own choice.
    """

    program: Path
    target: Path
    context_size: int
    draft: Path | None = None
    method: str = "none"
    length: int = 0
    is_cpu_only: bool = False
    threads: int = 0


class LlamaServer:
    """A server that is up; nothing outside this machine reaches it."""

    def __init__(self, port: int, process: "subprocess.Popen[bytes]", progress: Progress) -> None:
        self._address = f"http://{_HOST}:{port}"
        self._process = process
        self._progress = progress
        # A proxy has no business here.
        self._opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))

    @property
    def is_alive(self) -> bool:
        """Whether the process runs."""
        return self._process.poll() is None

    def is_ready(self) -> bool:
        """Whether the models are loaded."""
        with suppress(OSError), self._opener.open(f"{self._address}/health", timeout=1) as answer:
            return bool(answer.status == 200)
        return False

    def prompt_of(self, message: str) -> str:
        """A user's message as the target's template writes it."""
        body = {"messages": [{"role": "user", "content": message}]}
        return str(self._post("/apply-template", body).get("prompt") or "")

    def answer(self, run: Run, prompt: str, reply_tokens: int) -> Measured:
        """Go on from the prompt, greedily, with nothing of it in the cache; raises ServerFailed, Cancelled."""
        body = {"prompt": prompt, "n_predict": reply_tokens, "temperature": 0, "cache_prompt": False}
        return _measured(run, self._post("/completion", body).get("timings"))

    def _post(self, path: str, body: Mapping[str, Any]) -> Mapping[str, Any]:
        content = json.dumps(body).encode()
        request = urllib.request.Request(self._address + path, content, {"Content-Type": "application/json"})
        with ThreadPoolExecutor(1) as waiting:
            answer = waiting.submit(self._read, request)
            try:
                while True:
                    with suppress(NotYet):
                        return answer.result(_GLANCE_S)
                    self._progress.check()
            except BaseException:
                # Otherwise the thread would wait for the end of the reply.
                _end(self._process)
                raise

    def _read(self, request: urllib.request.Request) -> Mapping[str, Any]:
        try:
            with self._opener.open(request, timeout=_REPLY_S) as answer:
                content = json.loads(answer.read(_LONGEST_ANSWER))
        except (OSError, ValueError) as error:
            raise ServerFailed(detail=str(error)) from error
        if not isinstance(content, dict):
            raise ServerFailed(detail="its answer is no object")
        return content


@contextmanager
def running_server(files: ServerFiles, progress: Progress) -> Iterator[LlamaServer]:
    """A server with these files, reported as stage "bench_server" while it loads them; ended afterwards.

    Raises ServerNotStarted, Cancelled.
    """
    port = _free_port()
    with tempfile.TemporaryFile() as log:
        process = _started(files, port, log)
        try:
            server = LlamaServer(port, process, progress)
            deadline_s = time.monotonic() + _START_S
            while not server.is_ready():
                progress.update("bench_server", 0)
                if not server.is_alive or time.monotonic() > deadline_s:
                    told = _last_lines(log)
                    raise ServerNotStarted(files.program, _complaint(told) or "it said nothing", "\n".join(told))
                time.sleep(_GLANCE_S)
            yield server
        finally:
            _end(process)


def server_version(program: Path) -> str:
    """What the program says that it is, in a line; raises ServerNotStarted."""
    try:
        told = subprocess.run([program, "--version"], capture_output=True, timeout=_END_S, check=True)
    except (OSError, subprocess.SubprocessError) as error:
        detail = error.strerror if isinstance(error, OSError) and error.strerror else "it is no llama-server"
        raise ServerNotStarted(program, detail) from error
    lines = (told.stdout + told.stderr).decode("utf-8", "replace").splitlines()
    version = [line for line in lines if line.startswith("version")]
    if not version:
        raise ServerNotStarted(program, "it is no llama-server")
    return version[0].removeprefix("version:").strip()


def arguments_of(files: ServerFiles, port: int) -> Sequence[str]:
    """What the server is told: one place for a reply, the same context, the same draft length."""
    told = ["--model", str(files.target), "--ctx-size", str(files.context_size), "--parallel", "1"]
    told += ["--host", _HOST, "--port", str(port), "--cache-ram", "0", "--jinja"]
    told += ["--threads", str(files.threads)] if files.threads else []
    told += ["--device", "none"] if files.is_cpu_only else []
    if files.method == "none":
        return told
    if files.method in SERVER_LOOK_UPS:
        kind = SERVER_LOOK_UPS[files.method]
        sizes = [f"--spec-{kind}-size-n", str(_LOOK_UP_MATCH), f"--spec-{kind}-size-m", str(files.length)]
        return [*told, "--spec-type", kind, *sizes]
    told += ["--spec-type", SERVER_METHODS[files.method], "--spec-draft-n-max", str(files.length)]
    if files.draft is not None:
        told += ["--spec-draft-model", str(files.draft)]
        told += ["--spec-draft-device", "none"] if files.is_cpu_only else []
    return told


def _started(files: ServerFiles, port: int, log: IO[bytes]) -> "subprocess.Popen[bytes]":
    command = [str(files.program), *arguments_of(files, port)]
    try:
        # In a session of its own: Ctrl-C is for us, who end it then.
        return subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            start_new_session=os.name != "nt",
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
    except OSError as error:
        raise ServerNotStarted(files.program, error.strerror or str(error)) from error


def _end(process: "subprocess.Popen[bytes]") -> None:
    process.terminate()
    try:
        process.wait(_END_S)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind((_HOST, 0))
        return int(probe.getsockname()[1])


def _last_lines(log: IO[bytes]) -> Sequence[str]:
    log.seek(0, os.SEEK_END)
    log.seek(max(0, log.tell() - (64 << 10)))
    return [line for line in log.read().decode("utf-8", "replace").splitlines() if line.strip()][-_LOG_LINES:]


def _complaint(lines: Sequence[str]) -> str:
    """The first of its last lines that tells of an error, else the very last."""
    return next((line.strip() for line in lines if "error" in line.lower()), lines[-1].strip() if lines else "")


def _measured(run: Run, told: object) -> Measured:
    if not isinstance(told, dict):
        raise ServerFailed(detail="its answer has no timings")
    numbers = {name: float(value) for name, value in told.items() if isinstance(value, int | float)}
    try:
        predicted_n, predicted_ms = int(numbers["predicted_n"]), numbers["predicted_ms"]
        timings = Timings(
            prompt_n=int(numbers["prompt_n"]),
            prompt_ms=numbers["prompt_ms"],
            predicted_n=predicted_n,
            predicted_ms=predicted_ms,
            predicted_per_second=predicted_n / predicted_ms * 1e3 if predicted_ms else None,
            draft_n=int(numbers.get("draft_n", 0)),
            draft_n_accepted=int(numbers.get("draft_n_accepted", 0)),
        )
    except (KeyError, ValueError, OverflowError) as error:
        raise ServerFailed(detail="its timings lack something") from error
    return Measured(run, timings, _speculation(timings), "llama-server")


def _speculation(timings: Timings) -> Speculation:
    """What follows from the counts: every pass gives one token that was not drafted."""
    passes = timings.predicted_n - timings.draft_n_accepted
    if not timings.draft_n or passes <= 0:
        return Speculation()
    return Speculation(
        acceptance_rate=timings.draft_n_accepted / timings.draft_n,
        mean_accepted_length=timings.predicted_n / passes,
    )
