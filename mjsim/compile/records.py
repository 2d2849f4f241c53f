"""Cases written into the record of a hand that the kernels read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from mjsim.compile.program import Program
from mjsim.errors import NotationError
from mjsim.hands import SIZES, Deal, Meld, Seat, WinClaim
from mjsim.kernels import layout as L
from mjsim.kernels.record import clear_table, kind_after, meld_word, seat_block, setup_hand, turned_jokers
from mjsim.kernels.score import is_ready
from mjsim.tiles import KIND_OF, KINDS, NAMES
from mjsim.variant.deck import copies_of, place_of, placed, places_of

SORTS = {
    "chow": L.CHOW_MELD,
    "pung": L.PUNG_MELD,
    "kong-exposed": L.EXPOSED_KONG,
    "kong-added": L.ADDED_KONG,
    "kong-concealed": L.CONCEALED_KONG,
    "kong-gold": L.GOLD_KONG,
    "pung-flower": L.FLOWER_PUNG,
    "show-winds": L.SHOWN_WINDS,
    "show-dragons": L.SHOWN_DRAGONS,
}
FLAGS = {
    "kong_replacement": L.F_KONG_REPLACEMENT,
    "flower_replacement": L.F_FLOWER_REPLACEMENT,
    "last_wall_tile": L.F_LAST_WALL_TILE,
    "last_discard": L.F_LAST_DISCARD,
    "after_kong_discard": L.F_AFTER_KONG_DISCARD,
    "double_kong": L.F_DOUBLE_KONG,
    "last_of_kind": L.F_LAST_OF_KIND,
    "heavenly": L.F_HEAVENLY,
    "earthly": L.F_EARTHLY,
    "human": L.F_HUMAN,
    "first_ready": L.F_FIRST_READY,
    "concealed_bloom": L.F_CONCEALED_BLOOM,
}
WAYS = ("self", "discard", "rob")
LATE = 1 << 9
"""Stamps of melds made after a set was shown are above this."""


class Record:
    """A table filled from what a case says. Work and table are the kernels' own arrays."""

    def __init__(self, program: Program, deal: Deal, seats: Sequence[Seat]) -> None:
        self.program, self.image = program, program.image
        self.table, self.work = program.new_table(), program.new_work()
        clear_table(self.image, self.table)
        self.stamp = 0
        table = self.table
        table[L.T_ROUND] = deal.round - KIND_OF["E"]
        table[L.T_REPEATS], table[L.T_DRAWS_BEFORE] = deal.repeats, deal.draws_before
        turned = deal.turned[0] if deal.turned else -1
        jokers = deal.jokers or _kinds(turned_jokers(self.image, turned if turned < KINDS else -1))
        table[L.T_JOKERS] = sum(1 << kind for kind in set(jokers))
        table[L.T_TURNED] = jokers[0] if jokers else turned
        table[L.T_TREASURE] = -1 if deal.treasure is None else deal.treasure
        table[L.T_GIVEN] = 1
        if len(deal.turned) > 1 and self.image[L.SPIRIT_LOWER]:
            table[L.T_LOWER] = deal.turned[1]
        for kind in deal.opened:
            table[L.T_OPEN] += 1
            table[L.T_OPEN + table[L.T_OPEN]] = kind_after(kind, 0)
        self.turn(deal.turned)
        setup_hand(self.image, table, self.work)
        for seat in seats:
            self.put_seat(seat)

    def turn(self, kinds: Sequence[int]) -> None:
        """Tiles turned after a win (birds, chickens)."""
        self.table[L.T_BIRDS] = min(len(kinds), 6)
        self.table[L.T_BIRDS + 1 : L.T_BIRDS + 1 + min(len(kinds), 6)] = kinds[:6]

    def own_kind(self, kind: int) -> int:
        """Where the kernels keep a kind."""
        return place_of(self.program.variant, kind)

    def put_seat(self, seat: Seat) -> None:
        s = seat_block(seat.seat)
        table = self.table
        self.put_tiles(seat.seat, seat.tiles or ())
        for kind in seat.flowers:
            table[s + L.S_LAID + kind] += 1
        table[s + L.S_VOID] = -1 if seat.void is None else seat.void
        table[s + L.S_IMAGINED] = 0 if seat.imagined is None else 8 * seat.imagined + 8
        table[s + L.S_READY] = seat.ready + 2 * seat.ready_open
        table[s + L.S_STAKE], table[s + L.S_FLOATS], table[s + L.S_NAMED] = seat.stake, seat.floats, seat.named
        table[s + L.S_THROWN_AT_ONCE], table[s + L.S_THROWN_LATER] = seat.thrown.at_once, seat.thrown.later
        table[s + L.S_DISCARDED] = placed(self.program.variant, sum(1 << kind for kind in set(seat.own_discards)))
        for kind in seat.own_discards:
            table[s + L.S_RIVER + self.own_kind(kind)] += 1
        table[s + L.S_UNKNOWN] = seat.melds is None
        table[s + L.S_UNPAID] = seat.dead == "many"
        for meld in seat.melds or ():
            self.put_meld(seat.seat, meld)

    def put_tiles(self, seat: int, tiles: Iterable[int]) -> None:
        """Concealed tiles of a seat."""
        s = seat_block(seat) + L.S_HELD
        self.table[s : s + L.S_LAID] = 0
        for kind, count in Counter(map(self.own_kind, tiles)).items():
            self.table[s + kind] = count

    def put_meld(self, seat: int, meld: Meld) -> None:
        """Append a meld."""
        s = seat_block(seat)
        shown = any(self.table[s + L.S_MELD + i] & 255 >= L.SHOWN_WINDS for i in range(self.table[s + L.S_MELDS]))
        self.stamp += 1
        late = meld.late or shown
        if late:
            self.table[L.T_SHOWN_AT] = LATE
        tiles = sorted(
            map(self.own_kind, meld.tiles), key=lambda kind: (meld.sort == "pung-flower" and self.table[L.T_JOKERS] >> kind & 1, kind)
        )
        tiles += [L.NO_TILE] * (4 - len(tiles))
        giver = -1 if meld.giver is None else meld.giver
        self.table[s + L.S_MELD + self.table[s + L.S_MELDS]] = meld_word(SORTS[meld.sort], *tiles, giver, self.stamp + LATE * late)
        self.table[s + L.S_MELDS] += 1

    def claim(self, claim: WinClaim, winners: Iterable[int]) -> None:
        """Describe a win; what its flags say of the winner goes into his record. Self-drawn tiles go into the hand."""
        table, s = self.table, seat_block(claim.seat)
        tile = self.own_kind(claim.tile)
        table[L.T_SEAT], table[L.T_BY], table[L.T_TILE] = claim.seat, WAYS.index(claim.by), tile
        table[L.T_GIVER] = -1 if claim.giver is None else claim.giver
        table[L.T_FLAGS] = sum(FLAGS[flag] for flag in claim.flags if flag in FLAGS)
        table[L.T_WINNERS] = sum(1 << seat for seat in {claim.seat, *winners})
        if claim.flags & {"ready", "first_ready"}:
            table[s + L.S_READY] |= 1
        if "ready_open" in claim.flags:
            table[s + L.S_READY] |= 2
        table[s + L.S_FIRST_READY] = "first_ready" in claim.flags
        for name, value in claim.changes.items():
            if name == "own_discards":
                table[s + L.S_DISCARDED] = placed(self.program.variant, sum(1 << kind for kind in set(value)))
            elif name == "thrown":
                table[s + L.S_THROWN_AT_ONCE], table[s + L.S_THROWN_LATER] = value.at_once, value.later
            else:
                table[s + (L.S_FLOATS if name == "floats" else L.S_STAKE)] = value
        table[L.T_KONG_GIVER] = self.kong_giver(claim.seat) if "kong_replacement" in claim.flags else -1
        if self.image[L.UNREADY_PAYS] and claim.giver is not None:
            known = not table[seat_block(claim.giver) + L.S_UNKNOWN]
            table[L.T_UNREADY] = known and not is_ready(self.image, table, self.work, claim.giver, -1, -1)
        if claim.by == "self" and tile < places_of(self.program.variant):
            table[s + L.S_HELD + tile] += 1

    def kong_giver(self, seat: int) -> int:
        """Who gave the tile of the last kong, if it is an exposed one; else -1."""
        s = seat_block(seat)
        kongs = [
            word
            for word in self.table[s + L.S_MELD : s + L.S_MELD + self.table[s + L.S_MELDS]]
            if L.EXPOSED_KONG <= word & 255 <= L.GOLD_KONG
        ]
        return int(kongs[-1] >> 40 & 15) - 1 if kongs and kongs[-1] & 255 == L.EXPOSED_KONG else -1


