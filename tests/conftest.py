"""Before the tests are shared out, one process compiles the kernels; the others load them."""

from __future__ import annotations

import sys

import pytest


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
