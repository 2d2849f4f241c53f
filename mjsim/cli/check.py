"""Validate variant files: every fault with its path, the value and what is allowed."""

from __future__ import annotations

import argparse

from mjsim.cli.parser import add_sets, say
from mjsim.errors import MjsimError


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", metavar="FILE", nargs="+", help="TOML files, or slugs of the catalogue")
    add_sets(parser)


def main(args: argparse.Namespace) -> int:
    from mjsim.variant import digest, load

    wrong = 0
    for file in args.files:
        try:
            variant = load(file, args.sets)
        except MjsimError as error:
            say(f"mjsim: {error}")
            wrong += 1
        else:
            print(f"{file}: {variant.zh} {variant.en}, {len(variant.rows)} rows, rules {digest(variant)}")
    return 2 if wrong else 0
