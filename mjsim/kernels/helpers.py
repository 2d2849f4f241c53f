"""What a user's function may call: how far some tiles are from a hand of the variant, and what brings them nearer.

The address that `view.helper` holds leads to the tables and to what the seat itself aims at, not to the game.
"""

from __future__ import annotations

from mjsim.kernels import state as S
from mjsim.kernels.holding import own
from mjsim.kernels.jit import inline_entry, njit
from mjsim.kernels.layout import MOST_PLACES
from mjsim.kernels.memory import int64_at
from mjsim.kernels.nearness import distance, lowering
from mjsim.kernels.seam import seam
from mjsim.kernels.special import IMPOSSIBLE, KNIT3
from mjsim.kernels.words import add, count

TILES = S.WALL
"""Where the tiles in question are put down, by kind; what follows says which kinds are wild, how many jokers are imagined, and to what one
is fixed (layout.S_IMAGINED).
"""
WILD = TILES + 42
IMAGINED = WILD + 42
FIXED = IMAGINED + 1


@njit
def hold(helper, sets):
    """Make a hand of the tiles put down, with so many sets to make; returns whether it can be one."""
    s, held, jokers = own(0), 0, 0
    for colour in range(4):
        helper[s + colour] = 0
    for kind in range(42):
        n, face = helper[TILES + kind], helper[S.FACE + kind]
        if n < 0:
            return False
        held += n
        if helper[WILD + kind]:
            jokers += n
        elif face >= 0:
            for _ in range(min(n, 5)):
                if count(helper[s + face // 9], face % 9) == 4:
                    return False
                helper[s + face // 9] = add(helper[s + face // 9], face % 9)
    kind = helper[FIXED] // 8 - 1
    if kind >= 0 and helper[TILES + kind] < helper[FIXED] % 8:
        helper[s + kind // 9] = add(helper[s + kind // 9], kind % 9)
    helper[s + S.JOKERS] = jokers + helper[IMAGINED]
    return held <= 3 * sets + 2 and 0 <= sets <= helper[s + S.SETS]


@njit
def forms_left(helper, sets):
    """Special forms that the hand may still have."""
    s = own(0)
    return helper[s + S.GOAL_FORMS] if sets == helper[s + S.SETS] else helper[s + S.GOAL_FORMS] & KNIT3


@seam("pi")
def tiles_missing(helper, sets):
    """Tiles missing from the tiles put down to what the seat aims at, jokers counted."""
    if not hold(helper, sets):
        return IMPOSSIBLE
    s = own(0)
    jokers = helper[s + S.JOKERS]
    ways = s + S.GOAL + (2 if jokers else 0)
    a, b, c, d = helper[s], helper[s + 1], helper[s + 2], helper[s + 3]
    missing = distance(helper, helper[ways], helper[ways + 1], sets, forms_left(helper, sets), a, b, c, d)
    return missing if missing >= IMPOSSIBLE else max(0, missing - jokers)


@seam("pi")
def tiles_useful(helper, sets):
    """Mask of the kinds that bring the tiles put down nearer; jokers are not among them."""
    if not hold(helper, sets):
        return 0
    s = own(0)
    ways = s + S.GOAL + (2 if helper[s + S.JOKERS] else 0)
    a, b, c, d = helper[s], helper[s + 1], helper[s + 2], helper[s + 3]
    faces = lowering(helper, helper[ways], helper[ways + 1], sets, forms_left(helper, sets), a, b, c, d)
    kind = helper[FIXED] // 8 - 1
    if kind >= 0 and helper[TILES + kind] + 1 == helper[FIXED] % 8:
        faces &= ~(1 << kind)  # one more, and the imagined tile is one too many
    kinds = 0
    for kind in range(MOST_PLACES):
        if helper[S.FACE + kind] >= 0:
            kinds |= (faces >> helper[S.FACE + kind] & 1) << kind
    return kinds


@inline_entry
def put_down(view, tiles):
    """Put tiles down, counts by kind."""
    helper = int64_at(view.helper)
    for kind in range(42):
        helper[TILES + kind] = tiles[kind] if kind < len(tiles) else 0
    return helper


@inline_entry
def deficiency(view, tiles, sets):
    """Tiles missing from `tiles`, counts by kind such as `view.hand` with changes, to the nearest hand that the variant lets win, as far as
    `speed` knows its gates, with `sets` sets still to make (`view.sets`, or fewer after a claim); `IMPOSSIBLE` if none can be reached, or
    there are more tiles than a hand has.
    """
    return tiles_missing(put_down(view, tiles), sets) if view.helper else IMPOSSIBLE


@inline_entry
def useful(view, tiles, sets):
    """The kinds that lower `deficiency`, as a mask: bit k is kind k. Jokers, which always do, are not in it."""
    return tiles_useful(put_down(view, tiles), sets) if view.helper else 0


@inline_entry
def live(view, kinds):
    """How many tiles of the kinds of a mask the seat has not seen."""
    n = 0
    for kind in range(MOST_PLACES):
        n += view.unseen[kind] * (kinds >> kind & 1)
    return n
