"""How the families set apart what a model thinks from what it answers, and where a reply begins between the two."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

# Text of a "header" names the channel that follows, and is never shown.
Part = Literal["answer", "thinking", "header"]


@dataclass(frozen=True, slots=True)
class Markers:
    """One family's markers: `begins` tells for each what part of the reply begins behind it.

    A marker with "header" is followed by the name of a channel, up to `header_end`, or up to a marker that is listed
    in `ends_header`: then the name decides between thinking (`thinking_names`) and answer. `start` is where a reply
    begins unless its prompt says otherwise. A model is known by `told_by`, where that is not the first marker.
    A reply is written as `thought`, around what is thought, and `answer_opener` before its answer.
    """

    begins: Mapping[str, Part]
    start: Part = "answer"
    told_by: str = ""
    ends_header: str = ""
    header_end: str = ""
    thinking_names: tuple[str, ...] = ()
    thought: tuple[str, str] = ("", "")
    answer_opener: str = ""

    @property
    def opener(self) -> str:
        """The marker that opens thinking, or the name of a channel."""
        return next(iter(self.begins))

    def part_named(self, header: str) -> Part:
        """What follows a header."""
        return "thinking" if header.strip().split(" ")[0] in self.thinking_names else "answer"


def _tags(opener: str, closer: str, *around_answer: str, told_by: str = "") -> Markers:
    return Markers(
        {opener: "thinking", closer: "answer", **dict.fromkeys(around_answer, "answer")},
        told_by=told_by,
        thought=(f"{opener}\n", f"\n{closer}\n\n"),
        answer_opener=next(iter(around_answer), ""),
    )


# The formats are those of the families' own templates; the first that tells a model is its own.
_KNOWN = (
    # gpt-oss, https://github.com/openai/harmony/blob/main/docs/format.md
    Markers(
        {"<|channel|>": "header", "<|message|>": "answer", "<|start|>": "header", "<|end|>": "header"},
        start="header",
        ends_header="<|message|>",
        thinking_names=("analysis",),
        thought=("<|channel|>analysis<|message|>", "<|end|><|start|>assistant"),
        answer_opener="<|channel|>final<|message|>",
    ),
    # Gemma 4
    Markers(
        {"<|channel>": "header", "<channel|>": "answer"},
        header_end="\n",
        thinking_names=("thought", "analysis"),
        thought=("<|channel>thought\n", "<channel|>"),
    ),
    # Command A Reasoning
    _tags("<|START_THINKING|>", "<|END_THINKING|>", "<|START_RESPONSE|>", "<|END_RESPONSE|>"),
    # Magistral, Ministral
    _tags("[THINK]", "[/THINK]"),
    # Seed-OSS
    _tags("<seed:think>", "</seed:think>"),
    # Kimi
    _tags("◁think▷", "◁/think▷"),
    # Apertus
    _tags("<|inner_prefix|>", "<|inner_suffix|>"),
    # Granite
    _tags("<think>", "</think>", "<response>", "</response>", told_by="<response>"),
    # Qwen, DeepSeek, SmolLM3, GLM, EXAONE, Hunyuan, Nemotron, MiniMax, OLMo, Phi
    _tags("<think>", "</think>"),
)
_TAIL_CHARACTERS = 200


def markers_of(template: str, is_token: Callable[[str], bool]) -> Markers | None:
    """The markers that a model was trained on: its template names them, or they are tokens of its vocabulary."""
    named = (markers for markers in _KNOWN if (markers.told_by or markers.opener) in template)
    tokens = (markers for markers in _KNOWN if is_token(markers.told_by or markers.opener))
    return next(named, None) or next(tokens, None)


def start_of(markers: Markers, prompt: str) -> tuple[Part, str]:
    """The part in which the reply to a rendered prompt begins, and the begun header: its last marker may open one."""
    tail = prompt[-_TAIL_CHARACTERS:]
    at, marker = max(((tail.rfind(marker), marker) for marker in markers.begins), default=(-1, ""))
    behind = tail[at + len(marker) :]
    if at < 0:
        return markers.start, ""
    if marker == markers.ends_header:
        header = tail[:at].rpartition(markers.opener)
        return markers.part_named(header[2]) if header[1] else markers.start, ""
    part = markers.begins[marker]
    if part == "header":
        name, end, rest = behind.partition(markers.header_end) if markers.header_end else (behind, "", "")
        if end:
            return (markers.start if rest.strip() else markers.part_named(name)), ""
        return "header", behind if marker == markers.opener else ""
    # What the user wrote may hold a marker as well; behind that of a prompt nothing stands.
    return (markers.start if behind.strip() else part), ""


def begun_text(markers: Markers, prompt: str, thinking: str, answer: str) -> str:
    """A reply to a rendered prompt as far as it came, as its model would have written it."""
    part, _ = start_of(markers, prompt)
    opener, closer = markers.thought
    written = thinking if part == "thinking" or not thinking else opener + thinking
    if answer and thinking:
        written += closer
    elif answer and part == "thinking":
        written += closer.lstrip()
    if answer and not prompt.endswith(markers.answer_opener or " "):
        written += markers.answer_opener
    return written + answer


def marker_tokens(markers: Markers, tokens_of: Callable[[str], Iterable[int]]) -> dict[int, str]:
    """The markers that are tokens of their own."""
    found: dict[int, str] = {}
    for marker in markers.begins:
        tokens = list(tokens_of(marker))
        if len(tokens) == 1:
            found[tokens[0]] = marker
    return found
