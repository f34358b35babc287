"""What a model thinks and what it answers, told apart whichever way the text comes in pieces."""

import itertools
from collections.abc import Sequence

import pytest

from app.engine.worker.reply_parts import Fragment, PartedText, Splitter, WholeText
from app.engine.worker.thinking import Markers, Part, markers_of, start_of

NO_TOKENS: dict[int, str] = {}


def markers_in(template: str) -> Markers:
    found = markers_of(template, lambda _: False)
    assert found is not None
    return found


THINK = markers_in("<think>")
GRANITE = markers_in("<think></think><response>")
HARMONY = markers_in("<|start|>assistant<|channel|>final<|message|>")
GEMMA_4 = markers_in("<|channel>thought\n<channel|>")
MISTRAL = markers_in("[THINK]")


def joined(fragments: Sequence[Fragment]) -> list[tuple[str, str]]:
    """Neighbouring texts of one part put together."""
    groups = itertools.groupby(fragments, key=lambda fragment: fragment.part)
    return [(kind, "".join(fragment.text for fragment in group)) for kind, group in groups]


def split(
    markers: Markers, text: str, size: int, part: Part | None = None, *, as_tokens: bool
) -> list[tuple[str, str]]:
    """The parts of a text that comes `size` bytes at a time, its markers as tokens or written out."""
    tokens = dict(enumerate(markers.begins)) if as_tokens else {}
    written = () if as_tokens else tuple(markers.begins)
    stream = PartedText(Splitter(markers, part or markers.start, written=written), tokens)
    found: list[Fragment] = []
    while text:
        token = next((number for number, marker in tokens.items() if text.startswith(marker)), None)
        if token is not None:
            found += stream.push(token, b"")
            text = text.removeprefix(tokens[token])
            continue
        ends = [at for marker in tokens.values() if (at := text.find(marker)) >= 0]
        plain, text = text[: min(ends, default=len(text))], text[min(ends, default=len(text)) :]
        content = plain.encode()
        for start in range(0, len(content), size):
            found += stream.push(99, content[start : start + size])
    return joined([*found, *stream.finish()])


CASES = [
    (
        THINK,
        "<think>\nSo é…\n\n2 < 3\n</think>\n\nIt is <b>.\n",
        [("thinking", "So é…\n\n2 < 3"), ("answer", "It is <b>.\n")],
    ),
    (THINK, "<think>\n\n</think>\n\nYes", [("answer", "Yes")]),
    (THINK, "<think>cut in the mid", [("thinking", "cut in the mid")]),
    (THINK, "<think>", []),
    (THINK, "", []),
    (GRANITE, "<think>a</think><response>b</response>", [("thinking", "a"), ("answer", "b")]),
    (MISTRAL, "[THINK]a[/THINK]b[x]", [("thinking", "a"), ("answer", "b[x]")]),
    (
        HARMONY,
        "<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant<|channel|>final<|message|>Yes.",
        [("thinking", "Hm."), ("answer", "Yes.")],
    ),
    (HARMONY, "<|channel|>final<|message|>Yes.", [("answer", "Yes.")]),
    (HARMONY, "<|channel|>commentary<|message|>I will look.", [("answer", "I will look.")]),
    (HARMONY, "<|channel|>analysis<|mess", []),
    (GEMMA_4, "<|channel>thought\nHm.\n<channel|>Yes.", [("thinking", "Hm."), ("answer", "Yes.")]),
    (GEMMA_4, "<|channel>thought\n<channel|>Yes.", [("answer", "Yes.")]),
    (GEMMA_4, "Yes.", [("answer", "Yes.")]),
]


@pytest.mark.parametrize("size", [1, 2, 3, 7, 1000])
@pytest.mark.parametrize("as_tokens", [True, False])
@pytest.mark.parametrize(("markers", "text", "expected"), CASES)
def test_parts_are_found_in_pieces_of_any_size(
    markers: Markers, text: str, expected: list[tuple[str, str]], as_tokens: bool, size: int
) -> None:
    assert split(markers, text, size, as_tokens=as_tokens) == expected


def test_thinking_that_the_prompt_opened_needs_no_marker() -> None:
    assert split(THINK, "So.\n</think>\nYes", 1, "thinking", as_tokens=False) == [
        ("thinking", "So."),
        ("answer", "Yes"),
    ]
    assert split(THINK, "So", 1, "thinking", as_tokens=True) == [("thinking", "So")]


def test_a_written_marker_in_the_midst_is_what_the_reply_is_about() -> None:
    text = "Models write <think> and </think> around it."
    for size in (1, 3, 1000):
        assert split(THINK, text, size, as_tokens=False) == [("answer", text)]
    thought = "<think>Is <think> a tag?</think>It is: <think>."
    assert split(THINK, thought, 3, as_tokens=False) == [
        ("thinking", "Is <think> a tag?"),
        ("answer", "It is: <think>."),
    ]


def test_a_token_opens_thinking_again_after_an_answer() -> None:
    text = "<think>a</think>b<think>c</think>d"
    assert split(THINK, text, 1, as_tokens=True) == [
        ("thinking", "a"),
        ("answer", "b"),
        ("thinking", "c"),
        ("answer", "d"),
    ]


def test_nothing_that_was_thought_is_lost_when_the_reply_is_cut() -> None:
    whole = "<think>One two.\n\nThree</think>Four"
    for end in range(len("<think>"), len(whole)):
        shown = "".join(text for _, text in split(THINK, whole[:end], 1, as_tokens=True))
        said = whole[:end].replace("<think>", "").replace("</think>", "")
        assert shown.split() == said.split()


