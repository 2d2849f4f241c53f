"""Decisions of a seat, asked for as the game stands and with everything that it cannot see shuffled."""

from __future__ import annotations

import numpy as np

from mjsim.compile.cases import program_of
from mjsim.kernels import layout as L
from mjsim.kernels import series
from mjsim.kernels import state as S
from mjsim.kernels.claims import react, rob
from mjsim.kernels.deal import start_hand
from mjsim.kernels.engine import Table
from mjsim.kernels.holding import lose, put
from mjsim.kernels.loop import draw
from mjsim.kernels.options import own_options
from mjsim.kernels.policy_speed import speed_turn
from mjsim.kernels.policy_value import value_turn
from mjsim.kernels.turn import take_turn
from mjsim.policies import seats
from mjsim.variant import load


def decisions(slug: str, policy: str, hands: int, shuffled: bool) -> list[tuple[int, int]]:
    """(act, argument) of all own turns of some hands that four players of a policy play. With `shuffled`, each is decided at a table on
    which the concealed tiles of the others and the rest of the wall have changed places; the hand itself goes on as it was.
    """
    program = program_of(load(slug))
    table = Table(program, seats((policy,), program.players), per_seat=False, log=True)
    out = np.zeros((1, series.HAND_WORDS), np.int64)
    random = np.random.default_rng(4)
    found = []
    for number in range(hands):
        # once through, so that the seats know their policies; then step by step
        series.play_independent(table.image, table.table, table.state, 5, number, table.policies, out)
        table.empty()
        start_hand(table.image, table.table, table.state)
        while not table.state[S.ENDED]:
            phase = table.state[S.PHASE]
            if phase == S.P_TURN:
                found.append(decided(table, policy, random if shuffled else None))
                take_turn(table.image, table.table, table.state)
            else:
                {S.P_REACT: react, S.P_DRAW: draw}.get(int(phase), rob)(table.image, table.table, table.state)
    return found


def decided(table: Table, policy: str, random: np.random.Generator | None) -> tuple[int, int]:
    """What the seat whose turn it is would do; table and state stay as they are."""
    before = table.table.copy(), table.state.copy(), table.lines.copy()
    own_options(table.image, table.table, table.state)
    if random is not None:
        shuffle(table, int(table.state[S.SEAT]), random)
    (speed_turn if policy == "speed" else value_turn)(table.image, table.table, table.state)
    choice = int(table.state[S.CHOICE_CODE]), int(table.state[S.CHOICE_ARG])
    table.table[:], table.state[:], table.lines[:] = before
    return choice


def shuffle(table: Table, seat: int, random: np.random.Generator) -> None:
    """The concealed tiles of the others and the wall that is left change places at random."""
    state, bonus_kinds = table.state, int(table.image[L.BONUS])
    places = range(int(state[S.FRONT]), int(state[S.BACK]))
    hidden = [int(state[S.WALL + place]) for place in places]
    held = {}
    for other in range(int(state[S.PLAYERS])):
        if other == seat:
            continue
        kinds = [k for k in range(34) for _ in range(int(table.table[L.T_SIZE + other * L.S_SIZE + L.S_HELD + k]))]
        held[other] = len(kinds)
        for kind in kinds:
            lose(table.table, state, other, kind)
        hidden += kinds
    bonus = [kind for kind in hidden if bonus_kinds >> kind & 1]
    plain = [kind for kind in hidden if not bonus_kinds >> kind & 1]
    random.shuffle(plain)
    for other, count in held.items():
        for _ in range(count):
            put(table.table, state, other, plain.pop())
    rest = [*plain, *bonus]
    random.shuffle(rest)
    for place, kind in zip(places, rest, strict=True):
        state[S.WALL + place] = kind

