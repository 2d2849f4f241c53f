"""Is the game fair to its seats? Rates and points by seat, a verdict against a margin, what would make up for it, luck and skill."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from mjsim.cli.parser import add_data, add_json, add_level, fraction, print_json, whole

if TYPE_CHECKING:
    from rich.console import Console

    from mjsim.stats.fairness import Fairness
    from mjsim.store.dataset import Dataset


def configure(parser: argparse.ArgumentParser) -> None:
    add_data(parser)
    parser.add_argument(
        "--margin", metavar="POINTS", type=float, help="points a hand that a seat may be off and the game still be called fair"
    )
    parser.add_argument("--win-margin", metavar="SHARE", type=fraction, help="the same for the share of hands won, for example 0.5%%")
    parser.add_argument("--match-hands", metavar="N", type=whole, default=16, help="independent hands that make a match; default 16")
    add_level(parser)
    add_json(parser)


def main(args: argparse.Namespace) -> int:
    from mjsim.run.progress import busy
    from mjsim.stats.fairness import fairness
    from mjsim.store.dataset import Dataset

    data = Dataset(args.folder)
    with busy("fairness"):
        found = fairness(data, args.margin, args.win_margin, args.match_hands, args.level)
    if args.json:
        print_json(found.as_dict())
    else:
        _print(found, data)
    return 0


def _print(found: Fairness, data: Dataset) -> None:
    from mjsim.cli.tables import console, heading, number, percent, table

    out = console()
    out.print(heading(data, found.hands, found.level), markup=True)
    seats = table("Seats (0: dealer 莊)", ("seat 座",), ("win 和", "deals in 放炮", "points a hand", "off the mean", "compensation 補"))
    for seat, entry in enumerate(found.seats):
        cells = [percent(entry[name]) for name in ("win", "deal_in")] + [
            number(entry[name]) for name in ("points", "points_excess", "compensation")
        ]
        seats.add_row(str(seat), *("\n".join(cell) for cell in cells))
    out.print(seats)
    for name, verdict in found.verdicts.items():
        unit = "points a hand" if name == "points" else "in the share of hands won"
        words = f"{verdict.sentence} (p {verdict.p_within:.2g} / {verdict.p_beyond:.2g}); " if verdict else ""
        out.print(f"{name}: {words}the data show fairness within {found.least_margins[name]:.3g} {unit}, and not within less")
    first = found.first_mover
    out.print(
        f"dealer over the others: {' '.join(number(first['points']))} points a hand, "
        f"{' '.join(number(first['win'].scaled(100)))} % of the hands won"
    )
    _print_endings(found, out)
    luck = table("A match", ("policy", "matches"), ("mean", "spread", "skew", "ahead", "5 % quantile", "mean of the worst 5 %"))
    for match in found.luck:
        shown = [percent(e) if name == "ahead" else number(e) for name, e in match.measures.items()]
        hands = f"{match.matches:,}" + (f" of {match.hands} hands" if match.hands else "")
        luck.add_row(match.policy, hands, *("\n".join(cell) for cell in shown))
    out.print(luck)
    if found.skill:
        ratings = ", ".join(f"{name} {' '.join(number(rating))}" for name, rating in found.skill.ratings.items())
        out.print(f"Elo of the policies: {ratings}")
        out.print(f"as much skill as a game of pure skill with {percent(found.skill.coin_flips)[0]} of games decided by a coin flip")


def _print_endings(found: Fairness, out: Console) -> None:
    from mjsim.cli.tables import number, table

    names = {
        "self_draw": "own draw",
        "paid_alone": "… one pays all 包",
        "discard": "discard",
        "several": "several winners",
        "nobody": "nobody won",
    }
    endings = table("Points a hand, by how hands ended", ("seat 座",), tuple(names.values()))
    for seat, entry in enumerate(found.endings):
        endings.add_row(str(seat), *("\n".join(number(entry[name])) for name in names))
    out.print(endings)
