"""Summaries as tables for people, in percent, each number with its interval."""

from __future__ import annotations

import sys
from math import floor, isfinite, isnan, log10
from typing import Any

import polars as pl
from rich.console import Console
from rich.markup import escape
from rich.table import Column, Table

from mjsim.stats.estimate import Estimate
from mjsim.stats.summary import Summary
from mjsim.store.dataset import Dataset

COLUMNS = 8
"""Groups side by side in a table of rows."""
LABELS = {
    "win": "won 和牌",
    "self_draw": "self-draw 自摸",
    "discard_win": "win on a discard 點炮",
    "rob_win": "robbed kong 搶杠",
    "draw": "nobody won 流局",
    "deal_in": "somebody dealt in 放炮",
    "several_winners": "several winners 一炮多響",
    "abortive": "broken off 途中流局",
    "kong": "with a kong 杠",
}


def console() -> Console:
    """Standard output; where that is no terminal, wide enough that nothing is cut."""
    return Console(highlight=False) if sys.stdout.isatty() else Console(highlight=False, width=140, no_color=True)


def percent(estimate: Estimate) -> tuple[str, str]:
    """Value and interval of a proportion; without a hit, a bound.

    >>> from mjsim.stats.estimate import proportion
    >>> percent(proportion(0, 1000))
    ('< 0.37 %', '')
    >>> percent(proportion(250, 1000))
    ('25.0 %', '22.4 – 27.8')
    """
    if estimate.n == 0:
        return "–", ""
    if estimate.count == 0:
        return f"< {_digits(100 * estimate.high, 2)} %", ""
    half = max(estimate.high - estimate.low, 1e-12) * 50
    places = max(0, min(8, 1 - _exponent(half)))
    low, high = 100 * estimate.low, 100 * estimate.high
    return f"{100 * estimate.value:.{places}f} %", f"{low:.{places}f} – {high:.{places}f}"


def number(estimate: Estimate) -> tuple[str, str]:
    """Value and interval of a mean; no interval where nothing ever varied or nothing is known.

    >>> number(Estimate(2.5, 2.25, 2.75, None, 100, "student"))
    ('2.50', '2.25 – 2.75')
    >>> number(Estimate(0.0, 0.0, 0.0, None, 100, "student"))
    ('0', '')
    """
    if estimate.n == 0 or isnan(estimate.value):
        return "–", ""
    width = estimate.high - estimate.low
    if width == 0 or not isfinite(width):
        return f"{estimate.value:.3g}", "" if width == 0 else f"{estimate.low:.3g} – {estimate.high:.3g}"
    places = max(0, min(8, 1 - _exponent(max(width, 1e-9) / 2)))
    return f"{estimate.value:z.{places}f}", f"{estimate.low:z.{places}f} – {estimate.high:z.{places}f}"


def print_summary(summary: Summary, data: Dataset) -> None:
    """The tables of `mjsim summary`."""
    out = console()
    variant = data.plan.variant
    linked = f" in {summary.matches:,} matches" if summary.unit == "match" else ""
    out.print(f"[bold]{variant['zh']} {variant['en']}[/bold] ({summary.variant})", markup=True)
    out.print(
        f"{summary.hands:,} hands{linked}, {summary.wins:,} wins · seed {summary.seed} · {', '.join(summary.policies)} · "
        f"intervals at {100 * summary.level:g} %"
    )
    out.print(_rates(summary))
    out.print(_seats(summary))
    out.print(_rows(summary, data))


def print_grouped(rows: pl.DataFrame, by: str, data: Dataset) -> None:
    """Rows by turn, seat, way of winning or policy, one column a group: shares of the wins of that group."""
    groups = rows[by].unique().sort().to_list()
    titles = {"turn": "own draw 巡", "seat": "seat 座", "by": "way of winning", "policy": "policy"}
    for first in range(0, len(groups), COLUMNS):
        shown = groups[first : first + COLUMNS]
        grouped = table(f"Rows by {titles[by]}: share of such wins", ("row 番種", ""), tuple(map(str, shown)))
        for slug in data.rows:
            of_row = {line[by]: line for line in rows.filter(rows["row"] == slug).iter_rows(named=True)}
            found = [of_row.get(group) for group in shown]
            if any(found):
                cells = ["\n".join(percent(estimate_of(line))) if line else "" for line in found]
                grouped.add_row(slug, data.rows[slug][0], *cells)
        console().print(grouped)


