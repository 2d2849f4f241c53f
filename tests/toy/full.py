"""A toy run on a disk that becomes full, and then larger: `python -m tests.toy.full MOUNT`, where a small tmpfs is mounted."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from mjsim.run import ledger
from mjsim.run.runner import Unfinished, play
from mjsim.run.verify import faults_of
from mjsim.store.parts import is_intact
from tests.toy.engine import FakeEngine
from tests.toy.plan import toy_plan

HANDS = 60_000


def run(folder: Path) -> int:
    return play(toy_plan(), HANDS, folder, workers=1, shard=1000, block=10_000, engine=FakeEngine(), progress=False).played


def main(mount: Path) -> None:
    """Prints what was said, and how much of the run had to be played when there was room."""
    folder = mount / "run"
    try:
        run(folder)
    except Unfinished as error:
        print(error)
    parts = [part for shard in ledger.load(folder).shards for part in shard.parts.values()]
    assert parts
    assert all(is_intact(folder / part.name, part) for part in parts)
    subprocess.run(["mount", "-o", "remount,size=64m", str(mount)], check=True)
    print("then", run(folder), "with faults", list(faults_of(folder)))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
