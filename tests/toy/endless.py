"""A toy run that nobody waits for: `python -m tests.toy.endless FOLDER WORKERS`."""

from __future__ import annotations

import sys
from pathlib import Path

from mjsim.errors import MjsimError
from mjsim.run.runner import play
from tests.toy.engine import FakeEngine
from tests.toy.plan import toy_plan

if __name__ == "__main__":
    try:
        play(toy_plan(), 10**8, Path(sys.argv[1]), workers=int(sys.argv[2]), shard=1000, engine=FakeEngine(), progress=False)
    except MjsimError as error:
        print(error)
        sys.exit(1)
