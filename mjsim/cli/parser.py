"""The argument parser that all commands share, and the arguments that several of them take."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any, NoReturn

from mjsim.errors import MjsimError
from mjsim.store.place import need_local, place


class Parser(argparse.ArgumentParser):
    """Whole option names only; a fault is one sentence, exit code 2."""

    def __init__(self, prog: str, description: str | None) -> None:
        super().__init__(prog=prog, description=description, allow_abbrev=False, formatter_class=argparse.RawDescriptionHelpFormatter)

    def error(self, message: str) -> NoReturn:
        raise MjsimError(f"{message} ({self.prog} --help says more)")


def whole(text: str) -> int:
    """A whole number; 1_000 and 1e6 are understood.

    >>> whole("2e5")
    200000
    """
    try:
        return int(text)
    except ValueError:
        pass
    try:
        value = float(text)
        if len(text) <= 20 and value == int(value):
            return int(value)
    except (ValueError, OverflowError):
        pass
    raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a whole number")


def add_variant(parser: argparse.ArgumentParser) -> None:
    """SLUG and --set."""
    parser.add_argument("variant", metavar="SLUG", help="a variant of the catalogue, or a path of a TOML file")
    add_sets(parser)


def add_sets(parser: argparse.ArgumentParser) -> None:
    """--set, repeatable."""
    parser.add_argument(
        "--set", metavar="KEY=VALUE", action="append", default=[], dest="sets", help="change a rule, or option.NAME=VALUE; repeatable"
    )


def add_data(parser: argparse.ArgumentParser) -> None:
    """DIR, a folder of this machine."""
    parser.add_argument("folder", metavar="DIR", type=local, help="a data set, as mjsim run writes it")


def local(text: str) -> Path:
    """A folder; an address of a store is refused with the way out."""
    return need_local(place(text))


def add_json(parser: argparse.ArgumentParser) -> None:
    """--json."""
    parser.add_argument("--json", action="store_true", help="one JSON document and nothing else")


def add_level(parser: argparse.ArgumentParser) -> None:
    """--level."""
    parser.add_argument("--level", metavar="P", type=float, default=0.95, help="level of the intervals; default 0.95")


def fraction(text: str) -> float:
    """A share: 0.005 or 0.5%.

    >>> fraction("0.5%")
    0.005
    """
    try:
        return float(text[:-1]) / 100 if text.endswith("%") else float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a share such as 0.005 or 0.5%") from None


def load_variant(args: argparse.Namespace) -> Any:
    """The variant that SLUG and --set name."""
    from mjsim.variant import load

    return load(args.variant, args.sets)


def print_json(document: object) -> None:
    """One JSON document on stdout."""
    import json

    print(json.dumps(document, ensure_ascii=False, indent=1, allow_nan=False))


def say(text: str) -> None:
    """A message on stderr."""
    print(text, file=sys.stderr)
