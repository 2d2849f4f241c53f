"""Play hands: the door from numpy to the kernels."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mjsim.compile.aims import Aims, aims_of
from mjsim.compile.goals import Goals, book_of
from mjsim.compile.program import Program
from mjsim.errors import MjsimError, quote
from mjsim.kernels import goals as G
from mjsim.kernels import series
from mjsim.kernels import state as S
from mjsim.kernels.book import ACT_WORDS, WIN_WORDS
from mjsim.kernels.rotation import MATCH_WORDS, MOST_HANDS
from mjsim.kernels.series import HAND_WORDS, POLICY_WORDS, ROOM_ACTS, ROOM_ITEMS, ROOM_WINS
from mjsim.policies import seats, setting_of
from mjsim.variant.deck import flower_heads, kinds_by_place
from mjsim.variant.model import Variant

BLOCK = 4096
"""Hands played between two looks at the room that is left."""

HAND_COLUMNS: dict[str, tuple[int, Any]] = {
    "hand": (series.H_HAND, np.int64),
    "match": (series.H_MATCH, np.int64),
    "in_match": (series.H_IN_MATCH, np.int32),
    "dealer": (series.H_DEALER, np.int8),
    "round": (series.H_ROUND, np.int8),
    "repeats": (series.H_REPEATS, np.int16),
    "end": (series.H_END, np.int8),
    "turns": (series.H_TURNS, np.int16),
    "winners": (series.H_WINNERS, np.int8),
    "giver": (series.H_GIVER, np.int8),
    **{f"points_{seat}": (series.H_POINTS + seat, np.int64) for seat in range(4)},
    **{f"kongs_{seat}": (series.H_KONGS + seat, np.int8) for seat in range(4)},
    **{f"deficiency_{seat}": (series.H_DEFICIENCY + seat, np.int8) for seat in range(4)},
    **{f"ready_{seat}": (series.H_READY + seat, np.int16) for seat in range(4)},
}
WIN_COLUMNS: dict[str, Any] = {
    "hand": np.int64,
    "match": np.int64,
    "in_match": np.int32,
    "seat": np.int8,
    "by": np.int8,
    "giver": np.int8,
    "tile": np.int8,
    "turn": np.int16,
    "value": np.int64,
    "points": np.int64,
    "exposed": np.int8,
    "wait": np.int8,
    "jokers": np.int8,
    "shape": np.int8,
}
"""In the order of book.W_..."""


@dataclass
class Columns:
    """What happened in a range of hands.

    hands, wins : columns by name. `wins` has besides `rows_offsets` int64 (wins + 1,) and `rows_values` int16: rows of each win by number.
    faults : (hand or match number, message) of hands that could not be played; they are absent from the columns.
    carried : None, or int64 (hands, 5) of linked hands whose rules carry stakes on: to which player, and how much each player carries.
    log : None, or offsets int64 (hands + 1,) and acts int32 (acts, 4): seat, code, arg, number of options.
    """

    hands: dict[str, NDArray[Any]]
    wins: dict[str, NDArray[Any]]
    faults: list[tuple[int, str]] = field(default_factory=list)
    log: tuple[NDArray[np.int64], NDArray[np.int32]] | None = None
    carried: NDArray[np.int64] | None = None


class Table:
    """The arrays of one run of hands, their addresses written into the state."""

    def __init__(self, program: Program, policies: tuple[str, ...], *, per_seat: bool, log: bool, goals: Goals | None = None) -> None:
        self.aims: Aims = aims_of(program.variant)
        self.image, self.table, self.work = program.image, program.new_table(), program.new_work()
        self.state, self.points = np.zeros(S.STATE_SIZE, np.int64), np.zeros(4, np.int64)
        settings = set(map(setting_of, policies))
        self.books = {setting: book_of(program, setting.risk, goals) for setting in settings if setting.weighs}
        tables = next(iter(self.books.values())).tables if self.books else self.aims.tables
        for place, array, size in (
            (S.HEAD_AT, tables.head, S.HEAD_ROWS),
            (S.T16_AT, tables.t16, S.T16_SIZE),
            (S.REC_AT, tables.rec, S.REC_SIZE),
            (S.WORK_AT, self.work, S.WORK_SIZE),
        ):
            self.state[place], self.state[size] = array.ctypes.data, len(array)
        self.state[S.IMAGE_SIZE] = len(self.image)
        self.state[S.POINTS_AT], self.state[S.AIMS_AT] = self.points.ctypes.data, self.aims.array.ctypes.data
        self.state[S.PER_SEAT] = per_seat
        self.seat_policies(policies)
        self.seat_own(policies)
        self.log = log
        self.grow(8 * ROOM_WINS, 8 * ROOM_ITEMS, 8 * ROOM_ACTS if log else 0)

    def seat_policies(self, policies: tuple[str, ...]) -> None:
        """Code, goals, worth, room for a line-up and weight of dangers of each player: int64 (players * POLICY_WORDS,)."""
        self.policies = np.zeros(len(policies) * POLICY_WORDS, np.int64)
        self.lines = np.zeros((5, G.SEAT_LINES), np.int64)
        self.chances = next(iter(self.books.values())).chances if self.books else np.zeros(1)
        self.state[S.CHANCES_AT], self.state[S.TRIAL_AT] = self.chances.ctypes.data, self.lines[4].ctypes.data
        for player, name in enumerate(policies):
            setting = setting_of(name)
            at = player * POLICY_WORDS
            self.policies[at] = setting.code
            if setting.weighs:
                book = self.books[setting]
                self.policies[at + 1 : at + POLICY_WORDS] = (
                    book.array.ctypes.data,
                    book.worth.ctypes.data,
                    self.lines[player].ctypes.data,
                    round(1000 * setting.care),
                )

    def seat_own(self, policies: tuple[str, ...]) -> None:
        """The function of each policy of one's own, and what it is shown."""
        self.names, settings = policies, [setting_of(name) for name in policies]
        if all(setting.own is None for setting in settings):
            return
        from mjsim.kernels.own_function import function_of  # its kernels are compiled where they are used
        from mjsim.kernels.policy_own import ask_policy
        from mjsim.kernels.view import MOST_OPTIONS, OPTION_TYPE, VIEW_TYPE

        self.functions = [function_of(setting.own) if setting.own else None for setting in settings]
        for player, function in enumerate(self.functions):
            if function:
                self.policies[player * POLICY_WORDS + 1] = function.address
        self.views, self.options = np.zeros((2, 1), VIEW_TYPE), np.zeros((2, MOST_OPTIONS), OPTION_TYPE)
        self.views["river_seat"] = self.views["river_kind"] = -1
        self.helpers = np.zeros((2, S.STATE_SIZE), np.int64)
        self.helpers[:, : S.IMAGE_SIZE] = self.state[: S.IMAGE_SIZE]  # where the tables are, and nothing of the game
        self.state[S.DOOR_AT] = ask_policy.address
        for at, *arrays in zip((S.VIEW_AT, S.SPARE_VIEW), self.views, self.options, self.helpers, strict=True):
            self.state[at : at + 3] = [array.ctypes.data for array in arrays]

    def why(self, faults: list[tuple[int, str]]) -> list[tuple[int, str]]:
        """Faults of hands, with what Python says to the first that is of a policy of one's own."""
        if not faults or not self.state[S.FAILED_OPTIONS]:
            return faults
        from mjsim.kernels.own_function import explained

        own = setting_of(self.names[int(self.state[S.FAILED_PLAYER])]).own
        assert own is not None  # or it could not have failed
        told = explained(own, self.views[0], self.options[0][: int(self.state[S.FAILED_OPTIONS])])
        first = next(i for i, (_, text) in enumerate(faults) if "policy" in text)
        return [(number, f"{text}: {told}" if i == first else text) for i, (number, text) in enumerate(faults)]

    def grow(self, wins: int, items: int, acts: int) -> None:
        """New buffers of these sizes, empty."""
        self.wins, self.items = np.zeros((wins, WIN_WORDS), np.int64), np.zeros(items, np.int64)
        self.acts = np.zeros((acts, ACT_WORDS), np.int32)
        self.state[S.WINS_AT], self.state[S.WINS_SIZE] = self.wins.ctypes.data, wins
        self.state[S.ITEMS_AT], self.state[S.ITEMS_SIZE] = self.items.ctypes.data, items
        self.state[S.LOG_AT], self.state[S.LOG_SIZE] = self.acts.ctypes.data if acts else 0, acts
        self.empty()

    def empty(self) -> None:
        """Forget wins and acts."""
        self.state[S.WINS_USED] = self.state[S.ITEMS_USED] = self.state[S.LOG_USED] = 0

    def taken(self) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int32]]:
        """Copies of the wins, items and acts so far; the buffers are empty afterwards."""
        wins, items, acts = (int(self.state[place]) for place in (S.WINS_USED, S.ITEMS_USED, S.LOG_USED))
        result = self.wins[:wins].copy(), self.items[:items].copy(), self.acts[:acts].copy()
        self.empty()
        return result


