"""Failures carry a code and plain facts, whichever process they come from."""

from app.core.errors import DiskFull, PathMissing, ReportedError, code_of


def test_a_failure_tells_its_code_and_facts() -> None:
    error = PathMissing(path="/x")
    assert (code_of(error), dict(error.facts)) == ("path_missing", {"path": "/x"})
    assert "path_missing" in str(error) and "/x" in str(error)


def test_a_failure_of_another_process_keeps_its_code() -> None:
    error = ReportedError(DiskFull.code, {"free_bytes": 3}, log="last words")
    assert (code_of(error), error.facts["free_bytes"], error.log) == ("disk_full", 3, "last words")
