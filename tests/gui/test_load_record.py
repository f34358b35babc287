"""The pair that is loaded is on record, until it came to a good end."""

from pathlib import Path

from app.engine.last_load import LastLoad, record, suspect
from app.gui.load_record import LoadRecord
from tests.gui.stage import PAIR, Stage


def recorded(stage: Stage, folder: Path) -> LoadRecord:
    kept = LoadRecord(stage.composition.session, folder)
    kept.failed.connect(stage.failures.append)
    return kept


def test_it_is_written_before_the_engine_loads_and_goes_at_a_good_end(stage: Stage, tmp_path: Path) -> None:
    kept = recorded(stage, tmp_path)
    stage.engine.load_steps = 5
    stage.composition.load(PAIR)
    assert suspect(tmp_path) == LastLoad(PAIR.target, PAIR.draft, "loading")
    stage.wait_until(lambda: stage.composition.session.state == "ready")
    assert suspect(tmp_path) == LastLoad(PAIR.target, PAIR.draft, "loaded")
    kept.close()
    assert suspect(tmp_path) is None


def test_a_pair_that_crashed_the_engine_stays_until_something_is_loaded_well(stage: Stage, tmp_path: Path) -> None:
    kept = recorded(stage, tmp_path)
    stage.load()
    stage.engine.crash()
    stage.wait_until(lambda: stage.composition.session.state == "crashed")
    kept.close()
    assert suspect(tmp_path) == LastLoad(PAIR.target, PAIR.draft, "crashed")
    stage.composition.session.restart()
    stage.wait_until(lambda: stage.composition.session.state == "ready")
    stage.composition.session.unload()
    stage.wait_until(lambda: stage.composition.session.state == "empty")
    assert suspect(tmp_path) is None


def test_what_an_earlier_run_left_stays_while_nothing_is_loaded(stage: Stage, tmp_path: Path) -> None:
    record(tmp_path, LastLoad(PAIR.target))
    recorded(stage, tmp_path).close()
    assert suspect(tmp_path) == LastLoad(PAIR.target)
