"""Kongs: which may be made on an own turn, how they are laid down, and their replacements."""

from __future__ import annotations

from mjsim.kernels import layout as L
from mjsim.kernels import state as S
from mjsim.kernels.book import note, own_kongs
from mjsim.kernels.draws import arrive
from mjsim.kernels.ending import finish, win_now
from mjsim.kernels.holding import block, fixed_kind, held, held_kinds, lose, own, put, unveil
from mjsim.kernels.imagined import settle_imagined
from mjsim.kernels.jit import ctz, inline, njit
from mjsim.kernels.judge import is_ready_on, may_win_drawn
from mjsim.kernels.melds import lay_meld, pung_of, raise_pung, settle_standing
from mjsim.kernels.policy import ask_to_take
from mjsim.kernels.reach import find_waits
from mjsim.kernels.record import meld_type, meld_word
from mjsim.kernels.river import open_stack
from mjsim.kernels.scorer import describe, kong_stands, scored, work_of
from mjsim.kernels.seam import seam
from mjsim.kernels.search import fours
from mjsim.kernels.thrown import pass_win, throw_turned
from mjsim.kernels.wall import drawable, replaceable, take_back

HONORS = 511 << 27


@inline
def gold_kinds(image, table, seat):
    """Joker kinds that a gold kong would be made of, 0 if there are not four tiles (imagined ones not among them)."""
    n, left, jokers = 0, table[L.T_JOKERS], table[L.T_JOKERS]
    while left:
        m = held(table, seat, ctz(left))
        if m == 4 and not image[L.GOLD_MIXED]:
            return 1 << ctz(left)
        n += m
        left &= left - 1
    return jokers if n >= 4 and image[L.GOLD_MIXED] else 0


@njit
def concealed_kinds(image, table, state, seat):
    """Kinds of which four held tiles may be laid down as a kong."""
    if state[own(seat) + S.SETS] <= (0 if image[L.FOURTH_MELD] else 1):
        return 0
    void = table[block(seat) + L.S_VOID]
    mask = image[L.KINDS] & ~(table[L.T_KONG_TILES] | (511 << (9 * void) if void >= 0 else 0))
    if not image[L.JOKER_MELDS] or image[L.KONGS] & 8:
        mask &= ~table[L.T_JOKERS]
    return mask & HONORS if image[L.SETS] == 2 else mask


@njit
def lift(image, table, state, seat, kind, n):
    """Take n tiles of a kind out of a hand for a while, a set less to make if there are three or four; its waits are found anew."""
    for _ in range(n):
        lose(table, state, seat, kind)
    if fixed_kind(table, seat) == kind:
        settle_imagined(table, state, seat, 4)
    state[own(seat) + S.SETS] -= int(n > 1)
    find_waits(image, table, state, seat)


@njit
def drop(table, state, seat, kind, n):
    """Undo `lift`, but for the waits."""
    if fixed_kind(table, seat) == kind:
        settle_imagined(table, state, seat, -1)
    for _ in range(n):
        put(table, state, seat, kind)
    state[own(seat) + S.SETS] += int(n > 1)


@seam("pppi")
def open_winners(image, table, state, seat):
    """Mask of the open wall tiles that would win as the replacement of a kong; the hand is without a drawn tile, its waits are known."""
    drawn, flags = state[S.DRAWN], state[S.DRAWN_FLAGS]
    found = 0
    for i in range(2):
        if state[S.OPEN_LEFT] >> i & 1:
            kind = state[S.WALL + state[S.OPEN_AT] + i]
            state[S.DRAWN], state[S.DRAWN_FLAGS] = kind, L.F_KONG_REPLACEMENT
            put(table, state, seat, kind)
            found |= may_win_drawn(image, table, state, seat) << i
            lose(table, state, seat, kind)
    state[S.DRAWN], state[S.DRAWN_FLAGS] = drawn, flags
    return found


