"""Where mjsim keeps what it can build again: compiled kernels and distance tables."""

from __future__ import annotations

import os
import sys
import tempfile
from functools import cache
from pathlib import Path


@cache
def cache_dir() -> Path:
    """The cache folder, existing and writable: `$MJSIM_CACHE`, else `mjsim` in the user's cache folder, else in the system's temporary
    one.
    """
    wanted = [Path(os.environ["MJSIM_CACHE"])] if os.environ.get("MJSIM_CACHE") else []
    for folder in [*wanted, user_cache() / "mjsim"]:
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=folder):
                return folder.resolve()
        except OSError:
            continue
    return Path(tempfile.mkdtemp(prefix="mjsim-"))


def user_cache() -> Path:
    """The platform's folder for caches of the current user."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
