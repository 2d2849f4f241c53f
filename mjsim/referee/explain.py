"""A scored hand told to a person: the reading that was chosen, its rows, what does not count and why, and the next best reading."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from mjsim.hands import read_case
from mjsim.referee.arrange import Arrangement, Group, Holding, arrangements
from mjsim.referee.book import book_of
from mjsim.referee.cases import scene_of, score_case, shown_value
from mjsim.referee.families import chosen_occurrences, forests
from mjsim.referee.features import evaluator
from mjsim.referee.scene import Scene, View
from mjsim.referee.score import Judged, Verdict, evaluate_rows, judge, tally_of
from mjsim.tiles import NAMES, format_tiles
from mjsim.variant.model import Variant

NON_REPEAT = "non-repeat 不重複"
NON_IDENTICAL = "non-identical 不得相同"
ACCOUNT_ONCE = "account once 套算一次"
NON_SEPARATION = "non-separation 不拆移"
DEAREST_ONLY = "only the dearest counts 就高不就低"


@dataclass(frozen=True, slots=True)
class Reading:
    """A reading with one choice of what its families combine. `refused`: the gate or minimum that it fails, or ""."""

    judged: Judged
    refused: str


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A row that holds, or would hold in another reading, and does not count so often."""

    row: str
    count: int
    principle: str
    because: str


def explain_case(variant: Variant, case: dict[str, Any]) -> list[str]:
    """The lines that tell how a case (a JSON object of the case format) is scored and paid. NotationError for one that cannot be read."""
    answer = score_case(variant, case)
    book = book_of(variant)
    scene = scene_of(book, read_case(case, "", variant.players))
    verdict = judge(scene)
    if answer["win"] and not verdict.win:
        names = ", ".join(f"{variant.rows[slug].zh} {variant.rows[slug].en}" for slug in answer["items"])
        lines = [f"the dealt tiles: {names}", f"value {answer['value']}"]
    else:
        lines = explain(scene, verdict)
    if answer["win"]:
        lines.append("payments " + ", ".join(f"seat {seat} {points:+}" for seat, points in enumerate(answer["deltas"])))
    return lines


def readings(scene: Scene) -> Iterator[Reading]:
    """Every reading of the scene's win, shape by shape, legal or not; equal rows come again with each different reading."""
    assert scene.win is not None
    book, winner = scene.book, scene.players[scene.win.seat]

    def free(shape: str, arrangement: Arrangement) -> bool:
        return bool(evaluator(book.rules.free[shape])(View(scene, winner, arrangement)))

    tiles, melds = tuple(winner.tiles or ()), tuple(winner.melds or ())
    holding = Holding(tiles, melds, scene.win.tile, scene.given, scene.facts.jokers, winner.imagined)
    views = [View(scene, winner, arrangement) for arrangement in arrangements(book, holding, free)]
    for view in views:
        view.readings = views
        refused = next((book.variant.gates[slug].why for slug, gate in book.rules.gates if not evaluator(gate)(view)), "")
        for counts in forests(view):
            plain, _ = evaluate_rows(view, counts, without_extra=True)
            judged = Judged(*evaluate_rows(view, counts), view, counts)
            least = evaluator(book.rules.minimum)(view)
            short = f"{shown_value(book.variant, plain)} is less than {shown_value(book.variant, least)}" if plain < least else ""
            yield Reading(judged, refused or short)


def explain(scene: Scene, verdict: Verdict) -> list[str]:
    """The lines that tell a verdict about the scene's win; for a refused win what its best reading lacks."""
    variant, best = scene.book.variant, verdict.best
    found = sorted(readings(scene), key=lambda reading: -reading.judged.value)
    if best is None:
        lines = [f"no win: {verdict.why}" + (f" {verdict.why_zh}" if verdict.why_zh else "")]
        if found:
            judged = found[0].judged
            lines += ["its best reading would be", f"  {show_reading(judged)}", *_row_lines(variant, judged)]
        return lines
    lines = [show_reading(best), *_row_lines(variant, best)]
    lines.append(f"value {shown_value(variant, best.value)} {variant.score.unit_zh} {variant.score.unit}".replace("  ", " "))
    missing = left_out(best, found)
    if missing:
        lines.append("not counted:")
        for entry in missing:
            row = variant.rows[entry.row]
            lines.append(f"  {row.zh} {row.en}{_often(entry.count)}: {entry.principle}, {entry.because}")
    other = next((reading for reading in found if reading.judged.items != best.items), None)
    if other is not None:
        refused = f", but no win: {other.refused}" if other.refused else ""
        lines += [
            f"next best reading (high over low 就高不就低): {shown_value(variant, other.judged.value)}{refused}",
            f"  {show_reading(other.judged)}",
            "  "
            + ", ".join(f"{variant.rows[slug].en}{_often(other.judged.items.count(slug))}" for slug in dict.fromkeys(other.judged.items)),
        ]
    return lines