def _kinds(mask: int) -> tuple[int, ...]:
    return tuple(kind for kind in range(KINDS) if mask >> kind & 1)


def check_seats(program: Program, seats: Iterable[tuple[Seat, tuple[int, ...]]], place: str, counted: bool = True) -> None:
    """NotationError for hands of a wrong size, and for tiles that the set does not have (`counted`: or not so often).

    seats : each with tiles it has besides.
    """
    variant = program.variant
    copies = copies_of(variant)
    tiles: Counter[int] = Counter()
    for seat, extra in seats:
        melds = seat.melds or ()
        held = len(seat.tiles or ()) + sum(min(SIZES[meld.sort], 3) for meld in melds)
        if seat.tiles is not None and held != variant.deal.hand and not seat.dead:
            what = f"seat {seat.seat} has {len(seat.tiles)} concealed tiles and {len(melds)} melds"
            raise NotationError(what, place, f"{variant.deal.hand} tiles, a meld counted as three, without the winning tile")
        flower = next((kind for kind in seat.tiles or () if place_of(variant, kind) >= places_of(variant) and kind >= KINDS), None)
        if flower is not None:
            raise NotationError(f"{NAMES[flower]} among the concealed tiles", place, "flowers are laid out: `flowers`")
        tiles.update((*(seat.tiles or ()), *(kind for meld in melds for kind in meld.tiles), *seat.flowers, *extra))
    for kind, count in tiles.items() if counted else ():
        most = copies[kind] if kind < KINDS or not variant.tiles.flower_class else 1
        if not most:
            raise NotationError(f"{NAMES[kind]} is not in the set of {variant.slug}", place)
        if count > most:
            raise NotationError(f"{count} tiles {NAMES[kind]}, the set has {most}", place)
