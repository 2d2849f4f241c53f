"""Where things stand in the int64 array `goals` of a policy that weighs goals, and in its line-up for a hand.

A goal is a range of ways of the distance tables, depending on facts as in aims.py, and at most five groups that must be there, melded or
not. `mjsim.compile.goals` makes the array. What a goal is worth stands in a float64 array: closed, then open hand of each goal.
"""

from __future__ import annotations

CHOW, PUNG = 1, 2
SEAT_WIND, ROUND_WIND = 36, 37
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
NEXT = 23  # the first goal after it that is worth something else

# ---- the line-up of a seat: goals that its melds leave ----
LINE_WORDS = 12
X_FIRST, X_LAST, X_SETS, X_FORM, X_WORTH, X_MISSING, X_SCORE = range(7)
X_WORDS = 7  # what the fixed groups still need, four words
X_SEEN = 11  # number of the rating in which it was looked at last
LINES, FAMILIES, SEEN = range(3)  # numbers of lines, of families (lines of one worth, beside each other) and of ratings so far
BEST, BAR, PLAIN, RATINGS, TOP = 3, 4, 5, 6, 7  # of a rating: best score; what a line must promise more than to be looked at; tiles missing
# to the plain goal; number of lines listed; the MOST_TOP best scores of goals
MOST_TOP = 3
FACTS_ASKED, FACTS_TRUE = 12, 13  # masks of the facts that were looked up for the line-up, and of those that hold
LEADERS, MOST_LEADERS = 14, 8  # number of lines that promised more than BAR then, and which
RATED = LEADERS + 1 + MOST_LEADERS  # the lines listed
FAMILY, FAMILY_WORDS = RATED + MOST_GOALS, 3
F_END, F_WORTH, F_LIMIT = range(3)  # end of its lines; X_WORTH of its first; tiles missing with which it came near the best last
GOAL_OF = FAMILY + MOST_GOALS * FAMILY_WORDS  # the goal of each line
LINE = GOAL_OF + MOST_GOALS  # the lines
LINEUP_SIZE = LINE + MOST_GOALS * LINE_WORDS

LOWS = LINEUP_SIZE  # behind a seat's own line-up: for each goal how many tiles it misses at least, plus AGE then
AGE = MOST_GOALS  # tiles that came since, behind them

# ---- behind that, hands that one tile completes and what is known of them (payoffs.py): their signatures, then each ----
KEPT = LOWS + MOST_GOALS + 1
MOST_KEPT, KEPT_WORDS = 16, 75
K_NEAR, K_KINDS, K_SCORED, K_SELF, K_GIVEN = 0, 1, 2, 3, 39
SEAT_LINES = KEPT + MOST_KEPT * (1 + KEPT_WORDS)
"""All of it."""

# ---- behind the worth of all goals: how hands of the variant go (mjsim/compile/tempo.py) ----
LOSS, BYSTANDER, ROUNDS, GIVEN, ALIKE, DECLARES, SPARED, PUNGS, CHOWS, HAZARD = range(10)
"""Points that it costs to give a win; those that each loser pays, by mean; own draws until a win; wins that are given for each that is
drawn; 1: all wins of one way are paid alike; 0: ready is not declared where it need not be; points that a win spares because then no other
wins; how many tiles a useful tile counts more if it can be claimed for a pung, for a chow; by own draws that have gone, the
chance that another wins before the next.
"""
HAZARDS = 32
FACTS_SIZE = HAZARD + HAZARDS
