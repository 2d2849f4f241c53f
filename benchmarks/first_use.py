"""What a newcomer waits for: kernels compiled into an empty cache, start of the command line, memory of a process that plays.

`python -m benchmarks.first_use`. Seconds are of the wall clock; compile time is also given as processor time, summed over the processes
that share the work. Memory is the largest resident set of one process (MB), after few and after many hands.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from statistics import median

PLAY = """
import resource, sys
import msgspec
from mjsim.run.engine import KernelEngine
from mjsim.variant import load
for slug in sys.argv[2:]:
    game = KernelEngine().open(msgspec.json.encode(load(slug)))
    for first in range(0, int(sys.argv[1]), 5000):
        game.play(seed=1, first=first, count=min(5000, int(sys.argv[1])), policies=("speed",), matches=False, wall="shared", log=False)
    print(slug, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
"""
FEW, MANY = 100, 100_000


def processor_time() -> float:
    """Seconds of processor time of all finished child processes."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def timed(command: list[str], **environment: str) -> tuple[float, float, str]:
    """Wall seconds, processor seconds and output of a command."""
    wall, processor = time.perf_counter(), processor_time()
    done = subprocess.run(command, env=os.environ | environment, check=True, capture_output=True, text=True)
    return time.perf_counter() - wall, processor_time() - processor, done.stdout


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("variants", metavar="SLUG", nargs="*", default=["simplest", "mcr", "luoshan"], help="measure their memory")
    args = parser.parse_args()
    for words in (["--help"], ["variants"]):
        walls = [timed([sys.executable, "-m", "mjsim", *words])[0] for _ in range(5)]
        print(f"mjsim {words[0]}: {median(walls):.2f} s (median of 5)")
    play = [sys.executable, "-c", PLAY]
    with tempfile.TemporaryDirectory() as cache:
        cold = timed([*play, str(FEW), "simplest"], MJSIM_CACHE=cache)
        warm = timed([*play, str(FEW), "simplest"], MJSIM_CACHE=cache)
        print(f"first hands with an empty cache: {cold[0]:.1f} s, {cold[1]:.1f} s of processor time; again: {warm[0]:.1f} s")
        for slug in args.variants:
            few, many = (timed([*play, str(count), slug], MJSIM_CACHE=cache)[2].split()[1] for count in (FEW, MANY))
            print(f"memory of a process that plays {slug}: {few} MB after {FEW} hands, {many} MB after {MANY:,}")


if __name__ == "__main__":
    main()
