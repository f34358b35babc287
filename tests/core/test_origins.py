"""Origins as people write them and as browsers send them."""

import pytest

from app.core.origins import origins_in


@pytest.mark.parametrize(
    ("text", "origins"),
    [
        ("", ()),
        ("https://Example.org/", ("https://example.org",)),
        (
            "http://localhost:3000, app://obsidian.md\nhttps://a.b:443",
            ("http://localhost:3000", "app://obsidian.md", "https://a.b"),
        ),
        ("http://[::1]:80 https://a.b:80", ("http://[::1]", "https://a.b:80")),
    ],
)
def test_each_is_spelled_as_it_is_sent(text: str, origins: tuple[str, ...]) -> None:
    assert origins_in(text) == origins


@pytest.mark.parametrize(
    "text", ["*", "null", "localhost:3000", "https://a.b/page", "https://", "https://user@a.b", "https://a.b x"]
)
def test_what_is_none_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not the origin"):
        origins_in(text)
