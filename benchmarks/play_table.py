"""How the variants play, side by side: python -m benchmarks.play_table [--hands N] [--workers N] [--out FILE] [SLUG ...]

Four `speed` and four `random` players in every variant; shares of hands and turns with their intervals as a Markdown page. The data sets
stay in data/runs/play-table, so that a second run with more hands plays only the missing ones.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import mjsim as mj
from mjsim.stats.estimate import Estimate
from mjsim.stats.summary import Summary
from mjsim.variant import catalog, load

SEED = 1
POLICIES = ("speed", "random")
RATES = {"win": "won", "draw": "drawn", "self_draw": "self-draw", "deal_in": "dealt in", "kong": "with a kong"}
"""Measures of a summary, and their heads in the table."""
FOLDER = Path("data/runs/play-table")

ABOUT = """# How the variants play

Made by `python -m benchmarks.play_table --hands {hands}`: {hands:,} independent hands a line, seed {seed}, all seats held by one
policy. Shares of hands in per cent and mean turns, each with its {level:.0%} interval (shares: Wilson, exact where few; turns: normal).
*won*: somebody won; *drawn*: nobody did; *self-draw*: somebody won by an own draw; *dealt in*: somebody gave the tile of a win, robbed
kongs included; both can happen in a hand that goes on after a win. *turns*: own turn draws of all seats.

Four `speed` players win more than 60 % of the hands in every variant but two, 廣東老章 (22 %) and 螺山 (23 %). Their gates are not loose:
both have a minimum (three fan; 100 points by self-draw, 200 on a discard) that most complete hands miss, and `speed` takes the shortest
way to a complete hand, whatever it is worth. `value` aims at what rows reward and gains on it there (docs/ladder.md).

Where four `speed` players win fewer than 92 % a rule bites: a minimum that few rows reach and at which `speed` does not aim (廣東老章,
螺山; in 香港 and 國標 more rows reach it, and four players who sit ready wait long enough for a tile that does, or for the last one),
self-draws only and no chow (廣東清遠, 廣東推倒和, plain hands of 雲南), no claims and eight tiles of a suit (合肥), four standing
tiles (太原).
貴州 and 轉轉 agree because `speed` makes the same moves in both: the same 108 tiles, the same claims, no gate; they differ in what is paid.
"""


def main() -> None:
    """Play what is missing and write the page."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.play_table", description="How the variants play, side by side.")
    parser.add_argument("slugs", nargs="*", metavar="SLUG", help="default: the whole catalogue")
    parser.add_argument("--hands", type=lambda text: int(float(text)), default=100_000)
    parser.add_argument("--workers", type=int)
    parser.add_argument("--out", type=Path, help="default: standard output")
    args = parser.parse_args()
    page = table(args.slugs or catalog(), args.hands, args.workers)
    if args.out:
        args.out.write_text(page, "utf-8")
    else:
        print(page, end="")


def table(slugs: list[str], hands: int, workers: int | None) -> str:
    """The page."""
    played = {policy: {slug: play(slug, policy, hands, workers) for slug in slugs} for policy in POLICIES}
    level = next(iter(played[POLICIES[0]].values())).level
    lines = [ABOUT.format(hands=hands, seed=SEED, level=level)]
    for policy, found in played.items():
        head = f"| variant | | {' | '.join(RATES.values())} | turns |"
        lines += [f"## Four {policy} players", "", head, "| --- " * (3 + len(RATES)) + "|"]
        lines += [line(slug, summary) for slug, summary in found.items()]
        lines.append("")
    return "\n".join(lines)


def play(slug: str, policy: str, hands: int, workers: int | None) -> Summary:
    """The summary of at least `hands` hands of a table of one policy."""
    print(f"{slug} {policy}", file=sys.stderr, flush=True)
    return mj.summary(mj.run(slug, hands=hands, seed=SEED, policies=policy, out=FOLDER / f"{slug}-{policy}", workers=workers))


def line(slug: str, found: Summary) -> str:
    """One line of the table."""
    cells = [cell(found.rates[name], 100) for name in RATES]
    return f"| {load(slug).zh} | {slug} | {' | '.join(cells)} | {cell(found.turns['all'], 1)} |"


def cell(estimate: Estimate, factor: int) -> str:
    """An estimate with its interval, short."""
    if estimate.count == 0:
        return f"< {factor * estimate.high:.2g}"
    return f"{factor * estimate.value:.1f} [{factor * estimate.low:.1f}, {factor * estimate.high:.1f}]"


if __name__ == "__main__":
    main()
