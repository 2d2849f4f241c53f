"""The switches of a variant at their fixed places in the image."""

from __future__ import annotations

from functools import cache
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec
import numpy as np
import numpy.typing as npt

from mjsim.kernels import layout as L
from mjsim.tiles import KIND_OF, SUITS, kind_set
from mjsim.variant.deck import IDLE, kinds_in_play, kinds_jokers_play, place_of, placed, placed_copies, places_of
from mjsim.variant.model import Variant

Image = npt.NDArray[np.int64]

PLAIN = {
    "players": L.PLAYERS,
    "deal.hand": L.HAND,
    "deal.standing": L.STANDING,
    "tiles.flowers": L.FLOWERS,
    "wall.dead": L.WALL_DEAD,
    "wall.dead_dice": L.WALL_DEAD_DICE,
    "wall.dead_throw": L.DEAD_THROW,
    "wall.open_tail": L.WALL_OPEN_TAIL,
    "wall.last": L.WALL_LAST,
    "wall.share": L.WALL_SHARE,
    "jokers.source": L.JOKER_SOURCE,
    "jokers.ring": L.JOKER_RING,
    "jokers.virtual": L.JOKER_VIRTUAL,
    "jokers.imagined": L.JOKER_FIXED,
    "jokers.copies": L.JOKER_COPIES,
    "jokers.stand_in_count": L.STAND_IN_ALL,
    "jokers.stand_in_melds": L.STAND_IN_MELDS,
    "jokers.thrown": L.JOKER_THROWN,
    "jokers.thrown_claim": L.JOKER_THROWN_CLAIM,
    "jokers.thrown_forfeits": L.JOKER_THROWN_FORFEITS,
    "jokers.thrown_bars": L.JOKER_THROWN_BARS,
    "jokers.melds": L.JOKER_MELDS,
    "before.exchange": L.EXCHANGE,
    "before.exchange_shortest": L.EXCHANGE_SHORTEST,
    "before.void": L.VOID,
    "before.void_first": L.VOID_FIRST,
    "before.shows": L.SHOWS,
    "before.stake": L.NAMED,
    "before.stake_by": L.NAMED_BY,
    "before.shows_draws": L.SHOWS_DRAWS,
    "claims.sets": L.SETS,
    "claims.different_ranks": L.DIFFERENT_RANKS,
    "claims.chow": L.CHOW,
    "claims.pung": L.PUNG,
    "claims.kongs": L.KONGS,
    "claims.gold_mixed": L.GOLD_MIXED,
    "claims.rob": L.ROB,
    "claims.two_ways": L.TWO_WAYS,
    "claims.two_ways_turn": L.TWO_WAYS_TURN,
    "claims.fourth_meld": L.FOURTH_MELD,
    "claims.chow_after_pung": L.CHOW_AFTER_PUNG,
    "claims.chow_own_discards": L.CHOW_OWN_DISCARDS,
    "claims.pung_own_discards": L.PUNG_OWN_DISCARDS,
    "claims.passed_pung": L.PASSED_PUNG,
    "claims.last_tiles": L.LAST_TILES,
    "win.by": L.WIN_BY,
    "win.several": L.WIN_SEVERAL,
    "win.rob_as": L.ROB_AS,
    "win.passed": L.WIN_PASSED,
    "win.compulsory": L.WIN_COMPULSORY,
    "win.wait_needs_tile": L.WAIT_NEEDS_TILE,
    "win.any_last": L.ANY_LAST,
    "win.flower_win": L.FLOWER_WIN,
    "win.ready": L.READY,
    "win.ready_forms": L.READY_FORMS,
    "win.ready_concealed": L.READY_CONCEALED,
    "win.ready_stake": L.READY_STAKE,
    "win.ready_kongs": L.READY_KONGS,
    "win.ready_drawn": L.READY_DRAWN,
    "win.thrown_honors": L.THROWN_HONORS,
    "wall.treasure": L.TREASURE,
    "score.scale": L.SCALE,
    "payment.top_reach": L.TOP_REACH,
    "payment.top_pays": L.TOP_PAYS,
    "payment.flower_kong": L.FLOWER_KONG,
    "payment.first_discards": L.FIRST_DISCARDS,
    "payment.first_discards_rounds": L.FIRST_DISCARDS_ROUNDS,
    "payment.gods": L.GODS,
    "payment.thrown_at_once": L.THROWN_AT_ONCE,
    "payment.thrown_later": L.THROWN_LATER,
    "payment.thrown_paid": L.THROWN_PAID,
    "payment.stakes": L.STAKES,
    "payment.liable": L.LIABLE,
    "payment.unready_pays": L.UNREADY_PAYS,
    "payment.winners_pay": L.WINNERS_PAY,
    "payment.carried": L.CARRIED,
    "payment.named_adds": L.NAMED_ADDS,
    "draw.pig": L.PIG,
    "draw.pig_pays_winners": L.PIG_PAYS_WINNERS,
    "draw.ready_check": L.READY_CHECK,
    "draw.check_as": L.CHECK_AS,
    "draw.refund": L.REFUND,
    "draw.refund_all": L.REFUND_ALL,
    "end.ends": L.ENDS,
    "end.stop_with": L.STOP_WITH,
    "end.four_discards_first": L.FOUR_DISCARDS_FIRST,
    "end.kong_limit": L.KONG_LIMIT,
    "end.kong_limit_shared": L.KONG_LIMIT_SHARED,
    "end.start_ends": L.START_ENDS,
    "end.own_win": L.OWN_WIN,
    "end.other_win": L.OTHER_WIN,
    "end.several": L.SEVERAL,
    "end.draw": L.DRAWN,
    "end.repeats": L.REPEATS,
    "end.repeats_limit": L.REPEATS_LIMIT,
    "end.match": L.MATCH,
    "end.length": L.LENGTH,
}
"""Numbers, truths, words of a list (by position) and lists of such words (as a mask of positions)."""
KINDS = {"tiles.bonus": L.BONUS, "jokers.kinds": L.JOKER_KINDS, "claims.never": L.NEVER}
"""Texts of tiles, as masks."""
ONE_KIND = {"jokers.stand_in": L.STAND_IN, "end.four_discards": L.FOUR_DISCARDS}
"""One kind, -1 if none."""
PARTS: dict[str, tuple[int, dict[str, int]]] = {
    "payment.kongs": (
        L.KONG_PAY,
        {
            "when": L.KONG_WHEN,
            "exposed_giver": L.KONG_EXPOSED_GIVER,
            "exposed_each": L.KONG_EXPOSED_EACH,
            "added_giver": L.KONG_ADDED_GIVER,
            "added_each": L.KONG_ADDED_EACH,
            "concealed_each": L.KONG_CONCEALED_EACH,
            "gold_each": L.KONG_GOLD_EACH,
            "owners": L.KONG_OWNERS,
            "payers": L.KONG_PAYERS,
            "transfer": L.KONG_TRANSFER,
            "added_drawn": L.KONG_ADDED_DRAWN,
        },
    ),
    "payment.chickens": (
        L.CHICKENS,
        {
            "turned": L.CHICKEN_TURNED,
            "ready_only": L.CHICKEN_READY_ONLY,
            "self_only": L.CHICKEN_SELF_ONLY,
            "open": L.CHICKEN_OPEN,
            "first": L.CHICKEN_FIRST,
        },
    ),
    "payment.spirits": (
        L.SPIRITS,
        {
            "turned": L.SPIRIT_TURNED,
            "next": L.SPIRIT_NEXT,
            "charge": L.SPIRIT_CHARGE,
            "alone": L.SPIRIT_ALONE,
            "kong": L.SPIRIT_KONG,
            "kong_first": L.SPIRIT_KONG_FIRST,
            "discards": L.SPIRIT_DISCARDS,
            "lower": L.SPIRIT_LOWER,
            "same_song": L.SPIRIT_SONG,
            "previous": L.SPIRIT_PREVIOUS,
        },
    ),
    "payment.birds": (
        -1,
        {
            "count": L.BIRDS,
            "effect": L.BIRDS_EFFECT,
            "hits": L.BIRDS_HITS,
            "origin": L.BIRDS_ORIGIN,
            "self_only": L.BIRDS_SELF_ONLY,
            "start": L.BIRDS_START,
        },
    ),
}
"""Tables that a variant may leave out: where 1 says that it is there, and their fields."""
LIABILITY_RULES = ("last-meld", "dragons-winds", "kong", "three-melds", "three-chows", "third-meld")