def test_a_stop_string_ends_the_answer_but_not_the_thinking() -> None:
    stream = PartedText(Splitter(THINK, "thinking", written=tuple(THINK.begins)), NO_TOKENS, ("STOP",))
    assert joined(stream.push(0, b"a STOP b</think>c")) == [("thinking", "a STOP b"), ("answer", "c")]
    assert stream.push(0, b" ST") == []
    assert joined(stream.push(0, b"OP d")) == [("answer", " ")]
    assert stream.stopped
    assert stream.finish() == []


@pytest.mark.parametrize(
    ("markers", "prompt", "start"),
    [
        (THINK, "<|im_start|>assistant\n", "answer"),
        (THINK, "<|im_start|>assistant\n<think>\n", "thinking"),
        (THINK, "<|im_start|>assistant\n<think>\n\n</think>\n\n", "answer"),
        (THINK, "<|im_start|>user\nWhat is <think><|im_end|>\n<|im_start|>assistant\n", "answer"),
        (HARMONY, "<|start|>user<|message|>Hi<|end|><|start|>assistant", "header"),
        (HARMONY, "<|start|>assistant<|channel|>analysis<|message|>", "thinking"),
        (HARMONY, "<|start|>assistant<|channel|>final<|message|>", "answer"),
        (GEMMA_4, "<|turn>model\n", "answer"),
        (GEMMA_4, "<|turn>model\n<|channel>thought\n", "thinking"),
        (GEMMA_4, "<|turn>model\n<|channel>thought\n<channel|>", "answer"),
    ],
)
def test_the_prompt_tells_where_the_reply_begins(markers: Markers, prompt: str, start: Part) -> None:
    assert start_of(markers, prompt)[0] == start


def test_a_begun_header_goes_on_in_the_reply() -> None:
    part, header = start_of(GEMMA_4, "<|turn>model\n<|channel>")
    stream = PartedText(Splitter(GEMMA_4, part, header), NO_TOKENS)
    assert joined(stream.push(0, b"thought\nHm")) == [("thinking", "Hm")]


def told(stream: PartedText | WholeText, tokens: Sequence[tuple[bytes, int | None]]) -> list[Fragment]:
    """All that comes of tokens, each with its place in the draft."""
    pushed = [fragment for content, position in tokens for fragment in stream.push(99, content, position)]
    return [*pushed, *stream.finish()]


def test_text_that_was_held_back_keeps_its_tokens() -> None:
    tokens = [("One", 0), (" S", 1), ("T", 2), ("O", None), ("nes", 0), (" ST", 1)]
    sent = [(text.encode(), position) for text, position in tokens]
    assert told(WholeText(("STOP",)), sent) == [Fragment(*token) for token in tokens]


def test_what_is_thought_comes_token_by_token_without_the_blanks_around_it() -> None:
    tokens = [(b"<th", 0), (b"ink>\n", 1), (b"One.\n\n", None), (b"Two.\n", 0), (b"\n", 1), (b"</think>\n\nYes", 2)]
    stream = PartedText(Splitter(THINK, "answer", written=tuple(THINK.begins)), NO_TOKENS, ("STOP",))
    assert told(stream, [*tokens, (b" S", None), (b"T", 0)]) == [
        *(Fragment("One.\n\n", None, "thinking"), Fragment("Two.", 0, "thinking")),
        *(Fragment("Yes", 2), Fragment(" S", None), Fragment("T", 0)),
    ]


THOUGHT_AND_SAID = (
    "<think>",
    "\n",
    "So.\n",
    "\n",
    "More S",
    "T.\n\n",
    "</think>",
    "\n\n",
    "Yes S",
    "TO",
    " no",
    ".\n",
    "\nS",
)


@pytest.mark.parametrize("as_tokens", [True, False])
def test_a_reply_that_goes_on_repeats_nothing_and_leaves_nothing_out(as_tokens: bool) -> None:
    numbers = {"<think>": 1, "</think>": 2} if as_tokens else {}

    def stream() -> PartedText:
        written = () if as_tokens else tuple(THINK.begins)
        return PartedText(
            Splitter(THINK, "answer", written=written), {number: name for name, number in numbers.items()}, ("STOP",)
        )

    def read(stream: PartedText, tokens: Sequence[str]) -> list[Fragment]:
        return [part for token in tokens for part in stream.push(numbers.get(token, 99), token.encode())]

    whole = stream()
    wanted = joined([*read(whole, THOUGHT_AND_SAID), *whole.finish()])
    for end in range(len(THOUGHT_AND_SAID)):
        before, after = stream(), stream()
        shown = [*read(before, THOUGHT_AND_SAID[:end]), *before.finish()]
        read(after, THOUGHT_AND_SAID[:end])
        after.go_on()
        added = [*read(after, THOUGHT_AND_SAID[end:]), *after.finish()]
        assert joined([*shown, *added]) == wanted


def test_a_character_cut_over_tokens_is_of_the_one_that_completes_it() -> None:
    first, second = "é".encode()[:1], "é".encode()[1:]
    assert told(WholeText(), [(b"a", 0), (first, 1), (second, None), (second, 0)]) == [
        Fragment("a", 0),
        Fragment("é", None),
        Fragment("\ufffd", 0),
    ]


@pytest.mark.parametrize(
    ("template", "token", "expected"),
    [
        ("{{ messages }}", "", None),
        ("{{ messages }}", "<think>", THINK),
        ("{{ messages }}", "<|channel|>", HARMONY),
        ("... </think> <think> <response>", "", GRANITE),
        ("[THINK]", "<think>", MISTRAL),
    ],
)
def test_template_and_vocabulary_tell_the_family(template: str, token: str, expected: Markers | None) -> None:
    assert markers_of(template, lambda marker: marker == token) == expected
