"""Where things stand in the int64 array `aims`: what a hand of the variant can be, as ranges of ways of the distance tables.

*Shapes* are all forms of a complete hand, whatever the gates say: they decide which tiles may complete a hand, and the scorer then judges.
*Goals* are the hands that the variant lets win, as far as its gates are understood: what policies aim at. Which goal holds for a seat
depends on *facts*, truths about its melds, void suit and laid tiles that do not change with concealed tiles; fact i is bit i of the number
of an entry. `mjsim.compile.aims` makes the array.
"""

from __future__ import annotations

SETS = 0  # sets of a standard hand
EXACT = 1  # 1: whatever completes a shape is a legal win (no gates, minimum, jokers, free shapes)
SHAPE_WAYS = 2  # first and last way of the shape `standard` without jokers in hand, then with
SHAPE_FORMS = 6  # forms (special.py) that hands without melds may have
LATE_FORMS = 7  # those in which the stand-in is itself
FREE_SHAPES = 8  # number of shapes without sets, at FREE
FIXED_KIND = 9  # entries before those for an imagined tile that is fixed to kind 0, then to 1 ...; 0: none are for a kind
FACTS = 10  # number of facts, at FACT
ENTRIES = 11  # offset of the entries
FREE = 12  # up to 4 x (mask of kinds, 0: any; least jokers; 1: melds may lie down)
FREE_WORDS = 3
FACT = 24  # up to 12 x (code, argument)
HEADER = 64

ENTRY_WORDS = 8
ENTRY_WAYS = 0  # first and last way without jokers, then with
ENTRY_FORMS = 4
ENTRY_FLAGS = 5

FLAG_OPEN, FLAG_OPEN_PUNG = 1, 2
"""The hand must still be opened, by any meld or by a pung: a claim that does so and does not throw it back is welcome."""

TOUCHES = 1  # some tile of a meld lies in the mask
HAS_PUNG = 2  # some pung or kong lies in the mask
OPEN_MELD = 3  # some meld is open
ANY_MELD = 4
VOID_IS = 5  # the declared suit is the argument
HAS_CHOW = 6  # some meld is neither pung nor kong
ALL_OPEN = 7  # all sets are open melds
LAID_OUT = 8  # so many tiles (argument) or more are laid out
OPEN_PUNG = 9  # some open pung or kong
TILES_IN = 10  # argument = mask | n << 44: n or more meld tiles lie in the mask