def print_together(pairs: pl.DataFrame, data: Dataset) -> None:
    """Pairs of rows whose interval leaves out independence, the strongest first; pairs with five expected wins or more."""
    telling = pairs.filter((pairs["expected"] >= 5) & ((pairs["low"] > 1) | (pairs["high"] < 1))).sort("value", descending=True)
    heads = ("times", "interval", "wins", "expected")
    shown = table("Rows together 同見: times as often as if independent", ("row 番種", "", "with", ""), heads)
    for line in telling.iter_rows(named=True):
        names = (line["row"], data.rows[line["row"]][0], line["with"], data.rows[line["with"]][0])
        lift = f"{line['value']:.2f}" if line["count"] else f"< {line['high']:.2g}"
        interval = f"{line['low']:.2f} – {line['high']:.2f}" if line["count"] else ""
        shown.add_row(*names, lift, interval, f"{line['count']:,}", f"{line['expected']:,.1f}")
    console().print(shown)
    console().print(f"{pairs.height - telling.height} further pairs: too few wins, or no more together than independent rows might be")


def estimate_of(line: dict[str, Any]) -> Estimate:
    """The estimate in a row of a tidy frame."""
    return Estimate(line["value"], line["low"], line["high"], line["count"], line["n"], line["method"])


def heading(data: Dataset, hands: int, level: float) -> str:
    """What the numbers are of, with console markup."""
    plan = data.plan
    policies = ", ".join(dict.fromkeys(plan.policies))
    name = f"[bold]{escape(str(plan.variant['zh']))} {escape(str(plan.variant['en']))}[/bold] ({plan.slug})"
    return f"{name}\n{hands:,} hands · seed {plan.seed} · {policies} · intervals at {100 * level:g} %"


def table(title: str, left: tuple[str, ...], right: tuple[str, ...], end: tuple[str, ...] = ()) -> Table:
    """An empty table: columns of text, of numbers, of text."""
    return Table(*left, *map(_right, right), *end, title=title, title_justify="left")


def _rates(summary: Summary) -> Table:
    table = Table("a hand", _right("share"), _right("interval"), _right("hands"), title="Hands 局", title_justify="left")
    for name, estimate in summary.rates.items():
        table.add_row(LABELS[name], *percent(estimate), f"{estimate.count:,}")
    for name, label in (("all", "turn draws 摸牌"), ("won", "… of won hands"), ("drawn", "… of drawn hands")):
        table.add_row(label, *number(summary.turns[name]), f"{summary.turns[name].n:,}")
    for name, label in (("value", "value of a win"), ("points", "points of a win")):
        table.add_row(label, *number(summary.per_win[name]), f"{summary.per_win[name].n:,}")
    return table


def _seats(summary: Summary) -> Table:
    names = ("win 和", "self-draw 自摸", "deals in 放炮", "ready 聽", "ready at draw", "points")
    table = Table("seat 座", *map(_right, names), title="Seats (0: dealer 莊)", title_justify="left")
    for seat, found in enumerate(summary.seats):
        cells = [percent(found[name]) for name in ("win", "self_draw", "deal_in", "ready")] + [
            number(found[name]) for name in ("ready_turn", "points")
        ]
        table.add_row(str(seat), *(f"{value}\n{interval}" for value, interval in cells))
    return table


def _rows(summary: Summary, data: Dataset) -> Table:
    heads = (_right("of hands"), _right("interval"), _right("of wins"), _right("interval"), _right("hands"))
    table = Table("row 番種", "", "", *heads, title="Rows", title_justify="left")
    for slug, estimate in sorted(summary.rows.items(), key=lambda item: -item[1].value):
        zh, en = data.rows[slug]
        table.add_row(slug, zh, en, *percent(estimate), *percent(summary.rows_per_win[slug]), f"{estimate.count:,}")
    return table


def _right(title: str) -> Column:
    return Column(title, justify="right")


def _exponent(value: float) -> int:
    return floor(log10(value))


def _digits(value: float, significant: int) -> str:
    places = max(0, significant - 1 - _exponent(value)) if value > 0 else 0
    return f"{value:.{places}f}"
