"""The sections of a report, each from the answers found."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import polars as pl

from mjsim.cli.tables import LABELS, number, percent
from mjsim.report import charts
from mjsim.report.examples import links
from mjsim.report.html import Cell, Raw, join, table, tag
from mjsim.stats.balance import Balance
from mjsim.stats.estimate import Estimate
from mjsim.stats.fairness import ENDINGS, Fairness
from mjsim.stats.rows import together as pairs_together
from mjsim.stats.summary import Summary
from mjsim.store.dataset import Dataset

Lines = list[list[Cell | str]]

COMPENSATION = "Compensation is what, paid to a seat, would make all equal if nobody played differently for it."

CURVE = (
    "Points over surprise. Line and shade: the curve of all rows and its band. Orange: overpaid; green: underpaid; open: never seen, so at "
    "least that rare."
)

PAIRS = 40
"""Pairs of rows listed."""

METHODS = (
    "Shares: Wilson's score interval; the exact interval of Clopper and Pearson where fewer than ten hands hit (or missed).",
    "A row that was never seen has an upper bound, not a rate of 0: it is shown as “<”.",
    "Means: Student's t over independent hands.",
    "Linked hands: matches are the independent units; shares and means are ratio estimates with the spread of matches.",
    "Spread, skew and tail of matches, and Elo: delete-a-group jackknife over 40 groups.",
    "“Fair within a margin” is the outcome of two one-sided tests against that margin for every seat; data that are too few "
    "are called undecided, never fair.",
    "Curve of points: isotonic regression of log2 points on surprise, robust against single rows, with a bootstrap band over rows. "
    "A row is judged by the curve without it and by how far rows scatter; p-values are adjusted by Benjamini and Hochberg.",
    "Rarity is that of the policies played: rows that nobody aims for are rarer here than for players who do.",
    "Rows together: how many times as often in one win as if they came independently, interval for the logarithm.",
)


@dataclass(frozen=True)
class Found:
    """The answers that a report is made of."""

    data: Dataset
    summary: Summary
    fairness: Fairness
    balance: Balance
    examples: dict[str, list[int]]
    match_hands: int
    level: float


def hands(found: Found) -> Raw:
    """Rates, lengths, and when hands are won and ready."""
    s = found.summary
    rates: Lines = [[LABELS[name], *_share(e)] for name, e in s.rates.items()]
    turns = {"all": "turn draws 摸牌", "won": "… of won hands", "drawn": "… of drawn hands"}
    means: Lines = [[label, *_mean(s.turns[name])] for name, label in turns.items()]
    means += [[f"{name} of a win", *_mean(s.per_win[name])] for name in ("value", "points")]
    return join(
        [
            table(("a hand", "share", "interval", "hits", "hands"), rates),
            table(("mean", "value", "interval", "", "counted"), means),
            _figure(
                charts.turn_chart(found.data, found.level), "When hands are won: share of hands by turn draw, with intervals as bands."
            ),
            _figure(charts.ready_chart(found.data, found.level), "When seats become ready."),
        ]
    )


def rows(found: Found) -> Raw:
    """How often each row is scored."""
    s = found.summary
    lines: Lines = [
        [
            slug,
            zh,
            en,
            *_share(s.rows[slug]),
            Cell(percent(s.rows_per_win[slug])[0], s.rows_per_win[slug].value),
            links(found.examples[slug]),
        ]
        for slug, (zh, en) in sorted(found.data.rows.items(), key=lambda item: -s.rows[item[0]].value)
    ]
    heads = ("row", "中文", "English", "of hands", "interval", "hits", "hands", "of wins", "examples")
    chart = _figure(charts.row_chart(s, found.data), "How often each row is scored, with intervals.")
    return join([chart, table(heads, lines, texts=3)])


def balance(found: Found) -> Raw:
    """Points against rarity."""
    lines: Lines = []
    for row in found.balance.rows:
        s, fair = row.surprise, row.fair_points
        bits = Cell(f"{s.value:.2f}", s.value) if row.rate.count else Cell(f"> {s.low:.1f}", s.low)
        curve = Cell(f"{fair.value:.3g}", fair.value, f"{fair.low:.3g} – {fair.high:.3g}", fair.method) if fair else Cell("")
        ratio = Cell("" if row.ratio is None else f"{row.ratio:.2f}")
        p = Cell("" if row.p_adjusted is None else f"{row.p_adjusted:.2g}", row.p_adjusted)
        points = Cell("" if row.points is None else str(row.points))
        lines.append([row.row, row.zh, row.en, row.verdict, bits, points, curve, ratio, p, _number(row.win_value)])
    heads = ("row", "中文", "English", "verdict", "bits", "points", "on the curve", "times", "p adjusted", "mean win with it")
    named = [f"{row.zh} {row.en} ({row.verdict})" for row in found.balance.rows if row.verdict in ("overpaid", "underpaid")]
    words = "Off the curve: " + "; ".join(named) if named else "No row is off the curve by more than the rows' own scatter."
    chart = _figure(charts.rarity_chart(found.balance), CURVE)
    return join([tag("p", words, class_="verdict"), chart, table(heads, lines, texts=4)])


def seats(found: Found) -> Raw:
    """Seats, the verdict on fairness, and what would make up for it."""
    f = found.fairness
    verdict = f.verdicts["points"]
    words = (
        f"{verdict.sentence[0].upper()}{verdict.sentence[1:]}."
        if verdict
        else f"The data show fairness within {f.least_margins['points']:.3g} points a hand, and not within less."
    )
    measures = ("points", "points_excess", "compensation")
    lines: Lines = [
        [charts.SEATS[i], *(_percent(seat[name]) for name in ("win", "deal_in")), *(_number(seat[name]) for name in measures)]
        for i, seat in enumerate(f.seats)
    ]
    endings: Lines = [[charts.SEATS[i], *(_number(e[name]) for name in ENDINGS)] for i, e in enumerate(f.endings)]
    first = " ".join(number(f.first_mover["points"]))
    return join(
        [
            tag("p", words, class_="verdict"),
            tag("p", f"The dealer has {first} points a hand more than the others. {COMPENSATION}"),
            table(("seat", "wins", "deals in", "points", "over the mean", "compensation"), lines),
            _figure(charts.fairness_chart(f), "Points a hand over the mean seat, with intervals."),
            _figure(charts.seat_chart(found.summary), "Wins, own draws and deal-ins by seat."),
            table(
                ("seat", "own draw", "… one pays all 包", "discard", "several winners", "nobody won"),
                endings,
                caption="Points a hand by how hands ended",
            ),
        ]
    )


def matches(found: Found) -> Raw:
    """Spread, skew and tail of matches; skill where policies differ."""
    if not found.fairness.luck:
        return tag("p", "Too few whole matches.")
    heads = ("policy", "matches", "mean", "spread", "skew", "ahead", "5 % quantile", "mean of the worst 5 %")
    lines: Lines = [
        [
            entry.policy,
            Cell(f"{entry.matches:,}", entry.matches),
            *(_percent(e) if name == "ahead" else _number(e) for name, e in entry.measures.items()),
        ]
        for entry in found.fairness.luck
    ]
    chart = _figure(charts.match_chart(found.data, found.match_hands, found.level), "Points of the first dealer as a match goes on.")
    parts = [table(heads, lines), chart]
    skill = found.fairness.skill
    if skill:
        elo = ", ".join(f"{name} {' '.join(number(rating))}" for name, rating in skill.ratings.items())
        flips = " ".join(percent(skill.coin_flips))
        parts.append(
            tag("p", f"Elo of the policies: {elo}. As much skill as a game of pure skill with {flips} of its games decided by a coin flip.")
        )
    return join(parts)


def together(found: Found) -> Raw:
    """Pairs of rows that come together more or less often than by chance."""
    names = found.data.rows
    pairs = pairs_together(found.data, found.level).filter(pl.col("expected") >= 5)
    shown = sorted(pairs.iter_rows(named=True), key=lambda p: -max(p["value"], 1 / max(p["value"], p["high"], 1e-9)))[:PAIRS]
    lines: Lines = [
        [
            " ".join(names[p["row"]]),
            " ".join(names[p["with"]]),
            *_lift(p),
            Cell(f"{p['count']:,}", p["count"]),
            Cell(f"{p['expected']:,.1f}", p["expected"]),
        ]
        for p in shown
    ]
    note = tag("p", f"The {len(lines)} pairs that most exceed, or fall short of, what independence would give.", class_="note")
    return join([note, table(("row", "with", "times as often", "interval", "wins", "expected"), lines, texts=2)])


def _lift(pair: dict[str, float]) -> Iterable[Cell]:
    if not pair["count"]:
        return Cell(f"< {pair['high']:.2g}", 0.0), Cell("")
    return Cell(f"{pair['value']:.2f}", pair["value"]), Cell(f"{pair['low']:.2f} – {pair['high']:.2f}", pair["low"])


def _share(e: Estimate) -> list[Cell]:
    value, interval = percent(e)
    return [
        Cell(value, e.value if e.count else 0.0, tip=e.method),
        Cell(interval, e.low),
        Cell(f"{e.count:,}", e.count),
        Cell(f"{e.n:,}", e.n),
    ]


def _mean(e: Estimate) -> list[Cell]:
    value, interval = number(e)
    return [Cell(value, e.value, tip=e.method), Cell(interval, e.low), Cell(""), Cell(f"{e.n:,}", e.n)]


def _number(e: Estimate) -> Cell:
    """A mean with its interval below."""
    value, interval = number(e)
    return Cell(value, e.value if e.n else None, interval)


def _percent(e: Estimate) -> Cell:
    """A share with its interval below."""
    value, interval = percent(e)
    return Cell(value, e.value if e.count is None or e.count else 0.0, interval)


def _figure(chart: Raw, caption: str) -> Raw:
    return tag("figure", join([chart, tag("figcaption", caption)])) if chart else Raw("")
