"""A variant's goals for policies that weigh them: what each asks of the hand (mjsim/kernels/goals.py) and what it is worth.

Worth is measured: hands that are sure of the goal's rows, otherwise random, are scored and paid by the variant's own rules; what may not be
won counts as nothing. So methods, caps, doublings and a minimum need no code here. To what a win brings is added what it spares, because
then no other wins. Then `value` plays with the goals, and what came of them corrects what they are worth. Goals are kept in the order of
how much is set on them in play, before that of what dealt hands may expect of them at best.
"""

from __future__ import annotations

import hashlib
import os
import pickle
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray

from mjsim.cache import cache_dir
from mjsim.compile.aims import aims_of
from mjsim.compile.notes import brought, own_terms
from mjsim.compile.plans import Fact, entry
from mjsim.compile.program import Program, compile_variant
from mjsim.compile.rows import Target, form_targets, joint_targets, targets_of
from mjsim.compile.samples import Sampler, run, words_of
from mjsim.compile.shapes import columns_of
from mjsim.compile.tempo import Tempo, tempo_of
from mjsim.compile.trials import best_played, pays_to_declare, spared_among
from mjsim.kernels import aims as A
from mjsim.kernels import goals as G
from mjsim.kernels import layout as L
from mjsim.kernels.jit import KERNELS_DIGEST
from mjsim.policies.chances import FILE, MISSING, Chances, chances
from mjsim.tables.goals import BARRED, Column, Goal, Way
from mjsim.tables.program import Tables, tables_of
from mjsim.variant.model import Variant
from mjsim.variant.shapes import sets_of

SAMPLES = 32
"""Hands of a goal that are scored, of each sort."""
DEALS = 60
HALF_WAY = 14
"""Draws left for which the promise of a goal is looked up."""
MOST_COLUMNS = 8
"""Columns beside those of the plain goal: each has tables of some 15 MB."""
MOST_JOINED = 8
"""Of so many rows goals of two at once are tried,"""
MOSTLY = 0.95
"""Hands that somebody wins, where a minimum hardly matters."""
MORE = 1.5
"""and kept if they are worth so many times more than either."""
REHEARSALS = 10
"""How often `value` plays with the goals until their worth is settled;"""
FORGET = 0.9
"""what was found counts by so much less each time."""
TRUST = 200
"""What is supposed of a goal beforehand counts as much as so many discards that aimed at it:"""
HOPEFUL = 1.1
"""so many times what goals usually bring, lest it is never tried."""
SELDOM, FEW = 0.002, 4
"""A row of more goals than a few is dropped if less than this share of all hopes are set on it."""
LEAST_SHARE = 0.03
"""A goal that promises less than this of what the best promises is dropped."""


