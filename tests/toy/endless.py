"""A toy run that nobody waits for, as the command line runs it: `python -m tests.toy.endless FOLDER WORKERS [PARTS_A_BLOCK]`."""

from __future__ import annotations

import sys
from pathlib import Path

from mjsim.cli import interrupt
from mjsim.errors import MjsimError
from mjsim.run.runner import play
from tests.toy.engine import FakeEngine
from tests.toy.plan import toy_plan

if __name__ == "__main__":
    folder, workers, *block = sys.argv[1:]
    settings = {"shard": 1000, "engine": FakeEngine(), "progress": False, "block": 1000 * int(block[0]) if block else None}
    interrupt.watch()
    try:
        play(toy_plan(), 10**8, Path(folder), workers=int(workers), **settings)
    except MjsimError as error:
        print(error)
        interrupt.leave(1)
