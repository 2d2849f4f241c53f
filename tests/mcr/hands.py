"""Winning hands of the competition rules, drawn at random so that every fan occurs.

Most are built round one fan (`PLANS`), the others from sets of a random pool of kinds. Sets are then laid down or kept, pungs
become kongs, a tile is chosen as the winning one, and seat, round, manner, flags and flowers are drawn. All of it is possible at a
table: no fifth tile of a kind, a robbed tile is not held already, the last of its kind is not among the concealed tiles.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from mjsim.hands import Case as ScoredCase
from mjsim.hands import Deal, Meld, Seat, WinClaim
from mjsim.tiles import KIND_OF, kind_set, kinds_in

WINDS, DRAGONS = range(27, 31), range(31, 34)
YAO = [0, 8, 9, 17, 18, 26, *range(27, 34)]
NINE_GATES = [0, 0, 0, *range(1, 8), 8, 8, 8]


class Hand(NamedTuple):
    """A complete hand. `tiles`: concealed, without the winning tile. `melds`: sort, lowest kind, giver (-1: none)."""

    plan: str
    tiles: tuple[int, ...]
    melds: tuple[tuple[str, int, int], ...]
    win: int
    by: str
    seat: int
    round: int
    flags: frozenset[str]
    flowers: int

    @property
    def giver(self) -> int | None:
        return None if self.by == "self" else (self.seat + 1) % 4


def meld_of(sort: str, lowest: int, giver: int) -> Meld:
    """The set on the table."""
    tiles = tuple(range(lowest, lowest + 3)) if sort == "chow" else (lowest,) * (4 if sort.startswith("kong") else 3)
    return Meld(sort, tiles, None if giver < 0 else giver)


def case_of(hand: Hand) -> ScoredCase:
    """The hand as the referee reads it."""
    winner = Seat(hand.seat, hand.tiles, tuple(meld_of(*meld) for meld in hand.melds), tuple(range(34, 34 + hand.flowers)))
    return ScoredCase("drawn", Deal(hand.round), winner, WinClaim(hand.seat, hand.win, hand.by, hand.giver, hand.flags), (), {})


Group = tuple[str, int]
"""C, P or D (chow, pung, pair) and the lowest kind."""

PLANS: dict[str, str] = {
    "big-four-winds": "PE PS PW PN",
    "big-three-dragons": "PC PF PP",
    "all-green": ":23468sF",
    "four-kongs": "kong kong kong kong",
    "three-kongs": "kong kong kong",
    "two-kongs": "kong kong",
    "all-terminals": "pung pung pung pung :19mps",
    "little-four-winds": "PE PS PW DN",
    "little-three-dragons": "PC PF DP",
    "all-honors": "pung pung pung pung :ESWNCFP",
    "pungs": "pung pung pung pung",
    "concealed-pungs": "pung pung pung closed",
    "four-concealed-pungs": "pung pung pung pung closed",
    "pure-terminal-chows": "C1a C1a C7a C7a D5a",
    "quadruple-chow": "C+0a C+0a C+0a C+0a",
    "four-pure-shifted-pungs": "P+0a P+1a P+2a P+3a",
    "four-pure-shifted-chows": "C+0a C+1a C+2a C+3a",
    "four-pure-shifted-chows-by-two": "C+0a C+2a C+4a C+6a",
    "all-terminals-and-honors": "pung pung pung pung :19mpsESWNCFP",
    "all-even-pungs": "pung pung pung pung :2468mps",
    "full-flush": "flush :123456789m",
    "half-flush": "flush :123456789mESWNCFP",
    "pure-triple-chow": "C+0a C+0a C+0a",
    "pure-shifted-pungs": "P+0a P+1a P+2a",
    "upper-tiles": ":789mps",
    "middle-tiles": ":456mps",
    "lower-tiles": ":123mps",
    "pure-straight": "C1a C4a C7a",
    "three-suited-terminal-chows": "C1a C7a C1b C7b D5c",
    "pure-shifted-chows": "C+0a C+1a C+2a",
    "pure-shifted-chows-by-two": "C+0a C+2a C+4a",
    "all-fives": "fives",
    "triple-pung": "P+0a P+0b P+0c",
    "upper-four": ":6789mps",
    "lower-four": ":1234mps",
    "big-three-winds": "PE PS PW",
    "mixed-straight": "C1a C4b C7c",
    "reversible-tiles": ":1234589p245689sP",
    "mixed-triple-chow": "C+0a C+0b C+0c",
    "mixed-shifted-pungs": "P+0a P+1b P+2c",
    "chicken-hand": "C+0a C+1b chow chow DE open discard :123456789mps",
    "mixed-shifted-chows": "C+0a C+1b C+2c",
    "all-types": "PC DE :123456789mps",
    "melded-hand": "melded discard",
    "two-dragon-pungs": "PC PF",
    "outside-hand": "outside",
    "double-pung": "P+0a P+0b",
    "two-double-pungs": "P+0a P+0b P+1a P+1b",
    "seat-wind": "PE PS",
    "chows": "chow chow chow chow",
    "double-chows": "C+0a C+0a C+0b",
    "crossed-chows": "C+0a C+0b C+3a C+3b",
    "simples": ":2345678mps",
    "narrow": ":2345mps",
    "nine-gates": "nine gates",
    "seven-shifted-pairs": "shifted pairs",
    "seven-pairs": "seven pairs",
    "pairs-of-yao": "yao pairs",
    "pairs-of-a-suit": "suit pairs",
    "thirteen-orphans": "orphans",
    "greater-honors-and-knitted": "knitted 7",
    "lesser-honors-and-knitted": "knitted",
    "knitted-straight": "knit3",
    "free": "",
}
SPECIAL = ("nine gates", "shifted pairs", "seven pairs", "yao pairs", "suit pairs", "orphans", "knitted 7", "knitted")


def hands(seed: int, count: int) -> Iterator[Hand]:
    """So many hands of a seed, plan after plan."""
    rng = random.Random(seed)
    names = [*PLANS, *["free"] * 8, *["narrow", "chicken-hand"] * 3, *["full-flush"] * 3]
    while count:
        hand = draw(rng, rng.choice(names))
        if hand is not None:
            yield hand
            count -= 1


def draw(rng: random.Random, plan: str) -> Hand | None:
    """One hand of a plan; None if it would need a fifth tile of some kind."""
    words = PLANS[plan].split()
    if PLANS[plan] in SPECIAL:
        tiles = single_tiles(rng, PLANS[plan])
        return finish(rng, plan, words, tiles, [], tiles)
    knit: list[int] = []
    if plan == "knitted-straight":
        knit = [suit * 9 + first + 3 * step for first, suit in enumerate(rng.sample(range(3), 3)) for step in range(3)]
    groups = sets_and_pair(rng, words, 1 if knit else 4)
    counts = [0] * 34
    for kind in [*knit, *(kind for group in groups for kind in kinds_of(group))]:
        counts[kind] += 1
    if max(counts) > 4:
        return None
    melds: list[tuple[str, int, int]] = []
    concealed = knit
    eager = 1.0 if "melded" in words else 0.0 if "closed" in words else 0.4 if "open" in words else rng.choice((0.0, 0.0, 0.3, 0.6, 1.0))
    kongs = words.count("kong")
    for group in groups:
        sort = meld_sort(rng, group, eager, kongs > 0, counts)
        kongs -= sort.startswith("kong")
        if sort:
            melds.append((sort, group[1], -1 if sort == "kong-concealed" else 3 if sort == "chow" else rng.choice((1, 2, 3))))
            counts[group[1]] += sort.startswith("kong")
        else:
            concealed = [*concealed, *kinds_of(group)]
    if "open" in words and not any(giver >= 0 for _, _, giver in melds):
        return None
    pool = concealed[-2:] if rng.random() < 0.1 else concealed
    return finish(rng, plan, words, concealed, melds, pool)


def meld_sort(rng: random.Random, group: Group, eager: float, kong: bool, counts: list[int]) -> str:
    """What becomes of a set: "" if it stays in the hand."""
    shape, kind = group
    if shape == "D" or (shape == "C" and rng.random() >= eager):
        return ""
    if shape == "C":
        return "chow"
    if counts[kind] == 3 and (kong or rng.random() < 0.15):
        return "kong-concealed" if rng.random() >= max(eager, 0.3 * kong) else rng.choice(("kong-exposed", "kong-added"))
    return "pung" if rng.random() < eager else ""


def finish(
    rng: random.Random, plan: str, words: list[str], concealed: list[int], melds: list[tuple[str, int, int]], pool: list[int]
) -> Hand:
    """Winning tile, manner, flags and the rest, as they can go together."""
    win = concealed[-1] if plan == "nine-gates" else rng.choice(pool)
    tiles = concealed.copy()
    tiles.remove(win)
    rng.shuffle(melds)
    laid = sum(kind == win for meld in melds for kind in meld_of(*meld).tiles)
    by = "discard" if "discard" in words else rng.choice(("self", "self", "discard", "discard", "discard", "rob"))
    if by == "rob" and (laid or win in tiles):
        by = "discard"
    flags = set()
    if by == "self" and any(sort.startswith("kong") for sort, _, _ in melds) and rng.random() < 0.3:
        flags.add("kong_replacement")
    if by != "rob" and rng.random() < 0.1:
        flags.add("last_wall_tile" if by == "self" else "last_discard")
    if laid == 3 or (win not in tiles and rng.random() < 0.1):
        flags.add("last_of_kind")
    flowers = rng.choice((0, 0, 0, 1, 2, 3, 8))
    return Hand(plan, tuple(tiles), tuple(melds), win, by, rng.randrange(4), rng.choice(WINDS), frozenset(flags), flowers)


@cache
def pool_of(text: str) -> int:
    """Kinds of a text in which digits count for each of the suits that follow: 19mps, 23468sF."""
    mask, digits, suited = 0, "", False
    for letter in text:
        if letter.isdigit():
            digits, suited = ("" if suited else digits) + letter, False
        elif letter in "mps":
            mask, suited = mask | kind_set(digits + letter), True
        else:
            mask |= kind_set(letter)
    return mask


def kinds_of(group: Group) -> list[int]:
    shape, kind = group
    return [kind, kind + 1, kind + 2] if shape == "C" else [kind] * (3 if shape == "P" else 2)


def sets_and_pair(rng: random.Random, words: list[str], sets: int) -> list[Group]:
    """The groups that the words ask for, and others from their pool until there are enough; the pair is the last."""
    suits, winds = rng.sample(range(3), 3), rng.sample(WINDS, 4)
    pool = pool_of(next((word[1:] for word in words if word.startswith(":")), "123456789mpsESWNCFP"))
    if "flush" in words:
        pool = (pool & 0x1FF) << 9 * suits[0] | pool >> 27 << 27
    named = [word for word in words if word[0] in "CPD" and len(word) > 1]
    highest = max([int(word[2]) + (2 if word[0] == "C" else 0) for word in named if word[1] == "+"], default=0)
    rank = rng.randrange(9 - highest)
    groups: list[Group] = []
    for word in named:
        if len(word) == 2:
            groups.append((word[0], winds["ESWN".index(word[1])] if word[1] in "ESWN" else KIND_OF[word[1]]))
        elif word[1] == "+":
            groups.append((word[0], 9 * suits["abc".index(word[3])] + rank + int(word[2])))
        else:
            groups.append((word[0], 9 * suits["abc".index(word[2])] + int(word[1]) - 1))
    pair = [group for group in groups if group[0] == "D"]
    groups = [group for group in groups if group[0] != "D"]
    wanted = [word for word in words if word in ("pung", "chow", "kong")]
    every = next((word for word in words if word in ("fives", "outside")), "")
    runs = rng.choice((0.9, 0.6, 0.3))
    for number in range(sets - len(groups)):
        groups.append(some_set(rng, wanted[number] if number < len(wanted) else every, pool, runs))
    rng.shuffle(groups)
    return groups + (pair or [rng.choice(choices(every, pool)[2])])


@cache
def choices(sort: str, pool: int) -> tuple[list[Group], list[Group], list[Group]]:
    """Chows, pungs and pairs of the pool that a word asks for: with a five ("fives"), with a terminal or honour ("outside")."""
    kinds = kinds_in(pool)
    chows = [("C", kind) for kind in kinds if kind < 27 and kind % 9 < 7 and pool >> kind + 1 & 1 and pool >> kind + 2 & 1]
    needed = {"fives": {4, 13, 22}, "outside": set(YAO)}.get(sort, set(kinds))
    chows = [group for group in chows if needed & set(kinds_of(group))]
    alike = [kind for kind in kinds if kind in needed]
    return chows, [("P", kind) for kind in alike], [("D", kind) for kind in alike]


def some_set(rng: random.Random, sort: str, pool: int, runs: float) -> Group:
    """A set of the pool: a pung, a chow, or either."""
    chows, pungs, _ = choices(sort, pool)
    chow = sort == "chow" or (sort not in ("pung", "kong") and rng.random() < runs)
    return rng.choice(chows if chow and chows else pungs)


def single_tiles(rng: random.Random, form: str) -> list[int]:
    """The fourteen tiles of a hand without sets, and of nine gates."""
    suit = 9 * rng.randrange(3)
    if form == "nine gates":
        return [suit + kind for kind in [*NINE_GATES, rng.randrange(9)]]
    if form == "shifted pairs":
        first = rng.randrange(3)
        return [suit + first + i for i in range(7)] * 2
    if form.endswith("pairs"):
        kinds = {"seven pairs": list(range(34)), "yao pairs": YAO, "suit pairs": list(range(suit, suit + 9))}[form]
        return sorted(rng.sample(kinds * (1 + (rng.random() < 0.4)), 7) * 2)
    if form == "orphans":
        return [*YAO, rng.choice(YAO)]
    straight = [s * 9 + first + 3 * step for first, s in enumerate(rng.sample(range(3), 3)) for step in range(3)]
    if form == "knitted 7":
        return [*rng.sample(straight, 7), *range(27, 34)]
    suited = rng.choice((8, 9))
    return [*rng.sample(straight, suited), *rng.sample(range(27, 34), 14 - suited)]
