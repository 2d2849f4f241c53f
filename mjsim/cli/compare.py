"""Base against changed rules on the same walls: paired differences with intervals, and how many hands independent samples would need.

--set changes rules, all at once; --grid KEY=V1,V2 makes one comparison for every combination; --with compares with another variant,
unpaired where its tiles differ.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from mjsim.cli.parser import add_json, add_level, add_variant, print_json, say, whole

if TYPE_CHECKING:
    from mjsim.stats.paired import Comparison


def configure(parser: argparse.ArgumentParser) -> None:
    add_variant(parser)
    parser.add_argument("--grid", metavar="KEY=V,V", action="append", default=[], help="several values of a rule; repeatable")
    parser.add_argument("--with", metavar="SLUG", dest="other", help="compare with another variant")
    parser.add_argument("--hands", metavar="N", type=whole, help="independent hands of each rule set")
    parser.add_argument("--matches", metavar="N", type=whole, help="linked hands: N whole matches")
    parser.add_argument("--seed", metavar="S", type=whole, default=1, help="default 1")
    parser.add_argument("--policy", metavar="P", default="speed", help="one name, or one a seat separated by commas; default speed")
    parser.add_argument("--wall", choices=("shared", "per-seat"), default="shared", help="per-seat: claims do not shift what others draw")
    parser.add_argument("--workers", metavar="N", type=whole, help="processes; default all cores")
    parser.add_argument("--out", metavar="DIR", type=Path, help="folder for the data sets; default data/compare/SLUG-SEED")
    parser.add_argument("--quiet", action="store_true", help="no progress bar")
    add_level(parser)
    add_json(parser)


def main(args: argparse.Namespace) -> int:
    from mjsim.stats.compare import compare_variants, grid_of
    from mjsim.variant.load import load

    base = load(args.variant, [])
    changes = dict(change.partition("=")[::2] for change in args.sets)
    cells = [{**changes, **cell} for cell in grid_of(args.grid)]
    others = [(load(args.variant, [f"{key}={value}" for key, value in cell.items()]), cell) for cell in cells if cell]
    if args.other:
        others.append((load(args.other, []), {}))
    found = compare_variants(
        base,
        others,
        hands=args.hands,
        matches=args.matches,
        seed=args.seed,
        policies=args.policy,
        wall=args.wall,
        out=args.out or Path("data/compare") / f"{base.slug}-{args.seed}",
        level=args.level,
        workers=args.workers,
        progress=not args.quiet,
    )
    if args.json:
        documents = [comparison.as_dict() for comparison in found]
        print_json(documents[0] if len(documents) == 1 and not args.grid else {"comparisons": documents})
    else:
        for comparison in found:
            _print(comparison)
    say(f"mjsim: data sets are in {args.out or Path('data/compare') / f'{base.slug}-{args.seed}'}")
    return 0


def _print(found: Comparison) -> None:
    from mjsim.cli.tables import console, number, percent, table

    out = console()
    rules = ", ".join(f"{key} = {value}" for key, value in found.rules.items()) or found.changed
    out.print(f"[bold]{found.base}[/bold] against {rules}: {found.hands[0]:,} hands, {found.reason}", markup=True)
    if found.differing:
        out.print(f"hands with another outcome: {' '.join(percent(found.differing))}")
    shown = table("Changes", ("", "", ""), ("base", "changed", "change", "interval", "p adjusted", "independent hands"))
    still = [change for change in found.changes if change.unchanged]
    for change in found.changes:
        if change.unchanged:
            continue
        share = change.name not in {"turns"} and not change.name.startswith("points")
        sides = [percent(side)[0] if share else number(side)[0] for side in (change.base, change.changed)]
        moved = change.change.scaled(100) if share else change.change
        p = "" if change.p_adjusted is None else f"{change.p_adjusted:.2g}"
        needed = "" if change.hands_needed is None else f"{change.hands_needed:,}"
        shown.add_row(change.name, change.zh, change.en if change.zh else "", *sides, *number(moved), p, needed)
    out.print(shown)
    if still:
        out.print(f"{len(still)} more quantities are the same in every hand (--json lists them with their bounds)")
