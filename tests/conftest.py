"""Before the tests are shared out, one process compiles the kernels; the others load them."""

from __future__ import annotations

import subprocess
import sys

import pytest


def _works(*command: str) -> bool:
    try:
        return subprocess.run(command, capture_output=True, timeout=20).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


CAN_MOUNT = _works("unshare", "-rm", "mount", "-t", "tmpfs", "-o", "size=100k", "none", "/mnt")
"""Whether a small file system can be mounted in a namespace of its own."""


def pytest_report_header() -> list[str]:
    """What this machine does not allow, and what the tests do in its place."""
    return [] if CAN_MOUNT else ["mjsim: no mounts in a namespace here (unshare -rm): a limit on file sizes stands for a full disk"]


@pytest.hookimpl(tryfirst=True)
def pytest_sessionstart(session: pytest.Session) -> None:
    if hasattr(session.config, "workerinput") or session.config.option.collectonly:
        return
    import msgspec

    from mjsim.run.engine import KernelEngine
    from mjsim.variant import load

    print("mjsim: loading the kernels (compiled on first use, half a minute on two cores)", file=sys.stderr, flush=True)
    game = KernelEngine().open(msgspec.json.encode(load("simplest")))
    game.play(seed=1, first=0, count=1, policies=("speed",), matches=False, wall="shared", log=True)
