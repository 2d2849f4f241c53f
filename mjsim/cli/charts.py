"""Draw the charts of a data set as PNG (or SVG) files."""

from __future__ import annotations

import argparse
from pathlib import Path

from mjsim.cli.parser import add_data, say


def configure(parser: argparse.ArgumentParser) -> None:
    add_data(parser)
    parser.add_argument("--out", metavar="DIR", type=Path, help="folder for the files; default DIR/charts")
    parser.add_argument("--format", choices=("png", "svg", "pdf"), default="png", help="default png")


def main(args: argparse.Namespace) -> int:
    from mjsim.charts.gallery import save_charts
    from mjsim.charts.names import chinese_font

    for path in save_charts(args.folder, args.out or args.folder / "charts", args.format):
        print(path)
    if chinese_font() is None:
        say("mjsim: no Chinese font was found, so the charts have English names")
    return 0
