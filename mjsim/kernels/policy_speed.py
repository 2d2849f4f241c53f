"""The policy `speed`: fewest tiles missing to a hand that the variant lets win, then most live useful tiles.

It takes every win, claims what brings it nearer (or, where the hand must be opened, what does not throw it back), declares ready when it
can, and makes a kong when that costs nothing. It knows only what its seat has seen.
"""

from __future__ import annotations

from mjsim.kernels import aims as A
from mjsim.kernels import layout as L
from mjsim.kernels import state as S
from mjsim.kernels.discards import live_faces, pick_discard
from mjsim.kernels.goal import aim_distance, find_goal
from mjsim.kernels.holding import block, face_kind, held, held_faces, held_fours, lose, melding_kind, own, put
from mjsim.kernels.jit import ctz, inline, njit, popcount
from mjsim.kernels.melds import partners, standing
from mjsim.kernels.nearness import aims_of, distance, lowering
from mjsim.kernels.reach import find_waits, shape_forms
from mjsim.kernels.record import meld_word
from mjsim.kernels.seam import seam
from mjsim.kernels.special import IMPOSSIBLE, KNIT3
from mjsim.kernels.words import add, count


@inline
def choose(state, code, arg):
    """The act that is chosen."""
    state[S.CHOICE_CODE], state[S.CHOICE_ARG] = code, arg


@seam("ppiiii")
def meld_distance(table, state, seat, word, open, tiles):
    """`aim_distance` with one meld more (`open`: 1 if it opens the hand), made with some held tiles (kind + 1, seven bits each)."""
    s, t = own(seat), block(seat)
    rest = tiles
    while rest:
        lose(table, state, seat, (rest & 127) - 1)
        rest >>= 7
    melds, forms = table[t + L.S_MELDS], state[s + S.GOAL_FORMS]
    with_facts = aims_of(state)[A.FACTS]
    if with_facts:
        table[t + L.S_MELD + melds] = word
        table[t + L.S_MELDS] = melds + 1
        state[s + S.CALLED] += open
        find_goal(table, state, seat)
    else:
        state[s + S.GOAL_FORMS] &= KNIT3
        state[s + S.SETS] -= 1
    missing = aim_distance(state, seat)
    rest = tiles
    while rest:
        put(table, state, seat, (rest & 127) - 1)
        rest >>= 7
    if with_facts:
        table[t + L.S_MELDS] = melds
        state[s + S.CALLED] -= open
        find_goal(table, state, seat)
    else:
        state[s + S.GOAL_FORMS] = forms
        state[s + S.SETS] += 1
    return missing


@njit
def alike(kind, n):
    """n tiles of a kind, for `meld_distance`."""
    tiles = 0
    for _ in range(n):
        tiles = tiles << 7 | kind + 1
    return tiles


@seam("ppi")
def lay_down(table, state, seat):
    """Choose a kong or shown set, if the hand is no farther from its goal after it; returns 1 if there is one."""
    s = own(seat)
    now = aim_distance(state, seat)
    kinds = state[S.O_CONCEALED]
    while kinds:
        kind = ctz(kinds)
        kinds &= kinds - 1
        word = meld_word(L.CONCEALED_KONG, kind, kind, kind, kind, -1, 0)
        if state[s + S.LOCK] or meld_distance(table, state, seat, word, 0, alike(kind, 4)) <= now:
            choose(state, S.OPEN if state[S.O_OPEN] >> kind & 1 else S.CONCEALED, kind)
            return 1
    kinds = state[S.O_ADDED]
    while kinds:
        kind = ctz(kinds)
        kinds &= kinds - 1
        lose(table, state, seat, kind)
        missing = aim_distance(state, seat)
        put(table, state, seat, kind)
        if state[s + S.LOCK] or missing <= now:
            opening = state[S.O_OPEN_ADDED] >> kind & 1
            choose(state, S.OPEN if opening else S.ADDED, kind + 64 * opening)
            return 1
    if state[S.O_GOLD]:
        tiles, n = 0, 0
        for kind in range(34):
            for _ in range(held(table, seat, kind) if table[L.T_JOKERS] >> kind & 1 else 0):
                if n < 4:
                    tiles = tiles << 7 | kind + 1
                    n += 1
        kind = ctz(table[L.T_JOKERS])
        if meld_distance(table, state, seat, meld_word(L.GOLD_KONG, kind, kind, kind, kind, -1, 0), 0, tiles) <= now:
            choose(state, S.GOLD, kind)
            return 1
    for code in range(S.SHOW_WINDS, S.SHOW_DRAGONS + 1):
        if state[S.O_WINDS] if code == S.SHOW_WINDS else state[S.O_DRAGONS]:
            first, n = (27, 4) if code == S.SHOW_WINDS else (31, 3)
            tiles = 0
            for kind in range(first, first + n):
                tiles = tiles << 7 | kind + 1
            type, last = (L.SHOWN_WINDS, 30) if n == 4 else (L.SHOWN_DRAGONS, L.NO_TILE)
            if meld_distance(table, state, seat, meld_word(type, first, first + 1, first + 2, last, -1, 0), 0, tiles) <= now:
                choose(state, code, 0)
                return 1
    return 0


