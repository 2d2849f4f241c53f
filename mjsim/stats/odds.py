"""How rare is a row? Counted where counting can do it, else simulated: plainly, by weighted hands or by multilevel splitting where that
takes fewer hands; always with the method named.

Four questions: *dealt*, the chance that random tiles are a complete hand with the row; *alone*, that a player who aims for it gets it by
his own draws; *aimed*, that he gets it at a table; *table*, that somebody wins with it in a hand of the given policies.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtri

from mjsim.compile import compile_variant
from mjsim.compile.targets import Aim, aim_of
from mjsim.errors import MjsimError, one_of, quote
from mjsim.exact.rows import dealt
from mjsim.kernels.walls import WON
from mjsim.run.plan import policies_for
from mjsim.run.progress import progress_bar
from mjsim.stats.at_once import parts_of
from mjsim.stats.estimate import LEVEL, Estimate, proportion
from mjsim.stats.scenes import GOAL, Alone, AtTable
from mjsim.stats.splitting import Scene, Splitting, levels_by_pilot, split
from mjsim.stats.weighted import Mixture, Part, Weights, even, tuned, weighted_mean
from mjsim.variant.model import Variant

QUESTIONS = {
    "dealt": "random tiles are a complete hand with it",
    "alone": "who aims for it gets it by his own draws, no claims",
    "aimed": "who aims for it gets it at the table",
    "table": "somebody wins with it, nobody aiming for it",
}
PLAIN = 300_000
"""Hands beyond which plain simulation gives way to splitting or weighted hands."""
PILOT = 20_000
"""Hands that decide how many are needed, at most a tenth of those allowed; they are not counted. Nor are other pilots."""
BLOCK = 5_000
REL = 0.1
HANDS, LEAST = 5_000_000, 1_000
PARTICLES, SHARE, FEWEST = 1_000, 0.2, 50
FIRST, REPETITIONS = 16, 20
"""Repetitions of splitting in the pilot that tells how many are needed, and least number of those that count."""
SLACK = 1.4
"""More hands than a pilot asks for, as it may have been lucky."""
TURNS = (1, 3, 6, 9, 12, 15, 18)


@dataclass(frozen=True)
class Chance:
    """The answer to one question. `by_draw`: chance to have it by so many own draws. `tries`: hands played for it. `why` is said where
    there is no answer.
    """

    question: str
    estimate: Estimate | None
    by_draw: dict[int, Estimate] = field(default_factory=dict)
    tries: int = 0
    why: str = ""

    def as_dict(self) -> dict[str, Any]:
        """The JSON form; `once_in` is 1 / value."""
        found = self.estimate
        return {
            "question": self.question,
            "meaning": QUESTIONS[self.question],
            "estimate": found.as_dict() if found else None,
            "once_in": 1 / found.value if found and found.value > 0 else None,
            "by_draw": {str(draw): estimate.as_dict() for draw, estimate in self.by_draw.items()},
            "hands": self.tries,
            "why": self.why,
        }


@dataclass(frozen=True)
class Odds:
    """All answers about a row of a variant."""

    variant: str
    row: str
    zh: str
    en: str
    policies: tuple[str, ...]
    level: float
    chances: tuple[Chance, ...]

    def as_dict(self) -> dict[str, Any]:
        """The JSON form."""
        head = {key: getattr(self, key) for key in ("variant", "row", "zh", "en", "level")}
        return {**head, "policies": list(self.policies), "chances": [chance.as_dict() for chance in self.chances]}

    def __getitem__(self, question: str) -> Chance:
        """The answer to one question."""
        return next(chance for chance in self.chances if chance.question == question)


@dataclass(frozen=True)
class Effort:
    """How much is played: until half the interval is `rel` of the value, at most `hands` for each question."""

    rel: float = REL
    hands: int = HANDS
    seed: int = 1
    level: float = LEVEL
    workers: int = 1
    progress: bool = False

    def stream(self, number: int) -> np.random.SeedSequence:
        """Seeds of one part of the work."""
        return np.random.SeedSequence([self.seed, number])


T = TypeVar("T")

ASKED = "asked"
"""Slug of a pattern that is no row of the variant."""


def with_pattern(variant: Variant, text: str) -> tuple[Variant, str]:
    """The variant and the slug of a row; a pattern that is an expression, as `when` of a row takes it, becomes a row worth nothing.

    Raises
    ------
    MjsimError
        if it is neither.
    """
    if text in variant.rows:
        return variant, text
    if re.fullmatch(r"[a-z0-9-]*-[a-z0-9-]*|", text):
        raise MjsimError(f"{variant.slug} has no row {quote(text)}", "odds", one_of(variant.rows))
    try:
        return variant.with_rules({f"rows.{ASKED}": {"zh": "所問", "en": text[:60], "when": text, "value": 0}}), ASKED
    except MjsimError as error:
        raise MjsimError(f"{quote(text)} is no row of {variant.slug} and no pattern: {error}", "odds", "a row, or an expression") from None


def odds(
    variant: Variant,
    row: str,
    questions: Iterable[str] = tuple(QUESTIONS),
    policies: str = "speed",
    draws: int = 18,
    effort: Effort = Effort(),
) -> Odds:
    """How rare a row is.

    Parameters
    ----------
    row : slug, or a pattern (see `with_pattern`).
    questions : of QUESTIONS.
    policies : who plays at the table, as in `mjsim.run`; of them player 0 aims in the question `aimed`.
    draws : own draws of the player alone.

    Raises
    ------
    MjsimError
        for a row, question or policy that there is not, and numbers out of range.
    """
    asked = tuple(questions)
    for question in asked:
        if question not in QUESTIONS:
            raise MjsimError(f"no question {quote(question)}", "odds", one_of(QUESTIONS))
    if not 1 <= draws <= 60:
        raise MjsimError(f"{draws} draws", "--draws", "1 to 60")
    if not 0 < effort.rel < 1 or effort.hands < LEAST or not 0 < effort.level < 1:
        asked_for = f"rel {effort.rel}, {effort.hands} hands, level {effort.level}"
        raise MjsimError(asked_for, "odds", f"rel and level between 0 and 1, at least {LEAST:,} hands")
    names = policies_for(policies, variant.players)
    variant, row = with_pattern(variant, row)
    aim = aim_of(variant, row)
    chances = tuple(_answer(question, variant, row, aim, names, draws, effort) for question in asked)
    entry = variant.rows[row]
    return Odds(variant.slug, row, entry.zh, entry.en, names, effort.level, chances)


def _answer(question: str, variant: Variant, row: str, aim: Aim | None, names: tuple[str, ...], draws: int, effort: Effort) -> Chance:
    """The answer to one question."""
    if question == "dealt":
        return _counted(variant, row)
    if question != "table" and (aim is None or aim.deal):
        return Chance(question, None, why="it does not lie in the tiles that one could aim for" if aim is None else "the deal decides it")
    if question == "alone":
        assert aim is not None  # said above
        if variant.jokers.source != "none" or variant.jokers.virtual:
            return Chance(question, None, why="drawing alone is not defined with jokers")
        return _estimated(question, Alone(variant, aim, draws), True, effort)
    scene = AtTable(compile_variant(variant), aim, row, names, aiming=question == "aimed", seed=effort.seed)
    deal = aim.deal if aim is not None else ""
    if parts := parts_of(variant, deal == "dealer") if deal else []:
        return _at_once(question, scene, parts, effort)
    return _estimated(question, scene, aim is not None and not deal, effort)


def _counted(variant: Variant, row: str) -> Chance:
    found = dealt(variant, row)
    if found is None:
        return Chance("dealt", None, why="not counted: another set of tiles, jokers, or not a matter of the tiles alone")
    name, (ways, total) = found
    return Chance("dealt", Estimate(ways / total, ways / total, ways / total, ways, total, f"exact count ({name})"))


def _estimated(question: str, scene: Scene, climbable: bool, effort: Effort) -> Chance:
    """By plain simulation, or by splitting where that would take more than PLAIN hands."""
    size = min(PILOT, effort.hands // 10)
    pilot = _simulated(scene, size, effort.stream(0), effort, "")
    needed = _squared_share(effort) * size / max(int((pilot >= GOAL).sum()), 1)
    if needed > PLAIN and climbable:
        return _by_splitting(question, scene, effort)
    number = int(min(max(SLACK * needed, size), effort.hands))
    return _plainly(question, scene, number, effort)


def _plainly(question: str, scene: Scene, number: int, effort: Effort) -> Chance:
    return _from_heights(question, _simulated(scene, number, effort.stream(1), effort, question), effort)


def _squared_share(effort: Effort, quantile: float | None = None) -> float:
    """How many times the squared relative error of one trial, trials must be: half the interval is `rel` then."""
    return ((quantile or float(ndtri(0.5 + effort.level / 2))) / effort.rel) ** 2


def _simulated(scene: Scene, hands: int, seed: np.random.SeedSequence, effort: Effort, title: str) -> NDArray[np.int64]:
    """Heights of independent particles."""
    return np.concatenate(_blocks(lambda size, rng: scene.rise(scene.start(size, rng), GOAL)[0], hands, seed, effort, title))


def _blocks(
    block: Callable[[int, np.random.Generator], T], hands: int, seed: np.random.SeedSequence, effort: Effort, title: str
) -> list[T]:
    """What is found in each block of so many hands, in threads; the same for any number of them."""
    from concurrent.futures import ThreadPoolExecutor

    sizes = [min(BLOCK, hands - first) for first in range(0, hands, BLOCK)]
    with progress_bar(title, hands, "hands", effort.progress and bool(title)) as advance, ThreadPoolExecutor(effort.workers) as pool:

        def told(size: int, stream: np.random.SeedSequence) -> T:
            found = block(size, np.random.default_rng(stream))
            advance(size)
            return found

        return list(pool.map(told, sizes, seed.spawn(len(sizes))))


def _from_heights(question: str, heights: NDArray[np.int64], effort: Effort) -> Chance:
    n, level = len(heights), effort.level
    found = proportion(int((heights >= GOAL).sum()), n, level)
    plain = Estimate(found.value, found.low, found.high, found.count, n, f"simulation ({found.method})")
    by_draw = {draw: proportion(int((heights >= WON - draw).sum()), n, level) for draw in TURNS} if found.count else {}
    return Chance(question, plain, by_draw, n)


def _by_splitting(question: str, scene: Scene, effort: Effort) -> Chance:
    """A pilot finds the levels and, by the spread of some repetitions, how many are needed."""
    try:
        pilots = max(FEWEST, min(2 * PARTICLES, effort.hands // 100))
        levels = levels_by_pilot(scene, GOAL, particles=pilots, share=SHARE, seed=effort.seed)
    except MjsimError:
        return _plainly(question, scene, effort.hands, effort)
    particles = min(PARTICLES, max(FEWEST, effort.hands // (2 * (FIRST + REPETITIONS) * len(levels))))
    each = particles * len(levels)

    def played(repetitions: int, seed: int, told: Callable[[int], None]) -> Splitting:
        return split(
            scene, levels, particles=particles, repetitions=repetitions, seed=seed, level=effort.level, workers=effort.workers, told=told
        )

    most = max(REPETITIONS, effort.hands // each)
    with progress_bar(f"{question}, pilot", FIRST * each, "hands", effort.progress) as advance:
        spread = played(FIRST, 2 * effort.seed + 1, advance).spread
    needed = SLACK * _squared_share(effort) * spread**2 if spread >= 0 else most  # nan: never reached
    repetitions = int(min(max(needed, REPETITIONS), most))
    with progress_bar(question, repetitions * each, "hands", effort.progress) as advance:
        found = played(repetitions, 2 * effort.seed, advance)
    by_draw = {draw: found.above(WON - draw, effort.level) for draw in TURNS} if found.estimate.value else {}
    return Chance(question, found.estimate, by_draw, found.tries)


def _at_once(question: str, scene: AtTable, parts: Sequence[Part], effort: Effort) -> Chance:
    """By weighted hands, the pilots of which find the shares of the laws and how many hands are needed."""
    size = min(PILOT // 4, effort.hands // 20)
    mixture, seen = even(scene, parts), 0
    ratios, weights = np.empty((0, len(parts) + 1)), np.empty(0)
    for turn in range(2):
        _, new_ratios, new_weights = _weighted(mixture, size, effort.stream(2 + turn), effort, "")
        ratios, weights, seen = np.concatenate([ratios, new_ratios]), np.concatenate([weights, new_weights]), seen + size
        mixture = tuned(mixture, ratios, weights) if len(weights) else mixture
    chance, square = float(weights.sum()) / seen, float((weights * mixture.weights(ratios)).sum()) / seen
    needed = SLACK * _squared_share(effort) * (square / chance**2 - 1) if chance else effort.hands
    number = int(min(max(needed, 2 * size), effort.hands))
    heights, _, weights = _weighted(mixture, number, effort.stream(1), effort, question)
    by_draw = {draw: weighted_mean(weights[heights >= WON - draw], number, effort.level) for draw in TURNS} if len(weights) else {}
    return Chance(question, weighted_mean(weights, number, effort.level), by_draw, number)


def _weighted(
    mixture: Mixture, hands: int, seed: np.random.SeedSequence, effort: Effort, title: str
) -> tuple[NDArray[np.int64], Weights, Weights]:
    """Heights, ratios (hits, parts + 1) and weights of the hits among so many hands of a mixture."""

    def block(size: int, rng: np.random.Generator) -> tuple[NDArray[np.int64], Weights, Weights]:
        walls, ratios = mixture.start(size, rng)
        heights = mixture.scene.rise(walls, GOAL)[0]
        hits = heights >= GOAL
        return heights[hits], ratios[hits], mixture.weights(ratios[hits])

    heights, ratios, weights = zip(*_blocks(block, hands, seed, effort, title), strict=True)
    return np.concatenate(heights), np.concatenate(ratios), np.concatenate(weights)
