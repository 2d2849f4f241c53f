"""Combine data sets of one run; overlap, other seeds and other rules are refused."""

from __future__ import annotations

import argparse

from mjsim.cli.parser import say
from mjsim.store.place import place


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folders", metavar="DIR", nargs="+", help="data sets of one run, folders or addresses")
    parser.add_argument("--out", metavar="DIR", required=True, help="a new or empty folder")


def main(args: argparse.Namespace) -> int:
    from mjsim.run.merge import merge

    merged = merge([place(folder) for folder in args.folders], place(args.out))
    say(f"{len(args.folders)} data sets with {merged.rows('hands'):,} hands merged")
    print(args.out)
    return 0
