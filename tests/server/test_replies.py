"""Replies of the real engine, in the shapes that clients of OpenAI's API read."""

import json
import threading
import time
from typing import Any

import pytest

from app.engine.blocking import BlockingEngine
from app.engine.protocol import Finished, LoadOptions
from app.server.api import LocalApi
from app.server.writer import EngineWriter
from tests.engine.conftest import Trained
from tests.server.asking import HELLO, Client
from tests.server.conftest import ANY_PORT, USUAL

pytestmark = [pytest.mark.process, pytest.mark.native]


def test_what_is_loaded_is_told(client: Client) -> None:
    assert client.get("/health").json["status"] == "ok"
    (model,) = client.get("/v1/models").json["data"]
    assert model["id"] == "trained-target" and model["object"] == "model"
    assert model["meta"]["method"] == "dspark" and model["meta"]["n_ctx"] > 0


def test_a_reply_in_one_tells_its_numbers(client: Client) -> None:
    told = client.chat(model="whatever", max_tokens=20)
    assert told.status == 200 and told.json["object"] == "chat.completion" and told.json["model"] == "trained-target"
    (choice,) = told.json["choices"]
    assert choice["message"]["role"] == "assistant" and choice["message"]["content"]
    assert choice["finish_reason"] == "length"
    usage, timings = told.json["usage"], told.json["timings"]
    assert usage["completion_tokens"] == timings["predicted_n"] == 20
    assert usage["total_tokens"] == usage["prompt_tokens"] + 20
    assert usage["prompt_tokens"] - usage["prompt_tokens_details"]["cached_tokens"] == timings["prompt_n"]
    details = usage["completion_tokens_details"]
    assert details["accepted_prediction_tokens"] == timings["draft_n_accepted"] > 0
    assert sum(details.values()) == timings["draft_n"]
    assert usage["speculation"]["method"] == "dspark" and usage["speculation"]["acceptance_rate"] > 0


def test_a_stream_comes_to_the_same_text(client: Client) -> None:
    whole = client.chat(max_tokens=30).json["choices"][0]["message"]["content"]
    chunks = client.stream(max_tokens=30, stream_options={"include_usage": True})
    assert chunks.pop() == "[DONE]"
    counts = chunks.pop()
    assert counts["choices"] == [] and counts["usage"]["completion_tokens"] == 30
    assert counts["usage"]["speculation"]["rounds"] > 0
    assert {chunk["id"] for chunk in chunks} == {counts["id"]}
    first, *pieces, last = [chunk["choices"][0] for chunk in chunks]
    assert first["delta"] == {"role": "assistant", "content": ""}
    assert "".join(piece["delta"]["content"] for piece in pieces) == whole
    assert len(pieces) > 5 and all(piece["finish_reason"] is None for piece in pieces)
    assert last["delta"] == {} and last["finish_reason"] == "length"
    assert chunks[-1]["timings"]["predicted_n"] == 30 and "usage" not in chunks[-1]


def test_a_bare_text_goes_on_without_a_template(client: Client, trained: Trained) -> None:
    fields = {"prompt": trained.prompts[0], "max_tokens": 12}
    told = client.post("/v1/completions", fields)
    assert told.json["object"] == "text_completion"
    chunks = client.stream("/v1/completions", **fields)
    assert "".join(chunk["choices"][0]["text"] for chunk in chunks[:-1]) == told.json["choices"][0]["text"] != ""


def test_one_connection_asks_again_and_again(client: Client) -> None:
    connection = client.connect()
    for _ in range(3):
        body = json.dumps({"messages": HELLO, "max_tokens": 3, "stream": True})
        connection.request("POST", "/v1/chat/completions", body, {"Content-Type": "application/json"})
        assert connection.getresponse().read().endswith(b"data: [DONE]\n\n")
    connection.close()


def test_stops_seeds_and_forms_are_followed(client: Client) -> None:
    text = client.chat(max_tokens=20).json["choices"][0]["message"]["content"]
    stop = text.split()[1]
    stopped = client.chat(max_tokens=20, stop=[stop]).json["choices"][0]
    assert stopped["message"]["content"] == text.partition(stop)[0] and stopped["finish_reason"] == "stop"
    freely: dict[str, Any] = {"temperature": 1.5, "seed": 7, "max_tokens": 20}
    assert client.chat(**freely).json["choices"] == client.chat(**freely).json["choices"]
    one_of = {"name": "a", "schema": {"enum": ["yes", "no"]}}
    formed = client.chat(response_format={"type": "json_schema", "json_schema": one_of})
    assert json.loads(formed.json["choices"][0]["message"]["content"]) in ("yes", "no")


def test_what_the_engine_refuses_is_the_request_s_fault(client: Client) -> None:
    schema = {"type": "json_schema", "json_schema": {"schema": {"type": "no such type"}}}
    for is_streamed in (False, True):
        told = client.chat(response_format=schema, stream=is_streamed)
        assert (told.status, told.code) == (400, "bad_grammar")
        assert told.json["error"]["type"] == "invalid_request_error" and told.json["error"]["message"]
    long = client.chat(messages=[{"role": "user", "content": "word " * 20_000}])
    assert (long.status, long.code) == (400, "prompt_too_long")


def test_ten_at_once_are_all_answered(client: Client) -> None:
    expected = client.chat(max_tokens=15).json["choices"]
    told: list[Any] = []
    threads = [threading.Thread(target=lambda: told.append(client.chat(max_tokens=15))) for _ in range(10)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [answer.json["choices"] for answer in told] == [expected] * 10


def test_a_client_that_hangs_up_ends_its_reply(engine: BlockingEngine) -> None:
    written: list[object] = []

    class Watched(EngineWriter):
        def write(self, request: Any, is_wanted: Any) -> Any:
            for event in super().write(request, is_wanted):
                written.append(event)
                yield event

    api = LocalApi(ANY_PORT)
    api.serve(Watched(engine, LoadOptions(threads=1), USUAL))
    client = Client(api)
    # A grammar slows it down to seconds.
    connection, response = client.begin(max_tokens=1900, grammar="root ::= [^\\x00]*")
    response.read(10)
    connection.close()
    response.close()
    began_s = time.monotonic()
    while api.open_n:
        assert time.monotonic() - began_s < 30
        time.sleep(0.01)
    assert written and not any(isinstance(event, Finished) for event in written)
    assert client.chat(max_tokens=3).status == 200
    api.close()


def test_an_engine_that_crashed_is_loaded_again(trained: Trained) -> None:
    options = LoadOptions(threads=1)
    with BlockingEngine() as own:
        own.load(trained.target, trained.drafts["draft-anchor-full"], options)
        api = LocalApi(ANY_PORT)
        api.serve(EngineWriter(own, options, USUAL))
        client = Client(api)
        before = client.chat(max_tokens=10).json["choices"]
        own._client._run.child._process.kill()  # type: ignore[union-attr]
        codes = {client.chat(max_tokens=10).status for _ in range(2)}
        assert 200 in codes
        assert client.chat(max_tokens=10).json["choices"] == before
        assert client.get("/v1/models").json["data"][0]["meta"]["method"] == "dspark"
        api.close()
