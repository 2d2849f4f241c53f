"""What a seat may do with another player's tile, and who gets it."""

from __future__ import annotations

from itertools import combinations

from mjsim.hands import Meld
from mjsim.referee.acts import Act, Code
from mjsim.referee.book import DRAGONS, WINDS
from mjsim.referee.kongs import after_kong, keeps_waits, ready_after, winning_open_tiles
from mjsim.referee.options import claim_never
from mjsim.referee.table import Seat, Table


def reactions(table: Table, seat: Seat, tile: int, giver: int, flags: frozenset[str]) -> list[Act]:
    """Options of a seat on a discard: passing, winning, melds. Only passing if there is nothing else."""
    win = table.variant.win
    acts = [Act(Code.PASS)]
    if table.may_win(seat, tile, "discard", giver, flags):
        if win.compulsory and table.wall.drawable <= win.compulsory:
            return [Act(Code.WIN_ON)]
        acts.append(Act(Code.WIN_ON))
    return acts + (_melds(table, seat, tile, giver) if may_be_melded(table, tile) else [])


def robbers(table: Table, seat: Seat, tile: int, giver: int, flags: frozenset[str]) -> list[Act]:
    """Options of a seat on a tile that is being added to a pung."""
    win = table.variant.win
    if not table.variant.claims.rob or not table.may_win(seat, tile, "rob", giver, flags):
        return [Act(Code.PASS)]
    if win.compulsory and table.wall.drawable <= win.compulsory:
        return [Act(Code.WIN_ON)]
    return [Act(Code.PASS), Act(Code.WIN_ON)]


def may_be_melded(table: Table, tile: int) -> bool:
    """Whether anybody may make a meld with this discard."""
    if not (table.wall.drawable or table.wall.replaceable or table.wall.open_tail) or table.bars is not None:
        return False
    joker_barred = table.is_joker(tile) and table.variant.jokers.thrown_claim != "any"
    return not joker_barred and not claim_never(table) >> tile & 1


def _melds(table: Table, seat: Seat, tile: int, giver: int) -> list[Act]:
    """Melds that a seat may make, in order: kong, pung, flower pung, chows, open kong."""
    claims, face = table.variant.claims, table.face(tile)
    limit = table.book.sets - (0 if claims.fourth_meld else 1)
    is_void = seat.void is not None and face // 9 == seat.void
    if seat.lock in ("ready", "open") or is_void or len(seat.sets_down) >= limit:
        return []
    free, room = not seat.lock, table.wall.drawable > 0
    own = table.melding(seat, face)
    wild = table.is_joker(tile) and table.variant.jokers.melds == "never"
    alike = not wild and not (claims.sets == "sum15" and face < 27)
    alike = alike and (claims.pung_own_discards or face not in seat.own_discards)
    alike = alike and face not in seat.passed_pungs and table.wall.drawable > claims.last_tiles
    acts = []
    kong = alike and len(own) >= 3 and "exposed" in claims.kongs and _kong_right(table, seat, tile, giver, room)
    if kong:
        acts.append(Act(Code.KONG_ON))
    if alike and len(own) >= 2 and claims.pung and free and room:
        acts.append(Act(Code.PUNG_ON))
    if free and room and table.flower_pung_kinds(seat.seat) >> face & 1 and own and any(table.is_joker(kind) for kind in seat.hand):
        acts.append(Act(Code.FLOWER_PUNG_ON))
    below = (giver + 1) % len(table.seats) == seat.seat
    if claims.chow_after_pung and not any(meld.open and meld.sort != "chow" for meld in seat.sets_down):
        below = False
    if below and claims.chow == "upper" and free and room and (claims.chow_own_discards or face not in seat.own_discards):
        acts += [Act(Code.CHOW_ON, arg) for arg in chow_args(table, seat, face)]
    if kong and claims.two_ways and free and ready_after(table, seat, tile, "kong-exposed", tile, giver):
        acts.append(Act(Code.OPEN_KONG_ON))
    return acts


def _kong_right(table: Table, seat: Seat, tile: int, giver: int, room: bool) -> bool:
    """An exposed kong needs a replacement, or an open tile that wins; a locked hand keeps its waits."""
    if seat.lock and not keeps_waits(table, seat, tile, "kong-exposed", tile):
        return False
    return room or bool(winning_open_tiles(table, after_kong(table, seat, tile, "kong-exposed", tile, giver)))


def chow_args(table: Table, seat: Seat, face: int) -> list[int]:
    """Arguments of all sets of different tiles, or of sum 15, that the seat can make with this kind, ascending.

    A run in a suit is named by its lowest kind; honour runs and sums of 15 by the two own kinds a + 64 b, a <= b.
    """
    own = {table.face(kind) for kind in seat.hand if table.melding(seat, table.face(kind))}
    system = table.variant.claims.sets
    if system == "sum15":
        different = table.variant.claims.different_ranks
        return sorted(a + 64 * b for a, b in _fifteens(seat, face) if not different or len({a, b, face}) == 3) if face < 27 else []
    if face < 27:
        first = face - face % 9
        runs = [range(first + low, first + low + 3) for low in range(max(face % 9 - 2, 0), min(face % 9, 6) + 1)]
        return [run[0] for run in runs if all(kind == face or kind in own for kind in run)]
    if system == "honor-runs":
        ring = WINDS if face in WINDS else DRAGONS
        return sorted(a + 64 * b for a, b in combinations([kind for kind in ring if kind in own and kind != face], 2))
    return []


def _fifteens(seat: Seat, face: int) -> list[tuple[int, int]]:
    """Pairs of own tiles of the suit that make fifteen with this one."""
    first = face - face % 9
    suit = [kind for kind in seat.hand if first <= kind < first + 9]
    pairs = {(min(a, b), max(a, b)) for i, a in enumerate(suit) for b in suit[i + 1 :]}
    return [(a, b) for a, b in pairs if a % 9 + b % 9 + face % 9 + 3 == 15]


def meld_of(table: Table, seat: Seat, act: Act, tile: int, giver: int) -> tuple[Meld, tuple[int, ...]]:
    """The meld of a claim, and the tiles that leave the hand for it."""
    face = table.face(tile)
    match act.code:
        case Code.KONG_ON | Code.OPEN_KONG_ON:
            own = tuple(table.melding(seat, face)[:3])
            return Meld("kong-exposed", (*own, tile), giver), own
        case Code.PUNG_ON:
            own = tuple(table.melding(seat, face)[:2])
            return Meld("pung", (*own, tile), giver), own
        case Code.FLOWER_PUNG_ON:
            joker = min(kind for kind in seat.hand if table.is_joker(kind))
            own = (table.melding(seat, face)[0], joker)
            return Meld("pung-flower", (own[0], tile, joker), giver), own
    if face < 27 and table.variant.claims.sets != "sum15":
        partners = [kind for kind in range(act.arg, act.arg + 3) if kind != face]
    else:
        partners = [act.arg & 63, act.arg >> 6]
    own = tuple(table.melding(seat, partner)[0] for partner in partners)
    return Meld("chow", tuple(sorted((*own, tile))), giver), own
