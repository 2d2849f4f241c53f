"""Short cuts of the scorer: what may win and what makes a hand ready, compared with scoring every tile in full."""

from __future__ import annotations

import pytest

from mjsim.compile.cases import program_of
from mjsim.compile.program import Program
from mjsim.compile.records import Record
from mjsim.compile.switches import Image
from mjsim.errors import NotationError
from mjsim.hands import Seat, read_case
from mjsim.kernels import layout as L
from mjsim.kernels.record import seat_block
from mjsim.kernels.score import can_win, is_ready, ready_kinds, score_win
from mjsim.variant import load
from mjsim.variant.load import catalog
from tests.kernels.random_hands import Dealer

HANDS, MANY = 12, 300


def records(program: Program, hands: int, seed: int) -> list[Record]:
    """Random hands between turns, most of them one tile short of a complete hand."""
    dealer = Dealer(program, seed)
    found: list[Record] = []
    while len(found) < hands:
        try:
            case = read_case(dealer.case(), "", program.players)
        except NotationError:
            continue
        known = {seat.seat: seat for seat in case.others} | {case.winner.seat: case.winner}
        record = Record(program, case.deal, [known.get(seat, Seat(seat)) for seat in range(program.players)])
        record.claim(case.win, [case.winner.seat])
        if case.win.by == "self" and case.win.tile < 34:
            record.table[seat_block(case.winner.seat) + L.S_HELD + record.own_kind(case.win.tile)] -= 1
        record.table[L.T_FLAGS] = 0
        found.append(record)
    return found


def wins(record: Record, kind: int, way: int, memory: Image | None = None) -> bool:
    """Does a tile that comes in a way win, scored in full? The shorter question must have the same answer."""
    table, seat = record.table, int(record.table[L.T_SEAT])
    kept = table.copy()
    table[L.T_TILE], table[L.T_BY], table[L.T_WINNERS], table[L.T_KONG_GIVER] = kind, way, 1 << seat, -1
    table[L.T_GIVER] = -1 if way == L.BY_SELF else (seat + 1) % record.program.players
    table[seat_block(seat) + L.S_HELD + kind] += way == L.BY_SELF
    won = score_win(record.image, table, record.work)
    assert can_win(record.image, table, record.work if memory is None else memory) == won, (kind, way)
    table[:] = kept
    return bool(won)


def compare(slug: str, hands: int, seed: int) -> tuple[int, int]:
    """Hands that are ready, and those that are not, of so many."""
    program = program_of(load(slug))
    ready = 0
    for record in records(program, hands, seed):
        image, table, work = record.image, record.table, record.work
        seat = int(table[L.T_SEAT])
        kept = table.copy()
        s = seat_block(seat)
        owned = table[s + L.S_HELD : s + L.S_HELD + 34].copy()
        for word in table[s + L.S_MELD : s + L.S_MELD + table[s + L.S_MELDS]]:
            for i in range(4):
                if int(word) >> (8 * i + 8) & 63 < 34:
                    owned[int(word) >> (8 * i + 8) & 63] += 1
        allowed = [k for k in range(34) if image[L.KINDS] >> k & 1 and not (image[L.WAIT_NEEDS_TILE] and owned[k] >= 4)]
        expected = sum(1 << kind for kind in allowed if any(wins(record, kind, way) for way in range(3)))
        ways = [sum(1 << kind for kind in allowed if wins(record, kind, way)) for way in (L.BY_SELF, L.BY_DISCARD)]
        for memory in (work, program.new_work()):  # with answers that are remembered, and without
            assert is_ready(image, table, memory, seat, -1, -1) == (expected != 0)
            assert ready_kinds(image, table, memory, seat, -1, -1) == expected
        for way, in_this_way in enumerate(ways):
            assert ready_kinds(image, table, program.new_work(), seat, way, -1) == in_this_way
        if expected:
            memory = program.new_work()
            ready_kinds(image, table, memory, seat, -1, -1)
            wins(record, expected.bit_length() - 1, L.BY_SELF, memory)
        assert (table == kept).all()
        ready += expected != 0
    return ready, hands - ready


@pytest.mark.parametrize("slug", catalog())
def test_shortcuts_answer_like_the_full_score(slug: str) -> None:
    ready, not_ready = compare(slug, HANDS, seed=11)
    assert ready + not_ready == HANDS


def test_some_hands_are_ready_and_some_are_not() -> None:
    ready, not_ready = compare("yingkou", 40, seed=5)
    assert ready >= 3 and not_ready >= 3


@pytest.mark.verify
@pytest.mark.parametrize("slug", catalog())
def test_shortcuts_on_many_hands(slug: str) -> None:
    compare(slug, MANY, seed=12)
