"""A ladder of strength: python -m benchmarks.ladder [--hands N] [--most N] [--out FILE] [SLUG ...]

In every variant one player of a policy sits with others of another, on the same walls once in each seat; what he earns per hand, with its
interval. The walls are the units: the mean over the seats of one wall counts once. Where the interval of N walls comes near 0, it is played
to the most.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.stats import t as student

from mjsim.compile.cases import program_of
from mjsim.kernels.engine import play_hands
from mjsim.stats.estimate import Estimate
from mjsim.variant import catalog, load

SEED = 2026
LEVEL = 0.95
RUNGS = (("value", "speed"), ("careful", "speed"), ("speed", "random"))

CLEAR = 2.0
"""An interval is clear of 0 if its middle is so many times its half width away."""

ABOUT = """# A ladder of strength

Made by `python -m benchmarks.ladder --hands {hands} --most {most}`: points per hand of one player among others of another policy, on
{hands:,} walls, each played once with him in every seat (seed {seed}), with {level:.0%} intervals (normal, by wall); where the middle
is not {clear:g} half widths away from 0, on {most:,} walls. Fair play would give 0. A dagger marks an interval that does not lie above 0.
"""


def main() -> None:
    """Play and print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.ladder", description="A ladder of strength.")
    parser.add_argument("slugs", nargs="*", metavar="SLUG", help="default: the whole catalogue")
    parser.add_argument("--hands", type=int, default=2000)
    parser.add_argument("--most", type=int, default=8000)
    parser.add_argument("--out", type=Path, help="default: standard output")
    args = parser.parse_args()
    heads = [f"{who} among {base}" for who, base in RUNGS]
    lines = [ABOUT.format(hands=args.hands, most=args.most, seed=SEED, level=LEVEL, clear=CLEAR), f"| variant | | {' | '.join(heads)} |"]
    lines.append("| --- " * (2 + len(heads)) + "|")
    above = [0] * len(RUNGS)
    for slug in args.slugs or catalog():
        found = [settled(slug, who, base, args.hands, args.most) for who, base in RUNGS]
        above = [n + (some.low > 0) for n, some in zip(above, found, strict=True)]
        lines.append(f"| {load(slug).zh} | {slug} | {' | '.join(map(cell, found))} |")
        print(lines[-1], flush=True)
    lines.append(f"| above 0 | | {' | '.join(map(str, above))} |")
    if args.out:
        args.out.write_text("\n".join(lines) + "\n", "utf-8")


def settled(slug: str, who: str, base: str, hands: int, most: int) -> Estimate:
    """What a player earns, on more walls if those do not tell."""
    walls = earned(slug, who, base, 0, hands)
    found = estimate(walls)
    if abs(found.value) < CLEAR * (found.high - found.low) / 2 and hands < most:
        found = estimate(np.append(walls, earned(slug, who, base, hands, most - hands)))
    return found


def earned(slug: str, who: str, base: str, first: int, hands: int) -> NDArray[np.float64]:
    """Points per hand of one player of `who` among players of `base` on each of these walls, played with him in every seat: (hands,)."""
    program = program_of(load(slug))
    players = program.players
    total = np.zeros(hands)
    for place in range(players):
        policies = tuple(who if player == place else base for player in range(players))
        columns = play_hands(program, SEED, first, hands, policies)
        if columns.faults:
            raise SystemExit(f"{slug}: {columns.faults[0]}")
        seat = (place - columns.hands["dealer"]) % players
        points = np.stack([columns.hands[f"points_{i}"] for i in range(players)], axis=1)
        total += points[np.arange(hands), seat]
    return total / players


def estimate(walls: NDArray[np.float64]) -> Estimate:
    """The mean by wall, with a normal interval."""
    n = len(walls)
    half = float(student.ppf((1 + LEVEL) / 2, n - 1) * walls.std(ddof=1) / np.sqrt(n))
    mean = float(walls.mean())
    return Estimate(mean, mean - half, mean + half, None, n, "normal")


def cell(found: Estimate) -> str:
    """An estimate with its interval, marked where it is not above 0."""
    return f"{found.value:+.3g} [{found.low:+.3g}, {found.high:+.3g}]{'' if found.low > 0 else ' †'}"


if __name__ == "__main__":
    main()
