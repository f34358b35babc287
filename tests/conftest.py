"""What every test may use: the shared fixtures beside the checkout."""

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder `shared` beside the checkout: small checkpoints of real exporters and what they convert to."""
    folder = ROOT.parent / "shared"
    if not folder.is_dir():
        pytest.skip("the folder shared/ is not beside this checkout")
    return folder
