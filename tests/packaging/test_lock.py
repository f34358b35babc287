"""The lock itself, and how it is read."""

import re
import tomllib

import lockfile
import pytest
from stamp import LOCK, ROOT

FILES = ("environment.txt", "build.txt", "cuda.txt")


def locked(name: str) -> dict[str, str]:
    return lockfile.blocks((LOCK / name).read_text(encoding="utf-8"))


def plain(requirement: str) -> str:
    return re.split(r"[^A-Za-z0-9._-]", requirement)[0].lower().replace("_", "-").replace(".", "-")


def test_blocks_keep_their_hashes_and_markers() -> None:
    first, second = "a" * 64, "b" * 64
    text = f"# made\nnumpy==2.4.6 \\\n    --hash=sha256:{first} \\\n    --hash=sha256:{second}\n"
    text += f"colorama==0.4.6 ; sys_platform == 'win32' \\\n    --hash=sha256:{first}\n"
    found = lockfile.blocks(text)
    assert list(found) == ["numpy", "colorama"]
    assert lockfile.version(found["numpy"]) == "2.4.6"
    assert lockfile.hashes(found["numpy"]) == [first, second]
    assert found["colorama"].startswith("colorama==0.4.6 ; sys_platform == 'win32'")


def test_text_that_is_no_pin_has_no_version() -> None:
    with pytest.raises(ValueError, match="no pinned requirement"):
        lockfile.version("numpy>=2")


@pytest.mark.parametrize("name", FILES)
def test_every_package_has_a_hash(name: str) -> None:
    assert all(lockfile.hashes(block) for block in locked(name).values())


@pytest.mark.parametrize("name", FILES)
def test_no_file_names_a_host(name: str) -> None:
    assert "://" not in (LOCK / name).read_text(encoding="utf-8")


def test_what_the_project_asks_for_is_locked() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    groups = project["dependency-groups"]
    wanted = {plain(requirement) for requirement in project["project"]["dependencies"] + groups["dev"]}
    assert wanted <= set(locked("environment.txt"))
    for name in ("build", "cuda"):
        assert {plain(requirement) for requirement in groups[name]} <= set(locked(f"{name}.txt"))


def test_the_pins_that_are_there_for_a_reason() -> None:
    packages = locked("environment.txt")
    assert lockfile.version(packages["llama-cpp-python"]) == "0.3.36"
    assert lockfile.version(packages["pyside6-essentials"]) != "6.12.0"
    assert not [name for name in packages if name.startswith(("torch", "transformers", "nvidia"))]
