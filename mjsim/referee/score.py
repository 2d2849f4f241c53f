"""Is this a win, and what is it worth? Gates, rows, exclusions, the value, the best reading.

Order: rows, then rows that ask about rows; gates; exclusions, dearest row first; the formulas; the final value; the minimum.
Of the readings that pass, the dearest counts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import partial

from mjsim.hands import Meld
from mjsim.referee.arrange import Arrangement, Holding, arrangements
from mjsim.referee.book import Book
from mjsim.referee.families import forests
from mjsim.referee.features import NAMES, count_row, evaluator
from mjsim.referee.scene import Scene, View
from mjsim.tiles import format_tiles, kinds_in
from mjsim.variant.expressions import Number, times
from mjsim.variant.expressions.arithmetic import LIMIT
from mjsim.variant.rules import RowRule


@dataclass(slots=True)
class Tally:
    """The rows that count in one reading, and how often; keeps which of them a formula lists."""

    view: View
    counts: dict[str, int]
    worth: dict[str, int]
    without_extra: bool = False
    uses: frozenset[str] = frozenset()
    """Tags of the formula being worked out: without a tag of its own sum() takes these rows only (all if empty)."""
    passed_over: set[str] = field(default_factory=set)
    """Rows that a best(...) of the formula beat."""

    def counting(self, tag: str) -> Iterator[tuple[RowRule, int, int]]:
        """Rows with the tag that count: rule, how often, value of each."""
        for rule in self.view.book.rows_with(tag):
            count = self.counts.get(rule.slug, 0)
            used = tag or not self.uses or self.uses & {rule.slug, *rule.row.tags}
            if count and used and not (self.without_extra and rule.row.extra):
                yield rule, count, self.worth[rule.slug]

    def total(self, kind: str, tag: str) -> int:
        """sum, product or best of the rows with the tag."""
        entries = list(self.counting(tag))
        if kind == "sum":
            return max(-LIMIT, min(sum(times(count, worth) for _, count, worth in entries), LIMIT))
        if kind == "product":
            result = 1
            for _, count, worth in entries:
                for _ in range(count):
                    result = times(result, worth)
            return result
        if not entries:
            return 0
        best = max(worth for _, _, worth in entries)
        kept = next(rule.slug for rule, _, worth in entries if worth == best)
        self.passed_over |= {rule.slug for rule, _, _ in entries if rule.slug != kept}
        return best


@dataclass(frozen=True, slots=True)
class Judged:
    """One legal reading with its value: in 1/scale of the variant's unit. `items`: rows as often as they count."""

    value: int
    items: tuple[str, ...]
    view: View
    counts: dict[str, int]

    @property
    def arrangement(self) -> Arrangement | None:
        return self.view.arrangement


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a hand wins. `why` says what refuses it; `best` and `runner_up` are readings with different rows."""

    win: bool
    why: str = ""
    why_zh: str = ""
    best: Judged | None = None
    runner_up: Judged | None = None

    @property
    def value(self) -> int:
        return self.best.value if self.best else 0

    @property
    def items(self) -> tuple[str, ...]:
        return self.best.items if self.best else ()


def judge(scene: Scene) -> Verdict:
    """Judges the scene's win in full."""
    return _Judge(scene).verdict()


def is_legal(scene: Scene) -> bool:
    """Whether the scene's win is one, without looking for the best reading."""
    return _Judge(scene).legal()


