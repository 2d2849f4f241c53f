"""What an answer to "does this win?" depends on besides the tiles: places of values that are known before the tiles are read.

The section of the hand works values out from the situation (flags, winds, counters) and from tiles. Later sections ask for some of them.
Those that no tile changes are listed as they are; of the others what they are worked out from, but for the tiles.
"""

from __future__ import annotations

from collections.abc import Iterator

from mjsim.compile.rules import RuleCode
from mjsim.kernels import layout as L
from mjsim.kernels import ops as O

JUDGING = (L.SEC_DIVISION, L.SEC_READING, L.SEC_VALUE, L.SEC_FINAL, L.SEC_FREE, L.SEC_POSSIBLE)
ONE_PLACE = frozenset(
    {
        *(O.NEG, O.NOT, O.TRUTH, O.KNOT, O.GNOT, O.COUNT, O.ALL, O.TOUCH, O.OF, O.TILES, O.ONLY, O.KINDS, O.REAL, O.LAID, O.FIT, O.SHARE),
        *(O.GATE, O.SUM, O.PRODUCT, O.BEST),
    }
)
"""Instructions whose only operand that is a place is the first."""
OF_TILES = frozenset({O.REAL, O.HELD, O.LAID})
TILES = frozenset({L.B_DRAWN, L.B_LAST, L.B_JOKERS, L.B_VALUE, L.B_PAYER_ROWS, *range(L.B_SELF_DRAW)})
"""Places of a bank that depend on tiles or are written later."""


def asked_places(code: RuleCode) -> tuple[list[int] | None, int]:
    """The places, None if answers also depend on other players' hands; and what else is asked, as in `layout.ASKED_ABOUT`."""
    sections = code.coder.sections
    words = [word for section in (L.SEC_HAND, *JUDGING) for word in sections[section]]
    hand = {word >> 8 & 0x3FFF: word for word in sections[L.SEC_HAND] if word & 255 != O.GATE}
    used = {place for section in JUDGING for word in sections[section] for place in operands(word)}
    used |= {place for word in sections[L.SEC_HAND] if word & 255 == O.GATE for place in operands(word)}
    used |= {*code.row_registers, *code.row_values, *code.free.values(), code.minimum, code.final, code.heavenly, code.wild_draw}
    used |= {register for register, _, _ in code.formulas}
    kept: set[int] = set()
    ops = {word & 255 for word in words}
    drawn = any(L.W_BANK + L.B_DRAWN in operands(word) for word in words) or L.W_BANK + L.B_DRAWN in used
    about = (O.LAID in ops) + 2 * (drawn or O.REAL in ops or O.HELD in ops)
    about += 4 * bool(code.coder.used & {"jokers", "wild", "natural"})
    if O.OTHERS in ops:
        return None, about

    def keep(place: int) -> None:
        if place not in hand:
            if L.W_BANK <= place < L.W_BANK + L.BANK_SIZE and place - L.W_BANK not in TILES:
                kept.add(place)
        elif about_tiles(place, hand):
            for operand in operands(hand[place]):
                keep(operand)
        else:
            kept.add(place)

    for place in used:
        keep(place)
    return sorted(kept), about


def gates_last(code: list[int]) -> list[int]:
    """The section of the hand with its gates at the end: what answers are remembered by is worked out before any gate ends it.

    Gates may ask for tiles, which are not those of the hand when an answer is looked up.
    """
    return sorted(code, key=lambda word: word & 255 == O.GATE)


def operands(word: int) -> Iterator[int]:
    """The places that an instruction reads."""
    op = word & 255
    places = [word >> shift & 0x3FFF for shift in (22, 36, 50)]
    if op in (O.HELD, O.OTHERS):
        return iter(())
    return iter(places[:1] if op in ONE_PLACE else places if op in (O.SELECT, O.SELECT_SET) else places[:2])


def about_tiles(place: int, hand: dict[int, int]) -> bool:
    """Does a value that is known before the tiles are read depend on them all the same?"""
    if place not in hand:
        return place in (L.W_BANK + L.B_DRAWN, L.W_BANK + L.B_JOKERS)
    return hand[place] & 255 in OF_TILES or any(about_tiles(operand, hand) for operand in operands(hand[place]))