@dataclass(frozen=True, eq=False)
class Goals:
    """targets : what is aimed at, the plain win first. ways : the distinct ways, `entries`: of each goal its ranges by facts.

    closed, open : points that a win is worth, float64 (goals,). tempo : how hands go. own, own_danger : terms of the variant in
    the chances (mjsim/compile/notes.py). families : number of each target's family, int64 (targets,), 0 the plain
    win. declares : does it pay to declare ready where one need not (mjsim/compile/trials.py)?
    """

    targets: list[Target]
    facts: list[Fact]
    plans: list[tuple[list[int], list[tuple[Way, ...]]]] = field(repr=False)
    closed: NDArray[np.float64] = field(repr=False)
    open: NDArray[np.float64] = field(repr=False)
    tempo: Tempo
    melds: int
    own: NDArray[np.float64] | None = None
    own_danger: float = 0.0
    declares: bool = True
    families: NDArray[np.int64] = field(default_factory=lambda: np.zeros(0, np.int64), repr=False)

    @property
    def forms(self) -> NDArray[np.bool_]:
        """Which targets are special forms."""
        return np.array([target.form > 0 for target in self.targets])

    @property
    def wanted(self) -> list[Goal]:
        """Goals for the distance tables, one for each distinct choice of ways."""
        return list(dict.fromkeys(self.table_goals()))

    def table_goals(self) -> Iterable[Goal]:
        for _, entries in self.plans:
            for ways in entries:
                if ways:
                    yield Goal(ways, self.melds)

    def array(self, numbers: dict[Goal, tuple[int, int]]) -> NDArray[np.int64]:
        """The array for the kernels, from the range of ways of each goal of the tables."""
        head = np.zeros(G.GOALS + G.GOAL_WORDS * len(self.targets), np.int64)
        head[G.COUNT], head[G.FACTS] = len(self.targets), len(self.facts)
        for i, fact in enumerate(self.facts):
            head[G.FACT + 2 * i : G.FACT + 2 * i + 2] = [fact.code, fact.argument]
        fixed = [[kind for type, lowest in target.fixed if lowest < G.SEAT_WIND for kind in run(type, lowest)] for target in self.targets]
        words = words_of(np.stack([np.bincount(np.array(kinds, int), minlength=L.MOST_PLACES) for kinds in fixed]))
        worth = [(*pair, bool(target.form)) for *pair, target in zip(self.closed, self.open, self.targets, strict=True)]
        tail: list[int] = []
        for i, (target, (facts, entries)) in enumerate(zip(self.targets, self.plans, strict=True)):
            at = G.GOALS + G.GOAL_WORDS * i
            head[at + G.FORM], head[at + G.FIXED] = target.form, len(target.fixed)
            for j, (type, kind) in enumerate(target.fixed):
                head[at + G.FIXED_AT + j] = type | kind << 4
            head[at + G.WORDS : at + G.WORDS + 4] = words[i]
            head[at + G.SETTLED] = all(lowest < G.SEAT_WIND for _, lowest in target.fixed)
            head[at + G.NEXT] = next((j for j in range(i, len(worth)) if worth[j] != worth[i]), len(worth))
            head[at + G.GOAL_FACTS] = len(facts)
            head[at + G.GOAL_FACT : at + G.GOAL_FACT + len(facts)] = facts
            head[at + G.ENTRY] = len(head) + len(tail)
            for ways in entries:
                tail += numbers[Goal(ways, self.melds)] if ways else (0, 0)
        return np.concatenate([head, np.array(tail, np.int64)])


@dataclass(frozen=True, eq=False)
class Book:
    """What kernels need to weigh goals: `array` int64, `worth` float64 (closed and open of each goal, then how hands go), the
    tables of distances and those of chances.
    """

    array: NDArray[np.int64] = field(repr=False)
    worth: NDArray[np.float64] = field(repr=False)
    tables: Tables = field(repr=False)
    chances: NDArray[np.float64] = field(repr=False)


def book_of(program: Program, risk: float, goals: Goals | None = None) -> Book:
    """Goals with the tables of the variant's aims and theirs. risk: 0.5 counts points, less counts dear hands for less, 0 all alike."""
    goals, aims = goals or goals_of(program), aims_of(program.variant)
    wanted = goals.wanted
    tables = tables_of((*aims.goals, *wanted))
    numbers = dict(zip(wanted, tables.ways[len(aims.goals) :], strict=True))
    worth = np.stack([goals.closed, goals.open], axis=1).reshape(-1)
    plain = max(float(goals.closed[0]), 1e-9)
    worth = np.concatenate([plain * (worth / plain) ** (2 * risk), facts_of(program, goals)])
    return Book(goals.array(numbers), worth, tables, chances(goals.own, goals.own_danger).array())


def facts_of(program: Program, goals: Goals) -> NDArray[np.float64]:
    """How hands of the variant go, as kernels take it (mjsim/kernels/goals.py). Where the first win ends the hand, a giver loses no more
    than what he pays beyond his part in the win of another.
    """
    facts, tempo = np.zeros(G.FACTS_SIZE), goals.tempo
    spared = tempo.bystander if program.image[L.ENDS] == 0 else 0.0
    facts[G.LOSS], facts[G.BYSTANDER], facts[G.ROUNDS] = max(tempo.loss - spared, 0.0), tempo.bystander, tempo.rounds
    facts[G.GIVEN], facts[G.ALIKE], facts[G.DECLARES] = tempo.given, tempo.alike, goals.declares
    facts[G.SPARED] = tempo.spared
    facts[G.PUNGS] = (program.players - 1) * bool(program.image[L.PUNG])
    facts[G.CHOWS] = bool(program.image[L.CHOW])
    facts[G.HAZARD : G.HAZARD + G.HAZARDS] = tempo.hazard
    return facts


