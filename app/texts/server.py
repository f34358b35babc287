"""Words for the local API."""

from app.core.translation import tr
from app.texts.entry import Entry, Text

ERRORS = {
    "port_taken": Entry(
        "The local API cannot listen on {host}, port {port}: {detail}.",
        "Another program may use that port: choose another one.",
        without="The local API cannot listen on port {port}.",
    ),
    "models_not_here": Entry(
        "{name} names models that are not on this computer: {models}.", "Fetch them first: “slipstream pull --help”."
    ),
    "api_request_invalid": Entry(
        "The request is not understood: {param} {detail}.",
        "The README lists what the local API takes.",
        without="The request is not understood.",
    ),
    "api_not_supported": Entry("“{param}” is not supported.", "Leave it out of the request."),
    "api_request_too_large": Entry("The request is longer than {limit_bytes}.", "Send less at once."),
    "api_request_slow": Entry("The request did not arrive within {seconds} seconds.", "Send it again."),
    "api_key_wrong": Entry(
        "The API key is missing or wrong.",
        "Send the one that the server was started with as “Authorization: Bearer …”.",
    ),
    "api_caller_refused": Entry(
        "Requests by way of {caller} are not answered.",
        "Programs on this computer reach the local API at the address that it shows; a web page has to be named in the "
        "settings, or with --cors.",
    ),
    "api_model_unknown": Entry(
        "No model called {model} is loaded.", "What is loaded stands in the list at /v1/models."
    ),
    "api_path_unknown": Entry(
        "There is nothing at {path} for {method}.",
        "There are /v1/models, /v1/chat/completions, /v1/completions and /health.",
    ),
    "api_busy": Entry("{waiting_n} requests wait for their turn already.", "Try again in a moment."),
    "api_nothing_loaded": Entry("No model is loaded that could answer.", "Load one in Slipstream first."),
    "api_failed": Entry(
        "The local API failed: {detail}.", "The log tells more; please report it.", without="The local API failed."
    ),
    "api_reply_stopped": Entry("The reply was stopped in Slipstream before its end.", "Ask again."),
}


def state_words(address: str, failure: Text | None, *, is_loaded: bool, is_answering: bool) -> str:
    """What the local API of a window is at; `address` is empty while nobody may ask."""
    if failure is not None:
        return f"{failure.sentence} {failure.hint}"
    if not address:
        return tr("Off: no other program is answered.")
    if is_answering:
        return tr("A program is being answered.")
    return tr("Waiting for requests.") if is_loaded else tr("Waiting for a model to be loaded.")
