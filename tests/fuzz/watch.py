"""Watches a piece of work: nothing is written outside the folders that were chosen, and no other program is started."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from mjsim.cache import cache_dir

WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
MOVES = {"os.mkdir", "os.rename", "os.remove", "os.rmdir", "os.symlink", "os.link", "os.truncate", "shutil.rmtree", "shutil.move"}
PROGRAMS = {"os.system", "os.exec", "os.posix_spawn", "os.spawn", "subprocess.Popen", "pty.spawn"}
_allowed: list[str] | None = None
_seen: list[str] = []


def _hook(event: str, arguments: tuple[object, ...]) -> None:
    if _allowed is None:
        return
    paths: list[object] = []
    if event == "open":
        path, _, flags = arguments
        if isinstance(flags, int) and flags & WRITES and isinstance(path, str | bytes | os.PathLike):
            paths = [path]
    elif event in MOVES:
        paths = [argument for argument in arguments[:2] if isinstance(argument, str | bytes | os.PathLike)]
    elif event in PROGRAMS:
        _seen.append(f"{event} {arguments[:2]}")
    for path in paths:
        where = os.path.realpath(os.fsdecode(path))  # type: ignore[arg-type]  # a path, as asked above
        if where != os.devnull and "__pycache__" not in where and not any(where.startswith(folder) for folder in _allowed or []):
            _seen.append(f"{event} {where}")


sys.addaudithook(_hook)


@contextmanager
def confined(*folders: Path) -> Iterator[None]:
    """Fails if something is written outside `folders` and the cache, or a program is started."""
    global _allowed
    _seen.clear()
    _allowed = [os.path.realpath(folder) for folder in (*folders, cache_dir())]
    try:
        yield
    finally:
        _allowed = None
    seen = list(_seen)
    assert not seen, f"{seen}"
