"""The policy `speed`: fewest tiles missing to a hand that the variant lets win, then most live useful tiles.

It takes every win, claims what brings it nearer (or, where the hand must be opened, what does not throw it back), declares ready when it can, and makes a
kong when that costs nothing. It knows only what its seat has seen.
"""

from __future__ import annotations

from numba import carray

from mjsim.kernels import aims as A
from mjsim.kernels import layout as L
from mjsim.kernels import state as S
from mjsim.kernels.distance import decide
from mjsim.kernels.holding import block, face_kind, held, held_faces, held_fours, own
from mjsim.kernels.jit import ctz, inline, njit, popcount
from mjsim.kernels.melds import partners, standing
from mjsim.kernels.memory import shifted
from mjsim.kernels.reach import aim_distance, aims_of, find_goal, shape_forms, tables_of
from mjsim.kernels.record import meld_word
from mjsim.kernels.seam import seam
from mjsim.kernels.special import ALL34, IMPOSSIBLE, KNIT3
from mjsim.kernels.words import remove


@inline
def choose(state, code, arg):
    """The act that is chosen."""
    state[S.CHOICE_CODE], state[S.CHOICE_ARG] = code, arg


@njit
def without(a, b, c, d, face, n):
    """Four words without n tiles of a face (all held)."""
    for _ in range(n):
        if face < 9:
            a = remove(a, face)
        elif face < 18:
            b = remove(b, face - 9)
        elif face < 27:
            c = remove(c, face - 18)
        else:
            d = remove(d, face - 27)
    return a, b, c, d


@inline
def face_of(state, kind):
    """The face that a physical kind has in words."""
    face = state[S.FACE + kind]
    return face if face >= 0 else kind


@inline
def laid_distance(state, seat, sets, a, b, c, d):
    """`aim_distance` once a set lies on the table: special forms are out, facts taken as they are."""
    s = own(seat)
    forms = state[s + S.GOAL_FORMS]
    state[s + S.GOAL_FORMS] = forms & KNIT3
    missing = aim_distance(state, seat, sets, a, b, c, d)
    state[s + S.GOAL_FORMS] = forms
    return missing


@seam("ppi")
def lay_down(table, state, seat):
    """A kong or shown set, if the hand is no farther from its goal after it."""
    s = own(seat)
    a, b, c, d = state[s], state[s + 1], state[s + 2], state[s + 3]
    sets = state[s + S.SETS]
    locked = state[s + S.LOCK] != 0
    now = aim_distance(state, seat, sets, a, b, c, d)
    for added in range(2):
        kinds = state[S.O_ADDED] if added else state[S.O_CONCEALED]
        while kinds:
            kind = ctz(kinds)
            kinds &= kinds - 1
            e, f, g, h = without(a, b, c, d, face_of(state, kind), 1 if added else 4)
            if locked or not added and laid_distance(state, seat, sets - 1, e, f, g, h) <= now or added and aim_distance(state, seat, sets, e, f, g, h) <= now:
                if (state[S.O_OPEN_ADDED] if added else state[S.O_OPEN]) >> kind & 1:
                    choose(state, S.OPEN, kind + 64 * added)
                else:
                    choose(state, S.ADDED if added else S.CONCEALED, kind)
                return 1
    if state[S.O_GOLD]:
        jokers = state[s + S.JOKERS]
        state[s + S.JOKERS] -= 4
        after = laid_distance(state, seat, sets - 1, a, b, c, d)
        state[s + S.JOKERS] = jokers
        if after <= now:
            choose(state, S.GOLD, ctz(table[L.T_JOKERS]))
            return 1
    for first, n, code in ((27, 4, S.SHOW_WINDS), (31, 3, S.SHOW_DRAGONS)):
        if state[S.O_WINDS] if code == S.SHOW_WINDS else state[S.O_DRAGONS]:
            h = d
            for i in range(n):
                h = remove(h, first - 27 + i)
            if laid_distance(state, seat, sets - 1, a, b, c, h) <= now:
                choose(state, code, 0)
                return 1
    return 0


@seam("pppiiiiiiiii")
def rate(image, table, state, seat, allowed, a, b, c, d, first, last, forms):
    """Rate the discards of a hand of these words into state[RATE]; the best distance after one."""
    s = own(seat)
    head, t16, rec = tables_of(state)
    u = s + S.UNSEEN
    out = carray(shifted(state, S.RATE), (34, 3))
    return decide(
        head, t16, rec, first, last, state[s + S.SETS], forms, state[s + S.JOKERS], allowed,
        a, b, c, d, state[u], state[u + 1], state[u + 2], state[u + 3], out,
    )


