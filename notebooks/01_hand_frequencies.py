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
from tempfile import TemporaryDirectory

from IPython.display import Markdown, display
from matplotlib import pyplot as plt
from matplotlib.ticker import PercentFormatter

import mjsim as mj
from mjsim import charts
from mjsim.charts.names import COLOURS, dress, name
from mjsim.cli.tables import percent
from mjsim.stats import frames
from mjsim.stats.rows import rows_by, together

scratch = TemporaryDirectory()  # name a folder of your own to keep the hands

data = mj.run("hongkong", hands=40_000, seed=1, policies="speed", out=f"{scratch.name}/hongkong", workers=1, progress=False)
found = mj.summary(data)
display(Markdown(f"{found.hands:,} hands, {found.wins:,} wins; four players who always take the shortest way to a legal win."))

# %% [markdown]
# ## The chart
#
# One line a row, on a logarithmic axis. The bar is a 95 % interval: Wilson's, or the exact one where a row was seen only a few times. An
# open arrow is a row that was **never seen**: it stands at the largest share that the data still allow. It is not at zero, because the
# hands played here cannot tell "one in a million" from "impossible".

# %%
rows = frames.row_frequencies(found, data)
fig, ax = plt.subplots(figsize=(8, 1.5 + 0.24 * rows.height), layout="constrained")
charts.row_frequencies(ax, rows, most=rows.height)
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
        f"- The commonest row is **{words(common[0])}**: {' of hands, interval '.join(percent(common[1]))}.\n"
        f"- The rarest one that was seen is **{words(rare[0])}**: {rare[1].count} in {rare[1].n:,} hands, between one hand in "
        f"{1 / rare[1].high:,.0f} and one in {1 / rare[1].low:,.0f}.\n"
        f"- {len(never)} of {len(found.rows)} rows were never seen; none of them can be commoner than one hand in "
        f"{1 / max((e.high for e in never.values()), default=1):,.0f}."
    )
)

# %% [markdown]
# ## Which rows come together?
#
# *Lift* is how many times as often two rows share a win as they would if they knew nothing of each other. Pairs far above one are often
# one idea under two names, or one row contains the other (then the interval shrinks to a point); pairs far below exclude each other.

# %%
pairs = together(data)
pairs = pairs.filter(pairs["expected"] >= 20)
ends = [*pairs.sort("value", descending=True).head(6).iter_rows(named=True), *pairs.sort("value", "high").head(4).iter_rows(named=True)]
lines = [
    f"| {words(p['row'])} | {words(p['with'])} | {p['value']:.2f} | {p['low']:.2f} – {p['high']:.2f} | {p['count']:,} | {p['expected']:,.0f} |"
    if p["count"]
    else f"| {words(p['row'])} | {words(p['with'])} | < {p['high']:.2g} | | 0 | {p['expected']:,.0f} |"
    for p in ends
]
heads = "| row | with | lift | interval | wins with both | expected |\n| --- | --- | ---: | ---: | ---: | ---: |\n"
display(Markdown(heads + "\n".join(lines)))

# %% [markdown]
# ## Early wins and late wins
#
# Four common rows by the turn at which the hand was won, where enough hands were won to tell. A row that needs patience climbs; one that
# is dealt falls.

# %%
by_turn = rows_by(data, "turn")
names = [slug for slug, _ in sorted(seen, key=lambda item: -item[1].value)[1:5]]
fig, ax = plt.subplots(figsize=(8, 4), layout="constrained")
for i, slug in enumerate(names):
    part = by_turn.filter(row=slug).filter(by_turn.filter(row=slug)["n"] >= 200)
    ax.plot(part["turn"], part["value"], color=COLOURS[i], linestyle=("-", "--", "-.", ":")[i], label=name(*data.rows[slug]))
    ax.fill_between(part["turn"], part["low"], part["high"], color=COLOURS[i], alpha=0.2, linewidth=0)
ax.set_xlabel("turn draws of all seats at the win")
ax.set_ylabel("share of the wins at that turn")
ax.yaxis.set_major_formatter(PercentFormatter(1, decimals=0))
ax.legend(frameon=False)
dress(fig)

# %% [markdown]
# ## What it doesn't say
#
# These are the frequencies of *four players in a hurry*. Somebody who collects a suit sees more flushes, and his neighbours fewer. Rarity
# is a property of rules and players together; notebook 6 asks how rare a pattern is for somebody who aims for it.
