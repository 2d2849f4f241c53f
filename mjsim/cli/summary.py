"""Rates with intervals, from a data set: wins, self-draws, deal-ins, draws, rows, seats, hand length."""

from __future__ import annotations

import argparse

from mjsim.cli.parser import add_data, add_json, print_json, say


def configure(parser: argparse.ArgumentParser) -> None:
    add_data(parser)
    add_json(parser)
    parser.add_argument("--level", metavar="P", type=float, default=0.95, help="level of the intervals; default 0.95")


def main(args: argparse.Namespace) -> int:
    from mjsim.stats.summary import summary

    result = summary(args.folder, args.level)
    if args.json:
        print_json(result.as_dict())
    else:
        from mjsim.cli.tables import print_summary
        from mjsim.store.dataset import Dataset

        print_summary(result, Dataset(args.folder))
    if result.faults:
        say(f"mjsim: {result.faults} hands could not be played and are left out; mjsim status {args.folder} lists them")
    return 1 if result.faults else 0
