"""Do points match rarity? Each row's rate, surprise and points, the points on the curve through all rows, and the rows off it."""

from __future__ import annotations

import argparse

from mjsim.cli.parser import add_data, add_json, add_level, print_json


def configure(parser: argparse.ArgumentParser) -> None:
    add_data(parser)
    add_level(parser)
    add_json(parser)


def main(args: argparse.Namespace) -> int:
    from mjsim.run.progress import busy
    from mjsim.stats.balance import balance
    from mjsim.store.dataset import Dataset

    data = Dataset(args.folder)
    with busy("balance"):
        found = balance(data, args.level)
    if args.json:
        print_json(found.as_dict())
        return 0
    from mjsim.cli.tables import console, heading, percent, table

    out = console()
    out.print(heading(data, found.hands, found.level), markup=True)
    rows = table(
        "Points against rarity", ("row 番種", "", ""), ("of hands", "bits", "points", "on the curve", "times", "p adjusted"), ("verdict",)
    )
    for row in sorted(found.rows, key=lambda row: row.surprise.low):
        bits = f"> {row.surprise.low:.1f}" if not row.rate.count else f"{row.surprise.value:.2f}"
        fair = row.fair_points
        curve = f"{fair.value:.3g} ({fair.low:.3g} – {fair.high:.3g})" if fair else ""
        points = "" if row.points is None else str(row.points)
        times = "" if row.ratio is None else f"{row.ratio:.2f}"
        p = "" if row.p_adjusted is None else f"{row.p_adjusted:.2g}"
        rows.add_row(row.row, row.zh, row.en, percent(row.rate)[0], bits, points, curve, times, p, row.verdict)
    out.print(rows)
    out.print(
        "overpaid, underpaid: off the curve made without the row, by more than rows scatter around it; as rare as these policies make it"
    )
    return 0
