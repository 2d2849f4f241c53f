"""The imagined joker of a seat that has fixed its kind (`jokers.imagined` = "fixed").

The words of held tiles have it as a tile more of that kind, so whatever looks at words counts it: distances, useful tiles, waits. The
counts in the table, which say what may be thrown and melded, have not. It is out of the words while the seat owns as many real tiles of the
kind, melds included, as make it one too many; where it may be the fifth (`jokers.copies` = 0), while four are held, since words count to
four: `find_waits` takes it for a joker of any kind then, and the scorer judges.
"""

from __future__ import annotations

from mjsim.kernels import layout as L
from mjsim.kernels import state as S
from mjsim.kernels.holding import block, fixed_kind, held, own
from mjsim.kernels.jit import ctz, inline, njit
from mjsim.kernels.record import meld_tile
from mjsim.kernels.seam import seam
from mjsim.kernels.words import add, count, remove


@inline
def melded(table, seat, kind):
    """Tiles of a kind in the melds of a seat."""
    t, n = block(seat), 0
    for i in range(table[t + L.S_MELDS]):
        for j in range(4):
            n += int(meld_tile(table[t + L.S_MELD + i], j) == kind)
    return n


@seam("ppii")
def settle_imagined(table, state, seat, n):
    """Put the imagined tile among the words of a seat or take it out, now that so many tiles of its kind are in melds (-1: as they lie)."""
    s, kind = own(seat), fixed_kind(table, seat)
    room = 4 if state[S.FIFTH] else max(4 - (melded(table, seat, kind) if n < 0 else n), 0)
    mine, at = held(table, seat, kind), s + kind // 9
    before = table[block(seat) + L.S_IMAGINED] % 8
    if mine < before and mine >= room:
        state[at] = remove(state[at], kind % 9)
    elif mine >= before and mine < room:
        state[at] = add(state[at], kind % 9)
    table[block(seat) + L.S_IMAGINED] = 8 * kind + 8 + room
    return 0


@inline
def fix(table, state, seat, kind):
    """A seat has fixed the kind of its imagined tile, which is no joker any more."""
    table[block(seat) + L.S_IMAGINED] = 8 * kind + 8
    state[own(seat) + S.JOKERS] -= 1
    settle_imagined(table, state, seat, 0)


@inline
def imagined_alone(table, seat):
    """The kind of an imagined tile of which no real tile is held, as a mask: it is among the faces held and cannot be thrown."""
    kind = fixed_kind(table, seat)
    return 1 << kind if kind >= 0 and held(table, seat, kind) == 0 else 0


@inline
def left_room(table, seat):
    """Tiles of its kind that a seat may get before its imagined tile is one too many; 0 if it is."""
    return max(table[block(seat) + L.S_IMAGINED] % 8 - held(table, seat, fixed_kind(table, seat)), 0)


@seam("ppii")
def as_joker(table, state, seat, change):
    """An imagined tile that is the fourth or fifth of its kind in hand becomes a joker (change 1), or a tile again (-1); was it one?"""
    s, kind = own(seat), fixed_kind(table, seat)
    if kind < 0 or state[S.FIFTH] == 0 or held(table, seat, kind) < 3:
        return 0
    at = s + kind // 9
    if held(table, seat, kind) == 3:
        state[at] = remove(state[at], kind % 9) if change > 0 else add(state[at], kind % 9)
    state[s + S.JOKERS] += change
    return 1


@inline
def lost_wait(table, state, seat):
    """The kind that would make the imagined tile one too many, as a mask."""
    kind = fixed_kind(table, seat)
    return 1 << kind if kind >= 0 and not state[S.FIFTH] and left_room(table, seat) == 1 else 0


@seam("ppi")
def spare_imagined(table, state, seat):
    """Before a policy chooses an act of an own turn: keep its hands from what would make its imagined tile one too many for good.

    No kong is made of its kind; while it is one too many a real tile of the kind is what must go. A last real tile is useless to the hand:
    it is not counted among the unseen ones until `count_again`, which is told what this returns, the kind + 1 or 0.
    """
    kind = fixed_kind(table, seat)
    if kind < 0 or state[S.FIFTH]:
        return 0
    kongs = ~(1 << kind)
    state[S.O_CONCEALED] &= kongs
    state[S.O_ADDED] &= kongs
    if left_room(table, seat) == 0 and state[S.O_DISCARD] >> kind & 1:
        state[S.O_DISCARD] = 1 << kind
        state[S.O_READY] &= 1 << kind
        state[S.O_READY_OPEN] &= 1 << kind
    return overlook(table, state, seat)


@njit
def overlook(table, state, seat):
    """Leave a tile that is useless to a hand out of its unseen ones; its kind + 1, or 0 if there is none."""
    kinds = lost_wait(table, state, seat)
    if kinds == 0:
        return 0
    kind = ctz(kinds)
    at = own(seat) + S.UNSEEN + kind // 9
    if count(state[at], kind % 9) == 0:
        return 0
    state[at] = remove(state[at], kind % 9)
    return kind + 1


@inline
def count_again(state, seat, overlooked):
    """Put back what `overlook` has left out."""
    if overlooked:
        at = own(seat) + S.UNSEEN + (overlooked - 1) // 9
        state[at] = add(state[at], (overlooked - 1) % 9)
