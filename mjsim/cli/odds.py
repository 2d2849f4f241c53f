"""How rare is a row? Counted where counting can do it, else simulated, by splitting or weighted hands; for those who aim for it too.

  dealt  random tiles are a complete hand with it        alone  who aims for it gets it by his own draws
  aimed  who aims for it gets it at the table            table  somebody wins with it, nobody aiming for it
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from mjsim.cli.parser import add_json, add_level, add_variant, fraction, load_variant, print_json, whole

if TYPE_CHECKING:
    from rich.console import Console

    from mjsim.stats.odds import Odds


def configure(parser: argparse.ArgumentParser) -> None:
    add_variant(parser)
    parser.add_argument("rows", metavar="ROW|PATTERN", nargs="+", help="rows by slug, or expressions such as 'suits == 1 and all_pungs'")
    parser.add_argument("--question", metavar="Q", action="append", help="dealt, alone, aimed or table; repeatable; default all")
    parser.add_argument("--policy", metavar="P", default="speed", help="who plays: one name, or one a seat; default speed")
    parser.add_argument("--draws", metavar="N", type=whole, default=18, help="own draws of who draws alone; default 18")
    parser.add_argument("--rel", metavar="SHARE", type=fraction, default=0.1, help="half interval wanted, relative; default 10%%")
    parser.add_argument("--hands", metavar="N", type=whole, default=5_000_000, help="most hands played for each answer; default 5e6")
    parser.add_argument("--seed", metavar="S", type=whole, default=1, help="default 1")
    parser.add_argument("--workers", metavar="N", type=whole, help="threads; default all cores; the answer does not depend on it")
    parser.add_argument("--quiet", action="store_true", help="no progress bar")
    add_level(parser)
    add_json(parser)


def main(args: argparse.Namespace) -> int:
    from mjsim.api import odds

    found = odds(
        load_variant(args),
        args.rows,
        questions=args.question,
        policies=args.policy,
        draws=args.draws,
        rel=args.rel,
        hands=args.hands,
        seed=args.seed,
        level=args.level,
        workers=args.workers,
        progress=not args.quiet,
    )
    if args.json:
        print_json({"rows": [answer.as_dict() for answer in found]})
        return 0
    from mjsim.cli.tables import console

    out = console()
    for answer in found:
        _print(answer, out)
    return 0


def _print(found: Odds, out: Console) -> None:
    from mjsim.cli.tables import table
    from mjsim.stats.odds import QUESTIONS

    title = f"{found.zh} {found.en} ({found.row}), {found.variant}: {', '.join(dict.fromkeys(found.policies))}, {100 * found.level:g} %"
    shown = table(title, ("", "the chance that"), ("chance", "interval", "once in", "hits", "of"), ("method",))
    for chance in found.chances:
        estimate = chance.estimate
        if estimate is None:
            shown.add_row(chance.question, QUESTIONS[chance.question], "–", "", "", "", "", chance.why)
            continue
        value, interval, once = "", f"{estimate.low:.3g} – {estimate.high:.3g}", ""
        if estimate.value > 0:
            value, once = f"{estimate.value:.3g}", f"{1 / estimate.value:,.0f}"
            interval = "" if estimate.low == estimate.high else interval
        else:
            value, interval = f"< {estimate.high:.2g}", ""
        exact = estimate.method.startswith("exact")
        hits = "" if estimate.count is None else f"{estimate.count:.3g}" if exact else f"{estimate.count:,}"
        number = f"{estimate.n:.3g}" if exact else f"{chance.tries:,}"
        shown.add_row(chance.question, QUESTIONS[chance.question], value, interval, once, hits, number, estimate.method)
    out.print(shown)
    turns = [chance for chance in found.chances if chance.by_draw]
    if turns:
        draws = list(turns[0].by_draw)
        curve = table("By own draw 巡", ("",), tuple(map(str, draws)))
        for chance in turns:
            cells = [f"< {e.high:.1g}" if not e.value else f"{e.value:.3g}\n{e.low:.2g} – {e.high:.2g}" for e in chance.by_draw.values()]
            curve.add_row(chance.question, *cells)
        out.print(curve)
