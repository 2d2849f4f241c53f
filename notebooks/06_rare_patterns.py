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

import numpy as np
from IPython.display import Markdown, display

import mjsim as mj
from mjsim.exact.ids import exact_value
from mjsim.stats.splitting import levels_by_pilot, split

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
data = mj.run("mcr", hands=60_000, seed=3, out="../data/runs/notebook-mcr", progress=False)
row = next(slug for slug, (zh, _) in data.rows.items() if zh in ("十三幺", "十三么"))
found = mj.summary(data).rows[row]
display(
    Markdown(
        f"Seen {found.count} times in {found.n:,} hands: "
        + (f"at most one in {1 / found.high:,.0f} ({found.method})." if not found.count else f"{found} ({found.method}).")
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
for draws in (1, 6, 12, 18):
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
#
# The collector's chance is thousands of times that of the hurried table, and still small: that is what 88 points pay for. He is alone, though:
# nobody wins before him, nobody holds his tiles on purpose, and he may not claim. At a real table his chance lies between the two numbers.
