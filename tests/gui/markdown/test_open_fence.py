"""Code that is still written is read as the parser reads it, wherever its pieces end."""

from hypothesis import example, given
from hypothesis import strategies as st

from app.gui.markdown.blocks import CodeBlock, MarkdownStream
from app.gui.markdown.open_fence import OpenFence

OPENINGS = st.sampled_from(["```\n", "```python\n", "~~~\n", "````c++\n"])
PIECES = st.sampled_from(
    ["a", "\n", "\n\n", "```", "~~~", "````", " ", "   ", "\t", "```\n", "x = 1\n", "> q\n", "- i\n", "$$\n", "\0", "`"]
)


def code_of(source: str) -> list[tuple[str, str]]:
    """The code that the parser itself finds in a whole reply."""
    stream = MarkdownStream()
    settled, _ = stream.update(f"\n{source}", is_whole=True)
    return [(block.language, block.code) for block in settled if isinstance(block, CodeBlock)]


@given(OPENINGS, st.lists(PIECES, max_size=9))
@example("```\n", ["a\n", " "])
@example("````c++\n", ["```\n", "   ````"])
def test_what_is_open_is_read_as_the_parser_reads_it(opening: str, pieces: list[str]) -> None:
    fence, source = OpenFence(), opening
    token = fence.read(source, 0)
    for piece in pieces:
        source += piece
        token = fence.read(source, 0)
    if token is not None:
        assert code_of(source) == [(token.info, token.content)]


def test_what_closes_it_is_seen_and_what_only_looks_so_is_not() -> None:
    fence = OpenFence()
    assert fence.read("```\ncode\n``", 0) is not None
    assert fence.read("```\ncode\n```", 0) is None
    assert fence.read("```\ncode\n```x\n", 0) is not None
    assert fence.read("```\ncode\n```x\n  ````  \n", 0) is None
