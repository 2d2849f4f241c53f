"""The first compilation of the kernels on a machine is done by one process; others that need them wait and load the result."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager

from mjsim.cache import cache_dir


@contextmanager
def compiled_once(version: str) -> Iterator[None]:
    """Around a first use of the kernels of this version (digest of their sources)."""
    marker = cache_dir() / f"compiled-{version}"
    if marker.exists():
        yield
        return
    with open(cache_dir() / "compiling.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
        marker.touch()