@njit
def keep_all(image, table, state, seat):
    """Note distance, waits and live tiles of a hand that throws an idle tile: its words stay as they are."""
    s = own(seat)
    lose(table, state, seat, image[L.IDLE])
    state[s + S.DISTANCE] = aim_distance(state, seat)
    find_waits(image, table, state, seat)
    state[S.PICK_LIVE] = live_faces(state, s, state[s + S.WAITS])
    state[s + S.KNOWN] = 1
    put(table, state, seat, image[L.IDLE])


@seam("pppii")
def best_discard(image, table, state, seat, kinds):
    """The kind to throw among some: fewest tiles missing, then most live useful tiles. Notes the distance and, if it can, the waits."""
    s = own(seat)
    if image[L.IDLE] and kinds >> image[L.IDLE] & 1:
        keep_all(image, table, state, seat)
        return image[L.IDLE]
    allowed = kinds
    if state[S.STAND_KIND] >= 0:
        plays, stand = table[L.T_STAND], state[S.STAND_KIND]
        allowed = kinds & ~(1 << stand) | (kinds >> stand & 1) << plays
    allowed &= held_faces(state, seat)
    if allowed == 0:
        return ctz(kinds)
    aims = aims_of(state)
    jokers = state[s + S.JOKERS]
    ways, shape = s + S.GOAL + (2 if jokers else 0), A.SHAPE_WAYS + (2 if jokers else 0)
    first, last, forms = state[ways], state[ways + 1], state[s + S.GOAL_FORMS]
    face = pick_discard(state, seat, allowed, first, last, forms)
    missing = max(0, state[S.PICK_MISSING] - jokers)
    state[s + S.DISTANCE] = missing
    if face < 0:
        state[s + S.DISTANCE] = IMPOSSIBLE
        first, last, forms = aims[shape], aims[shape + 1], shape_forms(state, seat)
        face = pick_discard(state, seat, allowed, first, last, forms)
        missing = max(0, state[S.PICK_MISSING] - jokers)
    if face < 0:
        return ctz(kinds)
    plain = not state[S.READINGS] and not aims[A.FREE_SHAPES] and not image[L.JOKER_FIXED]
    if plain and first == aims[shape] and last == aims[shape + 1] and forms == shape_forms(state, seat):
        state[s + S.KNOWN] = 1
        state[s + S.NEAR] = min(missing, 2)
        waits = state[S.PICK_USEFUL] & ~(held_fours(state, seat) & ~(1 << face))
        state[s + S.WAITS] = (1 << image[L.PLACES]) - 1 if missing == 0 else waits if missing == 1 else 0
    return face_kind(table, state, face)


@seam("pppi")
def spare_standing(image, table, state, seat):
    """The kind to throw before ready where the declaring discard must stand: one standing tile is kept out of the hand for that."""
    s = own(seat)
    allowed = state[S.O_DISCARD]
    some = standing(table, state, seat)[1]
    spare, least = -1, IMPOSSIBLE + 1
    while some:
        kind = ctz(some)
        some &= some - 1
        lose(table, state, seat, kind)
        missing = aim_distance(state, seat)
        put(table, state, seat, kind)
        if missing < least:
            spare, least = kind, missing
    if spare < 0 or allowed >> spare & 1 and held(table, seat, spare) == 1:
        return best_discard(image, table, state, seat, allowed)
    lose(table, state, seat, spare)
    ways = s + S.GOAL
    kind = pick_discard(state, seat, allowed, state[ways], state[ways + 1], state[s + S.GOAL_FORMS])
    put(table, state, seat, spare)
    if kind < 0:
        return best_discard(image, table, state, seat, allowed)
    state[s + S.DISTANCE] = state[S.PICK_MISSING]
    return kind


