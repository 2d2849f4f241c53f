"""How much of a match is skill: the spread of a ladder of policies in Elo, and the game of coin flips that spreads them as far.

Sources: ratings by the model of Bradley and Terry (1952) on Elo's scale; the measure is that of Duersch, Lambrecht and Oechssler,
"Measuring skill and chance in games", European Economic Review 127 (2020): the wider the ratings, the more skill, with a game in which
the better player always wins, mixed with coin flips, as the yardstick. It speaks of the players measured, not of the game alone: a
ladder of better players spreads wider or closer.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
from scipy.optimize import brentq

from mjsim.errors import DataError
from mjsim.stats.blocks import match_points
from mjsim.stats.estimate import LEVEL, Estimate
from mjsim.stats.jackknife import GROUPS, jackknife
from mjsim.store.dataset import Dataset

ELO = 400 / math.log(10)
"""Points of Elo for one unit of log odds."""
HALF = 0.5
"""Half a game is added to each side of a pair, so that a side that never won has a rating."""


@dataclass(frozen=True)
class Skill:
    """`ratings` are Elo, their mean 0; `spread` is their standard deviation; `coin_flips` the share of coin flips in the game of pure
    skill with that spread, `share` the rest. A game is a match of two players of different policies: who has more points wins, equal
    is half.
    """

    variant: str
    hands: int | None
    games: int
    ratings: dict[str, Estimate]
    spread: Estimate
    coin_flips: Estimate
    share: Estimate

    def as_dict(self) -> dict[str, Any]:
        """The JSON form."""
        ratings = {name: found.as_dict() for name, found in self.ratings.items()}
        numbers = {name: getattr(self, name).as_dict() for name in ("spread", "coin_flips", "share")}
        return {"variant": self.variant, "hands": self.hands, "games": self.games, "ratings": ratings, **numbers}


def skill(sets: Sequence[Dataset], hands: int, level: float = LEVEL) -> Skill:
    """Skill from data sets of one variant in which policies meet; together they must connect all policies.

    Raises
    ------
    DataError
        if the rules differ, nobody met anybody else, or some policies never met the others.
    """
    first = sets[0].plan
    for data in sets[1:]:
        if data.plan.rules != first.rules or data.plan.unit != first.unit:
            raise DataError(f"does not add to {sets[0].folder}", str(data.folder), "the same rules, hands or matches in all")
    names = list(dict.fromkeys(name for data in sets for name in data.plan.policies))
    groups = np.zeros((GROUPS, len(names), len(names)))
    for data in sets:
        points, group = match_points(data, hands)
        groups += _scores(points, group, [names.index(name) for name in data.plan.policies], len(names))
    groups = groups[groups.any(axis=(1, 2))]
    scores = groups.sum(axis=0) if len(groups) else np.zeros((len(names), len(names)))
    if not _connected(scores + scores.T):
        raise DataError(f"{', '.join(names)} do not all meet, directly or through others", "policies", "different policies at one table")
    games = int(scores.sum())

    def spread(totals: np.ndarray) -> float:
        return float(ratings(totals).std())

    found = {
        name: jackknife(groups, lambda totals, i=i: float(ratings(totals)[i]), games, level)  # type: ignore[misc]  # i is bound at once
        for i, name in enumerate(names)
    }
    wide = jackknife(groups, spread, games, level, (0.0, math.inf))
    flips = [coin_flips(end, len(names)) for end in (wide.value, wide.high, wide.low)]  # the wider the fewer
    return Skill(
        variant=first.slug,
        hands=hands if first.unit == "hand" else None,
        games=games,
        ratings=found,
        spread=wide,
        coin_flips=Estimate(flips[0], flips[1], flips[2], None, games, f"of the spread, {wide.method}"),
        share=Estimate(1 - flips[0], 1 - flips[2], 1 - flips[1], None, games, f"of the spread, {wide.method}"),
    )


def _scores(points: np.ndarray, group: np.ndarray, policy: list[int], policies: int) -> np.ndarray:
    """(GROUPS, a, b): games that policy a won against policy b, equal ones half."""
    table = np.zeros((GROUPS, policies, policies))
    for one, other in combinations(range(points.shape[1]), 2):
        a, b = policy[one], policy[other]
        if a == b:
            continue
        won = np.sign(points[:, one] - points[:, other]) / 2 + 0.5
        np.add.at(table[:, a, b], group, won)
        np.add.at(table[:, b, a], group, 1 - won)
    return table


def ratings(scores: np.ndarray, rounds: int = 500) -> np.ndarray:
    """Elo ratings of best fit, mean 0, from scores (a, b) = games that a won against b; minorisation (Hunter 2004).

    >>> ratings(np.array([[0.0, 640.0], [360.0, 0.0]])).round(0)
    array([ 50., -50.])
    """
    met = scores + scores.T > 0
    won = scores + HALF * met
    games = won + won.T
    strength = np.ones(len(scores))
    for _ in range(rounds):
        pairs = games / (strength[:, None] + strength[None, :])
        new = won.sum(axis=1) / pairs.sum(axis=1)
        new /= np.exp(np.log(new).mean())
        if np.abs(new - strength).max() < 1e-12 * new.max():
            break
        strength = new
    log = np.log(strength)
    return np.asarray(ELO * (log - log.mean()))


def pure_spread(flips: float, players: int) -> float:
    """Standard deviation of the ratings of `players` where the better one wins all games but the share `flips`, which coins decide."""
    better = np.triu(np.full((players, players), 1 - flips / 2), 1)
    many = 1e9  # so many games that the added halves do not matter
    return float(ratings(many * (better + np.tril(1 - better.T, -1)), 5000).std())


def coin_flips(spread: float, players: int) -> float:
    """The share of coin flips at which pure skill spreads as far as observed.

    >>> round(coin_flips(pure_spread(0.75, 3), 3), 6)
    0.75
    """
    if spread <= 0:
        return 1.0
    if players == 2:
        return 2 / (1 + math.exp(2 * spread / ELO))
    least = 1e-6
    if spread >= pure_spread(least, players):
        return 0.0
    return float(brentq(lambda share: pure_spread(share, players) - spread, least, 1.0))


def _connected(met: np.ndarray) -> bool:
    reached = np.linalg.matrix_power((met > 0).astype(int) + np.eye(len(met), dtype=int), len(met))
    return len(met) > 1 and bool((reached > 0).all())
