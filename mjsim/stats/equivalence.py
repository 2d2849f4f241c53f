"""Is a difference small enough? Two one-sided tests against a margin that the user sets, and a verdict in words.

Sources: Schuirmann (1987) for the two one-sided tests; their outcome is the same as whether the interval at level 1 - 2α lies inside
the margin. Berger (1982): several differences are all within the margin when each is (no adjustment); that some one of them is
beyond it needs adjusted p-values (Holm, 1979).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from scipy.special import stdtr, stdtrit

from mjsim.errors import MjsimError
from mjsim.stats.adjust import holm
from mjsim.stats.estimate import LEVEL

WITHIN, BEYOND, UNDECIDED = "within", "beyond", "undecided"


@dataclass(frozen=True)
class Difference:
    """An estimated difference: its value, standard error and degrees of freedom, from n hands."""

    value: float
    error: float
    freedom: float
    n: int

    def p_above(self, bound: float) -> float:
        """p-value of the hypothesis that the difference is at most `bound`."""
        return _tail(self.value - bound, self.error, self.freedom)

    def p_below(self, bound: float) -> float:
        """p-value of the hypothesis that the difference is at least `bound`."""
        return _tail(bound - self.value, self.error, self.freedom)

    def p_within(self, margin: float) -> float:
        """p-value of "at least `margin` away from 0": the larger of the two one-sided tests."""
        return max(self.p_above(-margin), self.p_below(margin))

    def p_beyond(self, margin: float) -> float:
        """p-value of "no more than `margin` away from 0": twice the smaller one-sided test."""
        return min(1.0, 2 * min(self.p_above(margin), self.p_below(-margin)))

    def reach(self, level: float) -> float:
        """The least margin within which this difference is, at that level: the farther end of the interval at 1 - 2α."""
        return abs(self.value) + float(stdtrit(self.freedom, level)) * self.error


@dataclass(frozen=True)
class Verdict:
    """What may be said of several differences together.

    `decision` is "within" (each is shown to be smaller than the margin), "beyond" (one at least is shown to be larger) or "undecided".
    `p_within` is the largest p-value of the equivalence tests, `p_beyond` the smallest adjusted one of the opposite tests.
    `least_margin` is the smallest margin for which the data would say "within"; `hands` is how many hands would probably decide an
    undecided case (None if the differences seen are themselves at the margin or beyond it).
    """

    decision: str
    sentence: str
    margin: float
    p_within: float
    p_beyond: float
    least_margin: float
    hands: int | None

    def as_dict(self) -> dict[str, Any]:
        """The JSON form."""
        return dict(vars(self))


def verdict(differences: Sequence[Difference], margin: float, unit: str, level: float = LEVEL) -> Verdict:
    """Judge differences from a fair game against `margin` (in the unit of the differences, > 0).

    >>> verdict([Difference(0.01, 0.02, 1e6, 10**6)], 0.25, "points a hand").decision
    'within'
    >>> verdict([Difference(0.01, 0.20, 1e4, 10**4)], 0.25, "points a hand").decision
    'undecided'
    """
    if not margin > 0 or not math.isfinite(margin):
        raise MjsimError(f"margin {margin}", "--margin", f"more than 0 {unit}")
    p_within = max(d.p_within(margin) for d in differences)
    p_beyond = min(holm([d.p_beyond(margin) for d in differences]))
    alpha = 1 - level
    hands = None
    if p_within <= alpha:
        decision, words = WITHIN, f"fair within {margin:g} {unit}"
    elif p_beyond <= alpha:
        decision, words = BEYOND, f"unfair by more than {margin:g} {unit}"
    else:
        decision, hands = UNDECIDED, _hands_needed(differences, margin, level)
        more = f"about {hands:,} hands would decide" if hands else "the difference is about as large as the margin"
        words = f"undecided at {margin:g} {unit}: {more}"
    return Verdict(decision, words, margin, p_within, p_beyond, least_margin(differences, level), hands)


def least_margin(differences: Sequence[Difference], level: float = LEVEL) -> float:
    """The smallest margin within which all differences are shown to be."""
    return max(d.reach(level) for d in differences)


def _hands_needed(differences: Sequence[Difference], margin: float, level: float) -> int | None:
    """Hands at which each interval at 1 - 2α, kept where it is, would just fit into the margin (or lie outside)."""
    most = 0
    for d in differences:
        room = abs(margin - abs(d.value))
        if room < 1e-3 * margin:
            return None
        if d.p_within(margin) > 1 - level:
            most = max(most, math.ceil(d.n * (float(stdtrit(d.freedom, level)) * d.error / room) ** 2))
    return most or None


def _tail(excess: float, error: float, freedom: float) -> float:
    if error == 0:
        return 0.0 if excess > 0 else 1.0
    return float(stdtr(freedom, -excess / error))