Piece = tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64], NDArray[np.int32]]


def play_hands(
    program: Program,
    seed: int,
    first: int,
    count: int,
    policies: tuple[str, ...],
    *,
    matches: bool = False,
    wall: str = "shared",
    log: bool = False,
) -> Columns:
    """Play hands first .. first + count - 1 (matches with `matches`: they are played whole) of a seed.

    policies : names, one for each player or one for all.
    wall : "shared", or "per-seat" (every seat draws from its own part of the wall).
    log : keep all acts.
    """
    if wall not in ("shared", "per-seat"):
        raise MjsimError(f"unknown wall {quote(wall)}", allowed="shared, per-seat")
    table = Table(program, seats(policies, program.players), per_seat=wall == "per-seat", log=log)
    seed = seed & (1 << 64) - 1
    key = seed - (1 << 64) if seed >> 63 else seed
    pieces = _matches(table, key, first, count) if matches else play_blocks(table, key, first, count)
    columns = columns_of(program, pieces, matches, log)
    columns.faults = table.why(columns.faults)
    return columns


def play_blocks(table: Table, seed: int, first: int, count: int) -> list[Piece]:
    """Play independent hands in blocks."""
    pieces: list[Piece] = []
    at, end = first, first + count
    while at < end:
        out = np.empty((min(BLOCK, end - at), HAND_WORDS), np.int64)
        done = series.play_independent(table.image, table.table, table.state, seed, at, table.policies, out)
        pieces.append((out[:done], *table.taken()))
        at += done
        if done < len(out):
            table.grow(2 * len(table.wins), 2 * len(table.items), 2 * len(table.acts))
    return pieces


