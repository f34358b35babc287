"""Runs first in both programs: gives back the environment that the loader changed, so that no other program gets it."""

import os
import sys

# The loader sets it to the bundle's folder for its own start; a browser started with it would load our libraries.
if sys.platform == "linux":
    before = os.environ.pop("LD_LIBRARY_PATH_ORIG", None)
    os.environ.pop("LD_LIBRARY_PATH", None)
    if before is not None:
        os.environ["LD_LIBRARY_PATH"] = before