@seam("pppiii")
def ready_with_kong(image, table, state, seat, kind, n):
    """Is a hand ready after a kong made with n held tiles? The meld lies on the table while the scorer looks."""
    t, s = block(seat), own(seat)
    waits, near = state[s + S.WAITS], state[s + S.NEAR]
    melds = table[t + L.S_MELDS]
    slot = pung_of(table, seat, kind) if n == 1 else melds
    before = table[t + L.S_MELD + slot]
    type = L.CONCEALED_KONG if n == 4 else L.EXPOSED_KONG if n == 3 else L.ADDED_KONG
    giver = state[S.SEAT] if n == 3 else (before >> 40 & 15) - 1 if n == 1 else -1
    lift(image, table, state, seat, kind, n)
    table[t + L.S_MELD + slot] = meld_word(type, kind, kind, kind, kind, giver, table[L.T_EVENT])
    table[t + L.S_MELDS] = melds + int(n > 1)
    found = is_ready_on(image, table, state, seat)
    table[t + L.S_MELD + slot] = before
    table[t + L.S_MELDS] = melds
    drop(table, state, seat, kind, n)
    state[s + S.WAITS], state[s + S.NEAR] = waits, near
    return found


@njit
def ready_kongs(image, table, state, seat, kinds, n):
    """Kinds whose kong of n held tiles leaves a hand that is ready (開杠)."""
    found = 0
    while kinds:
        kind = ctz(kinds)
        kinds &= kinds - 1
        found |= ready_with_kong(image, table, state, seat, kind, n) << kind
    return found


@njit
def kept_waits(image, table, state, seat):
    """The faces that complete the tiles held to a shape with sets or a special form, those owned four times left out; jokers as bit 62."""
    s = own(seat)
    free = state[s + S.FREE_MASK]
    state[s + S.FREE_MASK] = 0
    find_waits(image, table, state, seat)
    state[s + S.FREE_MASK] = free
    owned = fours(table, seat)
    if state[S.STAND_KIND] >= 0:
        owned |= (owned >> state[S.STAND_KIND] & 1) << table[L.T_STAND]
    return (state[s + S.WAITS] & ~owned) | int(state[s + S.NEAR] <= 1 and table[L.T_JOKERS] != 0) << 62


@seam("pppiiii")
def keeps_waits(image, table, state, seat, kind, n, lock):
    """May a seat make a kong with n held tiles of a kind: does a locked hand keep its waits, and is there a tile to replace it?"""
    s = own(seat)
    waits, near = state[s + S.WAITS], state[s + S.NEAR]
    drawn = state[S.DRAWN] if n != 3 else -1
    if drawn >= 0:
        lose(table, state, seat, drawn)
    before = kept_waits(image, table, state, seat)
    if drawn >= 0:
        put(table, state, seat, drawn)
    lift(image, table, state, seat, kind, n)
    face = kind if state[S.FACE + kind] < 0 else state[S.FACE + kind]
    # nobody else has a tile of the kong's own kind, so it is no wait before it either
    right = lock == 0 or (kept_waits(image, table, state, seat) ^ before) & ~(1 << face) == 0
    if right and not replaceable(image, state):
        find_waits(image, table, state, seat)
        right = open_winners(image, table, state, seat) != 0
    drop(table, state, seat, kind, n)
    state[s + S.WAITS], state[s + S.NEAR] = waits, near
    return int(right)


@njit
def kept_kongs(image, table, state, seat, kinds, n, lock):
    """Kinds of which a kong with n held tiles may be made by `keeps_waits`."""
    kept = 0
    while kinds:
        kind = ctz(kinds)
        kinds &= kinds - 1
        kept |= keeps_waits(image, table, state, seat, kind, n, lock) << kind
    return kept