class _Judge:
    def __init__(self, scene: Scene) -> None:
        assert scene.win is not None
        self.scene, self.win, self.book = scene, scene.win, scene.book
        self.winner = scene.players[self.win.seat]
        self.refusals: dict[str, int] = {}

    def legal(self) -> bool:
        if self.refused():
            return False
        no_minimum = self.book.rules.minimum == Number(0)
        return any(self.passes(view) and (no_minimum or self.judged(view) is not None) for views in self.hands() for view in views)

    def verdict(self) -> Verdict:
        if why := self.refused():
            return Verdict(False, why)
        found: dict[tuple[str, ...], Judged] = {}
        any_reading = False
        for views in self.hands():
            for view in views:
                any_reading = True
                if self.passes(view) and (judged := self.judged(view)) is not None:
                    other = found.get(judged.items)
                    if other is None or self.rank(judged) > self.rank(other):
                        found[judged.items] = judged
        if not found:
            return self.refusal(any_reading)
        order = sorted(found.values(), key=self.rank, reverse=True)
        return Verdict(True, best=order[0], runner_up=order[1] if len(order) > 1 else None)

    def rank(self, judged: Judged) -> tuple[int, int, list[int], int]:
        """The dearest reading; of equal ones that with the fewest wild jokers, then by its rows, then by its shape."""
        arrangement = judged.arrangement
        wild = arrangement.wild if arrangement else 0
        shape = list(self.book.shapes).index(arrangement.shape) if arrangement else 0
        return judged.value, -wild, [judged.items.count(rule.slug) for rule in self.book.rules.rows], -shape

    def refused(self) -> str:
        """What refuses the win before any reading: manner, ready declaration, melds that this variant does not have."""
        rules, win = self.book.variant.win, self.win
        manners = {"self": "a self-draw", "discard": "a discard", "rob": "robbing a kong"}
        if win.by not in rules.by:
            return f"no win by {manners[win.by]} here, only by {', '.join(manners[by] for by in rules.by)}"
        if rules.ready == "compulsory" and not (self.winner.ready or self.winner.ready_open):
            return "ready was not declared"
        return next(filter(None, (refused_meld(self.book, meld) for meld in self.winner.melds or ())), "")

    def hands(self) -> Iterator[list[View]]:
        """Views of all readings; several lists where any tile of a heavenly hand may be read as the last, or a drawn one as other kinds."""
        for scene in self.scenes():
            assert scene.win is not None
            winner = scene.players[scene.win.seat]
            tiles, melds = tuple(winner.tiles or ()), tuple(winner.melds or ())
            holding = Holding(tiles, melds, scene.win.tile, scene.given, scene.facts.jokers, winner.imagined)
            views: list[View] = []
            for arrangement in arrangements(self.book, holding, partial(self.free, scene)):
                view = View(scene, winner, arrangement)
                view.readings = views
                views.append(view)
            if views:
                yield views

    def scenes(self) -> Iterator[Scene]:
        yield self.scene
        if self.win.by != "self":
            return
        if not (self.book.variant.win.any_last and NAMES["heavenly"](View(self.scene, self.winner))):
            yield from self.imagined()
            return
        tiles = [*(self.winner.tiles or ()), self.win.tile]
        for kind in sorted(set(tiles) - {self.win.tile}):
            rest = tiles.copy()
            rest.remove(kind)
            players = list(self.scene.players)
            players[self.win.seat] = replace(self.winner, tiles=rest)
            yield replace(self.scene, players=players, win=replace(self.win, tile=kind))

    def imagined(self) -> Iterator[Scene]:
        """The drawn tile as every other kind that it may stand for."""
        rule, tile = self.book.rules.wild_draw, self.win.tile
        if rule is None or tile in self.scene.facts.jokers or not evaluator(rule)(View(self.scene, self.winner)):
            return
        owned = Counter([*(self.winner.tiles or ()), *(kind for meld in self.winner.melds or () for kind in meld.tiles)])
        most = 3 if self.book.variant.win.wait_needs_tile else 4
        for kind in kinds_in(self.book.plays):
            if kind != tile and owned[kind] <= most:
                yield replace(self.scene, win=replace(self.win, tile=kind, drawn=tile))

    def free(self, scene: Scene, shape: str, arrangement: Arrangement) -> bool:
        return bool(evaluator(self.book.rules.free[shape])(View(scene, self.winner, arrangement)))

    def passes(self, view: View) -> bool:
        """Whether the reading meets every gate; remembers which one refuses."""
        for number, (slug, gate) in enumerate(self.book.rules.gates):
            if not evaluator(gate)(view):
                self.refusals[slug] = max(self.refusals.get(slug, 0), number + 1)
                return False
        return True

    def judged(self, view: View) -> Judged | None:
        """Value and rows of a reading that passes the gates, or None if it is worth less than the minimum."""
        readings = [Judged(*evaluate_rows(view, counts), view, counts) for counts in forests(view)]
        best = readings[0]
        if len(readings) > 1:
            best = max(readings, key=self.rank)
            view.tally = tally_of(view, best.counts)
        minimum = evaluator(self.book.rules.minimum)(view)
        plain = best.value
        if any(rule.row.extra for rule in self.book.rules.rows):
            plain, _ = evaluate_rows(view, best.counts, without_extra=True)
        if plain < minimum:
            self.refusals["minimum"] = max(self.refusals.get("minimum", 0), plain)
            return None
        return best

    def refusal(self, any_reading: bool) -> Verdict:
        """The gate that the best reading failed, in words."""
        if not any_reading:
            tiles = format_tiles([*(self.winner.tiles or ()), self.win.tile])
            melds = f" with {len(self.winner.melds)} melds" if self.winner.melds else ""
            return Verdict(False, f"{tiles}{melds} is no complete hand: {', '.join(self.book.shapes)}")
        if "minimum" in self.refusals:
            unit = self.book.variant.score.unit
            return Verdict(False, f"worth {self.refusals['minimum']}, the least is {self.book.variant.win.minimum} ({unit})")
        slug = max(self.refusals, key=lambda name: self.refusals[name])
        gate = self.book.variant.gates[slug]
        return Verdict(False, gate.why, gate.why_zh)


