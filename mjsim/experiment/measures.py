"""What an experiment can measure, by name.

| name | what |
| --- | --- |
| `win`, `self_draw`, `discard_win`, `rob_win`, `draw`, `deal_in`, `several_winners`, `abortive`, `kong` | shares of hands |
| `turns`, `turns.won`, `turns.drawn` | mean turn draws of all hands, of those that were won, that nobody won |
| `value`, `points`, `exposed`, `jokers` | means of a win |
| `win.S`, `self_draw.S`, `deal_in.S`, `ready.S` | shares of hands, of seat S (0: dealer) |
| `points.S`, `ready_turn.S` | means a hand, of seat S |
| `points_excess.S`, `win_excess.S`, `compensation.S` | over the mean seat, and what would cancel it |
| `first_mover.points`, `first_mover.win` | dealer over the mean of the others |
| `luck.spread`, `luck.skew`, `luck.ahead`, `luck.bad`, `luck.worst` | of a match, for the first policy of the table |
| `skill.share` | share of skill, where policies meet at a table |
| `row.SLUG`, `row_per_win.SLUG` | share of hands, of wins, with a row |
"""

from __future__ import annotations

import difflib
from dataclasses import dataclass

from mjsim.errors import MjsimError, one_of, quote
from mjsim.stats.balance import Balance
from mjsim.stats.estimate import Estimate
from mjsim.stats.fairness import Fairness
from mjsim.stats.paired import Comparison
from mjsim.stats.summary import PER_WIN, RATES, SEAT_RATES, Summary

SEATS = range(4)
TURNS = {"turns": "all", "turns.won": "won", "turns.drawn": "drawn"}
SEAT_MEANS = ("points", "ready_turn")
FAIR_SEAT = ("points_excess", "win_excess", "compensation")
FIRST = ("first_mover.points", "first_mover.win")
LUCK = ("spread", "skew", "ahead", "bad", "worst")
FAIR = (*(f"{name}.{s}" for name in FAIR_SEAT for s in SEATS), *FIRST, *(f"luck.{name}" for name in LUCK), "skill.share")
"""Measures that need the fairness of a data set."""
MEASURES = (*RATES, *TURNS, *PER_WIN, *(f"{name}.{s}" for name in (*SEAT_RATES, *SEAT_MEANS) for s in SEATS), *FAIR)
ROWS = ("row.", "row_per_win.")


@dataclass(frozen=True)
class Answer:
    """Everything that was found in the data set of a cell; `change` is its comparison with the base, None for the base itself."""

    summary: Summary
    fairness: Fairness | None
    balance: Balance | None
    change: Comparison | None


def check_measure(name: str, where: str) -> None:
    """Whether there is such a measure; rows are looked up when the variants are known."""
    if name in MEASURES or name.startswith(ROWS):
        return
    near = difflib.get_close_matches(name, MEASURES, n=2)
    raise MjsimError(f"unknown measure {quote(name)}", where, one_of(near or (*RATES, *TURNS, *PER_WIN, "points.SEAT", "row.SLUG", "...")))


def estimate(answer: Answer, name: str) -> Estimate | None:
    """The estimate of a measure; None where the variant has no such row or seat, or too little was played for it."""
    summary, fairness = answer.summary, answer.fairness
    kind, _, rest = name.partition(".")
    if name in RATES:
        return summary.rates[name]
    if name in TURNS:
        return summary.turns[TURNS[name]]
    if name in PER_WIN:
        return summary.per_win[name]
    if kind == "row":
        return summary.rows.get(rest)
    if kind == "row_per_win":
        return summary.rows_per_win.get(rest)
    if name not in FAIR:
        return summary.seats[int(rest)][kind] if int(rest) < len(summary.seats) else None
    assert fairness is not None  # it is asked for when one of these is measured
    if kind == "first_mover":
        return fairness.first_mover[rest]
    if kind == "luck":
        return fairness.luck[0].measures[rest] if fairness.luck else None
    if kind == "skill":
        return fairness.skill.share if fairness.skill else None
    return fairness.seats[int(rest)][kind] if int(rest) < len(fairness.seats) else None


def is_share(name: str) -> bool:
    """Whether a measure is shown in percent."""
    kind = name.partition(".")[0]
    return name in RATES or kind in (*SEAT_RATES, "row", "row_per_win", "win_excess", "skill") or name in ("first_mover.win", "luck.ahead")


def change_name(name: str) -> str:
    """The name that a comparison has for a measure.

    >>> change_name("points.0"), change_name("row.flush")
    ('points_0', 'row.flush')
    """
    return name if name.startswith(ROWS) else name.replace(".", "_")
