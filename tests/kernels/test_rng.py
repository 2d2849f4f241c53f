"""The random streams, rebuilt from the formulas in the docstring of mjsim/kernels/rng.py."""

from __future__ import annotations

import numpy as np
from scipy import stats

from mjsim.kernels.jit import entry
from mjsim.kernels.rng import CHOICE, DICE, WALL, below, shuffle, stream_key

MASK = 2**64 - 1
G = 0x9E3779B97F4A7C15


def mix(x: int) -> int:
    x ^= x >> 30
    x = x * 0xBF58476D1CE4E5B9 & MASK
    x ^= x >> 27
    x = x * 0x94D049BB133111EB & MASK
    return x ^ x >> 31


def plain_key(seed: int, match: int, hand: int, stream: int) -> int:
    key = mix(seed + G & MASK)
    for word in (match, hand, stream):
        key = mix(key + word * G & MASK)
    return key


def plain_below(key: int, i: int, n: int) -> int:
    return (mix(key + (i + 1) * G & MASK) >> 32) * n >> 32


@entry
def numbers(key, n, out):
    for i in range(out.shape[0]):
        out[i] = below(key, i, n)


def test_mixer_gives_the_published_sequence_of_splitmix64():
    """First outputs of SplitMix64 from state 0, as printed in many implementations."""
    assert [mix(G * i & MASK) for i in (1, 2, 3)] == [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]


def test_wall_from_plain_python():
    for seed, match, hand in ((1, -1, 0), (1, -1, 12_345_678_901), (2**63 - 1, 7, 3), (0, 0, 0)):
        tiles = np.repeat(np.arange(34), 4).astype(np.int64)
        shuffle(stream_key(seed, match, hand, WALL), tiles, 136)
        wall = sorted(list(range(34)) * 4)
        key = plain_key(seed, match, hand, 0)
        for i in range(135):
            last, other = 135 - i, plain_below(key, i, 136 - i)
            wall[last], wall[other] = wall[other], wall[last]
        assert tiles.tolist() == wall


def test_streams_hands_matches_and_seeds_differ():
    keys = [
        stream_key(seed, match, hand, stream)
        for seed in (0, 1, 2) for match in (-1, 0, 1) for hand in (0, 1, 2**40) for stream in (WALL, DICE, CHOICE)
    ]
    assert len(set(keys)) == len(keys)


def test_dice_are_fair_over_hands():
    out = np.empty(6, dtype=np.int64)
    seen = np.zeros((6, 6), dtype=np.int64)
    for hand in range(3000):
        numbers(stream_key(5, -1, hand, DICE), 6, out)
        for i in range(6):
            seen[i, out[i]] += 1
    assert (stats.chisquare(seen, axis=1).pvalue > 1e-4).all()


def test_every_kind_is_equally_likely_at_every_place():
    """First and last places of the walls of consecutive hands, and a pair of neighbours: what a bad key would spoil."""
    places = (0, 13, 52, 135)
    seen = np.zeros((len(places), 34), dtype=np.int64)
    same = 0
    hands = 20_000
    for hand in range(hands):
        tiles = np.repeat(np.arange(34), 4).astype(np.int64)
        shuffle(stream_key(9, -1, hand, WALL), tiles, 136)
        for row, place in enumerate(places):
            seen[row, tiles[place]] += 1
        same += tiles[0] == tiles[1]
    assert (stats.chisquare(seen, axis=1).pvalue > 1e-4).all()
    assert stats.binomtest(int(same), hands, 3 / 135).pvalue > 1e-4
