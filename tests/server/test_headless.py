"""The program without a window, serving a pair, as a person starts and ends it."""

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from pathlib import Path

import pytest

from app.models.pair_file import FilePreset, ModelPlace, PairFile, write_pair_file
from tests.cli.terminal import ROOT, environment, run_program
from tests.engine.conftest import Trained

pytestmark = [pytest.mark.process, pytest.mark.native]

_POSIX = pytest.mark.skipif(os.name != "posix", reason="Ctrl-C reaches other consoles differently on Windows")


def _free_port() -> int:
    with closing(socket.create_server(("127.0.0.1", 0))) as server:
        port: int = server.getsockname()[1]
    return port


@contextmanager
def _serving(home: Path, *arguments: object) -> Iterator[tuple[subprocess.Popen[bytes], str]]:
    """The program, and the line in which it says where it listens."""
    command = [sys.executable, str(ROOT / "main.py"), "--headless", "--serve", *map(str, arguments)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment(home)) as program:
        assert program.stdout
        try:
            yield program, program.stdout.readline().decode()
        finally:
            program.kill()


@_POSIX
def test_it_says_where_it_listens_answers_and_ends_at_ctrl_c(tmp_path: Path, trained: Trained) -> None:
    port, draft = _free_port(), trained.drafts["draft-anchor-full"]
    arguments = ("--target", trained.target, "--draft", draft, "--port", port, "--api-key", "key-of-mine")
    with _serving(tmp_path, *arguments) as (program, line):
        assert line == f"trained-target answers at http://127.0.0.1:{port}/v1\n"
        headers = {"Content-Type": "application/json", "Authorization": "Bearer key-of-mine"}
        with closing(HTTPConnection("127.0.0.1", port, timeout=60)) as connection:
            body = json.dumps({"messages": [{"role": "user", "content": "Hello"}], "stream": True})
            connection.request("POST", "/v1/chat/completions", body, headers)
            response = connection.getresponse()
            assert response.status == 200
            response.read(100)
            # In the middle of a reply.
            program.send_signal(signal.SIGINT)
            assert program.wait(timeout=60) == 0


@_POSIX
def test_a_pair_file_says_what_is_served_and_how(tmp_path: Path, trained: Trained) -> None:
    port = _free_port()
    preset = FilePreset("Exact", "Be brief.", {"temperature": 0.0})
    pair = PairFile(ModelPlace(trained.target), ModelPlace(trained.drafts["draft-anchor-full"]), preset)
    write_pair_file(tmp_path / "pair.slipstream", PairFile(pair.target, pair.draft, preset, {"context_size": 512}))
    with (
        _serving(tmp_path, "--config", tmp_path / "pair.slipstream", "--port", port) as (_, line),
        closing(HTTPConnection("127.0.0.1", port, timeout=60)) as connection,
    ):
        assert line
        connection.request("GET", "/v1/models")
        (model,) = json.loads(connection.getresponse().read())["data"]
        assert model["meta"]["n_ctx"] == 512 and model["meta"]["method"] == "dspark"

        def tokens_of(*messages: dict[str, str]) -> int:
            body = json.dumps({"messages": messages, "max_tokens": 1})
            connection.request("POST", "/v1/chat/completions", body, {"Content-Type": "application/json"})
            tokens: int = json.loads(connection.getresponse().read())["usage"]["prompt_tokens"]
            return tokens

        asked = {"role": "user", "content": "Hello"}
        assert tokens_of(asked) == tokens_of({"role": "system", "content": "Be brief."}, asked)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--headless",), "needs --serve"),
        (("--headless", "--serve"), "nothing to serve"),
        (("--headless", "--serve", "--target", "t.gguf", "--host", "0.0.0.0"), "--api-key"),
        (("--headless", "--serve", "--target", "t.gguf", "--port", "0"), "from 1 to 65535"),
        (("--headless", "--serve", "--target", "t.gguf", "--config", "c.slipstream"), "leave out either"),
        (("--port", "5001"), "--port needs --serve"),
        (("--serve", "--host", "0.0.0.0"), "--headless"),
        (("--serve", "--cors", "http://localhost:3000"), "--headless"),
        (("--headless", "--serve", "--target", "t.gguf", "--cors", "localhost"), "is not an origin"),
    ],
)
def test_wrong_use_is_told(tmp_path: Path, arguments: tuple[str, ...], words: str) -> None:
    ended = run_program(tmp_path, *arguments)
    assert ended.code == 2 and words in ended.err


def test_a_port_that_is_taken_is_told_before_anything_is_loaded(tmp_path: Path) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as other:
        port = other.getsockname()[1]
        ended = run_program(tmp_path, "--headless", "--serve", "--target", tmp_path / "t.gguf", "--port", port)
    assert ended.code == 1 and "cannot listen" in ended.err and str(port) in ended.err


def test_a_pair_that_is_not_there_is_told(tmp_path: Path) -> None:
    file = tmp_path / "pair.slipstream"
    write_pair_file(file, PairFile(ModelPlace(repo="OWNER/NAME")))
    ended = run_program(tmp_path, "--headless", "--serve", "--config", file, "--port", _free_port())
    assert ended.code == 1 and "OWNER/NAME" in ended.err


def test_no_window_s_library_is_loaded(tmp_path: Path) -> None:
    code = (
        "import sys; sys.argv = ['main.py']; import app.cli.serve, app.startup; "
        "sys.exit(any(name.partition('.')[0] in ('PySide6', 'llama_cpp') for name in sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=environment(tmp_path), check=False, timeout=60)
    assert done.returncode == 0
