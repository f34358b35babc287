"""The local API of the window: other programs and the chat have the engine in turn."""

import json
import socket
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QCheckBox, QSpinBox

from app.core.settings import SERVE, SERVE_ORIGINS, SERVE_PORT, TEMPERATURE
from app.engine.protocol import Cancel, Generate
from app.gui.engine_session import Pair
from app.gui.serving import Serving
from app.gui.widgets.api_state import ApiState
from app.server.api import Access, LocalApi
from tests.engine.conftest import Trained, trained
from tests.gui.real_window import open_real_stage
from tests.gui.scripted_engine import Script
from tests.gui.stage import Stage
from tests.server.asking import HELLO, Client, Told

__all__ = ["trained"]

pytestmark = pytest.mark.gui

PAGE = "http://localhost:3000"
SLOW = Script([("word ", None)] * 2000, per_second=100)


def _free_port() -> int:
    with closing(socket.create_server(("127.0.0.1", 0))) as server:
        port: int = server.getsockname()[1]
    return port


class Served:
    """A window that serves, and a program that asks it."""

    def __init__(self, stage: Stage, serving: Serving, pool: ThreadPoolExecutor) -> None:
        self.stage = stage
        self.serving = serving
        self.session = stage.composition.session
        self._pool = pool
        api = serving._api
        assert api is not None
        self.client = Client(api)

    def ask(self, **fields: Any) -> "Future[Told]":
        """Ask on another thread, for the window has to live meanwhile."""
        return self._pool.submit(lambda: self.client.chat(**fields))

    def answer(self, asked: "Future[Told]") -> Told:
        """Let the window live until it is answered."""
        self.stage.wait_until(asked.done)
        return asked.result()

    @property
    def generated(self) -> list[Generate]:
        """What the engine was asked for."""
        return [command for command in self.stage.engine.sent if isinstance(command, Generate)]


@pytest.fixture
def served(stage: Stage) -> Iterator[Served]:
    serving = Serving(stage.composition.session, stage.settings, stage.composition)
    serving.failed.connect(stage.failures.append)
    serving.begin(_free_port())
    with ThreadPoolExecutor(4) as pool:
        yield Served(stage, serving, pool)
        serving.end()


def test_a_program_is_answered_by_what_is_loaded(served: Served) -> None:
    assert served.answer(served.ask()).code == "api_nothing_loaded"
    served.stage.load()
    told = served.answer(served.ask(temperature=0.5))
    assert told.json["choices"][0]["message"]["content"] == "Hello." and told.json["model"] == "Qwen3-4B"
    (request,) = served.generated
    assert request.sampling.temperature == 0.5 and request.sampling.top_k == 40
    # No chat knows of it.
    assert served.stage.composition.controller.conversation.messages == ()
    assert served.session.state == "ready" and not served.serving.is_answering


def test_what_a_request_leaves_out_is_as_in_the_settings(served: Served) -> None:
    served.stage.load()
    served.stage.settings.set(TEMPERATURE, 0.1)
    served.serving.note_setting(TEMPERATURE)
    served.answer(served.ask())
    assert served.generated[-1].sampling.temperature == 0.1


@pytest.mark.process
@pytest.mark.native
def test_the_chat_and_a_program_are_answered_in_turn(qapp: QApplication, tmp_path: Path, trained: Trained) -> None:
    with open_real_stage(qapp, tmp_path) as real, ThreadPoolExecutor(1) as pool:
        composition, serving = real.composition, real.window.serving
        composition.load(Pair(trained.target, trained.drafts["draft-anchor-full"]))
        real.wait_for_chat()
        serving.begin(_free_port())
        assert serving._api is not None
        client = Client(serving._api)
        # A grammar slows it down to a second or so.
        asked = pool.submit(lambda: client.chat(max_tokens=300, grammar="root ::= [^\\x00]*"))
        real.wait_until(lambda: serving.is_answering)
        assert composition.controller.can_send
        composition.settings.set(TEMPERATURE, 0.0)
        composition.chat_page.composer.submitted.emit("And me?")
        real.wait_until(lambda: composition.controller.context_n > 0)
        # The first word of the second comes after the last of the first.
        real.wait_until(asked.done)
        assert asked.result().json["choices"][0]["finish_reason"] == "length"
        composition.controller.stop()
        real.wait_until(lambda: composition.session.state == "ready")
        reply = composition.controller.conversation.path()[-1]
        assert reply.role == "assistant" and reply.text


def test_a_message_that_waits_for_a_program_says_so(served: Served) -> None:
    served.stage.load()
    served.stage.engine.script = SLOW
    asked = served.ask()
    served.stage.wait_until(lambda: served.serving.is_answering)
    page = served.stage.composition.chat_page
    page.composer.submitted.emit("And me?")
    assert page.reason.words.text() == "Another program is being answered first."
    served.session.stop_serving()
    assert served.answer(asked).code == "api_reply_stopped"
    served.stage.wait_until(lambda: page.reason.words.text() == "")
    served.session.stop_reply()
    served.stage.wait_until(lambda: served.session.state == "ready")


