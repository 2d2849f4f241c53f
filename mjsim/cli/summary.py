"""Rates with intervals, from a data set: wins, self-draws, deal-ins, draws, rows, seats, hand length; rows by turn, seat, way of winning
or policy, and rows that come together.
"""

from __future__ import annotations

import argparse

from mjsim.cli.parser import add_data, add_json, print_json, say


def configure(parser: argparse.ArgumentParser) -> None:
    add_data(parser)
    add_json(parser)
    parser.add_argument("--by", metavar="WHAT", help="rows by turn (own draws), seat, by (way of winning) or policy: shares of such wins")
    parser.add_argument("--together", action="store_true", help="rows that come together more or less often than by chance")
    parser.add_argument("--level", metavar="P", type=float, default=0.95, help="level of the intervals; default 0.95")


def main(args: argparse.Namespace) -> int:
    from mjsim.run.progress import busy
    from mjsim.stats.rows import rows_by, together
    from mjsim.stats.summary import summary
    from mjsim.store.dataset import Dataset

    data = Dataset(args.folder)
    with busy("summary"):
        result = summary(args.folder, args.level)
        grouped = rows_by(data, args.by, args.level) if args.by else None
        pairs = together(data, args.level) if args.together else None
    if args.json:
        document = result.as_dict()
        document |= {"rows_by": {"by": args.by, "shares": grouped.to_dicts()}} if grouped is not None else {}
        print_json(document | ({"together": pairs.to_dicts()} if pairs is not None else {}))
    else:
        from mjsim.cli.tables import print_grouped, print_summary, print_together

        print_summary(result, data)
        if grouped is not None:
            print_grouped(grouped, args.by, data)
        if pairs is not None:
            print_together(pairs, data)
    if result.faults:
        say(f"mjsim: {result.faults} hands could not be played and are left out; mjsim status {args.folder} lists them")
    return 1 if result.faults else 0
