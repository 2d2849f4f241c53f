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
from IPython.display import Markdown, display
from matplotlib import pyplot as plt

import mjsim as mj
from mjsim import charts
from mjsim.charts.names import dress
from mjsim.stats import tidy

SLUGS = ["simplest", "guangdong-jiping", "hongkong", "taiwan16", "chengdu-xuezhan", "changsha", "wuhan", "tianjin", "mcr"]
runs = [mj.run(slug, hands=10_000, seed=7, out=f"../data/runs/notebook-side-{slug}", progress=False) for slug in SLUGS]
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
def extremes(measure, form):
    part = frame.filter(measure=measure).sort("value")
    low, high = part.row(0, named=True), part.row(-1, named=True)
    return f"from {form(low['value'])} ({low['zh']} {low['en']}) to {form(high['value'])} ({high['zh']} {high['en']})"


percent = "{:.0%}".format
display(
    Markdown(
        f"- Somebody wins {extremes('win', percent)} of hands.\n- Somebody deals in {extremes('deal_in', percent)}.\n"
        f"- A hand takes {extremes('turns', '{:.0f}'.format)} draws."
    )
)

# %% [markdown]
# ## What it doesn't say
#
# A low winning rate may be the rules' (a minimum that few hands reach) or the player's (he hurries to a shape that the minimum forbids). Where
# a variant asks for foresight, our player is the wrong instrument, and the number is his as much as the game's.
