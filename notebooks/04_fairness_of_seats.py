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
# # 4 · Is it fair to sit first?
#
# **Question.** The dealer draws first and, in Taiwan's rules, pays and is paid more, and more again for every hand that he keeps the deal.
# How much is the seat worth, and what would make up for it?
#
# "No significant difference" is not fairness: too few hands never show one. So we ask the other way round. The reader names a **margin**
# that he would not care about, and the data must show that every seat is inside.

# %%
from tempfile import TemporaryDirectory

from IPython.display import Markdown, display
from matplotlib import pyplot as plt

import mjsim as mj
from mjsim import charts
from mjsim.charts.names import dress
from mjsim.cli.tables import number, percent
from mjsim.stats import tidy

scratch = TemporaryDirectory()  # name a folder of your own to keep the hands

MARGIN = 0.25  # points a hand


def shown(estimate, form=number):
    value, interval = form(estimate)
    return f"{value} ({interval})" if interval else value


independent = mj.run("taiwan16", hands=40_000, seed=4, out=f"{scratch.name}/taiwan-hands", workers=1, progress=False)
linked = mj.run("taiwan16", matches=1_500, seed=4, out=f"{scratch.name}/taiwan-matches", workers=1, progress=False)
by_hand, by_match = (mj.fairness(data, margin=MARGIN) for data in (independent, linked))
for name, found in (("independent hands", by_hand), ("linked matches", by_match)):
    display(
        Markdown(
            f"**{name}** ({found.hands:,} hands): {found.verdicts['points'].sentence}. Least margin: {found.least_margins['points']:.2f} points a hand."
        )
    )

# %% [markdown]
# ## The seats
#
# Points a hand over the mean of the seats, with 95 % intervals; the green strip is the margin. For linked matches the interval is made from
# the spread of whole matches, since the hands of a match hang together: a dealer who keeps winning stays dealer.

# %%
fig, axes = plt.subplots(1, 2, figsize=(11, 3.2), layout="constrained", sharex=True)
for ax, found, title in zip(axes, (by_hand, by_match), ("independent hands", "linked matches")):
    charts.seat_fairness(ax, tidy.seats_off(found), margin=MARGIN)
    ax.set_title(title, fontsize=10)
dress(fig)

# %% [markdown]
# ## What would make up for it?
#
# The points that, given to a seat every hand, bring all to the same mean, if nobody plays differently for it.

# %%
display(
    Markdown(
        "| seat | wins | points a hand | compensation |\n| --- | --- | --- | --- |\n"
        + "\n".join(
            f"| {i} | {shown(seat['win'], percent)} | {shown(seat['points'])} | {shown(seat['compensation'])} |"
            for i, seat in enumerate(by_match.seats)
        )
    )
)
first = by_match.first_mover["points"]
display(Markdown(f"The dealer has {shown(first)} points a hand more than the mean of the others."))

# %% [markdown]
# ## Where it comes from
#
# The same points, split by how hands end. "One pays all" is an own draw for which a single seat paid: liability (包).

# %%
ways = ("self_draw", "paid_alone", "discard", "several", "nobody")
display(
    Markdown(
        "| seat | "
        + " | ".join(ways)
        + " |\n| --- | "
        + "--- | " * len(ways)
        + "\n"
        + "\n".join(f"| {i} | " + " | ".join(shown(e[way]) for way in ways) + " |" for i, e in enumerate(by_match.endings))
    )
)

# %% [markdown]
# ## What it doesn't say
#
# Seats rotate, so over a whole match everybody is dealer: an unfair seat is not an unfair match, only a more restless one (notebook 8). And
# the compensation is computed for players who do not know of it; a price on the deal would change what the dealer dares.