def goals_of(program: Program) -> Goals:
    """The goals of a variant, from the cache folder if they were derived before; those of the last variants are kept."""
    return _goals(program.digest, msgspec.json.encode(program.variant))


@lru_cache(maxsize=8)
def _goals(rules: str, document: bytes) -> Goals:
    path = cache_dir() / "goals" / f"{digest(rules)}.pickle"
    if path.exists():
        return pickle.loads(path.read_bytes())  # type: ignore[no-any-return]  # written below, into the user's own cache
    program = compile_variant(msgspec.json.decode(document, type=Variant))
    goals = find_goals(program)
    if not pays_to_declare(program, goals):
        goals = replace(goals, declares=False)
        own, own_danger, _ = own_terms(program, goals)
        goals = replace(goals, own=own, own_danger=own_danger)
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_suffix(f".{os.getpid()}")
    draft.write_bytes(pickle.dumps(goals))
    draft.replace(path)
    return goals


def digest(rules: str) -> str:
    """Identity of derived goals: rules, the sources that derive and score, and the table of chances."""
    here = Path(__file__).parent
    found = hashlib.sha256(f"{rules} {KERNELS_DIGEST}".encode())
    for path in (*sorted(here.glob("*.py")), here.parent / "tables" / "goals.py", FILE):
        found.update(path.read_bytes())
    return found.hexdigest()[:24]


@dataclass
class Candidate:
    """A family of targets, with its worth closed and open as `sampled`, and what dealt hands may expect of it as `promised`.

    hoped, got : points that were hoped for in play, as sampled, and that came of it. share : of all hopes last time, -1 before it was
    played with. factor : how many times what was sampled it is worth by that.
    """

    targets: tuple[Target, ...]
    sampled: tuple[float, float]
    promised: float
    hoped: float = 0.0
    got: float = 0.0
    share: float = -1.0
    factor: float = 1.0

    @property
    def closed(self) -> float:
        """Points that a win with a closed hand is worth."""
        return self.sampled[0] * self.factor

    @property
    def open(self) -> float:
        """The same, open."""
        return self.sampled[1] * self.factor

    @property
    def promise(self) -> float:
        """What dealt hands may expect at best."""
        return self.promised * self.factor

    @property
    def seldom(self) -> bool:
        """Is it hardly aimed at for the room it takes?"""
        return len(self.targets) > FEW and 0 <= self.share < SELDOM

    def learn(self, hoped: float, got: float, share: float) -> None:
        """Note what came of hopes, which were `factor` times those as sampled."""
        self.hoped = FORGET * self.hoped + hoped / self.factor
        self.got = FORGET * self.got + got
        self.share = share


def find_goals(program: Program) -> Goals:
    """Derive, measure and choose goals."""
    variant = program.variant
    columns = columns_of(variant)
    sampler = Sampler(program, columns)
    sampler.play_alone()
    tempo = tempo_of(program)
    table = chances()
    deals = sampler.deals(DEALS)

    def weighed(families: list[tuple[Target, ...]]) -> list[Candidate]:
        return [measured(targets, sampler, tempo, deals, table) for targets in families]

    families = targets_of(variant)
    (plain,) = weighed(families[:1])
    plain = as_played(plain, tempo, str(program.variant.win.minimum) == "0")
    tempo = replace(tempo, loss=tempo.loss or sampler.loss)
    single = weighed([*families[1:], *((target,) for target in form_targets(variant))])
    best = max(candidate.promise for candidate in (plain, *single))
    single = sorted((c for c in single if c.promise >= LEAST_SHARE * best and dearer(c, plain)), key=lambda candidate: -candidate.promise)
    joint = [
        candidate
        for candidate in weighed(joint_targets(variant, [c.targets[0].rows[0] for c in single if not c.targets[0].form][:MOST_JOINED]))
        if max(candidate.closed, candidate.open)
        > MORE * max(max(c.closed, c.open) for c in (plain, *single) if set(c.targets[0].rows) <= set(candidate.targets[0].rows))
    ]
    return rehearsed(program, plain, [*single, *joint], columns, tempo)


