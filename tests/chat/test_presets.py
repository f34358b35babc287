"""Presets as a file: what is written is read again, and nothing that no setting takes."""

import json

import pytest

from app.chat.errors import PresetUnreadable
from app.chat.presets import Preset, presets_json, presets_of

_PRESETS = (Preset("Ruhig 数据", "Be calm.\n", {"temperature": 0.5, "top_k": 20, "effort": "low"}), Preset("Empty"))


def test_presets_come_back_as_they_were() -> None:
    assert presets_of(presets_json(_PRESETS).encode()) == _PRESETS
    assert presets_of(presets_json(_PRESETS).encode("utf-8-sig")) == _PRESETS
    assert presets_of(presets_json(()).encode()) == ()


def test_values_that_no_setting_takes_are_left_out() -> None:
    content = json.loads(presets_json(_PRESETS))
    content["presets"][0]["sampling"] |= {"top_p": 7, "theme": "dark", "future": 1, "temperature": 1, "min_p": "much"}
    (preset, _) = presets_of(json.dumps(content).encode())
    assert preset.sampling == {"temperature": 1.0, "top_k": 20, "effort": "low"}
    assert type(preset.sampling["temperature"]) is float


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\xff\xfe",
        b"[]",
        b"{}",
        b"[" * 100_000,
        b'{"kind": "slipstream-presets", "presets": {}}',
        b'{"kind": "slipstream-presets", "presets": [3]}',
        b'{"kind": "slipstream-presets", "presets": [{"name": " "}]}',
        b'{"kind": "slipstream-presets", "presets": [{"name": "x", "system_prompt": 3}]}',
        b'{"kind": "slipstream-presets", "presets": [{"name": "x", "sampling": []}]}',
        b" " * (5 << 20),
    ],
)
def test_what_is_no_file_of_presets_is_refused(content: bytes) -> None:
    with pytest.raises(PresetUnreadable):
        presets_of(content)
