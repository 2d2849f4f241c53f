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

from mjsim.compile.cases import program_of
from mjsim.compile.goals import goals_of
from mjsim.compile.notes import logistic, noted
from mjsim.policies.chances import DANGER_SHAPE, FILE, LIVE, MISSING, basis, calibrated
from mjsim.variant import load

VARIANTS = (
    *("mcr", "hongkong", "chengdu-xuezhan", "simplest", "guangdong-jiping", "changsha", "hangzhou", "tuidaohu", "taiwan16", "nanjing"),
    *("anqing", "guangdong-xinzhang", "jiangnan-xinhuang", "nanchang", "tianjin", "shenyang", "luoshan", "sichuan"),
)
HERE = Path(__file__).parent
Floats = NDArray[np.float64]


def counted(rows: NDArray[np.int64], names: list[str]) -> pl.DataFrame:
    """Trials and hits by cell; the last column says whether it was a hit."""
    frame = pl.DataFrame({name: rows[:, i] for i, name in enumerate([*names, "hit"])})
    return frame.group_by(names).agg(pl.len().alias("n"), pl.col("hit").sum().alias("hits")).sort(names)


def fit_wins(cells: pl.DataFrame) -> tuple[Floats, Floats]:
    """Coefficients of the chance of a win from cells of (missing, draws, live), and how often so many tiles are live.

    One fit, so that cells that are seldom seen follow the others. Variants differ in how often anybody wins, so each has a term of its
    own, of which the mean is kept.
    """
    cells = cells.filter((pl.col("missing") >= 1) & (pl.col("missing") < MISSING) & (pl.col("live") > 0))
    missing, draws, live, n, hits = (cells[name].to_numpy().astype(float) for name in ("missing", "draws", "live", "n", "hits"))
    live = np.minimum(live, LIVE - 1)
    variant = cells["variant"].to_numpy()
    features = basis(missing, draws, live)
    beta = logistic(np.concatenate([features, np.eye(len(VARIANTS))[variant]], axis=1), n, hits)
    fit = beta[: features.shape[1]]
    fit[0] += beta[features.shape[1] :].mean()
    usual = np.zeros((MISSING, LIVE))
    usual[:, 4] = 1
    for m in range(1, MISSING):
        seen = np.bincount(live[missing == m].astype(int), n[missing == m], LIVE)
        usual[m] = seen / seen.sum() if seen.sum() >= 300 else usual[m - 1]
    return fit, usual


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
        programs = [program_of(load(slug)) for slug in VARIANTS]
        goals = [goals_of(program) for program in programs]
        found = [noted(*pair, 100 + number, options.hands) for pair in zip(programs, goals, strict=True)]
        numbered = [np.column_stack([np.full(len(rows), i), rows[:, :5]]) for i, (rows, _) in enumerate(found)]
        wins = counted(np.concatenate(numbered), ["variant", "goal", "missing", "draws", "live"])
        dangers = counted(np.concatenate([rows for _, rows in found]), ["cell"])
        fit, usual = (np.stack(pair) for pair in zip(*(fit_wins(wins.filter(pl.col("goal") == goal)) for goal in (0, 1)), strict=True))
        np.savez_compressed(FILE, fit=fit, usual=usual, danger=fit_dangers(dangers))
        calibrated.cache_clear()
        wins.write_csv(HERE / "chances.csv")
        dangers.write_csv(HERE / "dangers.csv")
        total = wins.group_by("missing").agg(pl.col("n").sum(), (pl.col("hits").sum() / pl.col("n").sum()).alias("won")).sort("missing")
        print(f"round {number + 1}: {wins['n'].sum():,} discards", total, sep="\n")


if __name__ == "__main__":
    main()
