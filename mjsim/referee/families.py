"""Rows of one family combine groups by the principles of the competition rules.

Account once: after some groups have been combined for one row, each remaining group may be combined only once with one
already used. Non-identical: a group is not used twice for the same row. So the occurrences that count form a forest: no two
groups of an occurrence may already be joined by earlier ones. Of all such choices the dearest counts.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

from mjsim.referee.features import PLACE_IN_TEMPLATE, count_row
from mjsim.referee.scene import View
from mjsim.variant.expressions import Template, templates
from mjsim.variant.rules import RowRule

Occurrence = tuple[str, frozenset[int]]
"""A row and the groups it combines."""


def forests(view: View) -> Iterator[dict[str, int]]:
    """How often each row of the winner holds, once for every choice of occurrences in the families (once without families)."""
    counts = {rule.slug: count_row(view, rule.slug) for rule in view.book.rules.rows if rule.row.of == "winner"}
    families: dict[str, list[Occurrence]] = {}
    for rule in view.book.rules.rows:
        if rule.row.family and counts.get(rule.slug):
            families.setdefault(rule.row.family, []).extend(occurrences(view, rule))
    if not families:
        yield counts
        return
    members = [rule.slug for rule in view.book.rules.rows if rule.row.family]
    seen = set()
    for chosen in product(*(_maximal(found) for found in families.values())):
        picked = [slug for choice in chosen for slug, _ in choice]
        often = tuple(min(picked.count(slug), counts[slug]) for slug in members)
        if often not in seen:
            seen.add(often)
            yield counts | dict(zip(members, often, strict=True))


def chosen_occurrences(view: View, counts: dict[str, int], slug: str) -> tuple[list[Occurrence], list[frozenset[int]]]:
    """A choice in the family of a row that gives these counts, and the occurrences of the row that are not in it."""
    family = view.book.row_rules[slug].row.family
    rules = [rule for rule in view.book.rules.rows if rule.row.family == family and count_row(view, rule.slug)]
    found = [occurrence for rule in rules for occurrence in occurrences(view, rule)]
    for chosen in _maximal(found):
        picked = [name for name, _ in chosen]
        if all(min(picked.count(rule.slug), count_row(view, rule.slug)) == counts[rule.slug] for rule in rules):
            return chosen, [groups for name, groups in found if name == slug and (name, groups) not in chosen]
    return [], []


def occurrences(view: View, rule: RowRule) -> list[Occurrence]:
    """All sets of groups that one of the row's templates fits."""
    expression = rule.when if rule.when is not None else rule.each
    found = {groups: None for template in templates(expression) for groups in _embeddings(view, template)} if expression is not None else {}
    return [(rule.slug, groups) for groups in found]


def _embeddings(view: View, template: Template) -> Iterator[frozenset[int]]:
    by_place: dict[tuple[int, int, int], list[int]] = {}
    for i, group in enumerate(view.groups):
        place = PLACE_IN_TEMPLATE.get(group.sort)
        if place is not None and group.kinds[0] < 27:
            by_place.setdefault((place, group.kinds[0] // 9, group.kinds[0] % 9 + 1), []).append(i)
    for needed in template.instances():
        choices = [list(combinations(by_place.get((kind, suit, rank), ()), need)) for kind, suit, rank, need in needed]
        for chosen in product(*choices):
            yield frozenset(i for part in chosen for i in part)


def _maximal(found: list[Occurrence]) -> list[list[Occurrence]]:
    """All choices of occurrences that form a forest and to which none can be added."""
    results: list[list[Occurrence]] = []

    def extend(start: int, chosen: list[Occurrence]) -> None:
        if all(not _joins(chosen, occurrence) for occurrence in found):
            results.append(chosen)
            return
        for i in range(start, len(found)):
            if _joins(chosen, found[i]):
                extend(i + 1, [*chosen, found[i]])

    extend(0, [])
    return results


def _joins(chosen: list[Occurrence], occurrence: Occurrence) -> bool:
    """Whether the occurrence may be added: its groups are all apart so far, and none serves the same row already."""
    slug, groups = occurrence
    if any(other == slug and used & groups for other, used in chosen):
        return False
    tree = {group: group for _, used in [*chosen, occurrence] for group in used}

    def root(group: int) -> int:
        while tree[group] != group:
            group = tree[group]
        return group

    for _, used in chosen:
        first, *rest = sorted(used)
        for group in rest:
            tree[root(group)] = root(first)
    roots = [root(group) for group in groups]
    return len(set(roots)) == len(roots)
