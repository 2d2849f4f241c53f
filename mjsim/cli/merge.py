"""Combine data sets of one run; overlap, other seeds and other rules are refused."""

from __future__ import annotations

import argparse
from pathlib import Path

from mjsim.cli.parser import say


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folders", metavar="DIR", nargs="+", type=Path, help="data sets of one run")
    parser.add_argument("--out", metavar="DIR", type=Path, required=True, help="a new or empty folder")


def main(args: argparse.Namespace) -> int:
    from mjsim.run.merge import merge

    merged = merge(args.folders, args.out)
    say(f"{len(args.folders)} data sets with {merged.rows('hands'):,} hands merged")
    print(args.out)
    return 0
