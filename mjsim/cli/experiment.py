"""Run an experiment file: play every cell, measure, and write tables, page and charts beside it.

An interrupted experiment goes on where it was when the same command is given again.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from mjsim.cli.parser import print_json, say, whole
from mjsim.errors import MjsimError


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE.toml", type=Path, help="an experiment; docs/experiments.md explains them")
    parser.add_argument("--hands", metavar="N", type=whole, help="independent hands of each cell, in place of what the file says")
    parser.add_argument("--matches", metavar="N", type=whole, help="linked matches of each cell, in place of what the file says")
    parser.add_argument("--out", metavar="DIR", type=Path, help="folder of the result; default: beside the file, with its name")
    parser.add_argument("--data", metavar="DIR", type=Path, help="folder of the data sets; default data/runs/experiments/NAME")
    parser.add_argument("--workers", metavar="N", type=whole, help="processes; default all cores")
    parser.add_argument("--check", action="store_true", help="only check the file and list its cells")
    parser.add_argument("--json", action="store_true", help="print the result as one JSON document too")
    parser.add_argument("--quiet", action="store_true", help="no progress")


def main(args: argparse.Namespace) -> int:
    from mjsim.experiment.run import check, run
    from mjsim.experiment.write import write

    if args.hands is not None and args.matches is not None:
        raise MjsimError("how much is to be played?", "mjsim experiment", "either --hands N or --matches N")
    if args.check:
        spec, cells = check(args.file, args.hands, args.matches)
        for cell in cells:
            print(cell.label)
        say(f"mjsim: {args.file.name} is sound: {len(cells)} cells of {spec.count:,} {'hands' if spec.unit == 'hand' else 'matches'}")
        return 0
    result = run(
        args.file,
        hands=args.hands,
        matches=args.matches,
        data=args.data,
        workers=args.workers,
        progress=not args.quiet,
        announce=(lambda text: None) if args.quiet else lambda text: say(f"mjsim: {text}"),
    )
    page = write(result, args.out or args.file.with_suffix(""))
    if args.json:
        print_json(result.as_dict())
    else:
        print(page)
    if result.faults:
        say(f"mjsim: {result.faults} hands could not be played and are left out; mjsim status DIR names them")
    return 1 if result.faults else 0