@njit
def most_live(state, faces):
    """The face whose discard leaves most live useful tiles among those of the best distance; of equal ones the highest."""
    face, most = -1, -2
    while faces:
        at = ctz(faces)
        faces &= faces - 1
        if state[S.RATE + 3 * at + 1] >= most:
            face, most = at, state[S.RATE + 3 * at + 1]
    return face


@seam("pppii")
def best_discard(image, table, state, seat, kinds):
    """The kind to throw among some: fewest tiles missing, most live useful tiles, highest kind. Notes the distance and, if it can, the waits."""
    s = own(seat)
    a, b, c, d = state[s], state[s + 1], state[s + 2], state[s + 3]
    allowed = kinds
    if state[S.STAND_KIND] >= 0:
        plays, stand = table[L.T_STAND], state[S.STAND_KIND]
        allowed = kinds & ~(1 << stand) | (kinds >> stand & 1) << plays
    allowed &= held_faces(state, seat)
    if allowed == 0:
        return ctz(kinds)
    aims = aims_of(state)
    jokers = state[s + S.JOKERS]
    ways = s + S.GOAL + (2 if jokers else 0)
    first, last, forms = state[ways], state[ways + 1], state[s + S.GOAL_FORMS]
    best = rate(image, table, state, seat, allowed, a, b, c, d, first, last, forms)
    shape = A.SHAPE_WAYS + (2 if jokers else 0)
    if best >= IMPOSSIBLE:
        first, last, forms = aims[shape], aims[shape + 1], shape_forms(state, seat)
        rate(image, table, state, seat, allowed, a, b, c, d, first, last, forms)
        state[s + S.DISTANCE] = IMPOSSIBLE
    else:
        state[s + S.DISTANCE] = best
    face = most_live(state, allowed)
    at = S.RATE + 3 * face
    state[S.LIVE] = state[at + 1]
    if first == aims[shape] and last == aims[shape + 1] and forms == shape_forms(state, seat) and not state[S.READINGS] and not aims[A.FREE_SHAPES]:
        missing = state[at]
        state[s + S.KNOWN] = 1
        state[s + S.NEAR] = min(missing, 2)
        state[s + S.WAITS] = ALL34 if missing == 0 else state[at + 2] & ~(held_fours(state, seat) & ~(1 << face)) if missing == 1 else 0
    return face_kind(table, state, face)


@seam("pppi")
def spare_standing(image, table, state, seat):
    """The kind to throw before ready where the declaring discard must stand: one standing tile is kept out of the hand for that."""
    s = own(seat)
    allowed = state[S.O_DISCARD]
    a, b, c, d = state[s], state[s + 1], state[s + 2], state[s + 3]
    some = standing(table, state, seat)[1]
    spare, least = -1, IMPOSSIBLE + 1
    while some:
        kind = ctz(some)
        some &= some - 1
        e, f, g, h = without(a, b, c, d, kind, 1)
        missing = aim_distance(state, seat, state[s + S.SETS], e, f, g, h)
        if missing < least:
            spare, least = kind, missing
    if spare < 0 or allowed >> spare & 1 and held(table, seat, spare) == 1:
        return best_discard(image, table, state, seat, allowed)
    e, f, g, h = without(a, b, c, d, spare, 1)
    ways = s + S.GOAL
    state[s + S.DISTANCE] = rate(image, table, state, seat, allowed, e, f, g, h, state[ways], state[ways + 1], state[s + S.GOAL_FORMS])
    return most_live(state, allowed & held_faces(state, seat))


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
            form = max(1, min(image[L.READY_STAKE], state[S.LIVE]))
        choose(state, S.READY, kind + 64 * form)
    elif image[L.STANDING] and table[block(seat) + L.S_READY] == 0:
        choose(state, S.DISCARD, spare_standing(image, table, state, seat))
    else:
        choose(state, S.DISCARD, best_discard(image, table, state, seat, state[S.O_DISCARD]))
    return 0


@seam("ppiiiiiii")
def meld_distance(table, state, seat, word, open, a, b, c, d):
    """`aim_distance` of the words with one meld more on the table."""
    s, t = own(seat), block(seat)
    sets = state[s + S.SETS] - 1
    if aims_of(state)[A.FACTS] == 0:
        return laid_distance(state, seat, sets, a, b, c, d)
    melds = table[t + L.S_MELDS]
    table[t + L.S_MELD + melds] = word
    table[t + L.S_MELDS] = melds + 1
    state[s + S.CALLED] += open
    find_goal(table, state, seat)
    missing = aim_distance(state, seat, sets, a, b, c, d)
    table[t + L.S_MELDS] = melds
    state[s + S.CALLED] -= open
    find_goal(table, state, seat)
    return missing


