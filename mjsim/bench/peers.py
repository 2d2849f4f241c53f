"""Other packages at the same work, through their public Python interfaces (extra `bench`).

Those that play play another game (Japanese mahjong), so hands a second compare the work of a comparable hand, not the same hand.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from mjsim.bench import Speed, random_hands, random_wins, rate_of
from mjsim.bench.own import FAN, HANDS, SHANTEN, USEFUL


def hand_core(seconds: float) -> Iterator[Speed]:
    """`xiangting` and `mahjong` on the same random hands."""
    import xiangting
    from mahjong.shanten import Shanten

    hands = random_hands(500)
    four = xiangting.PlayerCount.FOUR

    def by_xiangting() -> int:
        for hand in hands:
            xiangting.calculate_replacement_number(hand, four)
        return len(hands)

    def by_mahjong() -> int:
        for hand in hands[:50]:
            Shanten.calculate_shanten(hand)
        return 50

    def useful_by_xiangting() -> int:
        for hand in hands[:100]:
            for kind in range(34):
                if hand[kind]:
                    hand[kind] -= 1
                    xiangting.calculate_necessary_tiles(hand, four)
                    hand[kind] += 1
        return 100

    yield Speed(SHANTEN, "xiangting", rate_of(by_xiangting, seconds))
    yield Speed(SHANTEN, "mahjong", rate_of(by_mahjong, seconds))
    yield Speed(USEFUL, "xiangting", rate_of(useful_by_xiangting, seconds))


def fan(seconds: float) -> Iterator[Speed]:
    """`PyMahjongGB` on the same complete hands, its arguments ready: the game is the same here."""
    import MahjongGB

    names = [f"{suit}{rank}" for suit in "WBT" for rank in range(1, 10)] + ["F1", "F2", "F3", "F4", "J1", "J2", "J3"]
    hands = [(tuple(names[kind] for kind in tiles), names[win]) for tiles, win in random_wins(20_000)]

    def by_pymahjonggb() -> int:
        for tiles, win in hands:
            MahjongGB.MahjongFanCalculator((), tiles, win, 0, True, False, False, False, 0, 0)
        return len(hands)

    yield Speed(FAN, "PyMahjongGB", rate_of(by_pymahjonggb, seconds))


def play(seconds: float) -> Iterator[Speed]:
    """`riichienv`, one round a hand: at random, and with the discard of least shanten (its own function), no claims."""
    import riichienv

    def rounds(act: Any) -> float:
        seed = 0

        def one() -> int:
            nonlocal seed
            env = riichienv.RiichiEnv(seed=seed)
            seed += 1
            seen = env.reset()
            while not env.done():
                seen = env.step({player: act(view) for player, view in seen.items()})
            return 1

        return rate_of(one, seconds)

    rng = random.Random(1)
    kinds = riichienv.ActionType

    def greedy(view: Any) -> Any:
        acts = view.legal_actions()
        for act in acts:
            if act.action_type in (kinds.TSUMO, kinds.RON):
                return act
        discards = [act for act in acts if act.action_type == kinds.DISCARD]
        if not discards:
            return next((act for act in acts if act.action_type == kinds.PASS), acts[0])

        def after(act: Any) -> int:
            hand = list(view.hand)
            hand.remove(act.tile)
            return int(riichienv.calculate_shanten(hand))

        return min(discards, key=after)

    yield Speed(HANDS, "riichienv random", rounds(lambda view: rng.choice(view.legal_actions())))
    yield Speed(HANDS, "riichienv least shanten", rounds(greedy))