@seam("pppiii")
def kong_options(image, table, state, seat, drawn, lock):
    """Concealed, added, gold and open kongs of an own turn with a drawn tile."""
    four = held_kinds(table, state, seat, 4) if image[L.KONGS] & 4 else 0
    added = state[own(seat) + S.OWN_PUNGS]
    if added:
        added = added & held_kinds(table, state, seat, 1) if image[L.KONGS] & 2 else 0
    gold = image[L.KONGS] & 8 and gold_kinds(image, table, seat) != 0
    if not (four or added or gold):
        return 0
    room = replaceable(image, state)
    if not room and state[S.OPEN_LEFT] == 0:
        return 0
    if four:
        four &= concealed_kinds(image, table, state, seat)
    if lock == 1:
        four = four & 1 << drawn if image[L.READY_KONGS] else 0
        added = 0
    if lock or not room:
        four = kept_kongs(image, table, state, seat, four, 4, lock)
        added = kept_kongs(image, table, state, seat, added, 1, lock)
    state[S.O_CONCEALED], state[S.O_ADDED] = four, added
    if lock == 0 and room:
        state[S.O_GOLD] = int(gold != 0 and state[own(seat) + S.SETS] > 0)
        if image[L.TWO_WAYS]:
            state[S.O_OPEN] = ready_kongs(image, table, state, seat, four, 4)
            state[S.O_OPEN_ADDED] = ready_kongs(image, table, state, seat, added, 1)
    return 0


@njit
def replace(image, table, state, seat, flags):
    """A replacement from the end of the wall."""
    find_waits(image, table, state, seat)
    arrive(image, table, state, seat, take_back(image, state), flags)


@seam("pppii")
def offered_open(image, table, state, seat, flags):
    """Open wall tiles that would win are offered; returns 1 if one was taken, which wins. Without another replacement one must be."""
    find_waits(image, table, state, seat)
    found = open_winners(image, table, state, seat)
    if found == 0:
        return 0
    kinds = 0
    for i in range(2):
        if found >> i & 1:
            kinds |= 1 << state[S.WALL + state[S.OPEN_AT] + i]
    may_pass = int(replaceable(image, state))
    taken, options = ask_to_take(image, table, state, seat, kinds, may_pass)
    note(state, seat, S.TAKE_OPEN if taken >= 0 else S.PASS, max(taken, 0), options)
    if taken < 0:
        pass_win(image, state, seat, ctz(kinds))
        return 0
    for i in range(2):
        if found >> i & 1 and state[S.WALL + state[S.OPEN_AT] + i] == taken:
            state[S.OPEN_LEFT] &= ~(1 << i)
            break
    put(table, state, seat, taken)
    state[S.DRAWN], state[S.DRAWN_FLAGS] = taken, flags
    win_now(image, table, state, 1 << seat, L.BY_SELF, -1, taken, flags)
    return 1


@seam("pppi")
def turn_open(image, table, state, seat):
    """開杠: tiles are turned from the end of the wall; either may win, else all are thrown one after the other. The hand is closed."""
    state[own(seat) + S.LOCK] = 2
    find_waits(image, table, state, seat)
    first, second, tiles = -1, -1, 0
    n = min(image[L.TWO_WAYS_TURN], drawable(image, state))
    best = -1
    kinds = 0
    for i in range(n):
        kind = take_back(image, state)
        tiles |= (kind + 1) << (7 * i)
        state[S.LAST_DRAWER], state[S.LAST_DRAWN] = seat, kind
        unveil(state, -1, kind)
        kinds |= 1 << kind
    table[L.T_WALL] = drawable(image, state)
    flags = L.F_KONG_REPLACEMENT | (L.F_LAST_WALL_TILE if drawable(image, state) <= 0 else 0)
    state[S.DRAWN_FLAGS] = flags
    while kinds:
        # the dearest first, of equals the lowest kind
        first, best = -1, -1
        todo = kinds
        while todo:
            kind = ctz(todo)
            todo &= todo - 1
            state[S.DRAWN] = kind
            put(table, state, seat, kind)
            if may_win_drawn(image, table, state, seat):
                describe(table, state, seat, L.BY_SELF, -1, kind, flags, 1 << seat)
                if scored(image, table, state) and work_of(state)[L.R_VALUE] > best:
                    first, best = kind, work_of(state)[L.R_VALUE]
            lose(table, state, seat, kind)
        if first < 0:
            break
        second, options = ask_to_take(image, table, state, seat, 1 << first, 1)
        note(state, seat, S.WIN if second >= 0 else S.PASS, max(second, 0), options)
        if second >= 0:
            state[S.DRAWN] = first
            put(table, state, seat, first)
            win_now(image, table, state, 1 << seat, L.BY_SELF, -1, first, flags)
            return 0
        pass_win(image, state, seat, first)
        kinds &= ~(1 << first)
    state[S.DRAWN] = -1
    state[S.LEFT_TILES], state[S.LEFT_SEAT] = tiles, seat
    throw_turned(image, table, state)
    return 0


