"""Where things stand in the int64 array `goals` of a policy that weighs goals, and in its line-up for a hand.

A goal is a range of ways of the distance tables, depending on facts as in aims.py, and at most five groups that must be there, melded or
not. `mjsim.compile.goals` makes the array. What a goal is worth stands in a float64 array: closed, then open hand of each goal.
"""

from __future__ import annotations

CHOW, PUNG = 1, 2
SEAT_WIND, ROUND_WIND = 34, 35
"""Kinds of fixed groups that depend on the hand."""
MOST_FIXED = 5
MOST_GOALS = 120
MOST_GOAL_FACTS = 8
MOST_FACTS = 40

COUNT, FACTS = 0, 1  # number of goals and of facts
FACT = 8  # up to 40 x (code, argument)
GOALS = FACT + 2 * MOST_FACTS

GOAL_WORDS = 24
FORM, FIXED = 0, 1  # special form; number of fixed groups, type | kind << 4 each
FIXED_AT = 2
GOAL_FACTS = 7  # number of facts that matter, then their numbers
GOAL_FACT = 8
ENTRY = 16  # offset of (first way, last way) by the facts; no ways: the goal is dead
WORDS = 18  # words of all tiles of the fixed groups
SETTLED = 22  # 1: none of them depends on the hand

# ---- the line-up of a seat: goals that its melds leave ----
LINE_WORDS = 12
X_FIRST, X_LAST, X_SETS, X_FORM, X_WORTH, X_MISSING, X_SCORE = range(7)
X_WORDS = 7  # what the fixed groups still need, four words
LINEUP_SIZE = 1 + MOST_GOALS * LINE_WORDS
"""The number of lines, then the lines. Behind a seat's own line-up stands for each goal how often it need not be rated yet."""

# ---- behind the worth of all goals: how hands of the variant go (mjsim/compile/tempo.py) ----
LOSS, BYSTANDER, ROUNDS, GIVEN, ALIKE, DECLARES, HAZARD = range(7)
"""Points that it costs to give a win; those that each loser pays, by mean; own draws until a win; wins that are given for each that is
drawn; 1: all wins of one way are paid alike; 0: ready is not declared where it need not be; by own draws that have gone, the chance that
another wins before the next.
"""
HAZARDS = 32
FACTS_SIZE = HAZARD + HAZARDS
