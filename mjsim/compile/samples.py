"""Random winning hands that are sure of a target, scored and paid by the rules of the variant."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mjsim.compile.aims import aims_of
from mjsim.compile.plans import entry
from mjsim.compile.program import Program
from mjsim.compile.rows import Target
from mjsim.kernels import aims as A
from mjsim.kernels import goals as G
from mjsim.kernels import layout as L
from mjsim.kernels import special
from mjsim.kernels import state as S
from mjsim.kernels.discards import pick_discard
from mjsim.kernels.nearness import sets_missing
from mjsim.kernels.pay import pay_win
from mjsim.kernels.record import clear_table, setup_hand
from mjsim.kernels.score import score_win
from mjsim.kernels.words import LOWER, UPPER
from mjsim.tables.goals import Column, Goal, Group, Way
from mjsim.variant.deck import placed_copies, places_of
from mjsim.variant.shapes import sets_of

Groups = list[list[int]]
TRIES = 60
ALONE = 48
"""Hands that are drawn and discarded alone, to see what plain hands look like."""


class Sampler:
    """Random hands of one variant, from a generator of its own with a fixed seed."""

    def __init__(self, program: Program, columns: Way) -> None:
        self.program, self.columns = program, columns
        self.random = np.random.default_rng(1)
        self.copies = np.array(placed_copies(program.variant)[: L.MOST_PLACES])
        self.copies[places_of(program.variant) :] = 0
        self.sets = sets_of(program.variant)
        bonus = int(program.image[L.BONUS])
        self.kinds = [kind for kind in range(places_of(program.variant)) if self.copies[kind] and not bonus >> kind & 1]
        self.table, self.work = program.new_table(), program.new_work()
        self.points = np.zeros(4, np.int64)
        self.losses: list[float] = []
        self.aims = aims_of(program.variant)
        self.state = np.zeros(S.STATE_SIZE, np.int64)
        tables = self.aims.tables
        self.plain: list[Groups] = []
        self.chows = 0.5
        for at, size, array in (
            (S.HEAD_AT, S.HEAD_ROWS, tables.head),
            (S.T16_AT, S.T16_SIZE, tables.t16),
            (S.REC_AT, S.REC_SIZE, tables.rec),
        ):
            self.state[at], self.state[size] = array.ctypes.data, len(array)

    def deals(self, n: int) -> NDArray[np.int64]:
        """Dealt hands, counts by place (n, 36)."""
        deck = np.repeat(self.kinds, self.copies[self.kinds])
        size = 3 * self.sets + 1
        hands = np.zeros((n, L.MOST_PLACES), np.int64)
        for hand in hands:
            np.add.at(hand, self.random.choice(deck, size, replace=False), 1)
        return hands

    def near(self, target: Target, hands: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """(tiles missing, tiles of the set that may help, roughly) to a target of dealt hands, int64 (n,) each.

        Missing are the tiles of the fixed groups and, of the rest of the hand, those to any sets and a pair, or those of kinds of which the
        target has no use; so restricted goals are a little nearer here than they are.
        """
        if target.form:
            missing = np.array([self._form_missing(target.form, hand) for hand in hands])
            return missing, 3 * missing
        wanted = np.zeros(L.MOST_PLACES, np.int64)
        for type, lowest in target.fixed:
            for kind in run(type, lowest):
                wanted[kind] += 1
        lacking = np.maximum(wanted - hands, 0)
        rest = hands - np.minimum(hands, wanted)
        open_sets = self.sets - len(target.fixed)
        far = np.zeros(len(hands), np.int64)
        if all(plan.sets == "pungs" for plan in target.plans):
            counts = -np.sort(-rest, axis=1)
            far = (3 - np.minimum(counts[:, :open_sets], 3)).sum(axis=1) + 2 - np.minimum(counts[:, open_sets], 2)
        else:
            words = words_of(rest)
            first, last = (int(n) for n in self.aims.array[A.SHAPE_WAYS : A.SHAPE_WAYS + 2])
            far = np.array([sets_missing(self.state, first, last, open_sets, *map(int, four)) for four in words])
        least = np.full(len(hands), 99, np.int64)
        for way in self.ways(target):
            used = np.zeros(L.MOST_PLACES, np.int64)
            for colour, column in enumerate(way):
                for group in column.groups:
                    for rank in group:
                        used[9 * colour + rank] = 4
            least = np.minimum(least, 3 * open_sets + 2 - np.minimum(rest, used).sum(axis=1))
        far = np.maximum(far, least)
        pungs = all(plan.sets == "pungs" for plan in target.plans)
        useful = 3 * (lacking > 0).sum(axis=1) + np.where(far > 0, 2 * far if pungs else 4 + 4 * far, 0)
        return lacking.sum(axis=1) + far, np.minimum(useful, 40)

    def _form_missing(self, form: int, hand: NDArray[np.int64]) -> int:
        """A bound for special forms: seven pairs by its pairs, others by their single tiles."""
        pairs = int((hand >= 2).sum() + (hand == 4).sum())
        if form in (special.PAIRS, special.PAIRS_DISTINCT):
            return max(7 - pairs, 0)
        if form == special.PAIRS_EIGHT:
            return max(9 - pairs, 0)
        ends = np.isin(np.arange(L.MOST_PLACES), [0, 8, 9, 17, 18, 26, *range(27, 34)])
        if form == special.ORPHANS:
            return 14 - int((hand[ends] > 0).sum()) - int((hand[ends] > 1).any())
        return 14 - int((hand > 0).sum()) + 2

    def ways(self, target: Target) -> tuple[Way, ...]:
        """Ways of a target whose fixed groups are made."""
        from mjsim.compile.goals import open_ways

        return open_ways(target, self.columns)

    def worth(self, targets: tuple[Target, ...], n: int, drawn: float, spared: float) -> tuple[float, float]:
        """(points of a closed, of an open hand): means over random hands of a family, so large a share self-drawn, the rest on discards.

        spared : what each win spares besides.
        """
        totals, counts = [0.0, 0.0], [0.0, 0.0]
        weights = {L.BY_SELF: drawn, L.BY_DISCARD: 1 - drawn}
        for i in range(n):
            target = targets[self.random.integers(len(targets))]
            groups = self.any_hand(target)
            if groups is None:
                continue
            for opened in (0, 1):
                if opened and target.form & ~special.KNIT3:
                    continue
                for by, weight in weights.items():
                    if self.program.image[L.WIN_BY] >> by & 1:
                        points = self.points_of(groups, opened, by, i % self.program.players)
                        if points is not None:
                            totals[opened] += weight * (points + spared * (points > 0))
                            counts[opened] += weight
        return totals[0] / (counts[0] or 1.0), totals[1] / (counts[1] or 1.0)

    def any_hand(self, target: Target) -> Groups | None:
        """Groups of a random hand: of a special form, a plain one, or one made for the target."""
        if target.form:
            return self.form(target)
        if not target.rows and self.plain:
            return self.plain[self.random.integers(len(self.plain))]
        return self.hand(target)

    def hand(self, target: Target) -> Groups | None:
        """Groups of a random hand of a target, sets first; None if none was found."""
        ways = self.ways(target)
        if not ways:
            return None
        for _ in range(TRIES):
            way = ways[self.random.integers(len(ways))]
            groups = [list(run(type, kind)) for type, kind in target.fixed]
            while len(groups) < self.sets:
                chow = self.random.random() < self.chows
                some = self.choices(way, 3, chow) or self.choices(way, 3, not chow)
                if not some:
                    break
                groups.append(some[self.random.integers(len(some))])
            pairs = self.choices(way, 2, False)
            if len(groups) < self.sets or not pairs:
                continue
            groups.append(pairs[self.random.integers(len(pairs))])
            if self.possible(groups) and all(gives(groups[len(target.fixed) :], colour, column) for colour, column in enumerate(way)):
                return groups
        return None

    def choices(self, way: Way, size: int, chow: bool) -> Groups:
        """Sets (runs or others) or pairs that a way allows, as kinds."""
        return [
            [9 * colour + rank for rank in group]
            for colour, column in enumerate(way)
            for group in column.groups
            if len(group) == size and (len(set(group)) > 1) == (chow and size == 3)
        ]

    def possible(self, groups: Groups) -> bool:
        """Are there so many tiles?"""
        return bool((np.bincount([kind for group in groups for kind in group], minlength=L.MOST_PLACES) <= self.copies).all())

    def form(self, target: Target) -> Groups | None:
        """Groups of a random hand of a special form."""
        random, form = self.random, target.form
        ways = entry(target.plans, self.columns, {fact: False for plan in target.plans for fact in plan.facts_used()})[0]
        if form in (special.PAIRS, special.PAIRS_DISTINCT, special.PAIRS_EIGHT):
            way = ways[random.integers(len(ways))] if ways else self.columns
            kinds = sorted({group[0] for group in self.choices(way, 2, False)})
            n = 8 if form == special.PAIRS_EIGHT else 7
            if len(kinds) < n:
                return None
            pairs = [[int(kind)] * 2 for kind in random.choice(kinds, n, replace=False)]
            return [*pairs, [pairs[0][0]]] if form == special.PAIRS_EIGHT else pairs
        ends = [kind for kind in self.kinds if kind >= 27 or kind % 9 in (0, 8)]
        if form == special.ORPHANS:
            return [[kind] for kind in [*ends, int(random.choice(ends))]]
        suits = random.permutation(3)
        if form == special.KNIT3:
            knits = [[int(9 * suit + first), int(9 * suit + first + 3), int(9 * suit + first + 6)] for first, suit in enumerate(suits)]
            rest = self.hand(Target())
            if rest is None:
                return None
            groups = [*knits, *rest[3:]]
            return groups if self.possible(groups) else None
        knitted = [int(9 * suit + first + 3 * i) for first, suit in enumerate(suits) for i in range(3)]
        honors = [kind for kind in self.kinds if kind >= 27]
        singles = [*knitted, *honors]
        if len(singles) < 14:
            return None
        return [[int(kind)] for kind in random.permutation(singles)[:14]]

    def points_of(self, groups: Groups, opened: int, by: int, seat: int) -> float | None:
        """Points that the winner of a hand gets, 0 if it may not be won, None if it cannot be open.

        The winning tile is any of the concealed ones.
        """
        image, table = self.program.image, self.table
        clear_table(image, table)
        jokers = self.joker_kind(groups)
        table[L.T_JOKERS] = 1 << jokers if jokers >= 0 else 0
        table[L.T_TURNED] = jokers
        table[L.T_ROUND] = 1
        table[L.T_CALLS] = table[L.T_DISCARDS] = 20
        table[L.T_WALL] = 40
        s = L.T_SIZE + seat * L.S_SIZE
        table[s + L.S_DRAWS] = 8
        table[s + L.S_READY], table[s + L.S_STAKE] = int(image[L.READY] == 2), int(image[L.READY_STAKE])
        for other in range(self.program.players):
            table[L.T_SIZE + other * L.S_SIZE + L.S_UNKNOWN] = int(other != seat)
        setup_hand(image, table, self.work)
        order = list(groups)
        if opened and not self.lay_melds(order, s, (seat + 1) % self.program.players):
            return None
        concealed = [kind for group in order for kind in group]
        virtual = int(image[L.JOKER_VIRTUAL])
        for _ in range(virtual):
            imagined = concealed.pop(int(self.random.integers(len(concealed))))
            table[s + L.S_IMAGINED] = 8 * imagined + 8 if image[L.JOKER_FIXED] else 0
        last = concealed[int(self.random.integers(len(concealed)))]
        if jokers >= 0:
            for _ in range(int(self.random.integers(3))):
                place = int(self.random.integers(len(concealed)))
                if concealed[place] != last:
                    concealed[place] = jokers
        for kind in concealed:
            table[s + L.S_HELD + kind] += 1
        if by != L.BY_SELF:
            table[s + L.S_HELD + last] -= 1
        table[L.T_SEAT], table[L.T_BY], table[L.T_TILE] = seat, by, last
        table[L.T_GIVER] = -1 if by == L.BY_SELF else (seat + 1) % self.program.players
        table[L.T_WINNERS] = 1 << seat
        if not score_win(image, table, self.work):
            return 0.0
        self.points[:] = 0
        pay_win(image, table, self.work, self.points)
        if by == L.BY_DISCARD and not opened:
            self.losses.append(-float(self.points[table[L.T_GIVER]]))
        return float(self.points[seat])

    def play_alone(self) -> None:
        """Fill `plain` with hands that were drawn without claims until they were complete, and `chows` with their share of runs."""
        entry = int(self.aims.array[A.ENTRIES]) + A.ENTRY_WAYS
        first, last = (int(n) for n in self.aims.array[entry : entry + 2])
        groups = groups_of(columns_goal(self.columns, self.sets))
        for _ in range(ALONE):
            counts = self.complete_hand(first, last)
            if counts is not None and (found := divided(counts, groups, self.sets)) is not None:
                self.plain.append(found)
        runs = [len(set(group)) > 1 for hand in self.plain for group in hand if len(group) == 3]
        self.chows = float(np.mean(runs)) if runs else 0.5

    def complete_hand(self, first: int, last: int) -> NDArray[np.int64] | None:
        """Counts of a hand that was drawn for alone, None if the wall was too short."""
        wall = self.random.permutation(np.repeat(self.kinds, self.copies[self.kinds])).tolist()
        size = 3 * self.sets + 1
        counts = np.bincount(wall[:size], minlength=L.MOST_PLACES)
        state, s = self.state, S.SEATS
        state[s + S.SETS], state[s + S.JOKERS] = self.sets, 0
        for kind in wall[size : size + 70]:
            counts[kind] += 1
            state[s : s + 4] = words_of(counts[None])[0]
            state[s + S.UNSEEN : s + S.UNSEEN + 4] = words_of((self.copies - counts)[None])[0]
            if sets_missing(state, first, last, self.sets, *(int(word) for word in state[s : s + 4])) == 0:
                return counts
            counts[pick_discard(state, 0, L.ALL_PLACES, first, last, 0)] -= 1
        return None

    @property
    def loss(self) -> float:
        """Median of what the givers of the hands so far paid."""
        return float(np.median(self.losses)) if self.losses else 0.0

    def lay_melds(self, groups: Groups, s: int, giver: int) -> int:
        """Some of the groups that can be claimed become melds of the seat; how many."""
        chow, pung = int(self.program.image[L.CHOW]), int(self.program.image[L.PUNG])
        able = [list(group) for group in groups if len(group) == 3 and (pung if len(set(group)) == 1 else chow)]
        self.random.shuffle(able)
        melds = able[: int(self.random.integers(1, 4))]
        for i, group in enumerate(melds):
            groups.remove(group)
            type = L.PUNG_MELD if len(set(group)) == 1 else L.CHOW_MELD
            low, middle, high = sorted(group)
            self.table[s + L.S_MELD + i] = type | low << 8 | middle << 16 | high << 24 | L.NO_TILE << 32 | (giver + 1) << 40 | (i + 1) << 44
            self.table[s + L.S_MELDS] = i + 1
        return len(melds)

    def joker_kind(self, groups: Groups) -> int:
        """A wild kind that the hand does not hold, -1 without jokers."""
        source = int(self.program.image[L.JOKER_SOURCE])
        if source == 0:
            return -1
        if source == 1:
            return int(self.program.image[L.JOKER_KINDS]).bit_length() - 1
        held = {kind for group in groups for kind in group}
        free = [kind for kind in self.kinds if kind not in held]
        return int(free[self.random.integers(len(free))])


def run(type: int, lowest: int) -> tuple[int, int, int]:
    """Kinds of a fixed group; the winds of seat and round are those of the sampled hands."""
    if lowest == G.SEAT_WIND:
        lowest = 27
    elif lowest == G.ROUND_WIND:
        lowest = 28
    return (lowest, lowest + 1, lowest + 2) if type == G.CHOW else (lowest, lowest, lowest)


def gives(groups: Groups, colour: int, column: Column) -> bool:
    """Do these groups give what a column must give?"""
    mine: list[Group] = [tuple(kind % 9 for kind in sorted(group)) for group in groups if group[0] // 9 == colour]
    if sum(len(group) for group in mine) < column.least:
        return False
    return all(any(group in some for group in mine) for some in column.gives)


def words_of(counts: NDArray[np.int64]) -> NDArray[np.int64]:
    """Four words (mjsim/kernels/words.py) of each row of counts, int64 (n, 4)."""
    words = np.zeros((len(counts), 4), np.int64)
    for kind in range(counts.shape[1]):
        colour, rank = divmod(kind, 9)
        n = counts[:, kind]
        words[:, colour] += n * (5**rank << LOWER if rank < 5 else 5 ** (rank - 5) << UPPER)
        for plane in range(4):
            words[:, colour] += (n > plane).astype(np.int64) << (9 * plane + rank)
    return words


def columns_goal(columns: Way, sets: int) -> Goal:
    """Any sets and a pair."""
    return Goal((columns,), 5 if sets == 5 else 4)


def divided(counts: NDArray[np.int64], groups: list[tuple[int, ...]], sets: int) -> Groups | None:
    """One way to divide a hand into sets and a pair, runs first; None if there is none."""

    def rest(left: NDArray[np.int64], size: int, found: Groups) -> Groups | None:
        if not left.any():
            return found
        lowest = int(np.flatnonzero(left)[0])
        for group in groups:
            if lowest in group and len(group) == 3 and len(found) < sets + size:
                less = left - np.bincount(group, minlength=L.MOST_PLACES)
                if (less >= 0).all() and (answer := rest(less, size, [*found, list(group)])) is not None:
                    return answer
        return None

    for kind in np.flatnonzero(counts >= 2):
        left = counts.copy()
        left[kind] -= 2
        if (answer := rest(left, 0, [])) is not None:
            return [*answer, [int(kind)] * 2]
    return None


def groups_of(goal: Goal) -> list[tuple[int, ...]]:
    """Sets of a goal as kinds, runs first."""
    sets = {tuple(9 * colour + r for r in g) for colour, column in enumerate(goal.ways[0]) for g in column.groups if len(g) == 3}
    return sorted(sets, key=lambda group: (len(set(group)) == 1, group))
