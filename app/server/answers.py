"""Replies, models and failures in the shapes of OpenAI's API."""

import time
import uuid
from typing import Any

from app.core.errors import AppError, code_of
from app.core.messages import to_json
from app.core.translation import in_english
from app.engine.protocol import Finished, GenerateResult, LoadResult, Piece
from app.server.errors import ApiModelUnknown, ApiNothingLoaded, ApiReplyStopped
from app.server.requests import Asked
from app.texts import sentence_of

_OBJECTS = {
    ("chat", True): "chat.completion.chunk",
    ("chat", False): "chat.completion",
    ("text", True): "text_completion",
    ("text", False): "text_completion",
}
_ID_STARTS = {"chat": "chatcmpl-", "text": "cmpl-"}
_STATUSES = {
    "api_request_invalid": 400,
    "api_not_supported": 400,
    "api_key_wrong": 401,
    "api_caller_refused": 403,
    "api_model_unknown": 404,
    "api_path_unknown": 404,
    "api_request_slow": 408,
    "api_request_too_large": 413,
    "api_busy": 429,
    "api_nothing_loaded": 503,
    "api_reply_stopped": 503,
    # What the engine says of a request, not of itself.
    "prompt_too_long": 400,
    "prompt_empty": 400,
    "bad_sampling_option": 400,
    "bad_grammar": 400,
    "nothing_fits": 400,
}
_KINDS = {401: "authentication_error", 403: "permission_error", 404: "not_found_error", 429: "rate_limit_error"}


class Answer:
    """The JSON of one reply, as a stream of chunks or whole."""

    def __init__(self, asked: Asked, model: str) -> None:
        self._asked = asked
        self._head = {
            "id": _ID_STARTS[asked.kind] + uuid.uuid4().hex,
            "object": _OBJECTS[asked.kind, asked.is_streamed],
            "created": int(time.time()),
            "model": model,
        }

    def begin(self) -> list[dict[str, Any]]:
        """The chunks before the first piece."""
        return [self._chunk({"role": "assistant", "content": ""})] if self._asked.kind == "chat" else []

    def piece(self, piece: Piece) -> dict[str, Any]:
        """The chunk of a piece; what is thought has a field of its own, as elsewhere."""
        if self._asked.kind == "text":
            return self._chunk(piece.text)
        return self._chunk({"reasoning_content" if piece.part == "thinking" else "content": piece.text})

    def end(self, finished: Finished) -> list[dict[str, Any]]:
        """The chunks after the last piece: why it ended, with its times, and what was counted if that is asked for."""
        result = _result(finished)
        delta: Any = {} if self._asked.kind == "chat" else ""
        last = {**self._chunk(delta, finished.reason), "timings": to_json(result.timings)}
        if not self._asked.tells_usage:
            return [last]
        return [last, {**self._head, "choices": [], "usage": usage_of(result)}]

    def whole(self, finished: Finished) -> dict[str, Any]:
        """The reply in one."""
        result = _result(finished)
        choice: dict[str, Any] = {"index": 0, "logprobs": None, "finish_reason": finished.reason}
        if self._asked.kind == "chat":
            choice["message"] = {"role": "assistant", "content": result.text}
            if result.thinking:
                choice["message"]["reasoning_content"] = result.thinking
        else:
            # The bare text: without a template nothing tells thinking from answering.
            choice["text"] = result.thinking + result.text
        return {**self._head, "choices": [choice], "usage": usage_of(result), "timings": to_json(result.timings)}

    def _chunk(self, delta: Any, reason: str | None = None) -> dict[str, Any]:
        content = {"delta": delta} if self._asked.kind == "chat" else {"text": delta}
        return {**self._head, "choices": [{"index": 0, **content, "logprobs": None, "finish_reason": reason}]}


def usage_of(result: GenerateResult) -> dict[str, Any]:
    """Counts of tokens, and how drafting went; tokens of the prompt that were in the context already are cached."""
    timings = result.timings
    prompt_n = max(timings.prompt_n, timings.context_n - timings.predicted_n)
    return {
        "prompt_tokens": prompt_n,
        "completion_tokens": timings.predicted_n,
        "total_tokens": prompt_n + timings.predicted_n,
        "prompt_tokens_details": {"cached_tokens": prompt_n - timings.prompt_n},
        "completion_tokens_details": {
            "accepted_prediction_tokens": timings.draft_n_accepted,
            "rejected_prediction_tokens": timings.draft_n - timings.draft_n_accepted,
        },
        "speculation": to_json(result.speculation),
    }


def models_of(loaded: LoadResult | None) -> dict[str, Any]:
    """What is loaded, as GET /v1/models tells it."""
    models = []
    if loaded is not None:
        meta = {
            "n_ctx": loaded.context_size,
            "n_ctx_train": loaded.target.context_trained,
            "n_vocab": loaded.target.vocabulary_n,
            "size": loaded.target.size_bytes,
            "draft": loaded.draft.name if loaded.draft else None,
            "method": loaded.draft.method if loaded.draft else None,
        }
        models.append(
            {"id": loaded.target.name, "object": "model", "created": 0, "owned_by": "slipstream", "meta": meta}
        )
    return {"object": "list", "data": models}


def model_of(loaded: LoadResult | None, name: str) -> dict[str, Any]:
    """The same of one model alone; raises ApiModelUnknown for any but the one that is loaded."""
    for model in models_of(loaded)["data"]:
        if model["id"] == name:
            return dict(model)
    raise ApiModelUnknown(model=name)


def name_of(loaded: LoadResult | None) -> str:
    """The name of the model that answers; raises ApiNothingLoaded."""
    if loaded is None:
        raise ApiNothingLoaded
    return loaded.target.name


def status_of(error: AppError) -> int:
    """The status of HTTP for a failure."""
    return _STATUSES.get(code_of(error), 500)


def failure_of(error: AppError) -> dict[str, Any]:
    """A failure as OpenAI's clients read it: the sentence, the code, and the field that is wrong.

    Programs read it and their logs keep it, so it is in English whatever the window speaks.
    """
    with in_english():
        words = sentence_of(error)
    status = status_of(error)
    kind = _KINDS.get(status, "invalid_request_error" if status < 500 else "server_error")
    message = f"{words.sentence} {words.hint}".strip()
    return {"error": {"message": message, "type": kind, "param": error.facts.get("param"), "code": code_of(error)}}


def _result(finished: Finished) -> GenerateResult:
    if finished.generated is None or finished.reason == "cancelled":
        raise ApiReplyStopped
    return finished.generated
