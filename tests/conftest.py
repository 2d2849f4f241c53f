"""Before the tests are shared out, one process compiles the kernels; the others load them."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.report.browser import browser

NO_BROWSER = "no Chromium here (apt-get install chromium): the report was NOT tested in a browser"


def _works(*command: str) -> bool:
    try:
        return subprocess.run(command, capture_output=True, timeout=20).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


CAN_MOUNT = _works("unshare", "-rm", "mount", "-t", "tmpfs", "-o", "size=100k", "none", "/mnt")
"""Whether a small file system can be mounted in a namespace of its own."""

CAN_NAMESPACE = os.geteuid() == 0 and _works("unshare", "-n", "ip", "link", "add", "mjv0", "type", "veth", "peer", "name", "mjv1")
"""Whether network namespaces can be made and joined."""


def pytest_report_header() -> list[str]:
    """What this machine does not allow, and what the tests do in its place."""
    found = [] if CAN_MOUNT else ["mjsim: no mounts in a namespace here (unshare -rm): a limit on file sizes stands for a full disk"]
    if not CAN_NAMESPACE:
        found.append("mjsim: no network namespaces here (root and iproute2): loopback addresses stand for hosts")
    return found if browser() else [*found, f"mjsim: {NO_BROWSER}"]


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Without a browser its tests are left out; the head and the end of the run say so."""
    if browser() is None:
        left_out = [item for item in items if item.get_closest_marker("browser")]
        items[:] = [item for item in items if not item.get_closest_marker("browser")]
        config.hook.pytest_deselected(items=left_out)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """The last word on what was not tested."""
    if browser() is None:
        terminalreporter.write_line(f"mjsim: {NO_BROWSER}", yellow=True)


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
