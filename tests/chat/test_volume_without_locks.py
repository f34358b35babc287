"""A chat store on a volume that knows no locks, as some network drives: the C library is told to have none."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = [
    pytest.mark.process,
    pytest.mark.skipif(sys.platform != "linux", reason="functions are put before others"),
]

ROOT = Path(__file__).resolve().parents[2]
NO_LOCKS = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
int flock(int file, int operation) { errno = ENOLCK; return -1; }
#define WITHOUT_LOCKS(name) int name(int file, int command, ...) { \
    va_list rest; va_start(rest, command); void *value = va_arg(rest, void *); va_end(rest); \
    int (*real)(int, int, ...) = (int (*)(int, int, ...)) dlsym(RTLD_NEXT, #name); \
    if (command == F_SETLK || command == F_SETLKW) { errno = ENOLCK; return -1; } \
    return real(file, command, value); }
WITHOUT_LOCKS(fcntl)
WITHOUT_LOCKS(fcntl64)
"""
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
    source, library = tmp_path / "no_locks.c", tmp_path / "no_locks.so"
    source.write_text(NO_LOCKS)
    subprocess.run(["cc", "-shared", "-fPIC", str(source), "-o", str(library), "-ldl"], check=True)
    environment = {**os.environ, "LD_PRELOAD": str(library), "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", SCRIPT, str(tmp_path / "chats 数据 %20?.db")]
    ended = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120, check=False)
    assert ended.stdout.splitlines() == ["False [('note 0',)]", "False [('note 0',), ('note 1',)]"], ended.stderr
