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

import matplotlib.pyplot as plt
import numpy as np
from IPython.display import Markdown, display
from scipy.stats import binom

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
# Splitting needs a height: here the logarithm of the chance that the tiles still to come bring what is missing, if one in five of them
# helped. It is a guess, and a wrong one makes the answer less precise, never wrong. Walls that come to a level go on from that moment
# several times, with the tiles not yet seen shuffled again, and the best go on from there; the product of the shares that climbed is the
# probability. Unlikely things are reached by a chain of likely ones.


# %%
@dataclass(frozen=True)
class Collector:
    """A particle is a shuffled wall: orphan kinds 0 to 12, four copies each, and 13 for any other tile. The first `tiles` are seen in turn."""

    tiles: int

    def start(self, count, rng):
        wall = np.repeat(np.arange(KINDS + 1, dtype=np.int16), [*[COPIES] * KINDS, WALL - KINDS * COPIES])
        return rng.permuted(np.tile(wall, (count, 1)), axis=1)

    def again(self, walls, moments, rng):
        """The tiles seen before the moment stay, the others are shuffled."""
        places = np.arange(WALL)
        order = np.argsort(np.where(places < moments, places - WALL, rng.random(walls.shape)), axis=1)
        return np.take_along_axis(walls, order, axis=1)

    def rise(self, walls, goal):
        held = np.stack([np.cumsum(walls[:, : self.tiles] == kind, axis=1) for kind in range(KINDS)])
        missing = 14 - (held > 0).sum(axis=0) - (held > 1).any(axis=0)
        left = self.tiles - 1 - np.arange(self.tiles)
        heights = np.maximum(np.floor(5 * binom.logsf(missing - 1, left, 0.2)), -1000).astype(np.int64)
        highest = np.maximum.accumulate(heights, axis=1)
        return highest[:, -1], (highest < goal).sum(axis=1, keepdims=True) + 1


lines, inside, points = [], [], []
LAST = 18
for draws in (1, 6, 12, LAST):
    scene = Collector(13 + draws)
    found = split(scene, levels_by_pilot(scene, 0), particles=3_000, repetitions=20, seed=6)
    e, truth = found.estimate, exact(13 + draws)
    inside.append(e.low <= truth <= e.high)
    points.append((draws, e))
    lines.append(f"| {draws} | {truth:.3e} | {e.value:.3e} [{e.low:.3e}, {e.high:.3e}] | {found.tries:,} | {1 / truth:,.0f} |")
display(
    Markdown(
        "| draws | exact | splitting | walls tried by splitting | hands per hit by plain simulation |\n| --- | --- | --- | --- | --- |\n"
        + "\n".join(lines)
        + f"\n\nThe exact value lies in {sum(inside)} of the {len(inside)} intervals. They are made to miss one time in twenty, and with few "
        "repetitions of a skewed product they miss a little more often."
    )
)

# %%
fig, ax = plt.subplots(figsize=(7, 4), layout="constrained")
ax.plot(range(1, LAST + 1), [exact(13 + draws) for draws in range(1, LAST + 1)], color="0.4", label="exact, counted")
for draws, e in points:
    ax.plot([draws, draws], [max(e.low, e.value / 10), e.high], color="#0072b2", linewidth=2)
ax.plot([draws for draws, _ in points], [e.value for _, e in points], "o", color="#0072b2", label="splitting, with 95 % intervals")
ax.set_yscale("log")
ax.set_xticks(range(0, LAST + 1, 3))
ax.set_xlabel("tiles drawn after the deal")
ax.set_ylabel("chance of thirteen orphans")
ax.legend(frameon=False)
ax.spines[["top", "right"]].set_visible(False)
plt.show()

# %% [markdown]
# ## The short way
#
# `odds` picks the method by itself, for any row or pattern of any variant: counted where counting can do it, else simulated, plainly or by
# splitting; heavenly hands by dealing complete ones, which count as much less as they are rarer than that.
# Here the deal, and one player at a full table who aims for the row while the others hurry; and the heavenly hand, which nobody aims for.

# %%
rows = ["thirteen-orphans", "big-three-dragons", "full-flush"]
answers = mj.odds("mcr", rows, questions=["dealt", "aimed"], rel=0.25, hands=20_000, workers=1, progress=False)
answers += mj.odds("hongkong", "tian-hu", questions=["dealt", "table"], workers=1, progress=False)
lines = []
for found in answers:
    for chance in found.chances:
        e = chance.estimate
        text = f"{e.value:.3g} | {'' if e.low == e.high else f'{e.low:.3g} – {e.high:.3g}'}" if e.value else f"< {e.high:.2g} |"
        lines.append(f"| {found.zh} {found.en} | {chance.question} | {text} | {e.method} |")
display(Markdown("| row | | chance | interval | method |\n| --- | --- | ---: | ---: | --- |\n" + "\n".join(lines)))

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