def rehearsed(program: Program, plain: Candidate, candidates: list[Candidate], columns: Way, tempo: Tempo) -> Goals:
    """Goals as play finds them. Samples do not say how well a goal goes with others, what may be claimed for it, how hands are steered to
    what is paid; so `value` plays, and what came of the hopes that it set on a family, beside those of ready hands, corrects its worth.
    Of the goals at first, those at last and none but any win, the ones are kept that earn most.
    """
    own, own_danger, choices = None, 0.0, []
    for seed in range(1, REHEARSALS + 1):
        if seed == REHEARSALS:
            candidates = [candidate for candidate in candidates if candidate.share >= 0]
        kept = [plain, *chosen(plain, candidates, columns)]
        goals = replace(collected(program.variant, kept, columns, tempo), own=own, own_danger=own_danger)
        own, own_danger, wins = own_terms(program, goals, seed)
        goals = replace(goals, own=own, own_danger=own_danger)
        if seed in (1, REHEARSALS):
            choices.append(goals)
        if seed == REHEARSALS // 2:
            tempo = replace(tempo, spared=spared_among(program, goals))
        hoped, got = brought(goals, own, wins)
        trust = TRUST * float(hoped.sum()) / max(len(wins), 1)
        if trust == 0 or seed == REHEARSALS:
            break
        got /= (got[:2].sum() + trust) / (hoped[:2].sum() + trust)
        for number, candidate in enumerate(kept[1:], 1):
            mine = np.repeat(goals.families == number, 2)
            candidate.learn(float(hoped[mine].sum()), float(got[mine].sum()), float(hoped[mine].sum() / max(hoped[2:].sum(), 1e-9)))
        usual = (sum(candidate.got for candidate in kept) + trust) / (sum(candidate.hoped for candidate in kept) + trust)
        for candidate in candidates:
            candidate.factor = (candidate.got + HOPEFUL * usual * trust) / (candidate.hoped + trust)
    if len(candidates) == 0:
        return goals
    none = replace(collected(program.variant, [plain], columns, tempo), own=own, own_danger=own_danger)
    return best_played(program, [*choices, none])


def chosen(plain: Candidate, candidates: list[Candidate], columns: Way) -> list[Candidate]:
    """Those that were aimed at most, then those that promise most, as many as there is room for."""
    kept: list[Candidate] = []
    number, extra = len(plain.targets), 0
    used: set[Column] = set(columns) | {column for ways in open_ways(plain.targets[0], columns) for column in ways}
    best = max(candidate.promise for candidate in (plain, *candidates))
    for candidate in sorted(candidates, key=lambda candidate: (-max(candidate.share, 0), -candidate.promise)):
        if candidate.seldom or candidate.promise < LEAST_SHARE * best or number + len(candidate.targets) > G.MOST_GOALS:
            continue
        more = {column for target in candidate.targets for way in open_ways(target, columns) for column in way} - used - {BARRED}
        if extra + len(more) > MOST_COLUMNS:
            continue
        used |= more
        extra += len(more)
        number += len(candidate.targets)
        kept.append(candidate)
    return kept


def as_played(plain: Candidate, tempo: Tempo, any_value: bool) -> Candidate:
    """What any win is worth: as sampled, unless wins at the table bring much more or less than that, as where flowers or the manner of
    winning count. With a minimum that many hands miss, only samples tell what a hand is worth.
    """
    if tempo.won == 0 or (not any_value and tempo.won < MOSTLY):
        return plain
    closed, open_ = tempo.closed + tempo.spared, tempo.open + tempo.spared
    played = tempo.exposed * open_ + (1 - tempo.exposed) * closed
    sampled = tempo.exposed * plain.open + (1 - tempo.exposed) * plain.closed
    if sampled > 0 and min(plain.closed, plain.open) > 0 and 1 / MORE < played / sampled < MORE:
        return plain
    return replace(plain, sampled=(closed, open_))


def dearer(candidate: Candidate, plain: Candidate) -> bool:
    """Is a goal worth more than any win, or another way to win?"""
    if candidate.targets[0].form:
        return max(candidate.closed, candidate.open) > 0
    return candidate.closed > MORE * plain.closed or candidate.open > MORE * plain.open


