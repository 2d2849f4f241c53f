"""Instructions of the scoring machine: one int64 each, op | dst << 8 | a << 22 | b << 36 | c << 50, all operands places in `work`
unless said.

`and or not` and the comparisons give 0 or 1; operands of `and or not` are truths of any type. Operand c of the instructions
that look at tiles or groups is the bank itself (0 winner, 1 player in view).
"""

from __future__ import annotations

ADD, SUB, MUL, FLOORDIV, POWER, ROUND_UP, MIN, MAX, NEG = range(9)
NOT, AND, OR, TRUTH = range(9, 13)
BAND, BOR, KNOT, GNOT = range(13, 17)
EQ, NE, LT, LE = range(17, 21)
SELECT = 21  # dst = b if a else c
COUNT = 22  # population count
ALL = 23  # a is every group
GROUPS_IN = 24  # groups of a whose tiles all lie in kinds b
KINDS_IN = 25  # kinds a within kinds b
TOUCH, OF, TILES, ONLY, KINDS, REAL, LAID = range(26, 33)
HELD = 33  # kinds of which a (a number, not a place) or more tiles are owned
FIT = 34  # how often template b (a number) fits into groups a (0: all); c: the bank | chows that it needs << 1 | pungs << 5 | TRUTH_ONLY
TRUTH_ONLY = 1 << 9  # 1 if the template fits at all
SHARE = 35
GATE = 36  # stop with gate b (a number) if a is 0
OTHERS = 37  # trap: number of others for whom body b (a number) holds
GROUPS_AND = 41  # as BAND and SELECT, of groups and of sets (told apart for bounds.py)
SELECT_SET = 42
SUM, PRODUCT, BEST = 38, 39, 40  # over the rows that count; a: place of a mask of tags, 0 for all rows
SKIP = 43  # if a is 0: dst = 0, and the next b (a number) instructions are passed over

LIMIT = 1 << 40
"""Powers never are larger."""



def word(op: int, dst: int = 0, a: int = 0, b: int = 0, c: int = 0) -> int:
    """An instruction as a signed 64-bit number."""
    value = op | dst << 8 | a << 22 | b << 36 | c << 50
    return value - (1 << 64) if value >> 63 else value