def left_out(best: Judged, found: list[Reading]) -> list[LeftOut]:
    """Rows that do not count (so often) in the best reading, each with the principle that drops them, in the order of the variant."""
    view, book = best.view, best.view.book
    standing = tally_of(view, best.counts).counts
    raw = {slug: count for slug, count in view.row_counts.items() if count and book.row_rules[slug].row.of == "winner"}
    entries: list[LeftOut] = []
    for rule in book.rules.rows:
        slug, listed = rule.slug, best.items.count(rule.slug)
        held = raw.get(slug, 0)
        combined = best.counts.get(slug, 0)
        if held and rule.row.family:
            entries += _not_combined(view, best.counts, slug)
        if combined and not standing.get(slug):
            by = [
                other.slug for other in book.rules.rows if standing.get(other.slug) and _excludes(other.row.excludes, other.row.keep, slug)
            ]
            names = ", ".join(f"{book.variant.rows[name].zh} {book.variant.rows[name].en}" for name in by)
            entries.append(LeftOut(slug, combined, NON_REPEAT, f"part of {names}"))
        elif combined and not listed and rule.row.listed and rule.row.of == "winner":
            entries.append(LeftOut(slug, combined, DEAREST_ONLY, "a dearer row or formula stands"))
        if not held:
            elsewhere = [reading.judged for reading in found if slug in reading.judged.items]
            if elsewhere and rule.row.listed and not rule.row.other:
                entries.append(LeftOut(slug, 1, NON_SEPARATION, f"only as {show_reading(elsewhere[0])}"))
    return entries


def _excludes(excludes: tuple[str, ...], keep: tuple[str, ...], slug: str) -> bool:
    return slug in excludes or ("*" in excludes and slug not in keep)


def _not_combined(view: View, counts: dict[str, int], slug: str) -> Iterator[LeftOut]:
    """The occurrences of a family row that are not in the choice that was made, one entry a principle."""
    chosen, others = chosen_occurrences(view, counts, slug)
    again = [next((used & groups for name, used in chosen if name == slug and used & groups), frozenset()) for groups in others]
    if any(again):
        used = frozenset[int]().union(*again)
        yield LeftOut(slug, sum(map(bool, again)), NON_IDENTICAL, f"{_show_groups(view, used)} in that row already")
    joined = [groups for groups, used in zip(others, again, strict=True) if not used]
    if joined:
        names = dict.fromkeys(name for name, used in chosen if any(used & groups for groups in joined))
        rows = view.book.variant.rows
        by = ", ".join(f"{rows[name].zh} {rows[name].en}" for name in names)
        yield LeftOut(slug, len(joined), ACCOUNT_ONCE, f"its groups are joined by {by}")


def _show_groups(view: View, numbers: frozenset[int]) -> str:
    return ", ".join(format_tiles(view.groups[i].kinds) for i in sorted(numbers))


def _often(count: int) -> str:
    return f" × {count}" if count > 1 else ""


def _row_lines(variant: Variant, judged: Judged) -> list[str]:
    worth = tally_of(judged.view, judged.counts).worth
    lines = []
    for slug in dict.fromkeys(judged.items):
        row, count = variant.rows[slug], judged.items.count(slug)
        note = ", outside the minimum" if row.extra else ""
        lines.append(f"  {row.zh} {row.en}: {worth.get(slug, 0)}{_often(count)}  ({slug}{note})")
    return lines


def show_reading(judged: Judged) -> str:
    """The groups of a reading: melds in brackets, the winning tile after a +, kinds that a joker plays in braces."""
    arrangement = judged.arrangement
    if arrangement is None:
        return ""
    words = [_show_group(group, i == arrangement.won, arrangement.place) for i, group in enumerate(arrangement.groups)]
    if arrangement.singles:
        rest = list(arrangement.singles)
        mark = ""
        if arrangement.won < 0 and arrangement.last in rest:
            rest.remove(arrangement.last)
            mark = f"+{NAMES[arrangement.last]}"
        words.append(format_tiles(rest) + mark)
    return f"{arrangement.shape}: " + " ".join(words)


def _show_group(group: Group, won: bool, place: int) -> str:
    kinds = list(group.kinds)
    mark = f"+{NAMES[kinds.pop(place)]}" if won else ""
    played = [kind for kind, filled in zip(group.kinds, group.fill, strict=False) if filled]
    jokers = "{" + format_tiles(played) + "}" if played else ""
    text = format_tiles(kinds) + mark + jokers
    return f"[{text}]" if group.melded else text
