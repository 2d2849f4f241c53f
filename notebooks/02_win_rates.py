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
# # 2 · Who wins, how, and when?
#
# **Question.** In Sichuan's 血戰到底 ("fight to the end") play goes on after a win until three have won. Does that make wins commoner than in
# a game that stops with the first? How do hands end, how long do they last, and how soon is a player ready?

# %%
from tempfile import TemporaryDirectory

from IPython.display import Markdown, display
from matplotlib import pyplot as plt

import mjsim as mj
from mjsim import charts
from mjsim.charts.names import dress
from mjsim.cli.tables import number, percent
from mjsim.stats import frames

scratch = TemporaryDirectory()  # name a folder of your own to keep the hands

runs = {
    slug: mj.run(slug, hands=30_000, seed=2, out=f"{scratch.name}/{slug}", workers=1, progress=False)
    for slug in ("chengdu-xuezhan", "guangdong-jiping")
}
found = {slug: mj.summary(data) for slug, data in runs.items()}


def shown(estimate, form=percent):
    value, interval = form(estimate)
    return f"{value} ({interval})" if interval else value


display(
    Markdown(
        "| of all hands | "
        + " | ".join(found)
        + " |\n| --- | --- | --- |\n"
        + "\n".join(
            f"| {label} | " + " | ".join(shown(s.rates[name]) for s in found.values()) + " |"
            for name, label in (
                ("win", "somebody won"),
                ("several_winners", "more than one won"),
                ("self_draw", "a win by own draw"),
                ("deal_in", "somebody gave the tile of a win"),
                ("draw", "nobody won"),
            )
        )
    )
)

# %% [markdown]
# ## When hands are won
#
# The share of hands that see a win at each turn draw, by way of winning. The bands are 95 % intervals at each turn, one by one.

# %%
fig, axes = plt.subplots(1, 2, figsize=(11, 4), layout="constrained", sharey=True)
for ax, (slug, data) in zip(axes, runs.items()):
    charts.win_turns(ax, frames.win_turns(data))
    ax.set_title(slug, fontsize=10)
dress(fig)

# %% [markdown]
# ## How hands are decided
#
# The same, added up: how many hands have seen their first win by a draw, and how, and how many end with nobody winning.

# %%
fig, axes = plt.subplots(1, 2, figsize=(11, 4), layout="constrained", sharey=True)
for ax, (slug, data) in zip(axes, runs.items()):
    charts.ending_curve(ax, frames.endings(data))
    ax.set_title(slug, fontsize=10)
dress(fig)

# %% [markdown]
# ## When players are ready
#
# A win needs a ready hand first. The curve is the share of hands in which a seat has been ready by its n-th own draw: the dealer's lead at
# the first draws is the tile that he has more.

# %%
fig, axes = plt.subplots(1, 2, figsize=(11, 4), layout="constrained", sharey=True)
for ax, (slug, data) in zip(axes, runs.items()):
    charts.ready_curve(ax, frames.ready_curve(data))
    ax.set_title(slug, fontsize=10)
dress(fig)

# %% [markdown]
# ## What it says

# %%
sichuan, canton = (found[slug] for slug in runs)
wins_a_hand = {slug: s.wins / s.hands for slug, s in found.items()}
display(
    Markdown(
        f"- More is won, by design: {wins_a_hand['chengdu-xuezhan']:.2f} wins a hand against {wins_a_hand['guangdong-jiping']:.2f}, of "
        f"{sichuan.hands:,} hands each.\n"
        f"- Hands are longer for it: {shown(sichuan.turns['all'], number)} turn draws against {shown(canton.turns['all'], number)}.\n"
        f"- The dealer is ready at some time in {shown(sichuan.seats[0]['ready'])} of hands against {shown(canton.seats[0]['ready'])}: "
        "where a hand goes on, the slow get their chance too."
    )
)

# %% [markdown]
# ## What it doesn't say
#
# Both tables are full of players who push every hand. People fold; then draws are commoner and deal-ins rarer. The comparison between the two
# rule sets is fairer than either number alone, for the same haste sits at both tables. It is also *unpaired*: the two games do not use the
# same tiles, so no hand of one is a hand of the other.
