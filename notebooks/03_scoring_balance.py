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
# # 3 · Do points match rarity?
#
# **Question.** Chinese Official (國標) has a long list of patterns, each with its price. A designer would want rarer patterns to be worth more. Which patterns
# are paid more, or less, than the list itself pays for others as rare?
#
# **Measure.** Surprise: −log₂ of the share of hands, in bits. One bit more is half as often. Against it the points, on a log scale. Through
# all rows we lay the curve that never falls and fits best; it does not bend to single rows far off.

# %%
from tempfile import TemporaryDirectory

from IPython.display import Markdown, display
from matplotlib import pyplot as plt

import mjsim as mj
from mjsim import charts
from mjsim.charts.names import dress
from mjsim.stats import tidy

scratch = TemporaryDirectory()  # name a folder of your own to keep the hands

data = mj.run("mcr", hands=60_000, seed=3, out=f"{scratch.name}/mcr", workers=1, progress=False)
found = mj.balance(data)
seen = [row for row in found.rows if row.rate.count]
prices = [row.points for row in found.rows if row.points is not None]
display(
    Markdown(
        f"{found.hands:,} hands; {len(seen)} of {len(found.rows)} rows were seen. They pay from {min(prices)} to {max(prices)} points."
    )
)

# %%
fig, ax = plt.subplots(figsize=(9, 6.5), layout="constrained")
charts.rarity_points(ax, tidy.rarity(found), found.curve)
dress(fig)

# %% [markdown]
# ## Rows off the curve
#
# Each row is judged by the curve made *without it*, and counts as off only if it is farther from that than rows usually are. The p-values
# are adjusted for the number of rows (Benjamini and Hochberg), so that of all rows named about one in twenty is named by chance.

# %%
off = sorted((row for row in found.rows if row.p_adjusted is not None and row.p_adjusted <= 0.05), key=lambda row: row.p_adjusted)
lines = "\n".join(
    f"| {row.zh} {row.en} | {row.points} | {row.fair_points.value:.1f} ({row.fair_points.low:.1f} – {row.fair_points.high:.1f}) | {row.p_adjusted:.2g} | {row.verdict} |"
    for row in off
)
display(
    Markdown(
        "| row | points | on the curve | p | |\n| --- | --- | --- | --- | --- |\n" + lines
        if off
        else "No row is off the curve by more than the rows scatter about it anyway. That is no praise: it means that the scatter is wide, "
        "and that these data cannot pin a fault on any one row."
    )
)

# %% [markdown]
# ## The same without a verdict
#
# The order alone says something, whatever the scale of points: pairs of rows where the clearly rarer one is worth less.

# %%
rated = [row for row in seen if row.points is not None]
upside_down = [
    (rare, common) for rare in rated for common in rated if rare.points < common.points and rare.surprise.low > common.surprise.high
]
display(
    Markdown(
        f"{len(upside_down):,} of {len(rated) * (len(rated) - 1) // 2:,} pairs are upside down, with intervals that do not overlap. The widest gaps:"
    )
)
widest = sorted(upside_down, key=lambda pair: pair[1].surprise.value - pair[0].surprise.value)[:8]
display(
    Markdown(
        "\n".join(
            f"- {rare.zh} {rare.en} ({rare.points}) is {2 ** (rare.surprise.value - common.surprise.value):,.0f} times rarer than {common.zh} {common.en} ({common.points})"
            for rare, common in widest
        )
    )
)

# %% [markdown]
# ## What it doesn't say
#
# - **Rarity of whom?** Of players who hurry to any legal win. A row that nobody here aims for looks rarer than it is at a table of
#   connoisseurs. A row's price must pay for its difficulty *when tried*, not for its absence when not.
# - **Marks, not prices.** A row's points are its face value; what a player gains by it also depends on which rows it comes with or shuts out.
# - Rows never seen are shown at the least surprise that the data allow. They cannot be judged, and are not.
# - The method follows the question of "Adapting Rules of Official International Mahjong for Online Players" (arXiv 2601.08211), with rule
#   bots in the place of people.
