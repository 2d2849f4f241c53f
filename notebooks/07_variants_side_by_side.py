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
# # 7 · One game, many games
#
# **Question.** Every province plays another mahjong. What do the rules do to the feel of a hand: how often somebody wins, how often by his own
# luck and how often by another's mistake, how long it takes?
#
# The same player sits at all tables, so what differs is the rules. The comparison is unpaired: other tiles, other walls.

# %%
from tempfile import TemporaryDirectory

from IPython.display import Markdown, display
from matplotlib import pyplot as plt

import mjsim as mj
from mjsim import charts
from mjsim.charts.names import dress
from mjsim.cli.tables import number, percent
from mjsim.stats import tidy
from mjsim.stats.estimate import Estimate

scratch = TemporaryDirectory()  # name a folder of your own to keep the hands

SLUGS = ["simplest", "guangdong-jiping", "hongkong", "taiwan16", "chengdu-xuezhan", "changsha", "wuhan", "tianjin", "mcr"]
runs = [mj.run(slug, hands=10_000, seed=7, out=f"{scratch.name}/side-{slug}", workers=1, progress=False) for slug in SLUGS]
found = [mj.summary(data) for data in runs]

# %%
measures = ("win", "self_draw", "deal_in", "draw", "turns")
frame = tidy.variants(zip(runs, found), measures)
fig, axes = plt.subplots(1, len(measures), figsize=(15, 4.2), layout="constrained", sharey=True)
for i, (ax, measure) in enumerate(zip(axes, measures)):
    charts.variant_panel(ax, frame, measure, labels=i == 0)
dress(fig)

# %% [markdown]
# ## What it says


# %%
def extremes(measure, form=percent):
    ends = frame.filter(measure=measure).sort("value")[[0, -1]]
    found = [Estimate(*(row[key] for key in ("value", "low", "high", "count", "n", "method"))) for row in ends.iter_rows(named=True)]
    texts = ["{} ({})".format(*form(e)) if form(e)[1] else form(e)[0] for e in found]
    return " to ".join(f"{text} in {row['zh']} {row['en']}" for text, row in zip(texts, ends.iter_rows(named=True)))


display(
    Markdown(
        f"- Hands that somebody wins: from {extremes('win')}.\n- Hands in which somebody deals in: from {extremes('deal_in')}.\n"
        f"- Draws of a hand: from {extremes('turns', number)}.\n\nThe bars of the chart, mostly hidden by their marks, are intervals from "
        f"{found[0].hands:,} hands of each game; the experiment `all-variants` does the same for the whole catalogue."
    )
)

# %% [markdown]
# ## What it doesn't say
#
# A low winning rate may be the rules' (a minimum that few hands reach) or the player's (he hurries to a shape that the minimum forbids). Where
# a variant asks for foresight, our player is the wrong instrument, and the number is his as much as the game's.