@seam("ppp")
def speed_turn(image, table, state):
    """An act of an own turn."""
    seat = state[S.SEAT]
    if state[S.O_WIN]:
        choose(state, S.WIN, state[S.DRAWN])
        return 0
    if state[S.O_SHOW]:
        choose(state, S.SHOW_TILE, ctz(state[S.O_SHOW]))
        return 0
    if state[S.O_CONCEALED] | state[S.O_ADDED] | state[S.O_GOLD] | state[S.O_WINDS] | state[S.O_DRAGONS]:
        if lay_down(table, state, seat):
            return 0
    if state[own(seat) + S.LOCK] or state[S.TAKEN]:
        choose(state, S.PASS if state[S.O_PASS] else S.DISCARD, 0 if state[S.O_PASS] else state[S.DRAWN])
        return 0
    if state[S.O_PASS]:
        choose(state, S.PASS, 0)
        return 0
    if state[S.O_READY_OPEN]:
        choose(state, S.READY, best_discard(image, table, state, seat, state[S.O_READY_OPEN]) + 128)
    elif state[S.O_READY]:
        kind = best_discard(image, table, state, seat, state[S.O_READY])
        form = 1
        if image[L.READY_STAKE]:
            form = max(1, min(image[L.READY_STAKE], state[S.PICK_LIVE]))
        choose(state, S.READY, kind + 64 * form)
    elif image[L.STANDING] and table[block(seat) + L.S_READY] == 0:
        choose(state, S.DISCARD, spare_standing(image, table, state, seat))
    else:
        choose(state, S.DISCARD, best_discard(image, table, state, seat, state[S.O_DISCARD]))
    return 0


@njit
def own_tiles(image, table, state, seat, face, n):
    """n held tiles that are laid down for a face, for `meld_distance`."""
    tiles = 0
    for _ in range(n):
        kind = melding_kind(image, table, state, seat, face)
        tiles = tiles << 7 | kind + 1
        lose(table, state, seat, kind)
    rest = tiles
    while rest:
        put(table, state, seat, (rest & 127) - 1)
        rest >>= 7
    return tiles


@njit
def flower_tiles(image, table, state, seat, face):
    """A held tile of a face and a joker, which make a pung with a thrown one."""
    joker = table[L.T_JOKERS]
    while held(table, seat, ctz(joker)) == 0:
        joker &= joker - 1
    return own_tiles(image, table, state, seat, face, 1) << 7 | ctz(joker) + 1


@njit
def chow_tiles(image, table, state, seat, face, arg):
    """The two held tiles of a chow option."""
    x, y = partners(image, face, arg)
    if x == y:
        return own_tiles(image, table, state, seat, x, 2)
    return own_tiles(image, table, state, seat, x, 1) << 7 | own_tiles(image, table, state, seat, y, 1)


@inline
def chow_word(image, face, arg):
    """The meld that a chow option makes."""
    x, y = partners(image, face, arg)
    low, high = min(x, y, face), max(x, y, face)
    return meld_word(L.CHOW_MELD, low, x + y + face - low - high, high, L.NO_TILE, 0, 0)


