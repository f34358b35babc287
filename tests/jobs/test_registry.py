"""The table of jobs names modules that are there and look as a child expects."""

from dataclasses import is_dataclass
from importlib import import_module
from pathlib import Path

import pytest

from app.core.messages import ProtocolError
from app.jobs.convert import Arguments
from app.jobs.registry import MODULES, UnknownJob, task_of


@pytest.mark.parametrize("name", MODULES.values())
def test_every_module_has_arguments_and_a_function(name: str) -> None:
    module = import_module(name)
    assert is_dataclass(module.Arguments)
    assert callable(module.run)


def test_arguments_are_checked_before_anything_runs() -> None:
    task_of("convert", {"source": "/a", "destination": "/b.gguf", "output_type": "q8_0"})
    for wrong in ({}, {"source": "/a"}, {"source": "/a", "destination": "/b", "output_type": "q2"}):
        with pytest.raises(ProtocolError):
            task_of("convert", wrong)


def test_an_unknown_kind_is_refused() -> None:
    with pytest.raises(UnknownJob):
        task_of("subprocess", {})


def test_a_target_is_only_needed_for_a_draft() -> None:
    assert Arguments(Path("/a"), Path("/b")).target is None