def test_the_end_of_the_window_hangs_up(served: Served) -> None:
    served.stage.load()
    served.stage.engine.script = SLOW
    asked = served.ask()
    served.stage.wait_until(lambda: served.serving.is_answering)
    served.serving.end()
    with pytest.raises(ConnectionError):
        served.answer(asked)


def test_a_client_that_hangs_up_stops_the_engine(served: Served) -> None:
    served.stage.load()
    served.stage.engine.script = SLOW
    body = json.dumps({"messages": HELLO}).encode()
    head = b"POST /v1/chat/completions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    with closing(served.client.socket()) as client:
        client.sendall(head + b"Content-Length: %d\r\n\r\n" % len(body) + body)
        served.stage.wait_until(lambda: served.serving.is_answering)
    served.stage.wait_until(lambda: not served.serving.is_answering)
    assert Cancel(served.generated[-1].job) in served.stage.engine.sent


def test_another_pair_ends_the_reply_and_the_next_one_is_written_with_it(served: Served) -> None:
    served.stage.load()
    served.stage.engine.script = SLOW
    asked = served.ask()
    served.stage.wait_until(lambda: served.serving.is_answering)
    served.stage.load()
    assert served.answer(asked).code == "api_reply_stopped"
    served.stage.engine.script = Script([("Again", None)])
    assert served.answer(served.ask()).status == 200


def test_a_measurement_is_not_disturbed(served: Served) -> None:
    served.stage.load()
    served.session.begin_measuring()
    asked = served.ask()
    served.stage.wait_until(lambda: served.serving._api is not None and served.serving._api.open_n == 1)
    assert served.generated == []
    served.session.end_measuring()
    assert served.answer(asked).status == 200


def test_a_crash_is_told(served: Served) -> None:
    served.stage.load()
    served.stage.engine.script = SLOW
    asked = served.ask()
    served.stage.wait_until(lambda: served.serving.is_answering)
    served.stage.engine.crash()
    told = served.answer(asked)
    assert (told.status, told.code) == (500, "engine_not_running")
    assert served.answer(served.ask()).code == "api_nothing_loaded"


def test_its_state_is_told_in_words(served: Served) -> None:
    shown = ApiState(served.serving, served.session)
    assert shown.words.text() == "Waiting for a model to be loaded."
    served.stage.load()
    assert shown.words.text() == "Waiting for requests."
    assert shown.address.text() == served.serving.address
    shown.copy_button.click()
    assert QGuiApplication.clipboard().text() == served.serving.address
    served.serving.end()
    assert shown.words.text().startswith("Off") and shown.address.isHidden()


def test_a_port_that_is_taken_is_told(stage: Stage) -> None:
    with closing(LocalApi(Access(port=0))) as other:
        serving = Serving(stage.composition.session, stage.settings)
        shown = ApiState(serving, stage.composition.session)
        failures: list[object] = []
        serving.failed.connect(failures.append)
        serving.begin(Client(other).place[1])
        assert failures == [serving.error] and serving.address == ""
        assert "cannot listen" in shown.words.text()


def _status_for_page(address: str) -> int:
    with closing(HTTPConnection(urlsplit(address).netloc, timeout=60)) as connection:
        connection.request("OPTIONS", "/v1/models", headers={"Origin": PAGE})
        return connection.getresponse().status


def test_the_settings_switch_it(qapp: QApplication, tmp_path: Path) -> None:
    with open_real_stage(qapp, tmp_path) as real:
        serving, page = real.window.serving, real.pages.settings_page
        real.composition.settings.set(SERVE_PORT, _free_port())
        real.composition.window.show_page("settings")
        box = page.rows[SERVE.name].field.widget
        assert isinstance(box, QCheckBox)
        box.click()
        assert serving.address == f"http://127.0.0.1:{real.composition.settings.get(SERVE_PORT)}/v1"
        port_box = page.rows[SERVE_PORT.name].field.widget
        assert isinstance(port_box, QSpinBox)
        assert port_box.text() == str(real.composition.settings.get(SERVE_PORT))
        page.rows[SERVE_PORT.name].chosen.emit(_free_port())
        assert str(real.composition.settings.get(SERVE_PORT)) in serving.address
        assert _status_for_page(serving.address) == 403
        page.rows[SERVE_ORIGINS.name].chosen.emit(PAGE)
        assert _status_for_page(serving.address) == 204
        box.click()
        assert serving.address == ""
        real.pages.opening.serve_asked.emit(0)
        assert serving.address
    assert serving.address == ""
