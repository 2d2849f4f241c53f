"""國標 beside real tables: python -m benchmarks.real_tables [--hands N] [--policy NAME] [--botzone]

How often four players of a policy win, how, for how many fan, and the share of their wins that have each of ten rows, beside shares of
people's wins. A win may have several of the rows. With --botzone as the programs there play: 136 tiles without flowers, a quarter of them
the wall of each seat (duplicate format, wiki.botzone.org.cn, Chinese-Standard-Mahjong).
"""

from __future__ import annotations

import argparse
from itertools import pairwise

import numpy as np
from scipy.stats import spearmanr

from mjsim.compile.cases import program_of
from mjsim.kernels.engine import play_hands
from mjsim.stats.estimate import wilson
from mjsim.variant import load
from mjsim.variant.rules import rules_of

SEED = 9
PEOPLE = {
    "mixed-shifted-chows": 17.0,
    "all-types": 13.6,
    "half-flush": 12.4,
    "all-pungs": 10.2,
    "mixed-triple-chow": 10.0,
    "mixed-straight": 9.2,
    "pure-straight": 8.4,
    "pure-shifted-chows": 3.5,
    "full-flush": 2.8,
    "melded-hand": 2.5,
}
"""Per cent of people's wins."""


def main() -> None:
    """Play and print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.real_tables")
    parser.add_argument("--hands", type=int, default=8000)
    parser.add_argument("--policy", default="value")
    parser.add_argument("--botzone", action="store_true", help="136 tiles without flowers, a wall for each seat")
    args = parser.parse_args()
    variant = load("mcr", {"tiles.flowers": 0, "tiles.bonus": ""} if args.botzone else {})
    columns = play_hands(program_of(variant), SEED, 0, args.hands, (args.policy,), wall="per-seat" if args.botzone else "shared")
    wins, slugs = columns.wins, [rule.slug for rule in rules_of(variant).rows]
    starts, values = wins["rows_offsets"], wins["rows_values"]
    rows = [values[a:b].tolist() for a, b in pairwise(starts)]
    flowers = np.array([some.count(slugs.index("flower-tiles")) for some in rows])
    won, drawn, fan = (columns.hands["winners"] > 0).mean(), (wins["by"] == 0).mean(), wins["value"].astype(float)
    error = 1.96 * fan.std(ddof=1) / len(fan) ** 0.5
    print(f"{args.hands:,} hands: {won:.1%} won, {drawn:.1%} of the wins drawn, {fan.mean():.2f} ± {error:.2f} fan, ", end="")
    print(f"{(fan - flowers).mean():.2f} without flowers")
    found = []
    for slug, people in PEOPLE.items():
        hits = sum(slugs.index(slug) in some for some in rows)
        low, high = wilson(hits, len(rows))
        found.append(100 * hits / len(rows))
        print(f"| {variant.rows[slug].zh} | {people} | {found[-1]:.1f} | {100 * low:.1f} - {100 * high:.1f} |")
    print(f"rank correlation {spearmanr(list(PEOPLE.values()), found).statistic:.2f}")


if __name__ == "__main__":
    main()
