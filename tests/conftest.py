"""What every test may use: the shared fixtures beside the checkout."""

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


def pytest_addoption(parser: pytest.Parser) -> None:
    """A choice for the pictures of tests/gui."""
    parser.addoption("--approve", action="store_true", help="approve what the pages look like now")


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder `shared` beside the checkout: small checkpoints of real exporters and what they convert to."""
    folder = ROOT.parent / "shared"
    if not folder.is_dir():
        pytest.skip("the folder shared/ is not beside this checkout")
    return folder
