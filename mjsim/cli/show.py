"""Print the rules of a variant as a page: what is sourced, and what was chosen."""

from __future__ import annotations

import argparse

from mjsim.cli.parser import add_variant, load_variant


def configure(parser: argparse.ArgumentParser) -> None:
    add_variant(parser)


def main(args: argparse.Namespace) -> int:
    from mjsim.variant.page import page

    print(page(load_variant(args)), end="")
    return 0