@seam("pppiiii")
def kong_made(image, table, state, seat, slot, giver, opening):
    """Pay a kong that stands and find its replacement."""
    type = meld_type(table[block(seat) + L.S_MELD + slot])
    if type != L.ADDED_KONG or not image[L.KONG_ADDED_DRAWN] or state[S.TILE] == state[S.DRAWN]:
        kong_stands(image, table, state, seat, slot)
    settle_standing(table, state, seat)
    if (
        image[L.KONG_LIMIT]
        and state[S.KONGS] > image[L.KONG_LIMIT]
        and not (image[L.KONG_LIMIT_SHARED] and own_kongs(table, seat) == state[S.KONGS])
    ):
        finish(state, S.END_ABORTED)
        return 0
    if image[L.CHICKEN_OPEN]:
        open_stack(image, table, state, 1)
    state[S.SEAT] = seat
    state[S.KONG_GIVER] = giver
    if opening:
        turn_open(image, table, state, seat)
        return 0
    flags = 0 if image[L.TWO_WAYS] else L.F_KONG_REPLACEMENT
    if state[S.DRAWN_FLAGS] & L.F_KONG_REPLACEMENT:
        flags |= L.F_DOUBLE_KONG
    if type == L.CONCEALED_KONG:
        flags |= L.F_CONCEALED_BLOOM
    if state[S.OPEN_LEFT] and offered_open(image, table, state, seat, flags):
        return 0
    replace(image, table, state, seat, flags)
    return 0


@seam("pppiii")
def lay_concealed(image, table, state, seat, kind, opening):
    """A concealed kong. Its tiles stay hidden from the others."""
    for _ in range(4):
        lose(table, state, seat, kind)
    slot = lay_meld(table, state, seat, L.CONCEALED_KONG, kind, kind, kind, kind, -1)
    kong_made(image, table, state, seat, slot, -1, opening)
    return 0


@seam("pppi")
def lay_gold(image, table, state, seat):
    """Four joker tiles, the lowest kinds first."""
    word, n = 0, 0
    jokers = gold_kinds(image, table, seat)
    for kind in range(34):
        while n < 4 and jokers >> kind & 1 and held(table, seat, kind):
            lose(table, state, seat, kind)
            unveil(state, seat, kind)
            word |= kind << (8 * n)
            n += 1
    slot = lay_meld(table, state, seat, L.GOLD_KONG, word & 63, word >> 8 & 63, word >> 16 & 63, word >> 24 & 63, -1)
    kong_made(image, table, state, seat, slot, -1, 0)
    return 0


@seam("pppiiiii")
def lay_exposed(image, table, state, seat, kind, thrown, giver, opening):
    """A kong with a discard."""
    for _ in range(3):
        lose(table, state, seat, kind)
        unveil(state, seat, kind)
    slot = lay_meld(table, state, seat, L.EXPOSED_KONG, kind, kind, kind, thrown, giver)
    state[S.DRAWN_FLAGS] = 0
    kong_made(image, table, state, seat, slot, giver, opening)
    return 0


@njit
def add_to_pung(table, state, seat, kind, opening):
    """The fourth tile leaves the hand; the kong stands when nobody robs it."""
    lose(table, state, seat, kind)
    unveil(state, seat, kind)
    state[S.ROBBED] = pung_of(table, seat, kind)
    state[S.TILE] = kind
    state[S.OPENING] = opening
    state[S.PHASE] = S.P_ROB


@seam("ppp")
def added_stands(image, table, state):
    """Nobody has robbed the added kong."""
    seat, slot = state[S.SEAT], state[S.ROBBED]
    raise_pung(table, state, seat, slot)
    kong_made(image, table, state, seat, slot, -1, state[S.OPENING])
    return 0