def refused_meld(book: Book, meld: Meld) -> str:
    """Why this meld cannot lie on a table of this variant, or ""."""
    claims, sort = book.variant.claims, meld.sort
    if sort == "chow" and claims.chow == "none":
        return "a chow cannot have been claimed"
    if sort == "pung" and not claims.pung:
        return "a pung cannot have been claimed"
    if sort == "pung-flower" and not book.variant.jokers.flower_pung:
        return "no pung with a joker here"
    if sort.startswith("kong-") and sort.removeprefix("kong-") not in claims.kongs:
        return f"no {sort.removeprefix('kong-')} kong here"
    if sort.startswith("show-") and not book.variant.before.shows:
        return "no set is laid down by showing it here"
    return ""


def tally_of(view: View, counts: dict[str, int], without_extra: bool = False) -> Tally:
    """The rows that count of those that hold so often: exclusions, dearest first, an excluded row excluding nothing."""
    view.tally = None
    standing = {slug: count for slug, count in counts.items() if count}
    rules = view.book.row_rules
    worth = {slug: int(evaluator(rules[slug].value)(view)) for slug in standing}
    for slug in sorted(standing, key=lambda slug: -worth[slug]):
        row = rules[slug].row
        if row.excludes and slug in standing:
            everything = "*" in row.excludes
            for other in list(standing):
                if other != slug and (other in row.excludes or (everything and other not in row.keep)):
                    del standing[other]
    return Tally(view, standing, worth, without_extra)


def evaluate_rows(view: View, counts: dict[str, int], without_extra: bool = False) -> tuple[int, tuple[str, ...]]:
    """The final value and the rows to be listed."""
    book = view.book
    best = -LIMIT - 1
    chosen: tuple[str, ...] = ()
    passed: set[str] = set()
    tally = tally_of(view, counts, without_extra)
    view.tally = tally
    for formula in book.rules.values:
        tally.uses, tally.passed_over = frozenset(formula.tags), set()
        value = int(evaluator(formula.value)(view))
        if value > best:
            best, chosen, passed = value, formula.tags, set(tally.passed_over)
    tally.uses = frozenset()
    view.value = best
    final = int(evaluator(book.rules.final)(view))
    tags = set(chosen) if chosen else None
    raised = set(book.variant.score.final_tags) if final != best else set()
    items = []
    for rule in book.rules.rows:
        own = {rule.slug, *rule.row.tags}
        count = tally.counts.get(rule.slug, 0)
        by_formula = (tags is None or own & tags) and rule.slug not in passed
        if count and rule.row.listed and (by_formula or own & raised):
            items += [rule.slug] * count
    view.value = final
    return final, tuple(items)


def holding_rows(view: View) -> dict[str, int]:
    """How often each of the winner's rows holds."""
    return {rule.slug: count_row(view, rule.slug) for rule in view.book.rules.rows if rule.row.of == "winner"}


def start_items(scene: Scene, seat: int) -> tuple[int, tuple[str, ...]]:
    """Rows of the dealt tiles of a seat: the sum of their values, and the rows."""
    view = View(replace(scene, win=None, start=True), scene.players[seat])
    counts = {slug: count for slug, count in holding_rows(view).items() if count}
    tally = tally_of(view, counts)
    view.tally = tally
    items = tuple(slug for slug, count in tally.counts.items() for _ in range(count))
    return tally.total("sum", ""), items
