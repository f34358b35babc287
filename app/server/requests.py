"""What a program asks for, as the engine takes it: https://platform.openai.com/docs/api-reference."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from app.engine.bounds import BOUNDS
from app.engine.protocol import ChatMessage, Effort, Generate, SamplingOptions, TokenBias
from app.server.errors import ApiNotSupported, ApiRequestInvalid
from app.server.fields import Fields

_MOST_TOKENS = 1 << 24
_MOST_STOPS = 16
_MOST_BIASES = 1024
_MOST_BIAS = 1000.0
_SEED_MAX = (1 << 32) - 2
_DEFAULTS = SamplingOptions()
_ANY_OBJECT = '{"type": "object"}'
_ROLES: Mapping[str, Literal["system", "user", "assistant"]] = {
    "system": "system",
    # What newer clients call it.
    "developer": "system",
    "user": "user",
    "assistant": "assistant",
}
# What to think: None is not at all.
_EFFORTS: Mapping[str, Effort | None] = {
    "none": None,
    "minimal": None,
    "low": "low",
    "medium": "medium",
    "high": "high",
}


@dataclass(frozen=True, slots=True)
class Asked:
    """A request for one reply; `tells_usage` is whether a stream ends with its counts."""

    request: Generate
    kind: Literal["chat", "text"]
    is_streamed: bool
    tells_usage: bool


def chat_asked(fields: Fields, usual: Generate) -> Asked:
    """What POST /v1/chat/completions asks for; `usual` has what is left out, and what goes before all messages.

    Raises ApiRequestInvalid and ApiNotSupported. The model that is named is not looked at: what is loaded answers.
    """
    fields.refuse("tools", "functions", "logprobs", "top_logprobs", "audio", "web_search_options")
    messages = tuple(_message(part) for part in fields.parts("messages"))
    if not messages:
        raise fields.invalid("messages", "is missing or empty")
    if messages[0].role != "system":
        messages = (*usual.messages, *messages)
    think, effort = _thinking(fields, usual)
    return _asked(fields, "chat", replace(usual, messages=messages, think=think, effort=effort))


def text_asked(fields: Fields, usual: Generate) -> Asked:
    """What POST /v1/completions asks for: the prompt goes on as it is, without a template."""
    fields.refuse("suffix", "echo", "logprobs")
    if (fields.whole_number("best_of", 1, 128) or 1) > 1:
        raise ApiNotSupported(param="best_of")
    prompts = fields.texts("prompt", 1)
    if not prompts:
        raise fields.invalid("prompt", "is missing or empty")
    return _asked(fields, "text", replace(usual, messages=(), raw_prompt=prompts[0]))


def _asked(fields: Fields, kind: Literal["chat", "text"], request: Generate) -> Asked:
    if (fields.whole_number("n", 1, 128) or 1) > 1:
        raise ApiNotSupported(param="n")
    most = (fields.whole_number(name, -1, _MOST_TOKENS) for name in ("max_completion_tokens", "max_tokens"))
    request = replace(
        request,
        sampling=_sampling(fields, request.sampling),
        # -1 is how others spell "as many as there is room for".
        max_tokens=next((max(0, number) for number in most if number is not None), request.max_tokens),
        stop=fields.texts("stop", _MOST_STOPS),
    )
    return Asked(request, kind, fields.flag("stream"), fields.part("stream_options").flag("include_usage"))


def _message(fields: Fields) -> ChatMessage:
    role = _ROLES.get(fields.text("role") or "")
    if role is None:
        raise fields.invalid("role", f"has to be one of {', '.join(_ROLES)}")
    fields.refuse("tool_calls", "function_call")
    return ChatMessage(role, _content(fields, role), fields.text("reasoning_content") or "")


def _content(fields: Fields, role: str) -> str:
    if fields.is_text("content") or (role == "assistant" and "content" not in fields):
        return fields.text("content") or ""
    texts = []
    for part in fields.parts("content"):
        kind = part.text("type")
        if kind != "text":
            raise ApiNotSupported(param=f"content of type {kind}")
        texts.append(part.text("text") or "")
    if not texts:
        raise fields.invalid("content", "has to be a text, or a list of parts of type “text”")
    return "".join(texts)


def _thinking(fields: Fields, usual: Generate) -> tuple[bool | None, Effort | None]:
    template = fields.part("chat_template_kwargs")
    if "enable_thinking" in template:
        return template.flag("enable_thinking"), usual.effort
    word = fields.text("reasoning_effort")
    if word is None:
        return usual.think, usual.effort
    if word not in _EFFORTS:
        raise fields.invalid("reasoning_effort", f"has to be one of {', '.join(_EFFORTS)}")
    effort = _EFFORTS[word]
    return effort is not None, effort


def _sampling(fields: Fields, usual: SamplingOptions) -> SamplingOptions:
    """The fields of OpenAI, and by the same names as `chat` has them all that it can set beside those."""
    given: dict[str, Any] = {}
    for name, (lowest, highest) in BOUNDS.items():
        if isinstance(getattr(_DEFAULTS, name), int):
            given[name] = fields.whole_number(name, int(lowest), int(highest))
        else:
            given[name] = fields.number(name, lowest, highest)
    given["seed"] = fields.whole_number("seed", -1, _SEED_MAX)
    if given["seed"] == -1:
        # That is how llama.cpp spells "any".
        given["seed"] = None
    if "logit_bias" in fields:
        given["logit_bias"] = _biases(fields.part("logit_bias"))
    given |= _form(fields)
    return replace(usual, **{name: value for name, value in given.items() if value is not None})


def _biases(fields: Fields) -> tuple[TokenBias, ...]:
    items = fields.items()
    if len(items) > _MOST_BIASES:
        raise ApiRequestInvalid(param="logit_bias", detail=f"has to have at most {_MOST_BIASES} tokens")
    biases = []
    for name, _ in items:
        if not (name.isascii() and name.isdecimal() and len(name) <= 9):
            raise ApiRequestInvalid(param="logit_bias", detail="has to go by the numbers of tokens")
        biases.append(TokenBias(int(name), fields.number(name, -_MOST_BIAS, _MOST_BIAS) or 0.0))
    return tuple(biases)


def _form(fields: Fields) -> Mapping[str, str]:
    """What form the answer is to have; of grammar and schema one at most."""
    form = fields.part("response_format")
    kind = form.text("type") or "text"
    grammar = fields.text("grammar") or ""
    if kind == "text":
        return {"grammar": grammar} if grammar else {}
    if grammar:
        raise fields.invalid("grammar", "cannot stand beside response_format")
    if kind == "json_object":
        return {"json_schema": form.json_of("schema") if "schema" in form else _ANY_OBJECT}
    if kind == "json_schema":
        return {"json_schema": form.part("json_schema").json_of("schema")}
    raise form.invalid("type", "has to be one of text, json_object, json_schema")
