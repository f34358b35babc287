"""Who may ask, how long they may take, and how many there may be."""

import json
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPResponse
from typing import Any
from urllib.parse import quote

import pytest

from app.core import translation
from app.core.translation import tr
from app.server import handler
from app.server.api import MOST_CONNECTIONS, Access, LocalApi
from app.server.errors import PortTaken
from app.server.turns import MOST_WAITING
from app.texts import count
from tests.server.asking import HELLO, Client
from tests.server.led_writer import LedWriter

KEY = "open-sesame-42"
_BODY = json.dumps({"messages": HELLO}).encode()
_HEAD = b"POST /v1/chat/completions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"


def _until(is_so: Any) -> None:
    deadline_s = time.monotonic() + 30
    while not is_so():
        assert time.monotonic() < deadline_s
        time.sleep(0.01)


@pytest.mark.parametrize("host", ["127.0.0.1:5001", "localhost", "LOCALHOST:1", "[::1]:5001"])
def test_names_of_this_computer_are_answered(led: Client, host: str) -> None:
    assert led.get("/v1/models", Host=host).status == 200


@pytest.mark.parametrize("host", ["evil.example:5001", "127.0.0.1.evil.example", "", "[::2]:5001", "localhost.evil"])
def test_a_name_that_was_made_to_point_here_is_refused(led: Client, host: str) -> None:
    told = led.get("/v1/models", Host=host)
    assert (told.status, told.code) == (403, "api_caller_refused")


def test_web_pages_are_refused(led: Client, writer: LedWriter) -> None:
    assert led.get("/v1/models", Origin="https://evil.example").status == 403
    # What a page may send without asking first.
    assert led.post("/v1/chat/completions", {"messages": HELLO}, Content_Type="text/plain").status == 400
    with closing(led.connect()) as connection:
        connection.request("OPTIONS", "/v1/chat/completions", headers={"Origin": "https://evil.example"})
        response = connection.getresponse()
        assert response.status == 403 and response.getheader("Access-Control-Allow-Origin") is None
    assert writer.asked == []


PAGE = "http://localhost:3000"


@pytest.fixture
def open_to_a_page(writer: LedWriter) -> Iterator[Client]:
    with closing(LocalApi(Access(port=0, api_key=KEY, origins=(PAGE,)))) as api:
        api.serve(writer)
        yield Client(api)


def _asked_by_page(client: Client, method: str, path: str, body: bytes = b"", **headers: str) -> HTTPResponse:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    with closing(client.connect()) as connection:
        connection.request(method, path, body or None, {"Origin": PAGE, **named})
        response = connection.getresponse()
        response.read()
        return response


def test_a_page_that_was_named_may_ask_and_read(open_to_a_page: Client, writer: LedWriter) -> None:
    wanted = "authorization,content-type,x-stainless-os"
    asked = {"Access_Control_Request_Method": "POST", "Access_Control_Request_Headers": wanted}
    told = _asked_by_page(open_to_a_page, "OPTIONS", "/v1/chat/completions", b"", **asked)
    assert told.status == 204
    assert told.getheader("Access-Control-Allow-Origin") == PAGE
    assert told.getheader("Access-Control-Allow-Headers") == wanted
    assert "POST" in str(told.getheader("Access-Control-Allow-Methods"))
    for is_streamed in (False, True):
        writer.lead("a")
        body = json.dumps({"messages": HELLO, "stream": is_streamed}).encode()
        headers = {"Content_Type": "application/json", "Authorization": f"Bearer {KEY}"}
        told = _asked_by_page(open_to_a_page, "POST", "/v1/chat/completions", body, **headers)
        assert (told.status, told.getheader("Access-Control-Allow-Origin")) == (200, PAGE)


def test_a_page_that_was_named_reads_why_it_is_refused_and_others_nothing(open_to_a_page: Client) -> None:
    told = _asked_by_page(open_to_a_page, "GET", "/v1/models")
    assert (told.status, told.getheader("Access-Control-Allow-Origin")) == (401, PAGE)
    for other in ("http://localhost:3001", "https://localhost:3000", "null", f"{PAGE}.evil.example"):
        told = _asked_by_page(open_to_a_page, "OPTIONS", "/v1/models", Origin=other)
        assert (told.status, told.getheader("Access-Control-Allow-Origin")) == (403, None)
    # Without a page that asks, there is nothing to tell.
    with closing(open_to_a_page.connect()) as connection:
        connection.request("OPTIONS", "/v1/models")
        assert connection.getresponse().status == 404


