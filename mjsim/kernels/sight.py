"""The view of a seat, filled from table and state: what a player at the table sees, and nothing else (view.py)."""

from __future__ import annotations

from mjsim.kernels import layout as L
from mjsim.kernels import state as S
from mjsim.kernels import view as V
from mjsim.kernels.goal import aim_distance
from mjsim.kernels.helpers import FIXED, IMAGINED
from mjsim.kernels.helpers import WILD as WILD_KINDS
from mjsim.kernels.holding import block, fixed_kind, own
from mjsim.kernels.jit import inline, njit
from mjsim.kernels.memory import int64_at
from mjsim.kernels.policy import CLAIM, DECLARE, ROB, SHARE, STAKE, TURN
from mjsim.kernels.record import meld_giver, meld_tile, meld_type
from mjsim.kernels.rng import below
from mjsim.kernels.seam import seam
from mjsim.kernels.words import count

AT = V.places_of(V.VIEW)
ASKED, SEAT, PLAYERS, ROUND, WIND, REPEATS, TILE, GIVER, TILES_LEFT, SETS, JOKERS, MISSING, TURNED, THROWN, RANDOM = range(15)
HAND, UNSEEN, WILD, COPIES, DISCARDS, LAID, SHOWN = (AT[name] for name in ("hand", "unseen", "wild", "copies", "discards", "laid", "shown"))
N_MELDS, MELD_TYPE, MELD_TILES, MELD_GIVER = AT["melds"], AT["meld_type"], AT["meld_tiles"], AT["meld_giver"]
VOID, READY, CHIPS, NAMED, DRAWS, WINS, OUT = (AT[name] for name in ("void", "ready", "stake", "named", "draws", "wins", "out"))
RIVER_SEAT, RIVER_KIND, RIVER_TAKEN, HELPER = AT["river_seat"], AT["river_kind"], AT["river_taken"], AT["helper"]
FIXED_TO = AT["imagined"]
EAST = 27
OWN_NUMBERS = 1 << 16
"""Where each seat's random numbers begin in the stream of decisions."""


@inline
def view_of(state):
    """Pointer to the view."""
    return int64_at(state[S.VIEW_AT])


