"""Everything about a data set on one page: tables that sort, charts with values, methods, example hands. One HTML file, no network."""

from __future__ import annotations

import argparse
from pathlib import Path

from mjsim.cli.parser import add_data, add_level, whole


def configure(parser: argparse.ArgumentParser) -> None:
    add_data(parser)
    parser.add_argument("--out", metavar="FILE.html", type=Path, help="default DIR/report.html")
    parser.add_argument("--margin", metavar="POINTS", type=float, help="points a hand for the verdict on fairness")
    parser.add_argument("--match-hands", metavar="N", type=whole, default=16, help="independent hands that make a match; default 16")
    add_level(parser)


def main(args: argparse.Namespace) -> int:
    from mjsim.report.page import write_report

    print(write_report(args.folder, args.out or args.folder / "report.html", args.margin, args.match_hands, args.level))
    return 0
