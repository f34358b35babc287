"""What is asked for, as the engine is given it; and what is refused."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.core.errors import AppError
from app.engine.protocol import COMMANDS, ChatMessage, Generate, SamplingOptions, TokenBias
from app.server.errors import ApiNotSupported, ApiRequestInvalid
from app.server.fields import Fields, fields_of
from app.server.requests import chat_asked, text_asked
from app.texts import sentence_of

USUAL = Generate(job=0, sampling=SamplingOptions(temperature=0.3, top_k=7), max_tokens=11)
ASK = {"messages": [{"role": "user", "content": "Hi"}]}


def _chat(**fields: Any) -> Generate:
    return chat_asked(Fields({**ASK, **fields}), USUAL).request


def test_what_is_left_out_is_as_usual() -> None:
    request = _chat()
    assert request.sampling == USUAL.sampling and request.max_tokens == 11
    assert request.messages == (ChatMessage("user", "Hi"),)
    asked = chat_asked(Fields({**ASK, "stream": None, "n": 1, "user": "me", "tools": []}), USUAL)
    assert not asked.is_streamed and not asked.tells_usage


def test_every_field_reaches_the_engine() -> None:
    request = _chat(
        temperature=1,
        top_p=0.5,
        top_k=3.0,
        min_p=0.1,
        frequency_penalty=-0.5,
        presence_penalty=0.25,
        repeat_penalty=1.1,
        seed=5,
        logit_bias={"42": -100, "7": 0.5},
        max_tokens=1,
        max_completion_tokens=9,
        stop="END",
        reasoning_effort="high",
    )
    sampling = request.sampling
    assert (sampling.temperature, sampling.top_p, sampling.top_k, sampling.min_p) == (1.0, 0.5, 3, 0.1)
    assert (sampling.frequency_penalty, sampling.presence_penalty, sampling.repeat_penalty) == (-0.5, 0.25, 1.1)
    assert sampling.seed == 5 and sampling.logit_bias == (TokenBias(42, -100.0), TokenBias(7, 0.5))
    assert request.max_tokens == 9 and request.stop == ("END",)
    assert (request.think, request.effort) == (True, "high")


def test_thinking_is_switched_in_either_way() -> None:
    assert _chat(reasoning_effort="none").think is False
    assert _chat(chat_template_kwargs={"enable_thinking": True}).think is True


def test_messages_may_be_made_of_parts() -> None:
    parts = [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]
    turns = [
        {"role": "developer", "content": parts},
        {"role": "user", "content": "\ud800"},
        {"role": "assistant", "content": "c", "reasoning_content": "d"},
    ]
    assert _chat(messages=turns).messages == (
        ChatMessage("system", "ab"),
        ChatMessage("user", "?"),
        ChatMessage("assistant", "c", "d"),
    )


def test_instructions_of_a_preset_go_first_where_there_are_none() -> None:
    usual = Generate(job=0, messages=(ChatMessage("system", "Be brief."),))
    assert chat_asked(Fields(ASK), usual).request.messages[0].content == "Be brief."
    own = {"messages": [{"role": "system", "content": "Sing."}, *ASK["messages"]]}
    assert [turn.content for turn in chat_asked(Fields(own), usual).request.messages] == ["Sing.", "Hi"]
    assert text_asked(Fields({"prompt": "x"}), usual).request == Generate(job=0, raw_prompt="x")


def test_forms_are_schemas() -> None:
    assert _chat(response_format={"type": "json_object"}).sampling.json_schema == '{"type": "object"}'
    schema = {"type": "json_schema", "json_schema": {"name": "x", "schema": {"type": "integer"}}}
    assert _chat(response_format=schema).sampling.json_schema == '{"type": "integer"}'
    assert _chat(grammar='root ::= "a"', response_format={"type": "text"}).sampling.grammar == 'root ::= "a"'


@pytest.mark.parametrize(
    ("fields", "param"),
    [
        ({"messages": []}, "messages"),
        ({"messages": "Hi"}, "messages"),
        ({"messages": [7]}, "messages"),
        ({"messages": [{"role": "robot", "content": "x"}]}, "messages[0].role"),
        ({"messages": [{"role": "user"}]}, "messages[0].content"),
        ({"messages": [{"role": "user", "content": 5}]}, "messages[0].content"),
        ({"temperature": "hot"}, "temperature"),
        ({"temperature": float("nan")}, "temperature"),
        ({"temperature": True}, "temperature"),
        ({"temperature": -1}, "temperature"),
        ({"max_tokens": 1.5}, "max_tokens"),
        ({"max_tokens": 10**400}, "max_tokens"),
        ({"stop": [""]}, "stop"),
        ({"stop": ["x"] * 17}, "stop"),
        ({"stream": "yes"}, "stream"),
        ({"stream_options": {"include_usage": 1}}, "stream_options.include_usage"),
        ({"logit_bias": {"Hi": 1}}, "logit_bias"),
        ({"logit_bias": {"1": "x"}}, "logit_bias.1"),
        ({"response_format": {"type": "xml"}}, "response_format.type"),
        ({"response_format": {"type": "json_schema"}}, "response_format.json_schema.schema"),
        ({"reasoning_effort": "huge"}, "reasoning_effort"),
        ({"grammar": "x", "response_format": {"type": "json_object"}}, "grammar"),
    ],
)
def test_what_is_wrong_is_named(fields: dict[str, Any], param: str) -> None:
    with pytest.raises(ApiRequestInvalid) as caught:
        _chat(**fields)
    assert caught.value.facts["param"] == param
    assert param in sentence_of(caught.value).sentence


@pytest.mark.parametrize(
    ("fields", "param"),
    [
        ({"n": 2}, "n"),
        ({"tools": [{"type": "function"}]}, "tools"),
        ({"logprobs": True}, "logprobs"),
        ({"messages": [{"role": "user", "content": [{"type": "image_url"}]}]}, "content of type image_url"),
    ],
)
def test_what_there_is_not_is_named(fields: dict[str, Any], param: str) -> None:
    with pytest.raises(ApiNotSupported) as caught:
        _chat(**fields)
    assert caught.value.facts["param"] == param


@pytest.mark.parametrize("fields", [{}, {"prompt": ""}, {"prompt": ["a", "b"]}, {"prompt": [1, 2]}])
def test_a_text_has_one_prompt(fields: dict[str, Any]) -> None:
    with pytest.raises(ApiRequestInvalid):
        text_asked(Fields(fields), USUAL)


@pytest.mark.parametrize(
    "body", [b"", b"{", b"[]", b"\xff", b'{"a": NaN}', b"[" * 100_000, b'{"a": %s}' % (b"9" * 9999)]
)
def test_a_body_that_is_no_json_object_is_refused(body: bytes) -> None:
    with pytest.raises(ApiRequestInvalid):
        fields_of(body)


_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["role", "content", "type", "text", "schema", "json_schema", "1"]), inner)
    ),
    max_leaves=8,
)
_TOLD = "messages prompt stream stream_options n stop temperature top_k seed logit_bias response_format max_tokens"
_MORE = "reasoning_effort chat_template_kwargs grammar mirostat tools"
_NAMES = st.sampled_from(f"{_TOLD} {_MORE}".split())


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.dictionaries(_NAMES, _VALUES))
def test_whatever_is_sent_is_refused_in_words_or_can_be_handed_on(content: dict[str, Any]) -> None:
    for read, more in ((chat_asked, ASK), (text_asked, {"prompt": "x"})):
        for fields in (content, {**more, **{name: value for name, value in content.items() if name not in more}}):
            try:
                asked = read(Fields(fields), USUAL)
            except AppError as error:
                assert sentence_of(error).sentence
            else:
                assert COMMANDS.decode(COMMANDS.encode(asked.request)) == asked.request
