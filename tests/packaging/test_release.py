"""The workflow that makes a release asks for what is there."""

import re
from pathlib import Path
from typing import Any

import dev
import yaml

ROOT = Path(__file__).resolve().parents[2]
WORKFLOW: dict[str, Any] = yaml.safe_load((ROOT / ".github" / "workflows" / "release.yml").read_text(encoding="utf-8"))


def commands(job: str) -> list[str]:
    return [line for step in WORKFLOW["jobs"][job]["steps"] for line in step.get("run", "").splitlines()]


def test_every_system_is_made_and_tried() -> None:
    for job in ("linux", "macos", "windows"):
        verbs = re.findall(r"packaging/dev\.py (\w+)", "\n".join(commands(job)))
        # On macOS, Metal is in what `setup` compiles.
        assert verbs == ["setup", *([] if job == "macos" else ["wheel"]), "bundle", "smoke"]
        assert set(verbs) <= set(dev.VERBS)


def test_the_release_waits_for_all_of_them_and_for_a_person() -> None:
    release = WORKFLOW["jobs"]["release"]
    assert set(release["needs"]) == set(WORKFLOW["jobs"]) - {"release"}
    assert any("--draft" in line for line in commands("release"))
    assert any("SHA256SUMS" in line for line in commands("release"))


def test_only_the_last_step_may_write_to_the_repository() -> None:
    assert WORKFLOW["permissions"] == {"contents": "read"}
    writers = [name for name, job in WORKFLOW["jobs"].items() if "permissions" in job]
    assert writers == ["release"]
