"""Our answer about a drawn hand beside the oracle's: the same total and the same list of fan, or a difference that a rule explains."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping

from mjsim.referee.book import book_of
from mjsim.referee.cases import scene_of
from mjsim.referee.explain import readings
from mjsim.referee.score import judge
from mjsim.tiles import NAMES, format_tiles
from mjsim.variant import load
from tests.mcr.hands import Hand, case_of

RULES = load("mcr", {"win.minimum": "0", "option.mixed-kong": 5})
"""The competition rules without their minimum, so that small hands are compared too, and with the oracle's row for two unlike kongs."""
VALUES = {slug: int(row.value) for slug, row in RULES.rows.items()}


def by_referee(hand: Hand) -> Counter[str]:
    """Rows of the hand as the referee counts them."""
    verdict = judge(scene_of(book_of(RULES), case_of(hand)))
    assert verdict.win, (hand, verdict.why)
    rows = Counter(verdict.items)
    assert verdict.value == worth(rows), hand
    return rows


def worth(rows: Mapping[str, int]) -> int:
    return sum(VALUES[slug] * count for slug, count in rows.items())


def terminals_in_pairs(hand: Hand, theirs: Counter[str]) -> Counter[str] | None:
    """All terminals is a hand of pungs (card, 8), all terminals and honours may be seven pairs (18); the oracle gives 8 to seven pairs."""
    if not {"all-terminals", "seven-pairs"} <= set(theirs):
        return None
    right = theirs.copy()
    del right["all-terminals"]
    return right + Counter({"all-terminals-and-honors": 1, "no-honors": 1})


DISPUTES: dict[str, Callable[[Hand, Counter[str]], Counter[str] | None]] = {"terminals-in-pairs": terminals_in_pairs}
"""By name in docs/mcr-disputes.md: the right list of fan for a hand about which the oracle errs in this way, else None."""


def difference(hand: Hand, ours: Mapping[str, int], theirs: Mapping[str, int]) -> str:
    """"" if both agree or a dispute decides for ours; readings of equal value may be listed either way. Else the difference, for people."""
    mine, other = Counter(ours), Counter(theirs)
    if mine == other or any(mine == dispute(hand, other) for dispute in DISPUTES.values()):
        return ""
    if worth(mine) == worth(other):
        equal = [Counter(reading.judged.items) for reading in readings(scene_of(book_of(RULES), case_of(hand)))]
        if mine in equal and other in equal:
            return ""
    return f"{show(hand)}: ours {dict(mine - other)} = {worth(mine)}, theirs {dict(other - mine)} = {worth(other)}"


def show(hand: Hand) -> str:
    melds = " ".join(f"[{sort} {NAMES[lowest]}]" for sort, lowest, _ in hand.melds)
    where = f"{hand.by}, seat {hand.seat}, round {NAMES[hand.round]}, {sorted(hand.flags)}, {hand.flowers} flowers"
    return f"{hand.plan}: {format_tiles(hand.tiles)} {melds} + {NAMES[hand.win]}, {where}"
