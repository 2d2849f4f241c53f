"""A ladder of strength: python -m benchmarks.ladder [--hands N] [--most N] [--out FILE] [SLUG ...]

In every variant one player of a policy sits with others of another, on the same walls once in each seat; what he earns per hand, with its
interval. The walls are the units: the mean over the seats of one wall counts once. The seed is one that no constant was chosen on, and how
many walls are played follows from half widths alone, never from who is ahead: where the interval of N walls is wide beside what a win
brings, more are played.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.stats import t as student

from mjsim.compile.cases import program_of
from mjsim.kernels.engine import play_hands
from mjsim.stats.estimate import Estimate
from mjsim.variant import catalog, load

SEED = 3031
LEVEL = 0.95
RUNGS = (("value", "speed"), ("careful", "speed"), ("speed", "random"))

NARROW = 0.005
"""A half width is narrow that is no more than this share of what a win brings by mean."""
STEP = 1000
"""Walls are played by so many."""

ABOUT = """# A ladder of strength

Made by `python -m benchmarks.ladder --hands {hands} --most {most}`: points per hand of one player among others of another policy, on
the same walls once in every seat (seed {seed}, on which no constant was chosen), with {level:.0%} intervals (normal, by wall). Everywhere
{hands:,} walls; `value` and `careful` on so many that their half width should be {narrow:.1%} of what a win brings, at most {most:,}: the
number follows from the half widths on the first {hands:,}, not from who is ahead. Fair play would give 0. A dagger marks an interval that
does not lie above 0.
"""


@dataclass(frozen=True, eq=False)
class Played:
    """earned : points per hand of the player on each wall, float64 (walls,). win : mean points of a win."""

    earned: NDArray[np.float64]
    win: float


def main() -> None:
    """Play and print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.ladder", description="A ladder of strength.")
    parser.add_argument("slugs", nargs="*", metavar="SLUG", help="default: the whole catalogue")
    parser.add_argument("--hands", type=int, default=2000)
    parser.add_argument("--most", type=int, default=16000)
    parser.add_argument("--out", type=Path, help="default: standard output")
    args = parser.parse_args()
    heads = [f"{who} among {base}" for who, base in RUNGS]
    about = ABOUT.format(hands=args.hands, most=args.most, seed=SEED, level=LEVEL, narrow=NARROW)
    lines = [about, f"| variant | | walls | {' | '.join(heads)} |", "| --- " * (3 + len(heads)) + "|"]
    print("\n".join(lines), flush=True)
    above = [0] * len(RUNGS)
    for slug in args.slugs or catalog():
        walls, found = rungs(slug, args.hands, args.most)
        above = [n + (some.low > 0) for n, some in zip(above, found, strict=True)]
        lines.append(f"| {load(slug).zh} | {slug} | {walls:,} | {' | '.join(map(cell, found))} |")
        print(lines[-1], flush=True)
    lines.append(f"| above 0 | | | {' | '.join(map(str, above))} |")
    if args.out:
        args.out.write_text("\n".join(lines) + "\n", "utf-8")


def rungs(slug: str, hands: int, most: int) -> tuple[int, list[Estimate]]:
    """(walls of `value` and `careful`, what each player earns)."""
    first = [played(slug, who, base, 0, hands) for who, base in RUNGS]
    walls = max(hands, *(min(wanted(some), most) for some, (_, base) in zip(first, RUNGS, strict=True) if base == "speed"))
    found = []
    for some, (who, base) in zip(first, RUNGS, strict=True):
        more = walls - hands if base == "speed" else 0
        rest = [played(slug, who, base, hands, more).earned] if more else []
        found.append(estimate(np.concatenate([some.earned, *rest])))
    return walls, found


def wanted(some: Played) -> int:
    """Walls on which the half width should be narrow."""
    found = estimate(some.earned)
    times = ((found.high - found.low) / 2 / (NARROW * some.win)) ** 2
    return int(np.ceil(len(some.earned) * times / STEP)) * STEP


def played(slug: str, who: str, base: str, first: int, hands: int) -> Played:
    """One player of `who` among players of `base` on each of these walls, played with him in every seat."""
    program = program_of(load(slug))
    players = program.players
    total, wins = np.zeros(hands), []
    for place in range(players):
        policies = tuple(who if player == place else base for player in range(players))
        columns = play_hands(program, SEED, first, hands, policies)
        if columns.faults:
            raise SystemExit(f"{slug}: {columns.faults[0]}")
        seat = (place - columns.hands["dealer"]) % players
        points = np.stack([columns.hands[f"points_{i}"] for i in range(players)], axis=1)
        total += points[np.arange(hands), seat]
        wins.append(columns.wins["points"])
    return Played(total / players, float(np.concatenate(wins).mean()))


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
