"""Origins of web pages, as people name them and as browsers spell them."""

import re

_ORIGIN = re.compile(r"[a-z][a-z0-9+.-]*://[^\s/?#@,;]+")
_USUAL_PORTS = {"http": ":80", "https": ":443"}


def origins_in(text: str) -> tuple[str, ...]:
    """The origins in a text, with spaces or commas between them, as a request's header has them; raises ValueError.

    What an origin is: https://www.rfc-editor.org/rfc/rfc6454#section-6.2
    """
    return tuple(_as_sent(word) for word in re.split(r"[\s,]+", text) if word)


def _as_sent(word: str) -> str:
    origin = word.rstrip("/").lower()
    if not _ORIGIN.fullmatch(origin):
        raise ValueError(f"“{word}” is not the origin of a web page, such as https://example.org")
    return origin.removesuffix(_USUAL_PORTS.get(origin.partition(":")[0], ""))