def _matches(table: Table, seed: int, first: int, count: int) -> list[Piece]:
    pieces: list[Piece] = []
    carried = np.zeros(MATCH_WORDS, np.int64)
    out = np.empty((MOST_HANDS, HAND_WORDS), np.int64)
    for number in range(first, first + count):
        while (done := series.play_match(table.image, table.table, table.state, seed, number, table.policies, carried, out)) < 0:
            table.grow(2 * len(table.wins), 2 * len(table.items), 2 * len(table.acts))
        pieces.append((out[:done].copy(), *table.taken()))
    return pieces


def columns_of(program: Program, pieces: list[Piece], matches: bool = False, log: bool = False) -> Columns:
    """All pieces as columns."""
    hands = np.concatenate([piece[0] for piece in pieces]) if pieces else np.empty((0, HAND_WORDS), np.int64)
    wins = np.concatenate([piece[1] for piece in pieces]) if pieces else np.empty((0, WIN_WORDS), np.int64)
    items = np.concatenate([piece[2] for piece in pieces]) if pieces else np.empty(0, np.int64)
    acts = np.concatenate([piece[3] for piece in pieces]) if pieces else np.empty((0, ACT_WORDS), np.int32)
    faulty = hands[:, series.H_FAULT] != 0
    number = series.H_MATCH if matches else series.H_HAND
    faults = [(int(hand[number]), fault_text(int(hand[series.H_FAULT]))) for hand in hands[faulty]]
    result = Columns(_hand_columns(hands[~faulty]), _win_columns(wins, items, pieces), faults)
    if matches and program.variant.payment.carried:
        result.carried = hands[~faulty, series.H_CARRIED :]
    if log:
        result.log = _ends(pieces, 0, series.H_LOG_END, 3)[np.append(True, ~faulty)], acts
    if flower_heads(program.variant):
        name_kinds(program.variant, result)
    return result


def name_kinds(variant: Variant, columns: Columns) -> None:
    """Tiles won on and tiles of acts by kind, where the kernels have their places."""
    kinds = np.array(kinds_by_place(variant, 64))
    columns.wins["tile"] = kinds[columns.wins["tile"]].astype(WIN_COLUMNS["tile"])
    if columns.log is not None:
        acts = columns.log[1]
        of_tiles = acts[:, 1] != S.STAKE
        acts[of_tiles, 2] += (kinds - np.arange(64))[acts[of_tiles, 2] & 63]


def fault_text(fault: int) -> str:
    """What is wrong with a hand, for people."""
    player, code = divmod(fault, S.FAULT_PLAYER)
    return S.FAULTS[code] + (f" (player {player - 1})" if player else "")


def _hand_columns(hands: NDArray[np.int64]) -> dict[str, NDArray[Any]]:
    return {name: hands[:, place].astype(dtype) for name, (place, dtype) in HAND_COLUMNS.items()}


def _win_columns(wins: NDArray[np.int64], items: NDArray[np.int64], pieces: list[Piece]) -> dict[str, NDArray[Any]]:
    columns = {name: wins[:, place].astype(dtype) for place, (name, dtype) in enumerate(WIN_COLUMNS.items())}
    columns["rows_offsets"] = _ends(pieces, 1, len(WIN_COLUMNS), 2)
    columns["rows_values"] = items.astype(np.int16)
    return columns


def _ends(pieces: list[Piece], rows: int, column: int, content: int) -> NDArray[np.int64]:
    """Offsets into the content of all pieces, from the ends that stand in a column of each piece's rows."""
    ends: list[NDArray[np.int64]] = [np.zeros(1, np.int64)]
    base = 0
    for piece in pieces:
        ends.append(piece[rows][:, column].astype(np.int64) + base)
        base += len(piece[content])
    return np.concatenate(ends)
