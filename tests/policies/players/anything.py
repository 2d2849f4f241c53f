"""Any option, by a digest of all that the view and the options say: what differs in anything that it sees plays differently."""

from numba import njit


@njit
def folded(digest, numbers):
    for number in numbers.flat:
        digest = (digest * 1000003) ^ (number + 7)
    return digest


def choose(view, options, salt=0):
    digest = folded(int(salt) + view.asked + 11 * view.seat, view.hand)
    digest = folded(digest, view.unseen)
    digest = folded(digest, view.wild)
    digest = folded(digest, view.copies)
    digest = folded(digest, view.discards)
    digest = folded(digest, view.laid)
    digest = folded(digest, view.shown)
    digest = folded(digest, view.melds)
    digest = folded(digest, view.meld_type)
    digest = folded(digest, view.meld_tiles)
    digest = folded(digest, view.meld_giver)
    digest = folded(digest, view.void)
    digest = folded(digest, view.ready)
    digest = folded(digest, view.stake)
    digest = folded(digest, view.named)
    digest = folded(digest, view.draws)
    digest = folded(digest, view.wins)
    digest = folded(digest, view.out)
    digest = folded(digest, view.river_seat)
    digest = folded(digest, view.river_kind)
    digest = folded(digest, view.river_taken)
    for number in (
        *(view.players, view.round, view.wind, view.repeats, view.tile, view.giver, view.tiles_left, view.sets, view.jokers),
        *(view.missing, view.turned, view.thrown, view.random, view.imagined),
    ):
        digest = (digest * 1000003) ^ (number + 7)
    for option in options:
        digest = folded((digest * 1000003) ^ (option.act + 64 * option.kind + 4096 * option.arg + option.strike), option.tiles)
    return (digest ^ digest >> 29) % len(options)