@njit
def unseen(image, table, state, seat, kind):
    """Tiles of a kind that a seat has not seen."""
    face = state[S.FACE + kind]
    if face >= 0:
        return count(state[own(seat) + S.UNSEEN + face // 9], face % 9)
    left = image[L.COPIES + kind] - table[block(seat) + L.S_HELD + kind] - state[S.VISIBLE + kind] - int(table[L.T_TURNED] == kind)
    return max(left, 0)


@njit
def show_kinds(image, table, state, seat, dealt):
    """What the view says by kind of the seat itself."""
    view = view_of(state)
    for kind in range(V.KINDS):
        view[HAND + kind] = table[block(seat) + L.S_HELD + kind]
        view[UNSEEN + kind] = unseen(image, table, state, seat, kind) if dealt else image[L.COPIES + kind]
        view[WILD + kind] = table[L.T_JOKERS] >> kind & 1
        view[COPIES + kind] = image[L.COPIES + kind]


@njit
def show_river(table, state, thrown):
    """Discards in order, and by seat and kind."""
    view = view_of(state)
    for i in range(V.SEATS * V.KINDS):
        view[DISCARDS + i] = 0
    for i in range(max(thrown, view[THROWN])):
        there = i < thrown
        tile = state[S.RIVER + i]
        seat, kind = tile >> 6 & 3, tile & 63
        view[RIVER_SEAT + i] = seat if there else -1
        view[RIVER_KIND + i] = kind if there else -1
        view[RIVER_TAKEN + i] = tile >> 8 if there else 0
        if there:
            view[DISCARDS + V.KINDS * seat + kind] += 1
    view[THROWN] = thrown


@njit
def show_melds(table, state, seat, other):
    """The melds of a seat as another sees them."""
    view = view_of(state)
    t = block(other)
    melds = table[t + L.S_MELDS]
    view[N_MELDS + other] = melds
    for m in range(V.MELDS):
        at = V.MELDS * other + m
        word = table[t + L.S_MELD + m]
        there = m < melds
        hidden = not there or other != seat and meld_type(word) == L.CONCEALED_KONG
        view[MELD_TYPE + at] = meld_type(word) if there else 0
        view[MELD_GIVER + at] = meld_giver(word) if there else -1
        for i in range(4):
            tile = meld_tile(word, i)
            view[MELD_TILES + 4 * at + i] = -1 if hidden or tile == L.NO_TILE else tile


@njit
def show_seat(image, table, state, seat, other, what):
    """What a seat sees of another, or of itself, on the table."""
    view = view_of(state)
    t = block(other)
    show_melds(table, state, seat, other)
    view[VOID + other] = table[t + L.S_VOID]
    declared = not (what == DECLARE and other == seat)
    view[READY + other] = table[t + L.S_READY] * int(declared)
    view[CHIPS + other] = table[t + L.S_STAKE] * int(declared)
    view[NAMED + other] = 0 if what == STAKE else table[t + L.S_NAMED]
    view[DRAWS + other] = table[t + L.S_DRAWS]
    view[WINS + other] = table[t + L.S_WINS]
    view[OUT + other] = table[L.T_OUT] >> other & 1
    shown = other != seat and image[L.READY] == 3 and table[t + L.S_READY] != 0
    for kind in range(V.KINDS):
        view[LAID + V.KINDS * other + kind] = table[t + L.S_LAID + kind]
        view[SHOWN + V.KINDS * other + kind] = table[t + L.S_HELD + kind] if shown else 0


@njit
def lend_hand(image, table, state, seat):
    """What the helpers need to know of the seat's own hand."""
    helper = int64_at(state[S.HELPER_AT])
    for i in range(S.SEAT_SIZE):
        helper[own(0) + i] = state[own(seat) + i]
    for kind in range(V.KINDS):
        helper[S.FACE + kind] = state[S.FACE + kind]
        helper[WILD_KINDS + kind] = table[L.T_JOKERS] >> kind & 1
    helper[FIXED] = table[block(seat) + L.S_IMAGINED]
    helper[IMAGINED] = 0 if helper[FIXED] else image[L.JOKER_VIRTUAL]


@seam("pppii")
def show_view(image, table, state, seat, what):
    """Fill the view of a seat that decides something (policy.TURN ...)."""
    view = view_of(state)
    players = state[S.PLAYERS]
    view[ASKED], view[SEAT], view[PLAYERS] = what, seat, players
    view[ROUND], view[WIND], view[REPEATS] = EAST + table[L.T_ROUND], EAST + seat, table[L.T_REPEATS]
    view[TILE], view[GIVER] = -1, -1
    if what == TURN or what == SHARE:
        view[TILE] = state[S.DRAWN]
    elif what == CLAIM or what == ROB:
        view[TILE], view[GIVER] = state[S.TILE], state[S.SEAT]
    view[TILES_LEFT] = table[L.T_WALL]
    view[SETS], view[JOKERS] = state[own(seat) + S.SETS], state[own(seat) + S.JOKERS]
    view[MISSING] = aim_distance(state, seat) if what != STAKE else 0
    view[TURNED] = table[L.T_TURNED]
    # counted by seat, or it would tell whether others had something to decide
    view[RANDOM] = below(state[S.CHOICE_KEY], OWN_NUMBERS * (1 + seat) + state[own(seat) + S.DECIDED], 1 << 31)
    state[own(seat) + S.DECIDED] += 1
    dealt = what != STAKE
    show_kinds(image, table, state, seat, dealt)
    show_river(table, state, table[L.T_DISCARDS])
    for other in range(players):
        show_seat(image, table, state, seat, other, what)
    view[HELPER] = state[S.HELPER_AT] if dealt else 0
    view[FIXED_TO] = fixed_kind(table, seat)
    lend_hand(image, table, state, seat)
    return 0
