"""Slipstream's door. Import-light: every child process imports this module again."""

import multiprocessing
import sys


def main() -> int:
    """Hand the command line over; returns the exit code."""
    from app.startup import start

    return start(sys.argv[1:])


if __name__ == "__main__":
    multiprocessing.freeze_support()
    sys.exit(main())
