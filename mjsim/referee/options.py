"""What a seat may do on its own turn, in the order in which it is recorded."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from mjsim.referee.acts import Act, Code
from mjsim.referee.features import evaluator
from mjsim.referee.kongs import kong_options
from mjsim.referee.ready import is_ready
from mjsim.referee.scene import View
from mjsim.referee.table import Seat, Table
from mjsim.tiles import KIND_OF, kind_set

WINDS = [KIND_OF[wind] for wind in "ESWN"]
DRAGONS = [KIND_OF[dragon] for dragon in "CFP"]


def turn_options(table: Table) -> list[Act]:
    """All options of the seat whose turn it is; none but passing, or none at all, ends the hand (`wall.last` end)."""
    seat, win, wall = table.seats[table.turn], table.variant.win, table.wall
    acts: list[Act] = []
    if table.drawn is not None and table.may_win(seat, table.drawn, "self", None, frozenset(table.flags)):
        acts.append(Act(Code.WIN, table.drawn))
        if win.compulsory and wall.drawable <= win.compulsory:
            return acts
    acts += kong_options(table, seat)
    if not seat.lock and not table.taken:
        acts += _show_options(table, seat)
    if table.variant.wall.last == "end" and not wall.drawable:
        return [*acts, Act(Code.PASS)] if acts else []
    discards = discard_kinds(table, seat)
    acts += [Act(Code.DISCARD, kind) for kind in discards]
    if not table.taken:
        acts += _ready_options(table, seat, discards)
    return acts


def _show_options(table: Table, seat: Seat) -> list[Act]:
    held = set(table.holds(seat))
    acts = []
    before = table.variant.before
    late = before.shows_draws and seat.draws > before.shows_draws
    if before.shows and not late and len(seat.sets_down) < table.book.sets:
        natural = {kind for kind in held if not table.is_joker(kind)}
        if natural.issuperset(WINDS) and table.drawn is not None and table.wall.replaceable:
            acts.append(Act(Code.SHOW_WINDS))
        if natural.issuperset(DRAGONS):
            acts.append(Act(Code.SHOW_DRAGONS))
    if table.kong_tiles and table.wall.replaceable:
        acts += [Act(Code.SHOW_TILE, kind) for kind in sorted(held) if table.kong_tiles >> kind & 1]
    return acts


def discard_kinds(table: Table, seat: Seat) -> list[int]:
    """Kinds that may be discarded, ascending.

    Where nothing would be left the exclusions are lifted: what shown hands wait for, standing tiles, jokers, kong tiles.
    """
    if (seat.lock or table.taken) and table.drawn is not None:
        return [table.drawn]
    held = Counter(table.holds(seat))
    kinds = set(held)
    if table.variant.before.void_first and seat.void is not None and (void := {kind for kind in kinds if kind // 9 == seat.void}):
        kinds = void
    kong_tiles = {kind for kind in kinds if table.kong_tiles >> kind & 1}
    jokers = {kind for kind in kinds if table.is_joker(kind)} if table.variant.jokers.thrown == "never" else set()
    standing = {kind for kind in kinds if held[kind] <= seat.standing.count(kind)} if not seat.ready else set()
    shown = {kind for other in table.others(seat.seat) for kind in other.shown_waits}
    for excluded in (shown | standing | jokers | kong_tiles, standing | jokers | kong_tiles, jokers | kong_tiles, kong_tiles):
        if kinds - excluded:
            return sorted(kinds - excluded)
    return sorted(kinds)


def _ready_options(table: Table, seat: Seat, discards: list[int]) -> list[Act]:
    """Discards with which ready may be declared: by form or stake, then by kind."""
    win = table.variant.win
    if win.ready_drawn and table.drawn is None:
        return []
    if win.ready in ("none", "dealt") or seat.ready or seat.ready_open or seat.lock or (win.ready_concealed and seat.opened):
        return []
    if win.ready == "first" and (seat.discarded or table.facts.calls):
        return []
    kinds = sorted(set(seat.standing)) if table.variant.deal.standing else discards
    ready = {form: [kind for kind in kinds if ready_with(table, seat, kind, form)] for form in range(1, win.ready_forms + 1)}
    forms = range(1, win.ready_stake + 1) if win.ready_stake else range(1, win.ready_forms + 1)
    return [Act(Code.READY, kind + 64 * form) for form in forms for kind in ready[1 if win.ready_stake else form]]


def without(table: Table, seat: Seat, kind: int) -> list[int]:
    """The concealed tiles after this discard."""
    tiles = table.holds(seat)
    tiles.remove(kind)
    return tiles


def ready_with(table: Table, seat: Seat, kind: int | None, form: int) -> bool:
    """Whether the hand is ready once it has discarded this kind (None: nothing) and declared ready in this form."""
    tiles = list(seat.hand) if kind is None else without(table, seat, kind)
    declared = replace(seat, tiles=tiles)
    declare(table, declared, form)
    scene = table.scene()
    scene.players[seat.seat] = declared
    return is_ready(scene, seat.seat, table.variant.win.by)


def declare(table: Table, seat: Seat, form: int) -> None:
    """Write down a declaration: its form, or the stake; and whether it is the first ready."""
    stake = table.variant.win.ready_stake
    seat.ready, seat.ready_open = bool(stake) or form == 1, not stake and form == 2
    seat.stake = form if stake else 0
    usual = table.variant.win.ready == "dealt" or (not seat.discarded and not table.facts.calls)
    own = table.book.rules.flags.get("first_ready")
    seat.first_ready = usual if own is None else bool(evaluator(own)(View(table.scene(), seat)))


def claim_never(table: Table) -> int:
    """Kinds that are never claimed for a meld."""
    idle = 1 << KIND_OF["P"] if table.variant.tiles.idle else 0
    return kind_set(table.variant.claims.never) | table.kong_tiles | idle
