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
# # 8 · Luck and skill
#
# **Question.** How much of an evening is luck? Two measures. The *swing*: how far apart players of equal skill end after a match. And the
# *share of skill*, after Duersch, Lambrecht and Oechssler (European Economic Review 2020): rate players of different strength, look how
# widely the ratings spread, and ask how many games of pure skill one would have to decide by tossing a coin to get the same spread.

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

equal = mj.run("guangdong-jiping", hands=32_000, seed=8, policies="speed", out=f"{scratch.name}/equal", workers=1, progress=False)
mixed = mj.run(
    "guangdong-jiping", hands=16_000, seed=8, policies="speed,random,speed,random", out=f"{scratch.name}/mixed", workers=1, progress=False
)

# %% [markdown]
# ## The swing of equals

# %%
def shown(estimate, form=number):
    value, interval = form(estimate)
    return f"{value} ({interval})" if interval else value


(luck,) = mj.fairness(equal).luck
m = luck.measures
display(
    Markdown(
        f"{luck.matches:,} matches of {luck.hands} hands. Standard deviation {shown(m['spread'])} points, skew {shown(m['skew'])}; "
        f"{shown(m['ahead'], percent)} of players end ahead. The mean of the worst one in twenty: {shown(m['worst'])} points."
    )
)
fig, ax = plt.subplots(figsize=(8, 4.2), layout="constrained")
charts.match_trajectories(ax, tidy.trajectories(equal))
dress(fig)

# %% [markdown]
# ## The share of skill, by length of the match
#
# A single hand is nearly all luck, a long match less so. Two rungs of a ladder: a player who takes the shortest way, and one who does
# anything legal.

# %%
lines = []
for hands in (4, 16, 64):
    found = mj.skill(mixed.folder, match_hands=hands)
    lead = found.ratings["speed"].scaled(2)  # two ratings whose mean is 0
    lines.append(f"| {hands} | {lead.value:+.0f} ({lead.low:+.0f} to {lead.high:+.0f}) | {shown(found.share, percent)} |")
display(
    Markdown("| hands in a match | Elo, speed over random | as much skill as pure skill in |\n| --- | --- | --- |\n" + "\n".join(lines))
)

# %% [markdown]
# A rating cannot be infinite: where one side won every match, half a game is counted for the other, and the line is a floor rather than a value.
# That is where long matches between such unequal players end.
#
# ## What it doesn't say
#
# The measure speaks of a *population*. Between a beginner who plays anything and a bot that counts, much is skill; between two experts, the
# same game is nearly a lottery. To compare games, take the same ladder of players to both, and say which one it was.
