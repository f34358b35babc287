"""A volume that knows no locks, as some network drives: the C library is told to have none below a folder."""

import subprocess
from collections.abc import Mapping
from pathlib import Path

_SOURCE = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static int is_below(int file) {
    const char *folder = getenv("NO_LOCKS_BELOW");
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, sizeof path);
    return folder && length >= (ssize_t) strlen(folder) && !memcmp(path, folder, strlen(folder));
}
int flock(int file, int operation) {
    if (is_below(file)) { errno = ENOLCK; return -1; }
    int (*real)(int, int) = (int (*)(int, int)) dlsym(RTLD_NEXT, "flock");
    return real(file, operation); }
#define WITHOUT_LOCKS(name) int name(int file, int command, ...) { \
    va_list rest; va_start(rest, command); void *value = va_arg(rest, void *); va_end(rest); \
    int (*real)(int, int, ...) = (int (*)(int, int, ...)) dlsym(RTLD_NEXT, #name); \
    if ((command == F_SETLK || command == F_SETLKW) && is_below(file)) { errno = ENOLCK; return -1; } \
    return real(file, command, value); }
WITHOUT_LOCKS(fcntl)
WITHOUT_LOCKS(fcntl64)
"""


def environment_without_locks(folder: Path, work: Path) -> Mapping[str, str]:
    """What a process on Linux is to find in its environment to have no locks below `folder`; compiled in `work`."""
    source, library = work / "no_locks.c", work / "no_locks.so"
    source.write_text(_SOURCE)
    subprocess.run(["cc", "-shared", "-fPIC", str(source), "-o", str(library), "-ldl"], check=True)
    return {"LD_PRELOAD": str(library), "NO_LOCKS_BELOW": str(folder)}
