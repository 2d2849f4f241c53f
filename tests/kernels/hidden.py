"""Decisions of seats, asked for as the game stands and with everything that they cannot see shuffled."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np

from mjsim.compile.cases import program_of
from mjsim.kernels import layout as L
from mjsim.kernels import series
from mjsim.kernels import state as S
from mjsim.kernels.claims import react, rob
from mjsim.kernels.deal import start_hand
from mjsim.kernels.engine import Table
from mjsim.kernels.goal import find_goal
from mjsim.kernels.holding import lose, put
from mjsim.kernels.imagined import settle_imagined
from mjsim.kernels.loop import draw
from mjsim.kernels.options import own_options
from mjsim.kernels.policy import EXCHANGE, IMAGINE, TURN, VOID
from mjsim.kernels.policy_own import ask_policy
from mjsim.kernels.policy_speed import speed_imagined, speed_three, speed_turn, speed_void
from mjsim.kernels.policy_value import value_turn, value_void
from mjsim.kernels.turn import take_turn
from mjsim.policies.files import is_file
from mjsim.run.plan import policies_for
from mjsim.variant import load


def decisions(slug: str, policy: str, hands: int, shuffled: bool, **options: str) -> list[tuple[int, ...]]:
    """All decisions of some hands that four players of a policy play: void suits, exchanges, imagined tiles, (act, argument) of own turns,
    and (seat, act, argument) of reactions. With `shuffled`, each is decided at a table on which the concealed tiles of the others and the
    rest of the wall have changed places, and the others have imagined something else; the hand itself goes on as it was.
    """
    program = program_of(load(slug, options=options))
    table = Table(program, policies_for(policy, program.players), per_seat=False, log=True)
    out = np.zeros((1, series.HAND_WORDS), np.int64)
    random = np.random.default_rng(4) if shuffled else None
    found: list[tuple[int, ...]] = []
    for number in range(hands):
        # once through, so that the seats know their policies; then step by step
        series.play_independent(table.image, table.table, table.state, 5, number, table.policies, out)
        table.empty()
        start_hand(table.image, table.table, table.state)
        found += [opened(table, policy, seat, random) for seat in range(program.players)]
        while not table.state[S.ENDED]:
            phase = table.state[S.PHASE]
            if phase == S.P_TURN:
                found.append(decided(table, policy, random))
                take_turn(table.image, table.table, table.state)
            elif phase == S.P_REACT:
                found += [answer for seat in range(program.players) if (answer := answered(table, seat, random))]
                react(table.image, table.table, table.state)
            else:
                (draw if phase == S.P_DRAW else rob)(table.image, table.table, table.state)
    return found


@contextmanager
def changed(table: Table, seat: int, random: np.random.Generator | None) -> Iterator[None]:
    """What a seat cannot see is shuffled for a while, if there is a generator; afterwards all is as it was."""
    arrays = (table.table, table.state, table.lines, table.points)
    before = [array.copy() for array in arrays]
    if random is not None:
        shuffle(table, seat, random)
    yield
    for array, copy in zip(arrays, before, strict=True):
        array[:] = copy


def opened(table: Table, policy: str, seat: int, random: np.random.Generator | None) -> tuple[int, ...]:
    """The void suit that a seat would name and the three tiles that it would give away, or the tile that it would imagine, with the hand it
    has at its first turn.
    """
    if table.image[L.JOKER_FIXED]:
        with changed(table, seat, random):
            forget_imagined(table, seat)
            if is_file(policy):
                return (ask_policy(table.image, table.table, table.state, seat, IMAGINE, int(table.image[L.JOKER_PLAYS]), 0),)
            return (speed_imagined(table.state, seat, int(table.image[L.JOKER_PLAYS])),)
    if not table.image[L.VOID]:
        return ()
    with changed(table, seat, random):
        table.table[L.T_SIZE + seat * L.S_SIZE + L.S_VOID] = -1
        find_goal(table.table, table.state, seat)
        if is_file(policy):
            what = (VOID, EXCHANGE)
            return tuple(ask_policy(table.image, table.table, table.state, seat, each, 7, 0) for each in what)
        if policy == "speed":
            void = speed_void(table.table, table.state, seat, 7)
        else:
            void = value_void(table.image, table.table, table.state, seat, 7)
        return void, speed_three(table.table, table.state, seat, 7)


def answered(table: Table, seat: int, random: np.random.Generator | None) -> tuple[int, ...]:
    """What a seat would do with the tile that was thrown; nothing if it has no choice."""
    at = S.REACT + seat * S.REACT_SIZE
    if seat == table.state[S.SEAT]:
        return ()
    with changed(table, seat, random):
        table.state[at + S.R_COUNT] = 1
        react(table.image, table.table, table.state)
        asked = table.state[at + S.R_COUNT] > 1
        return (seat, int(table.state[at + S.R_CODE]), int(table.state[at + S.R_ARG])) if asked else ()


def decided(table: Table, policy: str, random: np.random.Generator | None) -> tuple[int, int]:
    """What the seat whose turn it is would do."""
    seat = int(table.state[S.SEAT])
    own_options(table.image, table.table, table.state)
    with changed(table, seat, random):
        if is_file(policy):
            ask_policy(table.image, table.table, table.state, seat, TURN, 0, 0)
        else:
            (speed_turn if policy == "speed" else value_turn)(table.image, table.table, table.state)
        return int(table.state[S.CHOICE_CODE]), int(table.state[S.CHOICE_ARG])


def forget_imagined(table: Table, seat: int) -> None:
    """A seat has imagined nothing yet."""
    settle_imagined(table.table, table.state, seat, 4)
    table.table[L.T_SIZE + seat * L.S_SIZE + L.S_IMAGINED] = 0
    find_goal(table.table, table.state, seat)


def imagine(table: Table, seat: int, kind: int) -> None:
    """A seat has imagined a tile of a kind."""
    table.table[L.T_SIZE + seat * L.S_SIZE + L.S_IMAGINED] = 8 * kind + 8
    settle_imagined(table.table, table.state, seat, -1)
    find_goal(table.table, table.state, seat)


def shuffle(table: Table, seat: int, random: np.random.Generator) -> None:
    """The concealed tiles of the others and the wall that is left change places at random, and the others imagine other tiles."""
    state, bonus_kinds = table.state, int(table.image[L.BONUS])
    others = [other for other in range(int(state[S.PLAYERS])) if other != seat and table.image[L.JOKER_FIXED]]
    for other in others:
        forget_imagined(table, other)
    places = range(int(state[S.FRONT]), int(state[S.BACK]))
    hidden = [int(state[S.WALL + place]) for place in places]
    held = {}
    for other in range(int(state[S.PLAYERS])):
        lies_open = table.image[L.READY] == 3 and table.table[L.T_SIZE + other * L.S_SIZE + L.S_READY]
        if other == seat or lies_open:
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
    for other in others:
        imagine(table, other, int(random.integers(34)))
