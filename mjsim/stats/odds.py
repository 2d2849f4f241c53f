"""How rare is a row? Counted where counting can do it, else simulated, else by multilevel splitting; always with the method named.

Four questions: *dealt*, the chance that random tiles are a complete hand with the row; *alone*, that a player who aims for it gets it by
his own draws; *aimed*, that he gets it at a table; *table*, that somebody wins with it in a hand of the given policies.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtri

from mjsim.compile import compile_variant
from mjsim.compile.targets import Aim, aim_of
from mjsim.errors import MjsimError, one_of, quote
from mjsim.exact.rows import dealt
from mjsim.kernels.walls import WON
from mjsim.policies import seats
from mjsim.run.progress import progress_bar
from mjsim.stats.estimate import LEVEL, Estimate, proportion
from mjsim.stats.scenes import GOAL, Alone, AtTable
from mjsim.stats.splitting import Scene, levels_by_pilot, split
from mjsim.variant.model import Variant

QUESTIONS = {
    "dealt": "random tiles are a complete hand with it",
    "alone": "who aims for it gets it by his own draws, no claims",
    "aimed": "who aims for it gets it at the table",
    "table": "somebody wins with it, nobody aiming for it",
}
PLAIN = 10_000_000
"""Hands beyond which plain simulation gives way to splitting."""
PILOT = 50_000
"""Hands that decide how many are needed, at most a tenth of those allowed; they are not counted."""
BLOCK = 5_000
REL = 0.1
HANDS, LEAST = 3_000_000, 1_000
REPETITIONS, MOVES, FEWEST = 10, 12, 100
PILOT_PARTICLES, SHARE = 1000, 0.2
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
    names = seats(tuple(policies.split(",")), variant.players)
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
    return _estimated(question, scene, aim is not None, effort)


def _counted(variant: Variant, row: str) -> Chance:
    found = dealt(variant, row)
    if found is None:
        return Chance("dealt", None, why="not counted: another set of tiles, jokers, or not a matter of the tiles alone")
    name, (ways, total) = found
    return Chance("dealt", Estimate(ways / total, ways / total, ways / total, ways, total, f"exact count ({name})"))


def _estimated(question: str, scene: Scene, climbable: bool, effort: Effort) -> Chance:
    """By plain simulation, or by splitting where that would take more than PLAIN hands."""
    size = min(PILOT, effort.hands // 10)
    pilot = _simulated(scene, size, np.random.SeedSequence([effort.seed, 0]), effort, "")
    hits = int((pilot >= GOAL).sum())
    z = float(ndtri(0.5 + effort.level / 2))
    needed = (z / effort.rel) ** 2 * size / max(hits, 1)
    if needed <= PLAIN or not climbable:
        number = int(min(max(1.2 * needed, size), effort.hands))
        heights = _simulated(scene, number, np.random.SeedSequence([effort.seed, 1]), effort, question)
        return _from_heights(question, heights, effort)
    return _by_splitting(question, scene, effort)


def _simulated(scene: Scene, hands: int, seed: np.random.SeedSequence, effort: Effort, title: str) -> NDArray[np.int64]:
    """Heights of independent particles, block by block, in threads; the same for any number of them."""
    from concurrent.futures import ThreadPoolExecutor

    sizes = [min(BLOCK, hands - first) for first in range(0, hands, BLOCK)]
    with progress_bar(title, hands, "hands", effort.progress and bool(title)) as advance, ThreadPoolExecutor(effort.workers) as pool:

        def block(size: int, stream: np.random.SeedSequence) -> NDArray[np.int64]:
            heights = scene.height(scene.start(size, np.random.default_rng(stream)))
            advance(size)
            return heights

        return np.concatenate(list(pool.map(block, sizes, seed.spawn(len(sizes)))))


def _from_heights(question: str, heights: NDArray[np.int64], effort: Effort) -> Chance:
    n, level = len(heights), effort.level
    found = proportion(int((heights >= GOAL).sum()), n, level)
    plain = Estimate(found.value, found.low, found.high, found.count, n, f"simulation ({found.method})")
    by_draw = {draw: proportion(int((heights >= WON - draw).sum()), n, level) for draw in TURNS} if found.count else {}
    return Chance(question, plain, by_draw, n)


def _by_splitting(question: str, scene: Scene, effort: Effort) -> Chance:
    try:
        levels = levels_by_pilot(scene, GOAL, particles=PILOT_PARTICLES, share=SHARE, moves=MOVES, seed=effort.seed)
    except MjsimError:
        heights = _simulated(scene, effort.hands, np.random.SeedSequence([effort.seed, 1]), effort, question)
        return _from_heights(question, heights, effort)
    each = 1 + MOVES * (len(levels) - 1)
    particles = max(FEWEST, effort.hands // (REPETITIONS * each))
    with progress_bar(question, REPETITIONS * particles * each, "hands", effort.progress) as advance:
        found = split(
            scene,
            levels,
            particles=particles,
            repetitions=REPETITIONS,
            moves=MOVES,
            seed=effort.seed,
            level=effort.level,
            workers=effort.workers,
            told=advance,
        )
    by_draw = {draw: found.above(WON - draw, effort.level) for draw in TURNS} if found.estimate.value else {}
    return Chance(question, found.estimate, by_draw, found.tries)
