"""Count exact values by their ids, one a line: shanten of random hands, waits, deals, winning hands, patterns, hands of a size."""

from __future__ import annotations

import argparse
import json

from mjsim.cli.jsonl import lines_of
from mjsim.errors import MjsimError


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("ids", metavar="ID", nargs="*", help="such as shanten.136.13.std.0 or count.hands.34k.13")
    parser.add_argument("--ids", metavar="FILE", dest="file", help="ids, one a line; - for standard input")


def main(args: argparse.Namespace) -> int:
    from mjsim.exact.ids import exact_lines

    if not args.ids and args.file is None:
        raise MjsimError("no ids", "mjsim exact", "ID ..., or --ids FILE")
    faults = 0
    for found in exact_lines([*args.ids, *(lines_of(args.file) if args.file is not None else ())]):
        faults += "error" in found
        print(json.dumps(found, ensure_ascii=False), flush=True)
    return 1 if faults else 0