@seam("pppii")
def speed_reaction(image, table, state, seat, face):
    """What to do with a thrown tile."""
    s, at = own(seat), S.REACT + seat * S.REACT_SIZE
    choose(state, S.PASS, 0)
    if state[at + S.R_WIN]:
        choose(state, S.WIN_ON, 0)
        return 0
    best = state[s + S.DISTANCE]
    if state[at + S.R_KONG]:
        word = meld_word(L.EXPOSED_KONG, face, face, face, face, 0, 0)
        if state[s + S.LOCK] or meld_distance(table, state, seat, word, 1, own_tiles(image, table, state, seat, face, 3)) <= best:
            choose(state, S.OPEN_ON if state[at + S.R_OPEN] else S.KONG_ON, 0)
            return 0
    flags = state[s + S.GOAL_FLAGS]
    best += int(flags != 0)
    if state[at + S.R_PUNG]:
        word = meld_word(L.PUNG_MELD, face, face, face, L.NO_TILE, 0, 0)
        missing = meld_distance(table, state, seat, word, 1, own_tiles(image, table, state, seat, face, 2))
        if missing < best:
            best = missing
            choose(state, S.PUNG_ON, 0)
    if state[at + S.R_FLOWER]:
        word = meld_word(L.FLOWER_PUNG, face, face, face, L.NO_TILE, 0, 0)
        missing = meld_distance(table, state, seat, word, 1, flower_tiles(image, table, state, seat, face))
        if missing < best:
            best = missing
            choose(state, S.FLOWER_ON, 0)
    best -= int(flags == A.FLAG_OPEN_PUNG and state[S.CHOICE_CODE] == S.PASS)
    for i in range(state[at + S.R_CHOWS]):
        arg = state[at + S.R_CHOW + i]
        tiles, word = chow_tiles(image, table, state, seat, face, arg), chow_word(image, face, arg)
        missing = meld_distance(table, state, seat, word, 1, tiles)
        if missing < best:
            best = missing
            choose(state, S.CHOW_ON, arg)
    return 0


@njit
def suit_tiles(state, seat, suit):
    """Tiles held of a suit."""
    return popcount(state[own(seat) + suit] & (1 << 36) - 1)


@seam("ppii")
def speed_void(table, state, seat, suits):
    """The suit to do without: nearest goal, then fewest tiles of the suit."""
    t = block(seat)
    best, chosen = 1000, 0
    for suit in range(3):
        if not suits >> suit & 1:
            continue
        table[t + L.S_VOID] = suit
        find_goal(table, state, seat)
        missing = 20 * aim_distance(state, seat) + suit_tiles(state, seat, suit)
        if missing < best:
            best, chosen = missing, suit
    table[t + L.S_VOID] = -1
    find_goal(table, state, seat)
    return chosen


@seam("pii")
def speed_imagined(state, seat, kinds):
    """The kind of some that the imagined tile is to be: fewest tiles missing with it, then most live useful tiles."""
    s = own(seat)
    first, last, sets, forms = state[s + S.GOAL], state[s + S.GOAL + 1], state[s + S.SETS], state[s + S.GOAL_FORMS]
    best, most, chosen = IMPOSSIBLE + 1, -1, ctz(kinds)
    while kinds:
        kind = ctz(kinds)
        kinds &= kinds - 1
        at, rank = s + kind // 9, kind % 9
        word = state[at]
        if count(word, rank) == 4:
            continue
        state[at] = add(word, rank)
        missing = distance(state, first, last, sets, forms, state[s], state[s + 1], state[s + 2], state[s + 3])
        if missing <= best:
            live = live_faces(state, s, lowering(state, first, last, sets, forms, state[s], state[s + 1], state[s + 2], state[s + 3]))
            if missing < best or live > most:
                best, most, chosen = missing, live, kind
        state[at] = word
    return chosen


@seam("ppii")
def speed_three(table, state, seat, suits):
    """Three tiles of one suit to give away: those whose loss throws the hand back least, of the shortest suit if that is equal."""
    best, chosen = 1000, 0
    for suit in range(3):
        if not suits >> suit & 1:
            continue
        tiles = suit_tiles(state, seat, suit)
        first, end = 9 * suit, 9 * suit + 9
        for i in range(first, end):
            if held(table, seat, i) == 0:
                continue
            lose(table, state, seat, i)
            for j in range(i, end):
                if held(table, seat, j) == 0:
                    continue
                lose(table, state, seat, j)
                for k in range(j, end):
                    if held(table, seat, k) == 0:
                        continue
                    lose(table, state, seat, k)
                    missing = 20 * aim_distance(state, seat) + tiles
                    put(table, state, seat, k)
                    if missing < best:
                        best, chosen = missing, i + 64 * j + 4096 * k
                put(table, state, seat, j)
            put(table, state, seat, i)
    return chosen
