"""One writer a folder. The lock belongs to the process: when it dies, however it dies, the system gives the lock back."""

from __future__ import annotations

import fcntl
import json
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from mjsim.errors import DataError

LOCK = ".lock"


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold the folder's lock; raise DataError that says who holds it."""
    with open(folder / LOCK, "a+", encoding="utf-8") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise DataError(f"is being written by {_holder(folder)}", str(folder), "one run at a time in a folder") from None
        file.truncate(0)
        started = datetime.now(UTC).isoformat(timespec="seconds")
        json.dump({"process": os.getpid(), "host": socket.gethostname(), "started": started}, file)
        file.flush()
        try:
            yield
        finally:
            file.truncate(0)


def _holder(folder: Path) -> str:
    try:
        held = json.loads((folder / LOCK).read_text(encoding="utf-8"))
        return f"process {held['process']} on {held['host']} since {held['started']}"
    except (OSError, ValueError, KeyError, TypeError):
        return "another run"
