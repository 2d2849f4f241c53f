"""All features: what an expression can ask about a hand, an arrangement, the table. One line each.

`docs/features.md` is printed from this registry, and the parser, the referee and the byte code go by its names.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from mjsim.tiles import DRAGONS, KIND_OF, NAMES, WINDS

Type = Literal["number", "kinds", "groups", "text"]


class Level(StrEnum):
    """What must be known before a feature has a value."""

    VARIANT = "variant"
    SITUATION = "situation"
    HAND = "hand"
    ARRANGEMENT = "arrangement"
    TABLE = "table"
    PAYER = "payer"
    ROWS = "rows"


class Subject(StrEnum):
    """Whom the names of an expression speak of."""

    WINNER = "winner"
    """Complete hand, arranged."""
    PLAYER = "player"
    """Another player or a payer: melds and tiles, no arrangement."""
    TILES = "tiles"
    """A complete hand before it is arranged (free shapes)."""
    MOMENT = "moment"
    """The moment of a win: no tiles (definitions of flags)."""
    SETUP = "setup"
    """The hand before it is played: kinds only."""


WINNER = frozenset({Subject.WINNER})
HOLDER = frozenset({Subject.WINNER, Subject.PLAYER})
OWNER = HOLDER | {Subject.TILES}
ALWAYS = OWNER | {Subject.MOMENT}
EVER = ALWAYS | {Subject.SETUP}
PLAYER = frozenset({Subject.PLAYER})


@dataclass(frozen=True, slots=True)
class Feature:
    """A name: its type, level, of whom it is known, description, an example."""

    name: str
    type: Type
    level: Level
    of: frozenset[Subject]
    en: str
    zh: str
    example: str = ""


@dataclass(frozen=True, slots=True)
class Function:
    """A function: parameters as they are written, result type; the rest as in `Feature`."""

    name: str
    parameters: str
    type: Type
    level: Level
    of: frozenset[Subject]
    en: str
    zh: str
    example: str = ""


Entry = tuple[str, str, str, str]
"""Name, English, Chinese, example."""


def _features(type: Type, level: Level, of: frozenset[Subject], *entries: Entry) -> list[Feature]:
    return [Feature(name, type, level, of, en, zh, example) for name, en, zh, example in entries]


_GROUPS = [
    *_features(
        "groups", Level.ARRANGEMENT, HOLDER,
        ("chow", "run of three in a suit", "順子", "count(chow) == 4"),
        ("pung", "three or four alike", "刻子（含槓）", "pung in dragons"),
        ("kong", "four laid down as a kong", "槓", "count(kong & ~open)"),
        ("shown", "set laid down by showing it", "亮出的一組（亮牌）", "count(shown)"),
        ("melded", "lies on the table, concealed kongs too", "已落地（含暗槓）", "not melded"),
        ("open", "made with another player's tile", "吃、碰、明槓、補槓所成", "not open"),
        ("own", "neither open nor completed by a winning tile that another gave", "自家所成", "count(pung & own)"),
    ),
    *_features(
        "groups", Level.ARRANGEMENT, WINNER,
        ("pair", "pair; seven in a hand of pairs", "對子、將", 'pair in "258mps"'),
        ("knit", "147, 258 or 369 of a knitted straight", "組合龍的一組", "count(knit) == 3"),
        ("won", "the group in which the winning tile is read, exactly one", "和牌張所在的一組", "won & pair"),
        ("natural", "no joker in it plays another kind", "無賴子頂替", "won & pair & ~natural"),
    ),
    *_features(
        "groups", Level.TABLE, HOLDER,
        ("after_show", "meld made after somebody showed a set", "有人亮牌之後所成", "pung & after_show"),
    ),
]  # fmt: skip

_KINDS = [
    *_features(
        "kinds", Level.SITUATION, EVER,
        ("seat_wind", "the player's own wind", "門風", "pung in seat_wind"),
        ("round_wind", "prevailing wind", "圈風", "pung in round_wind"),
        ("joker", "kinds that are wild in this hand", "賴子、混、精", "real(joker)"),
        ("joker_suit", "the whole suit of a suited joker, else nothing", "賴子所在的花色", "chow in joker_suit"),
    ),
    *_features(
        "kinds", Level.SITUATION, ALWAYS,
        ("own_flowers", "the two flowers of the player's seat", "正花", "laid(own_flowers)"),
        ("void", "the player's declared suit", "定缺的花色", "real(void) == 0"),
    ),
    *_features(
        "kinds", Level.SITUATION, ALWAYS,
        ("treasure", "the kind of the treasure tile, none before there is one", "寶牌", "drawn in treasure"),
    ),
    *_features("kinds", Level.SITUATION, HOLDER, ("drawn", "the kind that the winning tile is", "和牌張本身", "drawn in joker")),
    *_features("kinds", Level.ARRANGEMENT, WINNER, ("last", "the kind that the winning tile plays", "和牌張所當之牌", 'last in "5m"')),
    *_features("kinds", Level.TABLE, ALWAYS, ("own_discards", "kinds that the player has discarded", "打過的牌", "drawn in own_discards")),
]  # fmt: skip

_NUMBERS = [
    *_features(
        "number", Level.ARRANGEMENT, WINNER,
        ("middle", "the winning tile is the middle of a chow", "嵌張", 'middle and last in "5m"'),
        ("edge", "it is the 3 of 123 or the 7 of 789", "邊張", "edge and waits == 1"),
        ("anywait", "every other tile of its group is a joker tile: any would have done", "任意張皆可和", "anywait and won & pair"),
        ("wild", "joker tiles that play another kind", "頂替他牌的賴子數", "wild == 0"),
        ("waits", "how many kinds would have completed the hand", "聽牌種數", "waits == 1"),
    ),
    *_features("number", Level.HAND, OWNER, ("jokers", "joker tiles owned, melds included", "賴子數", "jokers == 0")),
    *_features("number", Level.VARIANT, EVER, ("sets", "sets in a standard hand, 4 or 5", "和牌所需組數", "count(open) == sets")),
    *_features(
        "number", Level.SITUATION, ALWAYS,
        ("self_draw", "won on a tile drawn; also on a robbed kong under win.rob_as = \"self\"", "自摸", "self_draw"),
        ("discard", "won on a discard", "點炮和", "not discard or kong"),
        ("rob", "won by robbing a kong", "搶槓", "self_draw or rob"),
        ("kong_replacement", "won on the tile drawn after a kong", "槓上開花", "kong_replacement"),
        ("flower_replacement", "won on the tile drawn after a flower", "花開", "flower_replacement"),
        ("last_wall_tile", "won on the last tile of the wall", "海底", "last_wall_tile and self_draw"),
        ("last_discard", "won on the discard after it", "河底", "last_wall_tile or last_discard"),
        ("after_kong_discard", "won on the discard that followed a kong", "槓上炮", "after_kong_discard"),
        ("double_kong", "won after a second kong in the same turn", "槓上槓", "double_kong"),
        ("concealed_bloom", "won on the tile drawn after a concealed kong", "暗槓開花", "kong_replacement and not concealed_bloom"),
        ("imagined", "the winning tile was drawn and plays another kind, as win.wild_draw lets it", "摸牌充當他牌", "imagined"),
        ("ready", "has declared ready", "報聽", "ready and self_draw"),
        ("ready_open", "has declared ready with the hand shown", "明聽", "ready_open"),
        ("dealer", "is the dealer", "莊家", "dealer or winner.dealer"),
        ("repeats", "repeats of the deal", "連莊次數", "repeats if dealer else 0"),
        ("draws_before", "drawn hands in a row before this one", "此前連續流局數", "value + 4 * draws_before"),
        ("stake", "chips staked with the ready declaration", "報聽所押", "stake"),
        ("named", "stake that the player named before the deal", "牌前所押", "value + named + winner.named"),
        ("start", "the dealt tiles are judged, not a win", "起手牌", "start and quads >= 1"),
    ),
    *_features(
        "number", Level.SITUATION, HOLDER,
        ("heavenly", "flag as the variant defines it, else: the dealer wins on the dealt tiles", "天和", "heavenly"),
        ("earthly", "flag as the variant defines it, else: another wins on his first draw", "地和", "earthly or human"),
        ("human", "flag as the variant defines it, else: a win on a discard before the own first draw", "人和", "human"),
        ("first_ready", "flag as the variant defines it, else: ready declared with the first discard", "天聽", "ready and not first_ready"),
    ),
    *_features(
        "number", Level.TABLE, HOLDER,
        ("floats", "jokers thrown in the unbroken run just before the winning draw", "連續飄財次數", "floats if anywait else 0"),
        ("winners", "winners of this tile", "同時和牌人數", "winners == 3"),
        ("last_of_kind", "the other three of the winning tile's kind lie open", "和絕張", "last_of_kind"),
    ),
    *_features("number", Level.TABLE, PLAYER, ("gave", "the player in view gave the winning tile", "點炮者", "gave and not ready")),
    *_features(
        "number", Level.TABLE, ALWAYS,
        ("thrown_honors", "honours that the player threw before any other tile", "起首連打字牌數", "thrown_honors == 10"),
        ("draws", "own turn draws before the win", "自家摸牌次數", "draws == 0"),
        ("calls", "melds and kongs made by anybody", "全桌吃碰槓次數", "calls == 0"),
        ("discards", "discards made by anybody", "全桌打牌次數", "discards == 1"),
        ("wall", "tiles left to draw", "牌牆餘張", "wall < 10"),
        ("won_before", "wins of this hand before this one", "此前和牌數", "won_before == 0"),
    ),
]  # fmt: skip

_MONEY = [
    *_features("number", Level.PAYER, HOLDER, ("value", "value of the winning hand", "和牌番值", "2**min(value, 4)")),
    *_features(
        "number", Level.PAYER, PLAYER,
        ("payer_rows", "sum of the rows judged for this payer", "按付錢者計的番", "2**(value + payer_rows)"),
        ("pd", "the payer or the winner is the dealer", "付錢者或和牌者為莊", "value * (1 + pd)"),
    ),
]  # fmt: skip

MONEY = tuple(feature.name for feature in _MONEY)
"""Names that exist only where payments (and the final value) are worked out."""

FEATURES: dict[str, Feature] = {feature.name: feature for feature in (*_GROUPS, *_KINDS, *_NUMBERS, *_MONEY)}
"""Every name but shapes, constants and definitions."""

FLAGS = ("heavenly", "earthly", "human", "first_ready")
"""Flags that a variant defines by an expression."""


def _mask(names: str | tuple[str, ...]) -> int:
    return sum(1 << KIND_OF[name] for name in names)


def _suited(ranks: str, suits: str = "mps") -> int:
    return _mask(tuple(rank + suit for suit in suits for rank in ranks))


CONSTANTS: dict[str, int] = {
    "m": _suited("123456789", "m"),
    "p": _suited("123456789", "p"),
    "s": _suited("123456789", "s"),
    "suited": _suited("123456789"),
    "winds": _mask(WINDS),
    "dragons": _mask(DRAGONS),
    "honors": _mask(WINDS + DRAGONS),
    "terminals": _suited("19"),
    "yao": _suited("19") | _mask(WINDS + DRAGONS),
    "simples": _suited("2345678"),
    "flowers": _mask(tuple(f"f{i}" for i in range(1, 9))),
    "all": _mask(NAMES),
}
"""Constant sets of kinds, as masks."""

UNROLLED: dict[str, tuple[int, ...]] = {
    "each_suit": tuple(CONSTANTS[suit] for suit in "mps"),
    "each_rank": tuple(_suited(rank) for rank in "123456789"),
}
"""What `for k in ...` runs through: 3 suits, or 9 ranks with their three suits each."""


FunctionEntry = tuple[str, str, Type, str, str, str]
"""Name, parameters, result, English, Chinese, example."""


def _functions(level: Level, of: frozenset[Subject], *entries: FunctionEntry) -> list[Function]:
    return [Function(name, takes, gives, level, of, en, zh, example) for name, takes, gives, en, zh, example in entries]


_COUNTED = [
    *_functions(
        Level.ARRANGEMENT, HOLDER,
        ("count", "groups", "number", "number of groups", "組數", "count(open) >= 1"),
        ("all", "groups", "number", "these are all groups", "全部各組皆是", "all(touch(yao))"),
        ("touch", "kinds", "groups", "groups with a tile of these kinds", "含有其牌的各組", "all(touch(terminals))"),
        ("of", "groups", "kinds", "kinds in these groups", "各組所含的牌種", "kinds(held(4) & ~of(kong))"),
        ("fit", '[groups,] "template"', "number", "number of ways the template fits", "組合關係出現次數", 'fit("C1a C4a C7a")'),
    ),
    *_functions(
        Level.ARRANGEMENT, OWNER,
        ("tiles", "kinds", "number", "tiles of these kinds as played, kongs as four", "其牌張數（按所當之牌）", "tiles(honors) == 0"),
        ("only", "kinds", "number", "no tile of another kind, as played", "全由其牌組成", 'only("23468sF")'),
        ("kinds", "kinds", "number", "different kinds of these that are present, as played", "其中出現的牌種數", "kinds(honors) == 7"),
    ),
    *_functions(
        Level.HAND, OWNER,
        ("real", "kinds", "number", "tiles of these kinds as they physically are", "其牌實際張數", 'real("C") == 0'),
        ("held", "1 to 8", "kinds", "kinds of which so many or more real tiles are owned", "持有若干張以上的牌種", "kinds(held(4))"),
    ),
    *_functions(
        Level.SITUATION, ALWAYS,
        ("laid", "kinds", "number", "bonus tiles and one-tile kongs of these kinds laid out", "亮出的花牌數", "laid(flowers)"),
    ),
    *_functions(
        Level.HAND, WINNER,
        ("possible", "truth", "number", "holds in some arrangement, before gates", "存在如此的分牌法", "not possible(standard)"),
    ),
    *_functions(
        Level.TABLE, WINNER,
        ("others", "truth", "number", "number of other players for whom it holds", "符合條件的他家數", "others(jokers == 0) == 3"),
    ),
    *_functions(
        Level.ROWS, HOLDER,
        ("rows", '"tag"', "number", "how often the winner's rows with this tag hold", "具此標籤的番種次數", 'rows("big") >= 1'),
    ),
]  # fmt: skip

_ARITHMETIC = [
    *_functions(
        Level.VARIANT, EVER,
        ("min", "numbers", "number", "least of the numbers", "最小值", "min(value, 4)"),
        ("max", "numbers", "number", "greatest of the numbers", "最大值", "max(tiles(k) for k in each_suit)"),
        ("any", "truths", "number", "one of the truths holds", "任一成立", "any(all(touch(k)) for k in each_rank)"),
        ("sum", "numbers", "number", "sum of the numbers", "和", "sum(tiles(k) > 0 for k in each_suit)"),
        ("round_up", "number, literal", "number", "next multiple of the literal", "進位", "round_up(value, 10)"),
    ),
    *_functions(Level.VARIANT, HOLDER, ("share", "number", "number", "the variant's table of shares", "查表", "share(value)")),
    *_functions(
        Level.ROWS, WINNER,
        ("product", '["tag"]', "number", "product of the values of rows that count; sum() likewise", "番值之積", "product()"),
        ("best", '["tag"]', "number", "greatest value of rows that count", "番值之最大者", 'best("limit")'),
    ),
]  # fmt: skip

FUNCTIONS: dict[str, Function] = {function.name: function for function in (*_COUNTED, *_ARITHMETIC)}

COUNTED = tuple(function.name for function in _COUNTED)
"""The functions that are features; the rest is arithmetic, or totals of value formulas."""
