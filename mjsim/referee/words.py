"""What every name of the expression language means, worked out on a `View`.

Each gives a whole number: a count or a truth, a set of groups (bit i = group i of the view), or a set of kinds (bit k = kind k).
"""

from __future__ import annotations

from collections.abc import Callable

from mjsim.referee.arrange import Holding, is_complete
from mjsim.referee.scene import View
from mjsim.tiles import KIND_OF, kinds_in

Evaluate = Callable[[View], int]


def remembered(view: View, key: object, work_out: Evaluate) -> int:
    """Worked out once for all readings of the hand."""
    memo = view.readings[0].memo
    if key not in memo:
        memo[key] = work_out(view)
    return memo[key]


# --- groups -----------------------------------------------------------------------------------------------------------


def _groups_where(name: str, test: Callable[[View, int], bool]) -> Evaluate:
    """The groups of a view that pass a test, remembered by name."""

    def groups(view: View) -> int:
        found = view.memo.get(name)
        if found is None:
            found = view.memo[name] = sum(1 << i for i in range(len(view.groups)) if test(view, i))
        return found

    return groups


def _sorted_as(*sorts: str) -> Evaluate:
    return _groups_where("/".join(sorts), lambda view, i: view.groups[i].sort in sorts)


def _won(view: View) -> int:
    return 0 if view.arrangement is None or view.arrangement.won < 0 else 1 << view.arrangement.won


def _completed_by_another(view: View, i: int) -> bool:
    """The winning tile, given by another player, lies in this group (a robbed kong may count as a self-draw)."""
    return bool(_won(view) >> i & 1) and not _self_draw(view)


# --- situation --------------------------------------------------------------------------------------------------------


def _self_draw(view: View) -> int:
    win = view.scene.win
    return win is not None and (win.by == "self" or (win.by == "rob" and view.book.variant.win.rob_as == "self"))


def _discard(view: View) -> int:
    win = view.scene.win
    return win is not None and (win.by == "discard" or (win.by == "rob" and view.book.variant.win.rob_as == "discard"))


def _flag(name: str) -> Evaluate:
    """A flag of the tile won on."""
    return lambda view: view.scene.win is not None and name in view.scene.win.flags


def _seat_wind(view: View) -> int:
    return 1 << KIND_OF["E"] + view.player.seat


def _own_flowers(view: View) -> int:
    return 1 << KIND_OF["f1"] + view.player.seat | 1 << KIND_OF["f5"] + view.player.seat


def _joker(view: View) -> int:
    return sum(1 << kind for kind in set(view.scene.facts.jokers))


