"""Settings: declared once, checked always, and a broken file costs only its broken keys."""

import json
from pathlib import Path

import pytest

from app.core.errors import AppError, PathNotWritable
from app.core.settings import (
    CONTEXT_SIZE,
    DECLARED,
    DEVICE,
    TEMPERATURE,
    THEME,
    TINT_DRAFTED,
    Between,
    Setting,
    SettingRejected,
    Settings,
    SettingUnknown,
    declared,
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "settings" / "settings.json"


def test_a_choice_is_there_after_a_restart(path: Path) -> None:
    settings = Settings(path)
    assert settings.get(THEME) == "system" and not path.exists()
    settings.set(THEME, "dark")
    settings.set(TEMPERATURE, 1.25)
    again = Settings(path)
    assert (again.get(THEME), again.get(TEMPERATURE), again.broken, again.kept_copy) == ("dark", 1.25, (), None)
    assert dict(again.differing()) == {"theme": "dark", "temperature": 1.25}


def test_going_back_to_the_default_leaves_nothing_behind(path: Path) -> None:
    settings = Settings(path)
    settings.set(THEME, "dark")
    settings.set(THEME, "system")
    assert json.loads(path.read_text()) == {} and list(Settings(path).differing()) == []


@pytest.mark.parametrize(
    ("setting", "value"),
    [
        (THEME, "pink"),
        (THEME, 3),
        (TEMPERATURE, float("nan")),
        (TEMPERATURE, -0.1),
        (TEMPERATURE, "0.5"),
        (TEMPERATURE, True),
        (CONTEXT_SIZE, 1.5),
        (CONTEXT_SIZE, True),
        (CONTEXT_SIZE, -1),
        (TINT_DRAFTED, 1),
        (TINT_DRAFTED, None),
    ],
)
def test_a_value_that_breaks_the_rule_is_rejected(path: Path, setting: Setting[str], value: str) -> None:
    settings = Settings(path)
    with pytest.raises(SettingRejected) as failure:
        settings.set(setting, value)
    assert failure.value.facts["name"] == setting.name
    assert settings.get(setting) == setting.default and not path.exists()


def test_a_whole_number_does_for_a_fraction(path: Path) -> None:
    settings = Settings(path)
    settings.set(TEMPERATURE, 1)
    assert isinstance(settings.get(TEMPERATURE), float)


def test_an_undeclared_name_raises(path: Path) -> None:
    stranger = Setting("stranger", 1, Between(0, 2))
    settings = Settings(path)
    for attempt in (
        lambda: settings.get(stranger),
        lambda: settings.set(stranger, 1),
        lambda: declared("stranger"),
    ):
        with pytest.raises(SettingUnknown):
            attempt()


def test_every_default_keeps_its_own_rule() -> None:
    assert len(DECLARED) > 10
    for name, setting in DECLARED.items():
        assert setting.name == name and setting.checked(setting.default) == setting.default


def test_broken_keys_cost_only_themselves(path: Path) -> None:
    path.parent.mkdir()
    before = '{"theme": "pink", "temperature": 0.25, "context_size": "8k", "of_a_newer_version": [1, 2]}'
    path.write_text(before)
    settings = Settings(path)
    assert settings.broken == ("context_size", "theme")
    assert (settings.get(THEME), settings.get(TEMPERATURE), settings.get(CONTEXT_SIZE)) == ("system", 0.25, 0)
    assert settings.kept_copy is not None and settings.kept_copy.read_text() == before
    settings.set(TINT_DRAFTED, True)
    assert json.loads(path.read_text()) == {"temperature": 0.25, "tint_drafted": True, "of_a_newer_version": [1, 2]}
    assert Settings(path).kept_copy is None


@pytest.mark.parametrize(
    "content", [b"", b"{", b"[]", b"null", b"\xff\xfe\x00", b"<!doctype html>", b"[" * 100_000, b'{"a":' + b"9" * 9999]
)
def test_a_file_of_nonsense_costs_its_content_and_is_kept(path: Path, content: bytes) -> None:
    path.parent.mkdir()
    path.write_bytes(content)
    settings = Settings(path)
    assert settings.get(THEME) == "system"
    assert settings.kept_copy is not None and settings.kept_copy.read_bytes() == content
    settings.set(THEME, "light")
    assert Settings(path).get(THEME) == "light"


def test_a_choice_that_cannot_be_kept_is_said_and_not_taken(path: Path) -> None:
    path.parent.write_text("a file in the way")
    settings = Settings(path)
    with pytest.raises(AppError) as failure:
        settings.set(THEME, "dark")
    assert isinstance(failure.value, PathNotWritable)
    assert settings.get(THEME) == "system"


@pytest.mark.parametrize("folder", ["模型 😀", "\udcff\udcfe"])
def test_text_of_any_bytes_can_be_kept(folder: str, path: Path) -> None:
    Settings(path).set(DEVICE, folder)
    assert Settings(path).get(DEVICE) == folder


def test_writing_leaves_no_part_file(path: Path) -> None:
    Settings(path).set(THEME, "dark")
    assert [file.name for file in path.parent.iterdir()] == ["settings.json"]
