"""Exact values by id.

shanten.DECK.N.FORM.S  .mean  .S.distinct     DECK 108, 136, sichuan (at most two suits), taiwan (five sets); FORM of `shanten.FORMS`
waits.DECK.FORM.K  .distinct                  DECK 108, 136, taiwan (16 tiles); FORM std, stdtiles, std+7pd, std+7pq; waits.onesuit.K
deal.DECK.N.FEATURE                           DECK 108, 136, with +4j for jokers; also anyplayer.quad, anyplayer16.quad
flowers.144.N.firstK  .finalK
win.DECK.FORM  .distinct                      and win.joker..., win.mcr..., win.taiwan..., win.onesuit.14, win.144.noreplace.std
pattern.NAME  .distinct
solo.DECK.kW.dD
count.hands.Kk.N
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from math import comb
from typing import Any

from mjsim.errors import MjsimError, one_of, quote
from mjsim.exact import deals, patterns, shanten, waits, wins
from mjsim.exact.deals import STANDARD_DECKS, Fraction
from mjsim.exact.states import HONOR_KINDS, Deck
from mjsim.kernels.words import WIDE


def exact_value(name: str) -> Fraction:
    """(numerator, denominator) of an id; denominator 1 for a count. Not reduced.

    >>> exact_value("count.hands.34k.13")
    (98521596000, 1)
    """
    for pattern, value in FAMILIES:
        match = re.fullmatch(pattern, name)
        if match:
            return value(**match.groupdict())
    raise unknown(name, "a family of exact values", one_of(sorted({pattern.split("\\.")[0] for pattern, _ in FAMILIES})))


def exact_lines(names: Iterable[str]) -> Iterator[dict[str, Any]]:
    """One record an id: id, numerator and denominator (text: they may be long), value; an id that is not understood gives id and error."""
    for name in map(str.strip, names):
        if name:
            try:
                numerator, denominator = exact_value(name)
                value = numerator / denominator if denominator > 1 else numerator
                yield {"id": name, "numerator": str(numerator), "denominator": str(denominator), "value": value}
            except MjsimError as error:
                yield {"id": name, "error": str(error)}


def unknown(name: str, what: str, allowed: str) -> MjsimError:
    """An id that says nothing countable."""
    return MjsimError(f"{quote(name)} is not {what}", "id", allowed)


def bounded(text: str, low: int, high: int, what: str) -> int:
    """A number of an id within its bounds."""
    if not low <= int(text) <= high:
        raise unknown(text, what, f"{low} to {high}")
    return int(text)


def hand_size(text: str, allowed: Iterable[int] = (4, 5, 7, 8, 10, 11, 13, 14, 16, 17)) -> int:
    """Number of tiles of a hand."""
    if int(text) not in allowed:
        raise unknown(text, "a number of tiles of a hand", one_of(allowed))
    return int(text)


def shanten_value(deck: str, tiles: str, form: str, value: str, distinct: str | None) -> Fraction:
    """shanten.*"""
    forms = {"sichuan": ("std", "std+7pq"), "taiwan": ("std",)}.get(deck, tuple(shanten.FORMS))
    if form not in forms:
        raise unknown(form, f"a form of {deck}", one_of(forms))
    number = hand_size(tiles, {"taiwan": (16, 17)}.get(deck, hand_sizes(form)))
    honors = HONOR_KINDS if deck in ("136", "taiwan") else 0
    if deck == "sichuan":
        counts = shanten.two_suit_counts(number, form, distinct is not None)
    else:
        counts = shanten.shanten_counts(honors, number, form, distinct is not None)
    total = sum(s * n for s, n in counts.items()) if value == "mean" else counts.get(int(value), 0)
    return (total, sum(counts.values()) if value == "mean" else 1) if distinct else (total, comb(108 + 4 * honors, number))


def hand_sizes(form: str) -> tuple[int, ...]:
    """Sizes for which a form is defined."""
    return (4, 5, 7, 8, 10, 11, 13, 14, 16, 17) if form == "std" else (13, 14)


def waits_value(deck: str, form: str, number: str, distinct: str | None) -> Fraction:
    """waits.*"""
    honors, tiles, once = 0 if deck == "108" else HONOR_KINDS, 16 if deck == "taiwan" else 13, distinct is not None
    if "+" in form and deck == "taiwan":
        raise unknown(form, "a form of taiwan", "std, stdtiles")
    counts = (
        waits.waits_with_pairs(honors, form[3:], once) if "+" in form else waits.standard_waits(honors, tiles, form == "stdtiles", once)
    )
    total = deals.distinct_hands(27 + honors, tiles) if once else comb(108 + 4 * honors, tiles)
    ready = sum(hands for waiting, hands in counts.items() if waiting)
    return counts.get(int(number), 0) if int(number) else total - ready, 1 if once else total


DEALS: dict[str, Callable[[Deck, int, int], Fraction]] = {
    "suits": lambda deck, n, k: deals.deal(deck, n, ("suits",), lambda suits: suits == k),
    "voidsuit": lambda deck, n, k: deals.deal(deck, n, ("suits",), lambda suits: suits < 3),
    "quad": lambda deck, n, k: deals.deal(deck, n, ("quad",), bool),
    "no258": lambda deck, n, k: deals.deal(deck, n, ("is258",), lambda some: not some),
    "twotrip": lambda deck, n, k: deals.deal(deck, n, ("trips",), lambda trips: trips >= 2),
    "twotrip_exact": lambda deck, n, k: deals.deal(deck, n, ("trips_exact",), lambda trips: trips >= 2),
    "anystart": lambda deck, n, k: deals.deal(
        deck, n, ("suits", "quad", "is258", "trips"), lambda suits, quad, some, trips: suits < 3 or quad > 0 or not some or trips >= 2
    ),
    "jokers": lambda deck, n, k: deals.deal(deck, n, ("jokers",), lambda jokers: jokers == k),
    "orphans": lambda deck, n, k: deals.deal(deck, n, ("orphans",), lambda kinds: kinds >= k),
    "orphankinds": lambda deck, n, k: deals.deal(deck, n, ("orphans",), lambda kinds: kinds == k),
    "minsuit": deals.smallest_suit,
    "santong": lambda deck, n, k: deals.same_pairs(deck, n),
}
"""Features of a deal: functions of the deck, the number of tiles and the number behind the name."""
NUMBERED = ("suits", "jokers", "orphans", "orphankinds", "minsuit")


def deal_value(deck: str, jokers: str | None, tiles: str, feature: str, number: str) -> Fraction:
    """deal.*"""
    if feature not in DEALS or (number != "") != (feature in NUMBERED):
        raise unknown(feature + number, "a feature of a deal", one_of(name + ("K" if name in NUMBERED else "") for name in DEALS))
    whole = Deck(STANDARD_DECKS[deck].honors, bounded(jokers or "0", 0, 20, "a number of jokers"))
    return DEALS[feature](whole, bounded(tiles, 1, WIDE, "a number of tiles"), int(number or 0))


def any_player(deck: str, sixteen: str) -> Fraction:
    """deal.DECK.anyplayer.quad, deal.DECK.anyplayer16.quad"""
    return deals.quad_of_any_player(STANDARD_DECKS[deck], (17, 16, 16, 16) if sixteen else (14, 13, 13, 13))


WIN_FORMS = {
    "std": "std",
    "riichi": "min_all",
    "std+7pq": "std+7pq",
    "std+7pd": "min_std_seven",
    "min_all": "min_all",
    "min_std_seven": "min_std_seven",
    "seven": "seven",
    "orphans": "orphans",
}


def win_value(deck: str, form: str, distinct: str | None) -> Fraction:
    """win.108.*, win.136.*, win.taiwan.std"""
    tiles = 17 if deck == "taiwan" else 14
    honors = 0 if deck == "108" else HONOR_KINDS
    if form not in WIN_FORMS or (deck == "taiwan" and form != "std"):
        raise unknown(form, f"a winning form of {deck}", "std" if deck == "taiwan" else one_of(WIN_FORMS))
    hands = wins.complete_hands(honors, tiles, WIN_FORMS[form], distinct is not None)
    return hands, 1 if distinct else comb(108 + 4 * honors, tiles)


def joker_value(deck: str, jokers: str, pairs: str | None, capped: str | None) -> Fraction:
    """win.joker.DECK+J.*; honourwildJ: one honour kind is wild (its four tiles), and is no natural tile."""
    honors = HONOR_KINDS - 1 if deck == "honourwild" else STANDARD_DECKS[deck].honors
    number = bounded(jokers, 4, 4, "the number of wild honours") if deck == "honourwild" else bounded(jokers, 0, 14, "a number of jokers")
    if pairs and capped:
        raise unknown(f"std{pairs}{capped}", "a form with jokers", "cap4 with std only")
    return wins.joker_wins(honors, number, pairs is not None, capped is not None), comb(108 + 4 * honors + number, 14)


HANDS: dict[str, tuple[Callable[[bool], int], int]] = {
    "mcr.greater_knitted": (wins.greater_knitted, 14),
    "mcr.lesser_knitted": (wins.lesser_knitted, 14),
    "mcr.knitted_straight_meld": (wins.knitted_straight, 14),
    "mcr.seven_pairs": (wins.quad_pairs, 14),
    "mcr.thirteen_orphans": (lambda distinct: wins.complete_hands(HONOR_KINDS, 14, "orphans", distinct), 14),
    "taiwan.sixteen": (wins.sixteen_apart, 17),
}
"""Single hands: number of them (of distinct ones), and tiles."""


def hand_value(hand: str, distinct: str | None) -> Fraction:
    """win.mcr.*, win.taiwan.sixteen"""
    if hand not in HANDS:
        raise unknown(hand, "a hand of win", one_of(HANDS))
    count, tiles = HANDS[hand]
    return count(distinct is not None), 1 if distinct else comb(136, tiles)


def pattern_value(name: str, distinct: str | None) -> Fraction:
    """pattern.*"""
    if name not in patterns.PATTERNS:
        raise unknown(name, "a pattern", one_of(patterns.PATTERNS))
    return patterns.pattern_hands(name, distinct is not None), 1 if distinct else comb(136, 14)


def flower_value(tiles: str, when: str, number: str) -> Fraction:
    """flowers.144.N.*"""
    chance = deals.first_flowers if when == "first" else deals.final_flowers
    return chance(bounded(tiles, 8, 128, "a number of tiles"), bounded(number, 0, 8, "a number of flowers"))


def solo_value(deck: str, live: str, draws: str) -> Fraction:
    """solo.*: who waits sees the 13 tiles of his hand."""
    unseen = int(deck) - 13
    return deals.self_draw(unseen, bounded(live, 0, unseen, "a number of live tiles"), bounded(draws, 0, unseen, "a number of draws"))


def count_value(kinds: str, tiles: str) -> Fraction:
    """count.hands.*"""
    return deals.distinct_hands(bounded(kinds, 1, 42, "a number of kinds"), bounded(tiles, 0, 168, "a number of tiles")), 1


DISTINCT = r"(?P<distinct>\.distinct)?"
FAMILIES: list[tuple[str, Callable[..., Fraction]]] = [
    (
        rf"shanten\.(?P<deck>108|136|sichuan|taiwan)\.(?P<tiles>\d{{1,4}})\.(?P<form>[a-z0-9_+]+)\.(?P<value>-?\d{{1,4}}|mean){DISTINCT}",
        shanten_value,
    ),
    (rf"waits\.(?P<deck>108|136|taiwan)\.(?P<form>std|stdtiles|std\+7pd|std\+7pq)\.(?P<number>\d{{1,4}}){DISTINCT}", waits_value),
    (r"waits\.onesuit\.(?P<number>\d{1,4})", lambda number: (waits.one_suit_waits().get(int(number), 0), 1)),
    (r"deal\.(?P<deck>108|136)\.anyplayer(?P<sixteen>16)?\.quad", any_player),
    (r"deal\.(?P<deck>108|136)(\+(?P<jokers>\d{1,4})j)?\.(?P<tiles>\d{1,4})\.(?P<feature>no258|[a-z_]+)(?P<number>\d{0,4})", deal_value),
    (r"flowers\.144\.(?P<tiles>\d{1,4})\.(?P<when>first|final)(?P<number>\d{1,4})", flower_value),
    (r"win\.144\.noreplace\.std", lambda: (wins.complete_hands(HONOR_KINDS, 14, "std", False), comb(144, 14))),
    (
        r"win\.onesuit\.(?P<tiles>\d{1,4})(?P<std>\.std)?",
        lambda tiles, std: (wins.one_suit_wins(hand_size(tiles, (2, 5, 8, 11, 14, 17)), not std), 1),
    ),
    (rf"win\.(?P<hand>taiwan\.sixteen|mcr\.\w+?){DISTINCT}", hand_value),
    (rf"win\.(?P<deck>108|136|taiwan)\.(?P<form>[a-z0-9+]+){DISTINCT}", win_value),
    (r"win\.joker\.(?P<deck>108|136|honourwild)\+?(?P<jokers>\d{1,4})\.std(?P<pairs>\+7pq)?(?P<capped>\.cap4)?", joker_value),
    (rf"pattern\.(?P<name>[a-z0-9_]+?){DISTINCT}", pattern_value),
    (r"solo\.(?P<deck>108|136)\.k(?P<live>\d{1,4})\.d(?P<draws>\d{1,4})", solo_value),
    (r"count\.hands\.(?P<kinds>\d{1,4})k\.(?P<tiles>\d{1,4})", count_value),
]
"""Grammar of the ids: expression and function of its named parts, the first that matches."""
