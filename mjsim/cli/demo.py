"""Play three variants that pull in different directions, print their summaries and draw their charts."""

from __future__ import annotations

import argparse
from pathlib import Path

from mjsim.cli.parser import say, whole

VARIANTS = ("simplest", "chengdu-xuezhan", "taiwan16")


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("variants", metavar="SLUG", nargs="*", default=list(VARIANTS), help=f"default {' '.join(VARIANTS)}")
    parser.add_argument("--hands", metavar="N", type=whole, default=200_000, help="hands of each; default 200,000")
    parser.add_argument("--seed", metavar="S", type=whole, default=1, help="default 1")
    parser.add_argument("--workers", metavar="N", type=whole, help="processes; default all cores")
    parser.add_argument("--out", metavar="DIR", type=Path, default=Path("data/runs/demo"), help="default data/runs/demo")


def main(args: argparse.Namespace) -> int:
    from mjsim.charts.gallery import save_charts
    from mjsim.charts.names import chinese_font
    from mjsim.cli.tables import print_summary
    from mjsim.run.runner import make_plan, play
    from mjsim.stats.summary import summary
    from mjsim.store.dataset import Dataset
    from mjsim.variant import load

    faults = 0
    plans = [make_plan(load(slug), seed=args.seed) for slug in args.variants]
    for plan in plans:
        folder = args.out / plan.slug
        done = play(plan, args.hands, folder, workers=args.workers)
        say(done.sentence())
        found = summary(folder)
        faults += found.faults
        print_summary(found, Dataset(folder))
        charts = save_charts(folder, folder / "charts")
        print(f"charts: {', '.join(map(str, charts))}\n")
    if chinese_font() is None:
        say("mjsim: no Chinese font was found, so the charts have English names")
    return 1 if faults else 0