def test_one_model_is_told_of_by_its_name(led: Client, writer: LedWriter) -> None:
    assert writer.loaded is not None
    name = writer.loaded.target.name
    told = led.get(f"/v1/models/{quote(name, safe='')}")
    assert told.status == 200 and told.json == led.get("/v1/models").json["data"][0] and told.json["id"] == name
    assert led.get(f"/models/{quote(name)}").status == 200
    other = led.get("/v1/models/somebody%2Felse")
    assert (other.status, other.code) == (404, "api_model_unknown") and "somebody/else" in other.json["error"][
        "message"
    ]
    writer.loaded = None
    assert led.get(f"/v1/models/{quote(name)}").status == 404


def test_without_a_model_it_says_so(led: Client, writer: LedWriter) -> None:
    writer.loaded = None
    assert led.get("/health").status == 503
    assert led.get("/v1/models").json["data"] == []
    told = led.chat()
    assert (told.status, told.code) == (503, "api_nothing_loaded")


@pytest.fixture
def locked(writer: LedWriter) -> Iterator[Client]:
    with closing(LocalApi(Access(port=0, api_key=KEY))) as api:
        api.serve(writer)
        yield Client(api)


@pytest.mark.parametrize("given", ["", KEY, "Bearer", f"Bearer {KEY}x", "Bearer clé", f"Basic {KEY}"])
def test_another_key_opens_nothing(locked: Client, given: str) -> None:
    headers = {"Authorization": given} if given else {}
    told = locked.get("/v1/models", **headers)
    assert (told.status, told.code) == (401, "api_key_wrong")
    assert KEY not in json.dumps(told.json)


def test_the_key_opens_all(locked: Client, writer: LedWriter) -> None:
    assert locked.get("/health").status == 200
    assert locked.get("/v1/models", Authorization=f"Bearer {KEY}").status == 200
    writer.lead("a")
    assert locked.post("/v1/chat/completions", {"messages": HELLO}, Authorization=f"bearer {KEY}").status == 200


def test_nothing_else_is_there(led: Client) -> None:
    for method, path in (
        ("GET", "/"),
        ("GET", "/v1/chat/completions"),
        ("POST", "/v1/models"),
        ("DELETE", "/v1/models"),
    ):
        with closing(led.connect()) as connection:
            connection.request(method, path)
            response = connection.getresponse()
            assert response.status == 404 and json.loads(response.read())["error"]["code"] == "api_path_unknown"


@pytest.mark.parametrize(
    "request_text",
    [
        b"nonsense\r\n\r\n",
        b"GET /\xff HTTP/9.9\r\n\r\n",
        b"GET http://[ HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET / HTTP/1.1\r\n" + b"a: b\r\n" * 200 + b"\r\n",
        b"GET /" + b"a" * 70_000 + b" HTTP/1.1\r\n\r\n",
        b"POST /v1/completions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        b"Content-Length: -1\r\n\r\n{}",
        b"POST /v1/completions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        b"Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
        b"POST /v1/completions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        b"Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
        b"POST /v1/completions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        b"Content-Length: 99999999999\r\n\r\n{}",
    ],
)
def test_what_is_no_request_is_refused_in_words(led: Client, request_text: bytes) -> None:
    with closing(led.socket()) as client:
        client.sendall(request_text)
        client.shutdown(socket.SHUT_WR)
        data = b"".join(iter(lambda: client.recv(1 << 16), b""))
    assert b" 4" in data.split(b"\r\n")[0]
    assert json.loads(data.partition(b"\r\n\r\n")[2])["error"]["message"]
    assert led.get("/health").status == 200