def put_switches(image: Image, variant: Variant) -> None:
    """Write every switch of a variant into the image."""
    for path, at in PLAIN.items():
        image[at] = code_of(path, value_at(variant, path))
    for path, at in KINDS.items():
        image[at] = placed(variant, kind_set(value_at(variant, path)))
    for path, at in ONE_KIND.items():
        image[at] = KIND_OF.get(value_at(variant, path), -1)
    for path, (there, fields) in PARTS.items():
        part = value_at(variant, path)
        if part is None:
            continue
        if there >= 0:
            image[there] = 1
        for name, at in fields.items():
            image[at] = code_of(f"{path}.{name}", getattr(part, name))
    copies = placed_copies(variant)
    image[L.COPIES : L.COPIES + len(copies)] = copies
    image[L.PLACES] = places_of(variant)
    image[L.IDLE] = idle if (idle := place_of(variant, IDLE)) >= L.MOST_PLACES and variant.tiles.idle else 0
    image[L.SUITS] = sum(1 << SUITS.index(suit) for suit in variant.tiles.suits)
    image[L.KINDS] = kinds_in_play(variant)
    image[L.JOKER_PLAYS] = kinds_jokers_play(variant)
    image[L.STAND_IN_NOT] = sum(1 << i for i, name in enumerate(variant.win.shapes) if name in variant.jokers.stand_in_not)
    image[L.WALL_BY_KONGS] = len(variant.wall.dead_by_kongs)
    image[L.DEAD_BY_KONGS : L.DEAD_BY_KONGS + len(variant.wall.dead_by_kongs)] = variant.wall.dead_by_kongs
    if variant.payment.chickens is not None:
        image[L.CHICKEN_ALWAYS] = placed(variant, kind_set(variant.payment.chickens.always))
    image[L.LIABILITIES] = len(variant.payment.liability)
    for i, rule in enumerate(variant.payment.liability):
        on = ("self" in rule.on) + 2 * ("discard" in rule.on)
        image[L.LIABILITY + 3 * i : L.LIABILITY + 3 * i + 3] = LIABILITY_RULES.index(rule.rule), on, rule.first_only
    image[L.MELD_SORTS] = _meld_sorts(variant)
    image[L.START_PAY] = any(row.at == "deal" for row in variant.rows.values())


