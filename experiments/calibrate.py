"""Chances for policies that weigh goals, calibrated on hands that they play themselves: `python -m experiments.calibrate`.

Every discard of `value` is noted with the tiles missing to the goal it follows, the own draws left and the live useful tiles, and whether
that goal was reached; and with how dangerous the tile looked, and whether somebody won on it. A logistic fit of each gives the tables that
mjsim/policies/chances.npz holds. The tables decide how hands are played, so play and fit are repeated. The counts of the last round stay
in experiments/chances.csv and experiments/dangers.csv.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import polars as pl
from numpy.typing import NDArray
from scipy.optimize import minimize

from mjsim.compile.cases import program_of
from mjsim.kernels import state as S
from mjsim.kernels.engine import Table, columns_of, play_blocks
from mjsim.kernels.policy_value import TRACE_WORDS
from mjsim.policies import seats
from mjsim.policies.chances import DANGER_SHAPE, DRAWS, FILE, LIVE, MISSING, chances
from mjsim.variant import load

VARIANTS = ("mcr", "hongkong", "chengdu-xuezhan", "simplest", "guangdong-jiping", "changsha", "hangzhou", "tuidaohu", "taiwan16", "nanjing")
ENOUGH = 0.5
"""A goal was reached if the win brought this share of what the goal is worth."""
HERE = Path(__file__).parent
Floats = NDArray[np.float64]


def played(slug: str, seed: int, hands: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """(goal, missing, draws, live, won) and (cell, won on) of the traced discards of a variant, int64 (n, 5) and (n, 2)."""
    program = program_of(load(slug))
    table = Table(program, seats(("value",), program.players), per_seat=False, log=False)
    trace = np.zeros((hands * 120, TRACE_WORDS), np.int64)
    table.state[S.TRACE_AT], table.state[S.TRACE_SIZE] = trace.ctypes.data, len(trace)
    columns = columns_of(program, play_blocks(table, seed, 0, hands))
    trace = trace[: table.state[S.TRACE_USED]]
    wins = columns.wins
    paid: dict[tuple[int, int], int] = {}
    for hand, seat, points in zip(wins["hand"], wins["seat"], wins["points"], strict=True):
        paid[int(hand), int(seat)] = max(int(points), paid.get((int(hand), int(seat)), 0))
    worth = next(iter(table.books.values())).worth
    wanted = np.where(trace[:, 8] < 2, 0.0, ENOUGH * worth[trace[:, 8]])
    given = {
        (int(hand), int(giver), int(tile), int(turn))
        for hand, giver, tile, by, turn in zip(wins["hand"], wins["giver"], wins["tile"], wins["by"], wins["turn"], strict=True)
        if by == 1
    }
    won = np.array([paid.get((int(row[0]), int(row[1])), -1) >= least for row, least in zip(trace, wanted, strict=True)], np.int64)
    fed = np.array([(int(row[0]), int(row[1]), int(row[2]), int(row[7])) in given for row in trace], np.int64)
    return np.column_stack([trace[:, 8] >= 2, trace[:, 3:6], won]), np.column_stack([trace[:, 6], fed])


def counted(rows: NDArray[np.int64], names: list[str]) -> pl.DataFrame:
    """Trials and hits by cell; the last column says whether it was a hit."""
    frame = pl.DataFrame({name: rows[:, i] for i, name in enumerate([*names, "hit"])})
    return frame.group_by(names).agg(pl.len().alias("n"), pl.col("hit").sum().alias("hits")).sort(names)


def logistic(features: Floats, n: Floats, hits: Floats) -> Floats:
    """Coefficients of a logistic fit of counts, slightly drawn to zero."""

    def loss(beta: Floats) -> tuple[float, Floats]:
        z = features @ beta
        gradient = features.T @ (n / (1 + np.exp(-z)) - hits) + 0.2 * beta
        return float((n * np.logaddexp(0, z) - hits * z).sum() + 0.1 * beta @ beta), gradient

    return minimize(loss, np.zeros(features.shape[1]), jac=True, method="L-BFGS-B", options={"maxiter": 2000}).x


def basis(missing: Floats, draws: Floats, live: Floats) -> Floats:
    """What the log odds of a win are linear in."""
    m, x, y = missing, np.log(draws + 1), np.log(live + 1)
    return np.column_stack([np.ones_like(x), m, x, y, x * y, m * x, m * y, draws / 10, m * draws / 10])


def fit_wins(cells: pl.DataFrame) -> tuple[Floats, Floats]:
    """Tables of chances from cells of (missing, draws, live): one fit, so that cells that are seldom seen follow the others.

    Variants differ in how often anybody wins, so each has a term of its own. More missing tiles never help; live tiles beyond what is seen
    with so many missing count no more.
    """
    cells = cells.filter((pl.col("missing") >= 1) & (pl.col("missing") < MISSING))
    missing, draws, live, n, hits = (cells[name].to_numpy().astype(float) for name in ("missing", "draws", "live", "n", "hits"))
    own = np.eye(len(VARIANTS))[cells["variant"].to_numpy()]
    beta = logistic(np.concatenate([basis(missing, draws, np.minimum(live, LIVE - 1)), own], axis=1), n, hits)
    own_part, beta = beta[-len(VARIANTS) :].mean(), beta[: -len(VARIANTS)]
    win, mean = np.zeros((MISSING, DRAWS, LIVE)), np.zeros((MISSING, DRAWS))
    grid_draws, grid_live = (axis.reshape(-1).astype(float) for axis in np.meshgrid(np.arange(DRAWS), np.arange(LIVE), indexing="ij"))
    usual = np.bincount([4], minlength=LIVE).astype(float)
    for m in range(1, MISSING):
        seen = np.bincount(np.minimum(live[missing == m], LIVE - 1).astype(int), n[missing == m], LIVE)
        if seen.sum() >= 300:
            usual = seen / seen.sum()
        most = int(np.searchsorted(np.cumsum(usual), 0.99))
        z = basis(np.full(len(grid_live), float(m)), grid_draws, np.minimum(grid_live, most)) @ beta + own_part
        win[m] = (1 / (1 + np.exp(-z))).reshape(DRAWS, LIVE)
        mean[m] = win[m] @ usual
    win[1, :, 0] = 0
    win[0] = win[1].max(axis=1)[:, None]
    mean[0] = win[0, :, 0]
    return np.minimum.accumulate(win, axis=0), np.minimum.accumulate(mean, axis=0)


def fit_both(cells: pl.DataFrame) -> tuple[Floats, Floats]:
    """Tables of any win and of goals. One tile from a goal is one tile from a win: ready hands are only traced as such."""
    win, mean = (np.stack(pair) for pair in zip(*(fit_wins(cells.filter(pl.col("goal") == goal)) for goal in (0, 1)), strict=True))
    win[1, :2], mean[1, :2] = win[0, :2], mean[0, :2]
    return win, mean


def fit_dangers(cells: pl.DataFrame) -> Floats:
    """Chance that a discard is won on, by cell: threat, phase, sort and unseen copies add up in log odds."""
    places = np.array(np.unravel_index(np.arange(int(np.prod(DANGER_SHAPE))), DANGER_SHAPE))
    factors = np.concatenate([np.eye(size)[places[axis]] for axis, size in enumerate(DANGER_SHAPE)], axis=1)
    n, hits = np.zeros(len(factors)), np.zeros(len(factors))
    n[cells["cell"].to_numpy()], hits[cells["cell"].to_numpy()] = cells["n"].to_numpy(), cells["hits"].to_numpy()
    return 1 / (1 + np.exp(-factors @ logistic(factors, n, hits)))


def main() -> None:
    """Play, fit, write; again."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--hands", type=int, default=3000, help="hands a variant and round")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    for number in range(options.rounds):
        found = [played(slug, 100 + number, options.hands) for slug in VARIANTS]
        numbered = [np.column_stack([np.full(len(rows), i), rows]) for i, (rows, _) in enumerate(found)]
        wins = counted(np.concatenate(numbered), ["variant", "goal", "missing", "draws", "live"])
        dangers = counted(np.concatenate([rows for _, rows in found]), ["cell"])
        win, mean = fit_both(wins)
        np.savez_compressed(FILE, win=win.astype(np.float32), mean=mean.astype(np.float32), danger=fit_dangers(dangers).astype(np.float32))
        chances.cache_clear()
        wins.write_csv(HERE / "chances.csv")
        dangers.write_csv(HERE / "dangers.csv")
        total = wins.group_by("missing").agg(pl.col("n").sum(), (pl.col("hits").sum() / pl.col("n").sum()).alias("won")).sort("missing")
        print(f"round {number + 1}: {wins['n'].sum():,} discards", total, sep="\n")


if __name__ == "__main__":
    main()
