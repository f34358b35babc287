"""A chat store on a volume that knows no locks."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.fakes.no_locks import environment_without_locks

pytestmark = [
    pytest.mark.process,
    pytest.mark.skipif(sys.platform != "linux", reason="functions are put before others"),
]

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = """
import sys
from contextlib import closing
from pathlib import Path
from app.chat.database import Database
from app.core.process_lock import has_locks
path = Path(sys.argv[1])
for number in range(2):
    with closing(Database(path)) as database:
        database.change("CREATE TABLE IF NOT EXISTS note (text)")
        with database.transaction():
            database.change("INSERT INTO note VALUES (?)", (f"note {number}",))
        print(has_locks(path.parent), database.rows("SELECT text FROM note"))
"""


def test_what_was_written_is_there_the_next_time(tmp_path: Path) -> None:
    without = environment_without_locks(tmp_path, tmp_path)
    environment = {**os.environ, **without, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", SCRIPT, str(tmp_path / "chats 数据 %20?.db")]
    ended = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120, check=False)
    assert ended.stdout.splitlines() == ["False [('note 0',)]", "False [('note 0',), ('note 1',)]"], ended.stderr
