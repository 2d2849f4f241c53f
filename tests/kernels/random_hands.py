"""Random complete hands of any variant, as cases: built from its own shapes, sets, jokers, melds and flags, some of them spoilt."""

from __future__ import annotations

import random
from collections import Counter
from itertools import permutations
from typing import Any

from mjsim.compile.program import Program
from mjsim.compile.sets import alike, sets_in_play
from mjsim.hands import Meld
from mjsim.kernels import layout as L
from mjsim.kernels.record import turned_jokers
from mjsim.tiles import KIND_OF, NAMES, SUITS, format_tiles, kind_set, kinds_in
from mjsim.variant.deck import copies_of, kinds_in_play
from mjsim.variant.shapes import sets_of, shapes_of

FLAGS = (
    "kong_replacement",
    "flower_replacement",
    "last_wall_tile",
    "heavenly",
    "earthly",
    "double_kong",
    "first_ready",
    "ready",
    "ready_open",
    "last_of_kind",
)
GIVEN_FLAGS = ("last_discard", "human", "after_kong_discard", "first_ready", "ready", "ready_open", "last_of_kind")
YAO = kinds_in(kind_set("19m19p19sESWNCFP"))


class Dealer:
    """Deals random hands of one variant; the same seed gives the same hands."""

    def __init__(self, program: Program, seed: int) -> None:
        self.program, self.variant = program, program.variant
        self.rng = random.Random(seed)
        self.kinds = kinds_in(kinds_in_play(self.variant))
        self.sets = sets_in_play(self.variant, kinds_in_play(self.variant))
        self.made = 0

    def case(self) -> dict[str, Any]:
        """A case of the JSON format (without `expect`); its hand is complete more often than not."""
        while True:
            case = self._try()
            if case is not None:
                self.made += 1
                return case

    def _try(self) -> dict[str, Any] | None:
        rng, v = self.rng, self.variant
        self.left = Counter({kind: count for kind, count in enumerate(copies_of(v)) if count})
        turned, jokers = self._jokers()
        seat, by = rng.randrange(v.players), rng.choice(["self", "self", "discard", "discard", "rob"])
        tiles, melds = self._tiles(rng.choice(v.win.shapes))
        if tiles is None:
            return None
        tiles = self._with_jokers(tiles, jokers)
        if len(tiles) + 3 * len(melds) != v.deal.hand + 1:
            return None
        if rng.random() < 0.08:
            spoilt = self._take(self.kinds)
            if spoilt is not None:
                tiles[rng.randrange(len(tiles))] = spoilt
        rng.shuffle(tiles)
        others = self._others(seat)
        win = tiles.pop()
        case: dict[str, Any] = {
            "id": f"{v.slug}-{self.made}",
            "hand": "".join(NAMES[kind] for kind in sorted(tiles)),
            "melds": [self._text(meld, seat) for meld in melds],
            "win": NAMES[win],
            "by": by,
            "seat": seat,
            "round": rng.choice("ESWN"),
            "jokers": [NAMES[kind] for kind in jokers],
            "flags": self._flags(by),
            "flowers": [NAMES[kind] for kind in self._laid(jokers)],
            "others": others,
        }
        if by != "self":
            case["from"] = rng.choice([other for other in range(v.players) if other != seat])
        if turned is not None:
            case["turned"] = [NAMES[turned]]
        self._further(case, tiles, melds, win)
        return case

    def _take(self, kinds: list[int], number: int = 1) -> int | None:
        """Take tiles of a random kind that still has so many; None if there is none."""
        some = [kind for kind in kinds if self.left[kind] >= number]
        if not some:
            return None
        kind = self.rng.choice(some)
        self.left[kind] -= number
        return kind

    def _take_all(self, kinds: tuple[int, ...] | list[int]) -> bool:
        need = Counter(kinds)
        if any(self.left[kind] < count for kind, count in need.items()):
            return False
        self.left -= need
        return True

    def _jokers(self) -> tuple[int | None, list[int]]:
        source, image = self.variant.jokers.source, self.program.image
        if source in ("none", "fixed"):
            return None, kinds_in(turned_jokers(image, -1))
        turned = self.rng.choice(self.kinds)
        self.left[turned] -= 1
        mask = turned_jokers(image, turned)
        return turned, sorted(kinds_in(mask), key=lambda kind: kind != turned)

    def _palette(self) -> list[int]:
        """The kinds that a hand is made of: all, one or two suits with or without honours, ends, pungs of honours ..."""
        rng = self.rng
        suits = rng.sample("mps", rng.choice([1, 1, 2, 2, 3, 3, 3]))
        kinds = [kind for kind in self.kinds if (kind >= 27 and rng.random() < 0.7) or (kind < 27 and SUITS[kind // 9] in suits)]
        if rng.random() < 0.1:
            kinds = [kind for kind in self.kinds if kind in YAO]
        if rng.random() < 0.15:
            kinds = [kind for kind in self.kinds if kind < 27 and kind % 9 in (1, 4, 7)]
        return kinds or self.kinds

    def _tiles(self, name: str) -> tuple[list[int] | None, list[Meld]]:
        shape = shapes_of(self.variant)[name]
        number = sets_of(self.variant)
        size = self.variant.deal.hand + 1
        match shape.form:
            case "sets":
                return self._standard(number, self._palette())
            case "pairs":
                tiles = []
                for _ in range(shape.pairs):
                    kind = self._take(self._palette(), 2)
                    if kind is None:
                        return None, []
                    tiles += [kind, kind]
                tiles += [kind for kind in [self._take(self.kinds) for _ in range(shape.odd)] if kind is not None]
                return tiles[self.variant.jokers.virtual :], []
            case "orphans":
                tiles = [*YAO, self.rng.choice(YAO)]
                return (tiles[self.variant.jokers.virtual :] if self._take_all(tiles) else None), []
            case "apart":
                return self._apart(size), []
            case "knitted":
                return self._knitted(size), []
            case "knit3":
                rows = self.rng.choice(list(permutations(range(3))))
                knit = [9 * suit + row + step for suit, row in enumerate(rows) for step in (0, 3, 6)]
                if not self._take_all(knit):
                    return None, []
                tiles, melds = self._standard(number - 3, self._palette())
                return (None if tiles is None else knit + tiles), melds
        return self._anything(size)

    def _standard(self, number: int, palette: list[int]) -> tuple[list[int] | None, list[Meld]]:
        rng = self.rng
        favoured = [entry for entry in self.sets if all(kind in palette for kind in entry[1])] or self.sets
        if rng.random() < 0.25:
            favoured = [entry for entry in favoured if entry[0] == L.G_PUNG] or favoured
        if rng.random() < 0.2:
            favoured = [entry for entry in favoured if entry[0] == L.G_CHOW] or favoured
        tiles: list[int] = []
        melds: list[Meld] = []
        open_hand = rng.choice([0.0, 0.3, 0.6, 0.9])
        for _ in range(number):
            entry = rng.choice(favoured)
            if rng.random() < 0.15 and tiles:
                entry = next((e for e in self.sets if list(e[1]) == tiles[-3:]), entry)
            if not self._take_all(entry[1]):
                return None, []
            meld = self._meld(*entry) if rng.random() < open_hand else None
            if meld is None:
                tiles += entry[1]
            else:
                melds.append(meld)
        pair = self._take([kind for kind in palette if kind in alike(self.variant)] or list(alike(self.variant)), 2)
        if pair is None:
            return None, []
        tiles += [pair, pair]
        for _ in range(self.variant.jokers.virtual):
            tiles.pop(rng.randrange(len(tiles)))
        return tiles, melds

    def _meld(self, type: int, tiles: tuple[int, ...]) -> Meld | None:
        """The set as a meld on the table, if the variant has such melds (now and then one that it has not)."""
        claims, rng = self.variant.claims, self.rng
        if type != L.G_PUNG:
            return Meld("chow", tiles) if claims.chow != "none" or rng.random() < 0.02 else None
        kongs = [f"kong-{name}" for name in claims.kongs if name != "gold"]
        sorts = [*(["pung", "pung"] if claims.pung else []), *(kongs if self.left[tiles[0]] else [])]
        if not sorts:
            return None
        sort = rng.choice(sorts)
        if sort == "pung":
            return Meld(sort, tiles)
        self.left[tiles[0]] -= 1
        return Meld(sort, (*tiles, tiles[0]))

    def _apart(self, size: int) -> list[int] | None:
        rng = self.rng
        kinds: list[int] = []
        for first in (0, 9, 18):
            ranks = sorted(rng.sample(range(9), 3))
            while ranks[1] - ranks[0] < 3 or ranks[2] - ranks[1] < 3:
                ranks = sorted(rng.sample(range(9), 3))
            kinds += [first + rank for rank in ranks]
        kinds += range(27, 34)
        chosen = rng.sample(kinds, size)
        return chosen if self._take_all(chosen) else None

    def _knitted(self, size: int) -> list[int] | None:
        rows = self.rng.choice(list(permutations(range(3))))
        kinds = [9 * suit + row + step for suit, row in enumerate(rows) for step in (0, 3, 6)] + list(range(27, 34))
        chosen = self.rng.sample(kinds, size)
        return chosen if self._take_all(chosen) else None

    def _anything(self, size: int) -> tuple[list[int] | None, list[Meld]]:
        """Tiles of a free shape: all of 2 5 8, all honours, or anything."""
        palettes = [[k for k in self.kinds if k < 27 and k % 9 in (1, 4, 7)], [k for k in self.kinds if k >= 27], self.kinds]
        palette = self.rng.choice([palette for palette in palettes if len(palette) >= 5])
        tiles = [self._take(palette) for _ in range(size)]
        return ([kind for kind in tiles if kind is not None] if None not in tiles else None), []

    def _with_jokers(self, tiles: list[int], jokers: list[int]) -> list[int]:
        """Some tiles replaced by jokers, and some of the jokers' kind by the stand-in."""
        rng, stand = self.rng, self.variant.jokers.stand_in
        tiles = list(tiles)
        for _ in range(rng.choice([0, 0, 1, 1, 1, 2, 2, 3]) if jokers else 0):
            joker = self._take(jokers)
            if joker is not None:
                i = rng.randrange(len(tiles))
                self.left[tiles[i]] += 1
                tiles[i] = joker
        if stand and jokers and KIND_OF[stand] not in jokers:
            for i, kind in enumerate(tiles):
                if kind == jokers[0] and rng.random() < 0.5 and self.left[KIND_OF[stand]]:
                    self.left[KIND_OF[stand]] -= 1
                    self.left[kind] += 1
                    tiles[i] = KIND_OF[stand]
        return tiles

    def _text(self, meld: Meld, seat: int) -> str:
        """A meld in the notation of cases; a claimed one comes from the upper seat or, but for chows, from anybody."""
        players = self.variant.players
        givers = [(seat - 1) % players] if meld.sort == "chow" else [other for other in range(players) if other != seat]
        giver = f"<{self.rng.choice(givers)}" if meld.open else ""
        return f"{meld.sort} {format_tiles(meld.tiles)}{giver}"

    def _flags(self, by: str) -> list[str]:
        some = FLAGS if by == "self" else GIVEN_FLAGS if by == "discard" else ("ready", "first_ready")
        flags = [flag for flag in some if self.rng.random() < 0.08]
        if self.variant.win.ready != "none" and self.rng.random() < 0.8:
            flags.append("ready")
        return sorted(set(flags))

    def _laid(self, jokers: list[int]) -> list[int]:
        """Bonus tiles, kong tiles and one-tile kongs that the winner has laid out."""
        v, rng = self.variant, self.rng
        kinds = kinds_in(kind_set(v.tiles.bonus))
        if v.before.kong_tiles or v.before.single_kongs:
            kinds += [KIND_OF[name] for name in "CFP"] + jokers
        laid = [self._take(kinds) for _ in range(rng.choice([0, 0, 1, 2, 4])) if kinds]
        return [kind for kind in laid if kind is not None]

    def _others(self, seat: int) -> list[dict[str, Any]]:
        """The other players, now and then: hands of any tiles, some melds."""
        rng, v = self.rng, self.variant
        if rng.random() < 0.5:
            return []
        others = []
        for other in range(v.players):
            if other == seat:
                continue
            melds = []
            for _ in range(rng.choice([0, 0, 1, 2])):
                type, tiles = rng.choice(self.sets)
                if self._take_all(tiles):
                    meld = self._meld(type, tiles)
                    if meld is None:
                        self.left += Counter(tiles)
                    else:
                        melds.append(self._text(meld, other))
            tiles = [self._take(self.kinds) for _ in range(v.deal.hand - 3 * len(melds))]
            if None in tiles:
                return []
            entry: dict[str, Any] = {"seat": other, "hand": "".join(NAMES[kind] for kind in tiles if kind is not None), "melds": melds}
            if v.before.void:
                entry["void"] = rng.choice("mps")
            if v.win.ready != "none" and rng.random() < 0.4:
                entry["ready"] = True
                entry["stake"] = rng.randrange(1, 6) if v.win.ready_stake else 0
            others.append(entry)
        return others

    def _further(self, case: dict[str, Any], tiles: list[int], melds: list[Meld], win: int) -> None:
        """What some variants read besides."""
        rng, v = self.rng, self.variant
        if v.before.void:
            held = {kind // 9 for kind in (*tiles, win, *(k for meld in melds for k in meld.tiles)) if kind < 27}
            free = [suit for suit in range(3) if suit not in held]
            case["void"] = "mps"[rng.choice(free) if free and rng.random() < 0.9 else rng.randrange(3)]
        if v.win.ready_stake:
            case["stake"] = rng.randrange(1, v.win.ready_stake + 1)
        if v.payment.thrown_at_once:
            case["da"] = {"at_once": rng.randrange(3), "later": rng.randrange(3)}
        case["own_discards"] = [NAMES[kind] for kind in rng.sample(self.kinds, 3)]
        case["cai_piao"] = rng.choice([0, 0, 1, 2])
        case["dealer_repeats"] = rng.choice([0, 0, 1, 2])
        case["draws_before"] = rng.choice([0, 0, 1])
        if v.payment.birds or v.payment.chickens:
            case["turned"] = [NAMES[kind] for kind in [self._take(self.kinds) for _ in range(2)] if kind is not None]
