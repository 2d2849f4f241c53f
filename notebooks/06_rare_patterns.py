# ---
# jupyter:
#   jupytext:
#     formats: ipynb,py:percent
#     text_representation:
#       extension: .py
#       format_name: percent
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # 6 · How rare is rare?
#
# **Question.** Thirteen orphans (十三幺). Three answers to three different questions, and three methods:
#
# 1. dealt, before anybody has moved: **counted exactly**;
# 2. at a table of players who do not aim for it: **simulated**, and where it was never seen, a bound;
# 3. for somebody who wants nothing else: **splitting**, where simulation would take years, checked against the exact value.

# %%
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from tempfile import TemporaryDirectory

import numpy as np
from IPython.display import Markdown, display

import mjsim as mj
from mjsim.exact.ids import exact_value
from mjsim.stats.splitting import levels_by_pilot, split

scratch = TemporaryDirectory()  # name a folder of your own to keep the hands

# %% [markdown]
# ## Dealt
#
# How many tiles are thirteen random ones away from thirteen orphans? Counted over all hands, with no chance in it.

# %%
lines = []
for shanten in range(8):
    value = Fraction(*exact_value(f"shanten.136.13.orphans.{shanten}"))
    lines.append(f"| {shanten} | {float(value):.3e} | one in {float(1 / value):,.0f} |" if value else f"| {shanten} | 0 | |")
display(Markdown("| shanten | probability | |\n| --- | --- | --- |\n" + "\n".join(lines)))

# %% [markdown]
# ## At a table that does not care

# %%
data = mj.run("mcr", hands=30_000, seed=6, out=f"{scratch.name}/rare", workers=1, progress=False)
row = next(slug for slug, (zh, _) in data.rows.items() if zh in ("十三幺", "十三么"))
table = mj.summary(data).rows[row]
display(
    Markdown(
        f"Seen {table.count} times in {table.n:,} hands: "
        + (
            f"one in {1 / table.value:,.0f}, between one in {1 / table.high:,.0f} and one in {1 / table.low:,.0f} ({table.method})."
            if table.count
            else f"at most one in {1 / table.high:,.0f} ({table.method})."
        )
    )
)

# %% [markdown]
# ## For somebody who wants nothing else
#
# A lone collector sees 13 tiles and then draws one a turn, keeping every orphan that helps. After *d* draws he is done exactly if the 13 + d
# tiles contain all thirteen kinds and one of them twice, so this one can be counted:

# %%
KINDS, COPIES, WALL = 13, 4, 136


def exact(tiles):
    """Probability that `tiles` random tiles hold all thirteen orphan kinds, one at least twice."""
    ways = [0] * (KINDS * COPIES + 1)  # ways[k]: choices of k orphan tiles with every kind among them
    ways[0] = 1
    for _ in range(KINDS):
        ways = [sum(ways[k - c] * comb(COPIES, c) for c in range(1, COPIES + 1) if k >= c) for k in range(len(ways))]
    others = WALL - KINDS * COPIES
    hits = sum(ways[k] * comb(others, tiles - k) for k in range(KINDS + 1, min(tiles, len(ways) - 1) + 1) if tiles - k <= others)
    return hits / comb(WALL, tiles)


# %% [markdown]
# Splitting needs a process and a height: how many of the fourteen wanted tiles are there. Particles that climb a step are copied and go on
# from there; the product of the shares that climbed is the probability. Unlikely things are reached by a chain of likely ones.


# %%
@dataclass(frozen=True)
class Collector:
    """State (n, 15): copies left of each orphan kind, other tiles left, tiles still to be seen."""

    tiles: int

    def start(self, count, rng):
        return np.tile(np.array([COPIES] * KINDS + [WALL - KINDS * COPIES, self.tiles]), (count, 1))

    def step(self, state, rng):
        left = state[:, :-1]
        place = rng.random(len(state)) * left.sum(axis=1)
        drawn = (left.cumsum(axis=1) <= place[:, None]).sum(axis=1)
        after = state.copy()
        after[np.arange(len(state)), drawn] -= 1
        after[:, -1] -= 1
        return after

    def level(self, state):
        held = COPIES - state[:, :KINDS]
        return (held > 0).sum(axis=1) + (held > 1).any(axis=1)

    def ended(self, state):
        return state[:, -1] < 14 - self.level(state)  # too few tiles are left to make it

    def take(self, state, index):
        return state[index]

    def join(self, states):
        return np.concatenate(states)


lines = []
LAST = 18
for draws in (1, 6, 12, LAST):
    process = Collector(13 + draws)
    found = split(process, levels_by_pilot(process, 14, particles=2_000), particles=2_000, repetitions=20, seed=6)
    e, truth = found.estimate, exact(13 + draws)
    lines.append(f"| {draws} | {truth:.3e} | {e.value:.3e} [{e.low:.3e}, {e.high:.3e}] | {found.steps:,} | {1 / truth:,.0f} |")
display(
    Markdown(
        "| draws | exact | splitting | tiles drawn by splitting | hands per hit by plain simulation |\n| --- | --- | --- | --- | --- |\n"
        + "\n".join(lines)
    )
)

# %% [markdown]
# ## What it says, and doesn't

# %%
dealt = float(Fraction(*exact_value("shanten.136.13.orphans.0")))
display(
    Markdown(
        f"- Being dealt a hand that waits for its last orphan is a matter of one hand in {1 / dealt:,.0f}. Nobody lives to see it.\n"
        f"- A lone collector with {LAST} draws gets there once in {1 / exact(13 + LAST):,.0f} hands: playing, not dealing, makes the pattern.\n"
        f"- At the table it comes once in {1 / table.value if table.count else 1 / table.high:,.0f} hands, all four players together. They do "
        "not care for orphans as such, but go that way when it is the shortest one to a legal win, and then they may win on a discard, "
        "which the lone collector may not."
    )
)

# %% [markdown]
# The collector is alone: nobody wins before him, nobody holds his tiles on purpose, he may not claim. And a price of 88 points pays for the
# hands in which somebody tried and failed, which none of the three numbers counts.
