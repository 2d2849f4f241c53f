"""A ladder of strength: python -m benchmarks.ladder [--hands N] [--out FILE] [SLUG ...]

In every variant one player of a policy sits with others of another, on the same walls once in each seat; what he earns per hand, with its
interval. The walls are the units: the mean over the seats of one wall counts once.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
from scipy.stats import t as student

from mjsim.compile.cases import program_of
from mjsim.kernels.engine import play_hands
from mjsim.stats.estimate import Estimate
from mjsim.variant import catalog, load

SEED = 2026
LEVEL = 0.95
RUNGS = (("value", "speed"), ("careful", "speed"), ("speed", "random"))

ABOUT = """# A ladder of strength

Made by `python -m benchmarks.ladder --hands {hands}`: points per hand of one player among others of another policy, on {hands:,} walls,
each played once with him in every seat (seed {seed}), with {level:.0%} intervals (normal, by wall). Fair play would give 0. A dagger marks
an interval that does not lie above 0.
"""


def main() -> None:
    """Play and print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.ladder", description="A ladder of strength.")
    parser.add_argument("slugs", nargs="*", metavar="SLUG", help="default: the whole catalogue")
    parser.add_argument("--hands", type=int, default=2000)
    parser.add_argument("--out", type=Path, help="default: standard output")
    args = parser.parse_args()
    heads = [f"{who} among {base}" for who, base in RUNGS]
    lines = [ABOUT.format(hands=args.hands, seed=SEED, level=LEVEL), f"| variant | | {' | '.join(heads)} |"]
    lines.append("| --- " * (2 + len(heads)) + "|")
    for slug in args.slugs or catalog():
        cells = [cell(earned(slug, who, base, args.hands)) for who, base in RUNGS]
        lines.append(f"| {load(slug).zh} | {slug} | {' | '.join(cells)} |")
        print(lines[-1], flush=True)
    if args.out:
        args.out.write_text("\n".join(lines) + "\n", "utf-8")


def earned(slug: str, who: str, base: str, hands: int) -> Estimate:
    """Points per hand of one player of `who` among players of `base`, every wall played with him in every seat."""
    program = program_of(load(slug))
    players = program.players
    total = np.zeros(hands)
    for place in range(players):
        policies = tuple(who if player == place else base for player in range(players))
        columns = play_hands(program, SEED, 0, hands, policies)
        if columns.faults:
            raise SystemExit(f"{slug}: {columns.faults[0]}")
        seat = (place - columns.hands["dealer"]) % players
        points = np.stack([columns.hands[f"points_{i}"] for i in range(players)], axis=1)
        total += points[np.arange(hands), seat]
    walls = total / players
    half = float(student.ppf((1 + LEVEL) / 2, hands - 1) * walls.std(ddof=1) / np.sqrt(hands))
    mean = float(walls.mean())
    return Estimate(mean, mean - half, mean + half, None, hands, "normal")


def cell(found: Estimate) -> str:
    """An estimate with its interval, marked where it is not above 0."""
    return f"{found.value:+.3g} [{found.low:+.3g}, {found.high:+.3g}]{'' if found.low > 0 else ' †'}"


if __name__ == "__main__":
    main()