@seam("pppii")
def speed_reaction(image, table, state, seat, face):
    """What to do with a thrown tile."""
    s, at = own(seat), S.REACT + seat * S.REACT_SIZE
    choose(state, S.PASS, 0)
    if state[at + S.R_WIN]:
        choose(state, S.WIN_ON, 0)
        return 0
    a, b, c, d = state[s], state[s + 1], state[s + 2], state[s + 3]
    best = state[s + S.DISTANCE]
    kind = face_kind(table, state, face)
    if state[at + S.R_KONG]:
        e, f, g, h = without(a, b, c, d, face, 3)
        if state[s + S.LOCK] or meld_distance(table, state, seat, meld_word(L.EXPOSED_KONG, kind, kind, kind, kind, 0, 0), 1, e, f, g, h) <= best:
            choose(state, S.OPEN_ON if state[at + S.R_OPEN] else S.KONG_ON, 0)
            return 0
    if state[s + S.GOAL_FLAGS] & A.FLAG_OPEN:
        best += 1
    if state[at + S.R_PUNG]:
        e, f, g, h = without(a, b, c, d, face, 2)
        missing = meld_distance(table, state, seat, meld_word(L.PUNG_MELD, kind, kind, kind, L.NO_TILE, 0, 0), 1, e, f, g, h)
        if missing < best:
            best = missing
            choose(state, S.PUNG_ON, 0)
    if state[at + S.R_FLOWER]:
        e, f, g, h = without(a, b, c, d, face, 1)
        state[s + S.JOKERS] -= 1
        missing = meld_distance(table, state, seat, meld_word(L.FLOWER_PUNG, kind, kind, kind, L.NO_TILE, 0, 0), 1, e, f, g, h)
        state[s + S.JOKERS] += 1
        if missing < best:
            best = missing
            choose(state, S.FLOWER_ON, 0)
    for i in range(state[at + S.R_CHOWS]):
        arg = state[at + S.R_CHOW + i]
        x, y = partners(image, face, arg)
        if state[S.FACE + face_kind(table, state, x)] < 0 or state[S.FACE + face_kind(table, state, y)] < 0:
            continue  # a joker would be laid down as its own kind
        e, f, g, h = without(a, b, c, d, x, 1)
        e, f, g, h = without(e, f, g, h, y, 1)
        low, high = min(x, y, face), max(x, y, face)
        missing = meld_distance(table, state, seat, meld_word(L.CHOW_MELD, low, x + y + face - low - high, high, L.NO_TILE, 0, 0), 1, e, f, g, h)
        if missing < best:
            best = missing
            choose(state, S.CHOW_ON, arg)
    return 0


@seam("ppii")
def speed_void(table, state, seat, suits):
    """The suit to do without: nearest goal, then fewest tiles of the suit."""
    s, t = own(seat), block(seat)
    a, b, c, d = state[s], state[s + 1], state[s + 2], state[s + 3]
    best, chosen = 1000, 0
    for suit in range(3):
        if not suits >> suit & 1:
            continue
        table[t + L.S_VOID] = suit
        find_goal(table, state, seat)
        missing = 20 * aim_distance(state, seat, state[s + S.SETS], a, b, c, d) + popcount(state[s + suit] & (1 << 36) - 1)
        if missing < best:
            best, chosen = missing, suit
    table[t + L.S_VOID] = -1
    find_goal(table, state, seat)
    return chosen


@seam("ppii")
def speed_three(table, state, seat, suits):
    """Three tiles of one suit to give away: those whose loss throws the hand back least, of the shortest suit if that is equal."""
    s = own(seat)
    a, b, c, d = state[s], state[s + 1], state[s + 2], state[s + 3]
    best, chosen = 100_000, 0
    for suit in range(3):
        if not suits >> suit & 1:
            continue
        tiles = popcount(state[s + suit] & (1 << 36) - 1)
        for i in range(9 * suit, 9 * suit + 9):
            for j in range(i, 9 * suit + 9):
                for k in range(j, 9 * suit + 9):
                    if held(table, seat, i) < 1 or held(table, seat, j) < 1 + int(i == j) or held(table, seat, k) < 1 + int(j == k) + int(i == k):
                        continue
                    e, f, g, h = without(a, b, c, d, i, 1)
                    e, f, g, h = without(e, f, g, h, j, 1)
                    e, f, g, h = without(e, f, g, h, k, 1)
                    missing = 20 * aim_distance(state, seat, state[s + S.SETS], e, f, g, h) + tiles
                    if missing < best:
                        best, chosen = missing, i + 64 * j + 4096 * k
    return chosen
