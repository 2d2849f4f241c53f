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
# # 1 · How often does each pattern come?
#
# **Question.** A player of Hong Kong rules wants to know how often each scoring row (番種) turns up: once an evening, once a year, once
# in a lifetime? Books give adjectives. We want shares with intervals, and an honest word about rows that we have not seen at all.

# %%
from IPython.display import Markdown, display
from matplotlib import pyplot as plt

import mjsim as mj
from mjsim import charts
from mjsim.charts.names import dress
from mjsim.stats import frames
from mjsim.stats.rows import rows_by, together

data = mj.run("hongkong", hands=40_000, seed=1, policies="speed", out="../data/runs/notebook-hongkong", progress=False)
found = mj.summary(data)
display(Markdown(f"{found.hands:,} hands, {found.wins:,} wins; four players who always take the shortest way to a legal win."))

# %% [markdown]
# ## The chart
#
# One line a row, on a logarithmic axis: from half of all hands to one in ten thousand. The bar is a 95 % interval: Wilson's, or the exact
# one where a row was seen fewer than ten times. An open arrow is a row that was **never seen**: it stands at the largest share that the
# data still allow. It is not at zero, because forty thousand hands cannot tell "one in a million" from "impossible".

# %%
rows = frames.row_frequencies(found, data)
fig, ax = plt.subplots(figsize=(8, 1.5 + 0.24 * min(40, rows.height)), layout="constrained")
charts.row_frequencies(ax, rows)
dress(fig)

# %% [markdown]
# ## What it says

# %%
seen = [(slug, e) for slug, e in found.rows.items() if e.count]
common = max(seen, key=lambda item: item[1].value)
rare = min(seen, key=lambda item: item[1].value)
never = {slug: e for slug, e in found.rows.items() if not e.count}


def words(slug):
    return " ".join(data.rows[slug])


display(
    Markdown(
        f"- The commonest row is **{words(common[0])}**: {100 * common[1].value:.1f} % of hands.\n"
        f"- The rarest one that was seen is **{words(rare[0])}**: {rare[1].count} times, between one hand in {1 / rare[1].high:,.0f} and one in "
        f"{1 / rare[1].low:,.0f}.\n"
        f"- {len(never)} rows were never seen; none of them can be commoner than one hand in {1 / max((e.high for e in never.values()), default=1):,.0f}."
    )
)

# %% [markdown]
# ## Which rows come together?
#
# *Lift* is how many times as often two rows share a win as they would if they knew nothing of each other. Pairs far above one are often
# one idea under two names; pairs far below exclude each other.

# %%
pairs = together(data)
pairs = pairs.filter(pairs["expected"] >= 20)
pairs.sort("value", descending=True).head(8).select("row", "with", "value", "low", "high", "count", "expected")

# %% [markdown]
# ## Early wins and late wins
#
# The same rows by the turn at which the hand was won. A row that needs patience climbs; one that is dealt falls.

# %%
by_turn = rows_by(data, "turn")
names = [slug for slug, _ in sorted(seen, key=lambda item: -item[1].value)[1:5]]
fig, ax = plt.subplots(figsize=(8, 4), layout="constrained")
for slug in names:
    part = by_turn.filter(row=slug).filter(by_turn.filter(row=slug)["n"] >= 200)
    ax.plot(part["turn"], part["value"], label=words(slug))
    ax.fill_between(part["turn"], part["low"], part["high"], alpha=0.2)
ax.set_xlabel("turn draws of all seats at the win")
ax.set_ylabel("share of the wins at that turn")
ax.legend(frameon=False)
dress(fig)

# %% [markdown]
# ## What it doesn't say
#
# These are the frequencies of *four players in a hurry*. Somebody who collects a suit sees more flushes, and his neighbours fewer. Rarity
# is a property of rules and players together; notebook 6 asks how rare a pattern is for somebody who aims for it.
