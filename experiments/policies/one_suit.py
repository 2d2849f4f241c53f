"""One suit 清一色: with enough tiles of a suit it keeps and claims that suit alone, wins with nothing else, and is `speed` within it.

`mjsim run mcr --hands 1e5 --policy experiments/policies/one_suit.py,speed,speed,speed`. `least`: tiles of the longest suit, melds
included, from which it collects that suit; with fewer it plays as `speed` does.
"""

import numpy as np

from mjsim.policies.own import CLAIM, DISCARD, PASS, SPEED, TURN, WIN, WIN_ON


def choose(view, options, least=9.0):
    tiles = np.zeros(4, np.int64)  # by suit, honours last
    for kind in range(34):
        tiles[kind // 9] += view.hand[kind]
    for meld in range(view.melds[view.seat]):
        for kind in view.meld_tiles[view.seat, meld]:
            if kind >= 0:
                tiles[kind // 9] += 1
    suit = np.argmax(tiles[:3])
    if tiles[suit] < least:
        return SPEED
    pure = tiles[suit] == tiles.sum()
    for option in options:
        inside = option.kind // 9 == suit
        if option.act == WIN or option.act == WIN_ON:
            option.strike = not (pure and inside)
        elif view.asked == TURN and option.act == DISCARD:
            option.strike = inside and not pure
        elif view.asked == CLAIM and option.act != PASS:
            option.strike = not inside
    return SPEED
