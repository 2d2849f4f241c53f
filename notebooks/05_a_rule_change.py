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
# # 5 · What does a rule change do?
#
# **Question.** Sichuan tables cap a hand at some number of fan. What happens to the points if the cap moves, and what if the missing suit
# (定缺) need not be declared?
#
# **Method.** The same walls, the same seats, the same players, under both rules. Most hands go exactly as before; only those that differ
# speak. So the difference is known far better than either side: the last column tells how many hands *independent* samples would have needed.

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

SLUG = "chengdu-xuezhan"
caps = mj.compare(
    SLUG, [{"option.cap": cap} for cap in ("3", "5", "6")], hands=20_000, seed=5, out=f"{scratch.name}/compare", workers=1, progress=False
)
(free,) = mj.compare(SLUG, {"option.void": "at-win"}, hands=20_000, seed=5, out=f"{scratch.name}/compare", workers=1, progress=False)

# %% [markdown]
# ## A change that moves points only

# %%
def shown(estimate, form=number):
    value, interval = form(estimate)
    return f"{value} ({interval})" if interval else value


lines = []
for found in caps:
    points = found["points_0"]
    needed = "" if points.hands_needed is None else f"{points.hands_needed:,}"
    lines.append(f"| {found.rules['option.cap']} | {shown(found.differing, percent)} | {shown(points.change)} | {needed} |")
display(
    Markdown(
        "| cap | hands that differ | dealer's points a hand, change | hands if independent |\n| --- | --- | --- | --- |\n"
        + "\n".join(lines)
    )
)

# %% [markdown]
# The players here do not look at the cap, so they play on as they did: this is the pure effect on the payments. Real players chase big hands
# less where a cap makes them pointless.
#
# ## A change that moves the play

# %%
shares = ["win", "self_draw", "deal_in", "several_winners", "draw"]
fig, axes = plt.subplots(1, 2, figsize=(12, 3.8), layout="constrained")
charts.dumbbells(axes[0], tidy.changes(free, shares), sides=("declared", "at the win only"))
charts.dumbbells(axes[1], tidy.changes(free, [f"points_{seat}" for seat in range(4)]), share=False, sides=("declared", "at the win only"))
dress(fig)

# %%
moved = sorted((c for c in free.changes if c.p_adjusted is not None and c.p_adjusted <= 0.05), key=lambda c: c.p_adjusted)
display(
    Markdown(
        f"{free.reason[0].upper()}{free.reason[1:]}; {shown(free.differing, percent)} of {free.hands[0]:,} hands go differently. "
        f"{len(moved)} of {len(free.changes)} quantities change beyond chance (p adjusted for all of them). The clearest, seats with their "
        "number:\n\n| quantity | before | after | change | as so many independent hands |\n| --- | ---: | ---: | ---: | ---: |\n"
        + "\n".join(
            f"| {c.zh} {c.en} | {c.base.value:.3f} | {c.changed.value:.3f} | {shown(c.change)} | {c.hands_needed:,} |"
            for c in moved[:8]
            if c.hands_needed
        )
    )
)

# %% [markdown]
# ## What it doesn't say
#
# Where play itself changes, a hand soon has other discards and other draws: the two tables drift apart, and pairing helps less. `wall="per-seat"`
# gives every seat its own sub-wall, so that a claim does not shift what others draw, and brings some of it back.