def measured(
    targets: tuple[Target, ...], sampler: Sampler, tempo: Tempo, deals: NDArray[np.int64], table: Chances
) -> Candidate:
    """What a family is worth, and what a dealt hand may expect of the nearest of its targets at best."""
    closed, open_ = sampler.worth(targets, SAMPLES, tempo.drawn, tempo.spared)
    best = np.zeros(len(deals))
    for target in targets:
        missing, live = sampler.near(target, deals)
        best = np.maximum(best, table.win[int(bool(target.rows)), np.minimum(missing, MISSING - 1), HALF_WAY, live])
    promise = float(best.mean()) * max(closed, open_)
    return Candidate(targets, (closed, open_), promise)


@lru_cache(maxsize=4096)
def open_ways(target: Target, columns: Way) -> tuple[Way, ...]:
    """Ways of a target before any meld."""
    if target.form:
        return (columns,)
    return entry(target.plans, columns, known_of(target, {}))[0]


def known_of(target: Target, melds: dict[Fact, bool]) -> dict[Fact, bool]:
    """Truth of the facts that the plans use: those of the melds, and what the fixed groups make true as melds would."""
    return {fact: melds.get(fact, False) or group_fact(fact, target.fixed) for plan in target.plans for fact in plan.facts_used()}


def group_fact(fact: Fact, groups: tuple[tuple[int, int], ...]) -> bool:
    """Does a fact about melds hold for groups that are sure to be there?"""
    tiles = 0
    for type, lowest in groups:
        kinds = run(type, lowest)
        inside = [fact.argument >> kind & 1 for kind in kinds]
        tiles += sum(inside)
        if (fact.code == A.TOUCHES and any(inside)) or (fact.code == A.HAS_PUNG and type == G.PUNG and all(inside)):
            return True
        if fact.code == A.HAS_CHOW and type == G.CHOW:
            return True
    return fact.code == A.TILES_IN and tiles >= fact.argument >> 44


def collected(variant: Variant, kept: list[Candidate], columns: Way, tempo: Tempo) -> Goals:
    """All targets of the families kept, with their facts and ways."""
    targets: list[Target] = []
    closed: list[float] = []
    open_: list[float] = []
    plans: list[tuple[list[int], list[tuple[Way, ...]]]] = []
    facts: dict[Fact, int] = {}
    families: list[int] = []
    for number, candidate in enumerate(kept):
        for target in candidate.targets:
            plans_here = () if target.form else target.plans
            used = sorted({fact for plan in plans_here for fact in plan.facts_used() if not group_fact(fact, target.fixed)})
            if len(used) > G.MOST_GOAL_FACTS or len(set(facts) | set(used)) > G.MOST_FACTS:
                if targets:
                    continue
                used = used[: G.MOST_GOAL_FACTS]
            tiles = [kind for group in target.fixed for kind in run(*group)]
            if target.fixed and max(tiles.count(kind) for kind in tiles) > 4:
                continue
            numbers = [facts.setdefault(fact, len(facts)) for fact in used]
            entries: list[tuple[Way, ...]] = []
            for bits in range(1 << len(used)):
                melds = {fact: bool(bits >> i & 1) for i, fact in enumerate(used)}
                entries.append((columns,) if target.form else open_to(target, columns, melds))
            targets.append(target)
            plans.append((numbers, entries))
            families.append(number)
            closed.append(candidate.closed)
            open_.append(candidate.open)
    worth = np.maximum(closed, open_), np.array(open_)
    return Goals(targets, list(facts), plans, *worth, tempo, sets_of(variant), families=np.array(families))


def open_to(target: Target, columns: Way, melds: dict[Fact, bool]) -> tuple[Way, ...]:
    """Ways that complete a hand, the fixed groups apart, when these facts hold."""
    ways, _ = entry(target.plans, columns, known_of(target, melds))
    suits = [kind // 9 for _, kind in target.fixed if kind < G.SEAT_WIND]
    return tuple(way for way in ways if all(way[suit].groups or suit == 3 for suit in suits))