def test_who_dawdles_is_hung_up_on(led: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(handler, "HEADER_S", 0.3)
    monkeypatch.setattr(handler, "BODY_S", 0.3)
    with closing(led.socket()) as silent, closing(led.socket()) as slow:
        slow.sendall(
            b"POST /v1/completions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            b"Content-Length: 50\r\n\r\n{"
        )
        assert silent.recv(100) == b""
        assert slow.recv(1 << 16).startswith(b"HTTP/1.1 408")


def test_more_connections_than_there_may_be_are_hung_up_on(led: Client) -> None:
    many = [led.socket() for _ in range(MOST_CONNECTIONS)]
    with closing(led.socket()) as one_more:
        assert one_more.recv(100) == b""
    for client in many:
        client.close()
    _until(lambda: _is_answered(led))


def _is_answered(client: Client) -> bool:
    try:
        return client.get("/health").status == 200
    except OSError:
        return False


def test_who_comes_when_all_places_are_taken_is_told(led: Client, writer: LedWriter) -> None:
    begun = [led.socket() for _ in range(MOST_WAITING + 1)]
    for client in begun:
        client.sendall(_HEAD + b"Content-Length: %d\r\n\r\n" % len(_BODY) + _BODY)
    _until(lambda: led.api.open_n == MOST_WAITING + 1)
    told = led.chat()
    assert (told.status, told.code) == (429, "api_busy")
    # One of those who wait gives up, and its place is free.
    begun[5].close()
    _until(lambda: led.api.open_n == MOST_WAITING)
    assert len(writer.asked) == 1
    for client in begun:
        client.close()
    _until(lambda: led.api.open_n == 0)
    assert writer.ends.get(timeout=30) == "unwanted"


def test_each_has_its_turn_in_the_order_of_coming(led: Client, writer: LedWriter) -> None:
    told: list[int] = []

    def ask(place: int) -> None:
        led.chat(max_tokens=place)
        told.append(place)

    threads = []
    for place in (1, 2, 3):
        threads.append(threading.Thread(target=ask, args=(place,)))
        threads[-1].start()
        _until(lambda: led.api.open_n == len(threads))
    for thread in threads:
        writer.lead("a")
        thread.join()
    assert [request.max_tokens for request in writer.asked] == told == [1, 2, 3]


@pytest.mark.parametrize("is_streamed", [True, False])
def test_a_client_that_is_gone_is_noticed_while_nothing_is_written(
    led: Client, writer: LedWriter, is_streamed: bool
) -> None:
    with closing(led.socket()) as client:
        body = json.dumps({"messages": HELLO, "stream": is_streamed}).encode()
        client.sendall(_HEAD + b"Content-Length: %d\r\n\r\n" % len(body) + body)
        _until(lambda: writer.asked)
    assert writer.ends.get(timeout=30) == "unwanted"
    _until(lambda: led.api.open_n == 0)


def test_a_reply_that_was_stopped_in_the_window_is_no_whole_one(led: Client, writer: LedWriter) -> None:
    writer.lead("a", reason="cancelled")
    told = led.chat()
    assert (told.status, told.code) == (503, "api_reply_stopped")
    writer.lead("a", reason="cancelled")
    *_, last = led.stream()
    assert last["error"]["code"] == "api_reply_stopped"


def test_old_clients_get_the_stream_without_chunks(led: Client, writer: LedWriter) -> None:
    writer.lead("a", "b")
    body = json.dumps({"messages": HELLO, "stream": True}).encode()
    with closing(led.socket()) as client:
        head = b"POST /v1/chat/completions HTTP/1.0\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        client.sendall(head + b"Content-Length: %d\r\n\r\n" % len(body) + body)
        data = b"".join(iter(lambda: client.recv(1 << 16), b""))
    head, _, events = data.partition(b"\r\n\r\n")
    assert b"chunked" not in head and events.startswith(b"data: {") and events.endswith(b"data: [DONE]\n\n")


def test_a_stream_without_a_piece_is_a_whole_one(led: Client, writer: LedWriter) -> None:
    writer.lead()
    first, last, end = led.stream()
    assert first["choices"][0]["delta"]["role"] == "assistant"
    assert last["choices"][0]["finish_reason"] == "stop" and end == "[DONE]"


def test_a_failure_without_a_name_is_told_and_the_next_is_answered(
    led: Client, writer: LedWriter, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "usual", None)
    told = led.chat()
    assert (told.status, told.code) == (500, "api_failed")
    assert led.get("/health").status == 200


def test_closing_ends_what_is_under_way(writer: LedWriter) -> None:
    api = LocalApi(Access(port=0))
    api.serve(writer)
    client = Client(api)
    with closing(client.socket()) as waiting:
        waiting.sendall(_HEAD + b"Content-Length: %d\r\n\r\n" % len(_BODY) + _BODY)
        _until(lambda: writer.asked)
        api.close()
        assert waiting.recv(100) == b""
    assert writer.ends.get(timeout=30) == "unwanted"
    api.close()
    with pytest.raises(OSError):
        client.socket()


def test_a_port_that_is_taken_is_told(led: Client) -> None:
    with pytest.raises(PortTaken) as caught:
        LocalApi(Access(port=led.place[1]))
    assert caught.value.facts["port"] == str(led.place[1])


@pytest.fixture
def pseudo_window() -> Iterator[None]:
    """The window speaks a language that nobody does, with figures of its own."""
    translation.use(lambda text, number: f"¡{text}!", group="·", decimal=",")
    yield
    translation.use()


def test_programs_read_failures_in_english_whatever_the_window_speaks(led: Client, pseudo_window: None) -> None:
    told = led.get("/v1/nothing")
    assert told.json["error"]["message"] == (
        "There is nothing at /v1/nothing for GET. "
        "There are /v1/models, /v1/chat/completions, /v1/completions and /health."
    )
    assert "¡" not in led.post("/v1/chat/completions", {"messages": 1}).json["error"]["message"]
    assert tr("Settings") == "¡Settings!" and count(1_000) == "1·000"
