"""mjsim's own figures, one core each."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from mjsim.bench import Speed, random_hands, random_wins, rate_of

SHANTEN = "shanten of 14 tiles, all three forms"
USEFUL = "useful tiles of every discard of 14 tiles"
HANDS = "complete hands, scored and written"
FAN = "fan of complete hands, competition rules"
FRAME = "fan of complete hands, arrays in and a frame out"
HAND_CORE = "mjsim"
PART, WARM = 20_000, 1_000
"""Hands a part: as in a run of 160,000 hands that names none."""


def hand_core(seconds: float) -> Iterator[Speed]:
    """Batches of random hands through the hand core."""
    from mjsim.handcore import discards, shanten

    hands = np.tile(np.array(random_hands(20_000), np.uint8), (10, 1))

    def rate_discards() -> int:
        discards(hands)
        return len(hands)

    def rate_shanten() -> int:
        shanten(hands)
        return len(hands)

    yield Speed(SHANTEN, HAND_CORE, rate_of(rate_shanten, seconds))
    yield Speed(USEFUL, HAND_CORE, rate_of(rate_discards, seconds))


def fan(seconds: float) -> Iterator[Speed]:
    """Complete hands through the batch scorer, self-drawn by the dealer: the kernel alone, and from columns to a frame."""
    from mjsim.compile.cases import program_of
    from mjsim.scoring import read_hands, score_arrays, score_frame
    from mjsim.variant import load

    variant, hands = load("mcr"), random_wins(20_000) * 5
    columns = {
        "tiles": np.array([np.bincount(tiles, minlength=34) for tiles, _ in hands], np.uint8),
        "win": np.array([win for _, win in hands]),
    }
    program, arrays = program_of(variant), read_hands(variant, columns)

    def score() -> int:
        score_arrays(program, arrays)
        return len(hands)

    def frame() -> int:
        return score_frame(variant, columns).height

    yield Speed(FAN, HAND_CORE, rate_of(score, seconds))
    yield Speed(FRAME, HAND_CORE, rate_of(frame, seconds))


def play(slugs: list[str], policies: tuple[str, ...], seconds: float) -> Iterator[Speed]:
    """Hands a second in one process, from deal to Parquet, for each variant and policy."""
    from mjsim.run.runner import make_plan, play
    from mjsim.variant import load

    for slug in slugs:
        for policy in policies:
            plan = make_plan(load(slug), policies=policy)
            folder = Path(tempfile.mkdtemp(prefix="mjsim-bench-"))
            done = 0

            def some() -> int:
                nonlocal done
                count = PART if done else WARM  # the first part only warms up
                play_it = play(plan, count, folder, first=done, shard=count, workers=1, progress=False)  # noqa: B023  # called in this round only
                done += count
                return play_it.played

            try:
                yield Speed(f"{HANDS}: {slug}", f"mjsim {policy}", rate_of(some, seconds))
            finally:
                shutil.rmtree(folder)
