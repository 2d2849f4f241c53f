"""One writer a folder. The lock belongs to the process: when it dies, however it dies, the system gives the lock back.

A store has no such locks. There the lock is an object that is made only if it is not there; one of a dead process of this machine is
taken over, one of another machine must be removed by hand if its run is dead.
"""

from __future__ import annotations

import errno
import fcntl
import json
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from mjsim.errors import DataError, WriteError
from mjsim.store.place import is_remote

LOCK = ".lock"


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold the folder's lock; raise DataError that says who holds it."""
    with _object(folder / LOCK) if is_remote(folder) else _file(folder / LOCK):
        yield


@contextmanager
def _file(path: Path) -> Iterator[None]:
    with open(path, "a+", encoding="utf-8", opener=_no_link) as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise DataError(f"is being written by {_name(_holder(path))}", str(path.parent), "one run at a time in a folder") from None
        file.truncate(0)
        file.write(_me())
        file.flush()
        try:
            yield
        finally:
            file.truncate(0)


def _no_link(path: str, flags: int) -> int:
    """A link in a folder from elsewhere could lead to any file of the user's."""
    try:
        return os.open(path, flags | os.O_NOFOLLOW, 0o666)
    except OSError as error:
        if error.errno == errno.ELOOP:
            raise DataError("is a link", path, "a folder without links in it") from None
        raise


@contextmanager
def _object(path: Any) -> Iterator[None]:
    if not _created(path):
        held = _holder(path)
        if held.get("host") == socket.gethostname() and not _lives(held.get("process")):
            path.unlink()
        if not _created(path):
            remedy = f"one run at a time in a folder; if that run is dead, remove {path}"
            raise DataError(f"is being written by {_name(held)}", str(path.parent), remedy)
    try:
        yield
    finally:
        path.unlink(missing_ok=True)


def _created(path: Any) -> bool:
    try:
        path.fs.pipe_file(path.path, _me().encode(), mode="create")
    except FileExistsError:
        return False
    except Exception as error:  # stores have errors of their own
        raise WriteError(f"cannot be written ({error})", str(path), "an address that can be written") from error
    return True


def _me() -> str:
    started = datetime.now(UTC).isoformat(timespec="seconds")
    return json.dumps({"process": os.getpid(), "host": socket.gethostname(), "started": started})


def _holder(path: Path) -> dict[str, Any]:
    try:
        held = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return held if isinstance(held, dict) else {}


def _name(held: dict[str, Any]) -> str:
    if {"process", "host", "started"} <= held.keys():
        return f"process {held['process']} on {held['host']} since {held['started']}"
    return "another run"


def _lives(process: object) -> bool:
    try:
        os.kill(int(str(process)), 0)
    except (ValueError, ProcessLookupError):
        return False
    except PermissionError:
        return True
    return True
