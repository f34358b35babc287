"""Files and functions that are too long are named."""

from pathlib import Path

import size_rules


def test_what_is_too_long_is_named_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "long.py"
    body = "".join(f"    x{i} = {i}\n" for i in range(60))
    file.write_text("y = 1\n\n\ndef f():\n" + body + "y = 2\n" * 440, encoding="utf-8")
    found = list(size_rules.breaches(file))
    assert found == [f"{file}: 504 lines, 500 are allowed", f"{file}:4: f has 61 lines, 60 are allowed"]


def test_what_is_just_short_enough_passes(tmp_path: Path) -> None:
    file = tmp_path / "short.py"
    body = "".join(f"    x{i} = {i}\n" for i in range(59))
    file.write_text("def f():\n" + body + "y = 2\n" * 440, encoding="utf-8")
    assert not list(size_rules.breaches(file))


def test_only_the_project_is_looked_at(tmp_path: Path) -> None:
    for name in ("main.py", "app/core/a.py", "tests/test_a.py", ".venv/lib/b.py", "other/c.py"):
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()
    found = [file.relative_to(tmp_path).as_posix() for file in size_rules.python_files(tmp_path)]
    assert found == ["app/core/a.py", "main.py", "tests/test_a.py"]
