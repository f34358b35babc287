"""A reply cut into blocks while it grows ends in the same blocks as when it is read whole."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.gui.markdown.blocks import (
    Block,
    CodeBlock,
    MarkdownStream,
    MathBlock,
    RuleBlock,
    TableBlock,
    TextBlock,
    with_line_feeds,
)
from tests.gui.markdown.samples import EVERYTHING, LONG_TABLE, SAMPLES


def words(block: Block) -> str:
    """What a block says."""
    if isinstance(block, CodeBlock):
        return f"{block.depth} {block.language}: {block.code}"
    if isinstance(block, MathBlock):
        return f"{block.depth} formula: {block.latex}"
    if isinstance(block, RuleBlock):
        return "rule"
    kinds = " ".join(token.type + (token.info if token.type == "list_item_open" else "") for token in block.tokens)
    return kinds + "|" + "".join(token.content for token in block.tokens if token.type == "inline")


def streamed(source: str, step: int) -> list[str]:
    """The settled blocks in the order they came, and the open ones at the end."""
    stream = MarkdownStream()
    done: list[str] = []
    for end in range(step, len(source) + step, step):
        settled, _ = stream.update(with_line_feeds(source[:end]), is_whole=False)
        done += map(words, settled)
    settled, opened = stream.update(with_line_feeds(source), is_whole=True)
    assert not opened
    return done + [words(block) for block in settled]


# An item of a loose list that was settled before the list became loose stays tight: `hidden` is no part of `words`.
@pytest.mark.parametrize("step", [1, 3, 7, 50])
@pytest.mark.parametrize("source", SAMPLES.values(), ids=SAMPLES)
def test_growing_ends_like_whole(source: str, step: int) -> None:
    assert streamed(source, step) == streamed(source, len(source) + 1)


def test_a_long_table_grows_like_whole() -> None:
    assert streamed(LONG_TABLE, 200) == streamed(LONG_TABLE, len(LONG_TABLE))


@settings(max_examples=100, deadline=None)
@given(st.text(alphabet="ab \n-*_`#>|1.~[]()!\t", max_size=80), st.integers(1, 5))
def test_no_text_breaks_it_and_nothing_is_lost(source: str, step: int) -> None:
    letters = [char for line in streamed(source, step) for char in line.partition("|")[2] + line if char in "ab"]
    assert len(letters) >= sum(char in "ab" for char in _plain(source))


def _plain(source: str) -> str:
    # Only sources without links, references, fences and code are compared: those hide letters on purpose.
    return "" if any(mark in source for mark in "[]`~\t") or "    " in source else source


MARKS = ["a", "1", "$", "$$", "\\(", "\\)", "\\[", "\\]", "\n", "\n\n", " ", "- ", "> ", "```math\n", "`", "|", "*"]


@settings(max_examples=150, deadline=None)
@given(st.lists(st.sampled_from(MARKS), max_size=30).map("".join), st.integers(1, 5))
def test_formulas_grow_like_whole_wherever_they_are_cut(source: str, step: int) -> None:
    assert streamed(source, step) == streamed(source, len(source) + 1)


def test_blocks_say_where_they_stand() -> None:
    stream = MarkdownStream()
    blocks, _ = stream.update(EVERYTHING, is_whole=True)
    for block in blocks:
        part = EVERYTHING[block.start : block.end]
        if isinstance(block, CodeBlock):
            assert all(line.strip() in part for line in block.code.splitlines())
        elif isinstance(block, TableBlock):
            assert part.startswith("|")
    assert [block.start for block in blocks] == sorted(block.start for block in blocks)


def test_code_in_lists_and_quotes_is_a_block_of_its_own() -> None:
    blocks, _ = MarkdownStream().update(EVERYTHING, is_whole=True)
    code = [block for block in blocks if isinstance(block, CodeBlock)]
    assert [(block.language, block.depth) for block in code] == [("python", 1), ("python", 0), ("", 1), ("", 0)]


def test_a_long_table_comes_in_parts_with_the_heads() -> None:
    blocks, _ = MarkdownStream().update(LONG_TABLE, is_whole=True)
    assert all(isinstance(block, TableBlock) for block in blocks)
    rows = [sum(token.type == "tr_open" for token in block.tokens) - 1 for block in blocks]  # type: ignore[union-attr]
    assert max(rows) == 30
    assert sum(rows) == 230
    assert LONG_TABLE[blocks[1].start :].startswith("| 30 |")
    assert blocks[1].end == blocks[2].start


def test_a_line_of_marks_waits_for_what_they_will_be() -> None:
    stream = MarkdownStream()
    _, opened = stream.update("Here is a list:\n-", is_whole=False)
    (block,) = opened
    assert isinstance(block, TextBlock)
    assert block.tokens[0].type == "paragraph_open"


def test_settled_blocks_come_once_and_open_ones_again() -> None:
    stream = MarkdownStream()
    assert [len(part) for part in stream.update("one\n\ntwo", is_whole=False)] == [0, 2]
    assert [len(part) for part in stream.update("one\n\ntwo\n\nthree\n", is_whole=False)] == [2, 1]
    assert [len(part) for part in stream.update("one\n\ntwo\n\nthree\nmore", is_whole=False)] == [0, 1]


HUGE = {
    "paragraph": "word " * 4000,
    "lines": "".join(f"line {n} of words\n" for n in range(900)),
    "no gaps": "x" * 12_000 + "\u0301" * 20 + "y" * 4000,
    "item": "- top\n" + "".join(f"  - item {n}\n" for n in range(1500)) + "- next\n",
    "numbered": "7. top\n" + "".join(f"   - item {n}\n     - deeper\n" for n in range(700)),
    "long item": "- " + "word " * 3000 + "\n- next\n",
    "quote": "".join(f"> line {n}\n" for n in range(1500)),
    "long quote": "> " + "word " * 3000 + "\n",
    "table": "| a | b |\n|---|---|\n" + "".join(f"| {n} | **{n}** |\n" for n in range(900)),
}


@pytest.mark.parametrize("step", [40, 700])
@pytest.mark.parametrize("source", HUGE.values(), ids=HUGE)
def test_a_huge_block_is_cut_and_keeps_its_kind_and_words(source: str, step: int) -> None:
    stream = MarkdownStream()
    blocks: list[Block] = []
    for end in range(step, len(source), step):
        settled, opened = stream.update(source[:end], is_whole=False)
        blocks += settled
        assert sum(block.end - block.start for block in opened) < 8000
    blocks += stream.update(source, is_whole=True)[0]
    assert len({block.tokens[0].type for block in blocks if isinstance(block, TextBlock | TableBlock)}) == 1
    assert not any(isinstance(block, CodeBlock) for block in blocks)
    text = "".join(
        token.content
        for block in blocks
        if isinstance(block, TextBlock | TableBlock)
        for token in block.tokens
        if token.type == "inline"
    )
    if isinstance(blocks[0], TableBlock):
        text = text.replace("ab", "")
        source = source.partition("---|\n")[2].replace("| **", "").replace("** |", "").replace("| ", "")
        assert text.replace("*", "").replace("\n", "") == source.replace("\n", "").replace(" ", "")
        return
    plain = source.replace("> ", "").replace("- ", "").replace("7. ", "")
    assert "".join(text.split()) == "".join(plain.split())


def test_a_lone_carriage_return_ends_a_line() -> None:
    source = "one\r\rtwo\r\n\r\nthree\r"
    blocks, _ = MarkdownStream().update(with_line_feeds(source), is_whole=True)
    assert [source[block.start : block.end].strip() for block in blocks] == ["one", "two", "three"]
    assert streamed(source, 1) == streamed(source, 100)


def test_a_table_too_wide_for_a_page_is_shown_as_written() -> None:
    source = "|" + "a|" * 40 + "\n|" + "-|" * 40 + "\n|" + "1|" * 40 + "\n"
    (block,), _ = MarkdownStream().update(source, is_whole=True)
    assert isinstance(block, CodeBlock)
    assert block.code == source
