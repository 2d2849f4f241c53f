"""How much of a match is skill: Elo spread of the policies that met in one or more data sets, and the share of coin flips it amounts to."""

from __future__ import annotations

import argparse
from pathlib import Path

from mjsim.cli.parser import add_json, add_level, print_json, whole


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folders", metavar="DIR", nargs="+", type=Path, help="data sets of one variant with different policies at a table")
    parser.add_argument("--match-hands", metavar="N", type=whole, default=16, help="independent hands that make a match; default 16")
    add_level(parser)
    add_json(parser)


def main(args: argparse.Namespace) -> int:
    from mjsim.stats.skill import skill
    from mjsim.store.dataset import Dataset

    found = skill([Dataset(folder) for folder in args.folders], args.match_hands, args.level)
    if args.json:
        print_json(found.as_dict())
        return 0
    from mjsim.cli.tables import console, number, percent, table

    out = console()
    ratings = table(f"{found.variant}: {found.games:,} games of two", ("policy",), ("Elo", "interval"))
    for name, rating in sorted(found.ratings.items(), key=lambda item: -item[1].value):
        ratings.add_row(name, *number(rating))
    out.print(ratings)
    out.print(
        f"spread {' '.join(number(found.spread))}: as much as pure skill with {' '.join(percent(found.coin_flips))} of games by coin flip"
    )
    return 0
