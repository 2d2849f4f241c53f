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
from IPython.display import Markdown, display
from matplotlib import pyplot as plt

import mjsim as mj
from mjsim import charts
from mjsim.charts.names import dress
from mjsim.stats import tidy

equal = mj.run("guangdong-jiping", hands=32_000, seed=8, policies="speed", out="../data/runs/notebook-equal", progress=False)
mixed = mj.run(
    "guangdong-jiping", hands=16_000, seed=8, policies="speed,random,speed,random", out="../data/runs/notebook-mixed", progress=False
)

# %% [markdown]
# ## The swing of equals

# %%
(luck,) = mj.fairness(equal).luck
m = luck.measures
display(
    Markdown(
        f"{luck.matches:,} matches of {luck.hands} hands. Standard deviation {m['spread']} points, skew {m['skew']}; {100 * m['ahead'].value:.0f} % of players "
        f"end ahead. The worst one in twenty loses {-m['worst'].value:.1f} points on average."
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
    elo = found.ratings["speed"].value - found.ratings["random"].value
    lines.append(f"| {hands} | {elo:+.0f} | {100 * found.share.value:.0f} % [{100 * found.share.low:.0f}, {100 * found.share.high:.0f}] |")
display(
    Markdown("| hands in a match | Elo, speed over random | as much skill as pure skill in |\n| --- | --- | --- |\n" + "\n".join(lines))
)

# %% [markdown]
# ## What it doesn't say
#
# The measure speaks of a *population*. Between a beginner who plays anything and a bot that counts, much is skill; between two experts, the
# same game is nearly a lottery. To compare games, take the same ladder of players to both, and say which one it was.
