"""The charts of a report, from the same tidy frames as the charts of `mjsim.charts`."""

from __future__ import annotations

import math

import polars as pl

from mjsim.report.html import Raw
from mjsim.report.svg import Line, Mark, intervals, lines, scatter
from mjsim.stats import frames, tidy
from mjsim.stats.balance import Balance
from mjsim.stats.estimate import Estimate
from mjsim.stats.fairness import Fairness
from mjsim.stats.summary import Summary
from mjsim.store.dataset import Dataset

SEATS = ("0 莊 dealer", "1 下家 next", "2 對家 opposite", "3 上家 last")
WAYS = {"self": "自摸 own draw", "discard": "點炮 discard", "rob": "搶杠 robbed kong"}
STYLES = {"overpaid": 1, "underpaid": 2, "never seen": 3}
QUANTILES = {0.05: "5 % of matches are below", 0.5: "the middle match", 0.95: "5 % are above"}


def share(value: float) -> str:
    """A share for people: percent, or one in so many.

    >>> share(0.25), share(0.00002)
    ('25 %', '1 in 50,000')
    """
    if value <= 0:
        return "0"
    return f"{100 * value:.3g} %" if value >= 1e-3 else f"1 in {1 / value:,.0f}"


def described(label: str, e: Estimate | dict[str, object], shown: object = None) -> str:
    """What a mark says on hover: value, interval, hits and trials."""
    found = vars(e) if isinstance(e, Estimate) else e
    form = share if shown is None else shown
    assert callable(form)
    value, low, high = (float(str(found[key])) for key in ("value", "low", "high"))
    if found["count"] == 0:
        return f"{label}\nnever in {found['n']:,}; at most {form(high)}"
    hits = "" if found["count"] is None else f"{found['count']:,} of "
    return f"{label}\n{form(value)}  [{form(low)}, {form(high)}]\n{hits}{found['n']:,} · {found['method']}"


def plain(value: float) -> str:
    """A number, four digits."""
    return f"{value:.4g}"


def row_chart(summary: Summary, data: Dataset, most: int = 60) -> Raw:
    """Rows by frequency, the commonest first; those never seen as open marks at their bounds."""
    found = sorted(summary.rows.items(), key=lambda item: (-item[1].value, -item[1].high))[:most]
    marks = []
    for slug, e in found:
        label = " ".join(data.rows[slug])
        value = e.value if e.count else math.nan
        marks.append(Mark(label, value, e.low or e.value / 10, e.high, described(label, e), 0 if e.count else 1))
    return intervals("Share of hands with each row", marks, "share of hands, logarithmic (open: never seen, bound)", share, log=True)


def rarity_chart(balance: Balance) -> Raw:
    """Points over surprise with the curve."""
    points = []
    for row in balance.rows:
        if row.points is None:
            continue
        s, label = row.surprise, f"{row.zh} {row.en}"
        seen = f"{s.value:.2f} bits" if row.rate.count else f"more than {s.low:.1f} bits"
        fair = f", curve {row.fair_points.value:.3g}" if row.fair_points else ""
        tip = f"{label}: {row.points} points{fair}\n{seen}\n{row.verdict}"
        points.append((float(row.points), Mark(label, s.value, s.low, s.high, tip, STYLES.get(row.verdict, 0))))
    columns = {name: balance.curve[name].to_list() for name in ("surprise", "value", "low", "high")}
    curve = Line("curve of all rows", columns["surprise"], columns["value"], columns["low"], columns["high"])
    return scatter("Points against rarity", points, curve, "surprise in bits (+1: half as often)", "points, logarithmic")


def fairness_chart(fairness: Fairness) -> Raw:
    """Points a hand over the mean seat."""
    marks = [
        Mark(SEATS[s], e.value, e.low, e.high, described(SEATS[s], e, plain))
        for s, e in enumerate(entry["points_excess"] for entry in fairness.seats)
    ]
    return intervals("Points a hand over the mean seat", marks, "points a hand, over the mean seat", plain, zero=True)


def seat_chart(summary: Summary) -> Raw:
    """Wins, own draws and deal-ins by seat."""
    measures = {"win": "和 wins", "self_draw": "自摸 own draws", "deal_in": "放炮 deals in"}
    marks = []
    for seat, entry in enumerate(summary.seats):
        for i, (key, label) in enumerate(measures.items()):
            words = f"{SEATS[seat]}: {label}"
            marks.append(Mark(words, entry[key].value, entry[key].low, entry[key].high, described(words, entry[key]), i))
    return intervals("Wins and deal-ins by seat", marks, "share of hands", share)


def turn_chart(data: Dataset, level: float) -> Raw:
    """When hands are won."""
    found = frames.win_turns(data, level)
    curves = [_line(label, found.filter(pl.col("by") == way), "draw") for way, label in WAYS.items()]
    return lines("When hands are won", curves, "turn draws of all seats", "share of hands won at that draw", share, zero=True)


def ready_chart(data: Dataset, level: float) -> Raw:
    """When seats are ready."""
    found = frames.ready_curve(data, level)
    curves = [_line(SEATS[seat], found.filter(pl.col("seat") == seat), "own draw") for seat in range(data.plan.players)]
    return lines("When hands become ready", curves, "own draws (0: dealt ready)", "share of hands ready by then", share, zero=True)


def match_chart(data: Dataset, hands: int, level: float) -> Raw:
    """Points of the first dealer as a match goes on."""
    found = tidy.trajectories(data, hands, level).rename({"hand": "turn"})
    curves = [_line(label, found.filter(pl.col("quantile") == q), "hand", plain) for q, label in QUANTILES.items()]
    return lines("Points in a match", curves, "hands played", "points of the first dealer", plain, zero=True)


def _line(label: str, part: pl.DataFrame, unit: str, shown: object = None) -> Line:
    tips = [described(f"{label}, {unit} {row['turn']}", row, shown) for row in part.iter_rows(named=True)]
    return Line(label, part["turn"].to_list(), part["value"].to_list(), part["low"].to_list(), part["high"].to_list(), tips)