def _meld_sorts(variant: Variant) -> int:
    """Sorts of melds that the variant's claims can make."""
    claims = variant.claims
    sorts = {L.CHOW_MELD: claims.chow != "none", L.PUNG_MELD: claims.pung, L.FLOWER_PUNG: bool(variant.jokers.flower_pung)}
    sorts |= {L.SHOWN_WINDS: variant.before.shows, L.SHOWN_DRAGONS: variant.before.shows}
    kongs = {"exposed": L.EXPOSED_KONG, "added": L.ADDED_KONG, "concealed": L.CONCEALED_KONG, "gold": L.GOLD_KONG}
    sorts |= {sort: name in claims.kongs for name, sort in kongs.items()}
    return sum(1 << sort for sort, made in sorts.items() if made)


def value_at(variant: Variant, path: str) -> Any:
    """The value of a dotted path."""
    value: Any = variant
    for name in path.split("."):
        value = getattr(value, name)
    return value


def code_of(path: str, value: Any) -> int:
    """A value as a number: a word of a list by its position, several as a mask."""
    if isinstance(value, bool | int):
        return int(value)
    words = words_of(path)
    if isinstance(value, tuple):
        return sum(1 << words.index(word) for word in value)
    return words.index(value)


def words_of(path: str) -> tuple[str, ...]:
    """The words that a field may hold, in the order of its `Literal` (msgspec would sort them)."""
    table: Any = Variant
    for name in path.split("."):
        hints = _hints(table)
        table = next(
            (part for part in (hints[name], *get_args(hints[name])) if isinstance(part, type) and issubclass(part, msgspec.Struct)),
            hints[name],
        )
    while get_origin(table) is not Literal:
        table = get_args(table)[0]
    return get_args(table)


@cache
def _hints(table: type) -> dict[str, Any]:
    return get_type_hints(table)