def _joker_suit(view: View) -> int:
    return sum(0b111111111 << 9 * suit for suit in {kind // 9 for kind in view.scene.facts.jokers} if suit < 3)


def _void(view: View) -> int:
    return 0 if view.player.void is None else 0b111111111 << 9 * view.player.void


def _drawn(view: View) -> int:
    win = view.scene.win
    return 0 if win is None else 1 << (win.tile if win.drawn is None else win.drawn)


def _treasure(view: View) -> int:
    treasure = view.scene.facts.treasure
    return 0 if treasure is None else 1 << treasure


def _jokers(view: View) -> int:
    return sum(view.owned[kind] for kind in set(view.scene.facts.jokers))


# --- reading ----------------------------------------------------------------------------------------------------------


def _last(view: View) -> int:
    return 0 if view.arrangement is None else 1 << view.arrangement.last


def _middle(view: View) -> int:
    a = view.arrangement
    return a is not None and a.won >= 0 and a.groups[a.won].sort == "chow" and a.place == 1


def _edge(view: View) -> int:
    """The 3 of 123, or the 7 of 789."""
    a = view.arrangement
    if a is None or a.won < 0 or a.groups[a.won].sort != "chow":
        return 0
    rank = a.groups[a.won].kinds[0] % 9
    return (rank, a.place) in ((0, 2), (6, 0))


def _anywait(view: View) -> int:
    """Every other tile of the winning group is a joker tile."""
    a = view.arrangement
    return a is not None and a.won >= 0 and all(filled for i, filled in enumerate(a.groups[a.won].fill) if i != a.place)


def _waits(view: View) -> int:
    """Kinds that would have completed the hand, whatever the gates say."""
    scene, player = view.scene, view.player
    if scene.win is None:
        return 0
    before = View(scene, player)
    held = before.owned.copy()
    if view.winning:
        held[view.book.own_kind(scene.win.tile)] -= 1
    number = 0
    for kind in kinds_in(view.book.kinds):
        if not view.book.variant.win.wait_needs_tile or held[kind] < 4:
            holding = Holding(tuple(player.tiles or ()), tuple(view.melds), kind, scene.given, scene.facts.jokers, player.imagined)
            number += is_complete(view.book, holding)
    return number


WORDS: dict[str, Evaluate] = {
    "chow": _sorted_as("chow"),
    "pung": _sorted_as("pung", "kong"),
    "kong": _sorted_as("kong"),
    "pair": _sorted_as("pair"),
    "knit": _sorted_as("knit"),
    "shown": _sorted_as("shown"),
    "melded": _groups_where("melded", lambda view, i: view.groups[i].melded),
    "open": _groups_where("open", lambda view, i: view.groups[i].open),
    "own": _groups_where("own", lambda view, i: not view.groups[i].open and not _completed_by_another(view, i)),
    "won": _won,
    "natural": _groups_where("natural", lambda view, i: view.groups[i].natural),
    "after_show": _groups_where("after_show", lambda view, i: view.groups[i].after_show),
    "seat_wind": _seat_wind,
    "round_wind": lambda view: 1 << view.scene.facts.round,
    "own_flowers": _own_flowers,
    "joker": _joker,
    "joker_suit": _joker_suit,
    "last": _last,
    "drawn": _drawn,
    "treasure": _treasure,
    "thrown_honors": lambda view: view.player.thrown_honors,
    "imagined": lambda view: view.scene.win is not None and view.scene.win.drawn is not None,
    "void": _void,
    "own_discards": lambda view: sum(1 << kind for kind in view.player.own_discards),
    "middle": _middle,
    "edge": _edge,
    "anywait": _anywait,
    "wild": lambda view: view.arrangement.wild if view.arrangement is not None else 0,
    "jokers": _jokers,
    "sets": lambda view: view.book.sets,
    "waits": lambda view: remembered(view, "waits", _waits),
    "self_draw": _self_draw,
    "discard": _discard,
    "rob": lambda view: view.scene.win is not None and view.scene.win.by == "rob",
    "kong_replacement": _flag("kong_replacement"),
    "flower_replacement": _flag("flower_replacement"),
    "last_wall_tile": _flag("last_wall_tile"),
    "last_discard": _flag("last_discard"),
    "after_kong_discard": _flag("after_kong_discard"),
    "double_kong": _flag("double_kong"),
    "concealed_bloom": _flag("concealed_bloom"),
    "last_of_kind": _flag("last_of_kind"),
    "ready": lambda view: view.player.ready,
    "ready_open": lambda view: view.player.ready_open,
    "first_ready": lambda view: view.player.first_ready,
    "dealer": lambda view: view.player.seat == 0,
    "repeats": lambda view: view.scene.facts.repeats,
    "draws_before": lambda view: view.scene.facts.draws_before,
    "stake": lambda view: view.player.stake,
    "named": lambda view: view.player.named,
    "start": lambda view: view.scene.start,
    "floats": lambda view: view.player.floats,
    "winners": lambda view: 0 if view.scene.win is None else view.scene.win.winners,
    "gave": lambda view: view.scene.win is not None and view.scene.win.giver == view.player.seat,
    "draws": lambda view: view.player.draws,
    "calls": lambda view: view.scene.facts.calls,
    "discards": lambda view: view.scene.facts.discards,
    "wall": lambda view: view.scene.facts.wall,
    "won_before": lambda view: view.scene.facts.won_before,
    "value": lambda view: view.value,
    "payer_rows": lambda view: view.payer_rows,
    "pd": lambda view: 0 in (view.player.seat, view.winner.player.seat),
}
