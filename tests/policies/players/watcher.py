"""`speed`, which looks whether what it sees adds up: an error is raised where it does not."""

import numpy as np

from mjsim.policies.own import CLAIM, CONCEALED_KONG, DISCARD, EXCHANGE, PASS, ROB, SPEED, TURN, VOID, deficiency, live, useful


def choose(view, options, exact=1.0):
    """`exact`: no tiles lie open but discards, melds and what is laid out (turned tiles of an open kong do)."""
    extra = 2 if view.asked == TURN or (view.seat == 0 and (view.asked == EXCHANGE or view.asked == VOID)) else 1
    if view.asked in (TURN, CLAIM, ROB, EXCHANGE, VOID) and view.hand[:34].sum() != 3 * view.sets + extra:
        raise ValueError("the hand has another size")
    if view.missing != deficiency(view, view.hand, view.sets):
        raise ValueError("deficiency is another than that of the hand")
    seen = np.zeros(42, np.int64)
    discards = np.zeros((4, 42), np.int64)
    for i in range(view.thrown):
        discards[view.river_seat[i], view.river_kind[i]] += 1
        seen[view.river_kind[i]] += 1 - view.river_taken[i]
    if (discards != view.discards).any() or view.river_kind[view.thrown] != -1:
        raise ValueError("discards differ from the river")
    hidden = 0
    for seat in range(view.players):
        seen += view.laid[seat] + view.shown[seat]
        for meld in range(view.melds[seat]):
            if view.meld_type[seat, meld] == CONCEALED_KONG and seat != view.seat:
                hidden += 4
            for tile in view.meld_tiles[seat, meld]:
                if tile >= 0:
                    seen[tile] += 1
    if view.asked == ROB:
        seen[view.tile] += 1
    if view.turned >= 0:
        seen[view.turned] += 1
    lost = view.copies - view.hand - view.unseen - seen
    if view.wins.sum() == 0 and (lost.min() < 0 or (lost.max() > 0 and exact > 0)):
        raise ValueError("tiles are lost, or there are too many")
    others = 0
    for seat in range(view.players):
        if seat != view.seat:
            others += 13 - 3 * view.melds[seat]
    if view.asked == CLAIM and view.wins.sum() == 0 and view.unseen.sum() < others + hidden + view.tiles_left:
        raise ValueError("fewer tiles are unseen than others and the wall have")
    for i in range(len(options)):
        needed = np.zeros(42, np.int64)
        for tile in options[i].tiles:
            if tile >= 0:
                needed[tile] += 1
        if (needed > view.hand).any():
            raise ValueError("an option needs tiles that are not held")
        if options[i].act == PASS and options[i].tiles.max() >= 0:
            raise ValueError("passing costs tiles")
        if options[i].act == DISCARD:
            left = view.hand - needed
            kinds = useful(view, left, view.sets)
            nearest = deficiency(view, left, view.sets)
            for kind in range(34):
                if kinds >> kind & 1 and left[kind] < 4 and view.copies[kind]:
                    left[kind] += 1
                    if deficiency(view, left, view.sets) != nearest - 1:
                        raise ValueError("a useful tile brings nothing")
                    left[kind] -= 1
            if live(view, kinds) < 0 or nearest < view.missing:
                raise ValueError("throwing a tile brings the hand nearer")
    return SPEED
