"""Find hands in which a row was scored: their numbers, ascending, one a line."""

from __future__ import annotations

import argparse

from mjsim.cli.parser import add_data, add_json, print_json, whole
from mjsim.errors import DataError, one_of, quote


def configure(parser: argparse.ArgumentParser) -> None:
    add_data(parser)
    parser.add_argument("--row", metavar="ROW", required=True, help="slug of a scoring row")
    parser.add_argument("--limit", metavar="K", type=whole, default=20, help="most hands to print; default 20")
    add_json(parser)


def main(args: argparse.Namespace) -> int:
    import polars as pl

    from mjsim.store.dataset import Dataset

    data = Dataset(args.folder)
    if args.row not in data.rows:
        raise DataError(f"no row {quote(args.row)} in {data.plan.slug}", "--row", one_of(data.rows))
    if args.limit < 1:
        raise DataError(f"limit {args.limit}", "--limit", "1 or more")
    # list.contains of a dictionary-encoded list is fast once the list is read as text
    scored = pl.col("rows").cast(pl.List(pl.String)).list.contains(args.row)
    found = data.scan("wins").filter(scored).select("hand", "match", "in_match", "seat", "by", "value").head(args.limit).collect()
    if args.json:
        print_json(found.with_columns(pl.col("by").cast(pl.String)).to_dicts())
    else:
        for hand in found["hand"]:
            print(hand)
    return 0 if found.height else 1
