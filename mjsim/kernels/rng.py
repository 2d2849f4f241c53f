"""Random numbers as a pure function of (seed, match, hand, stream, index): nothing is carried from one hand to the next.

The mixer is the finaliser of SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014; variant
13 of Stafford). All arithmetic is modulo 2**64, G = 0x9E3779B97F4A7C15:

    mix(x):  x ^= x >> 30;  x *= 0xBF58476D1CE4E5B9;  x ^= x >> 27;  x *= 0x94D049BB133111EB;  x ^= x >> 31
    key   =  mix(mix(mix(mix(seed + G) + match * G) + hand * G) + stream * G)
    number(key, i)    = mix(key + (i + 1) * G)                       i = 0, 1, 2 ...
    below(key, i, n)  = ((number(key, i) >> 32) * n) >> 32           0 .. n-1

A hand that is independent has match -1 (that is 2**64 - 1). The bias of `below` is under n / 2**32.

Streams: `WALL` (below(key, i, n - i) for i = 0, 1 ... is the place that is exchanged with place n - 1 - i), `DICE` (1 + below(key, i, 6),
dice in the order in which they are thrown) and `CHOICE` (decisions of policies, in the order in which they are made; a policy that needs
none uses none).
"""

from __future__ import annotations

import numpy as np

from mjsim.kernels.jit import entry, inline, inline_entry

WALL, DICE, CHOICE = 0, 1, 2

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_M1 = np.uint64(0xBF58476D1CE4E5B9)
_M2 = np.uint64(0x94D049BB133111EB)
_30, _27, _31, _32 = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(32)


@inline
def mix(x):
    """The mixer, uint64 to uint64."""
    x ^= x >> _30
    x *= _M1
    x ^= x >> _27
    x *= _M2
    return x ^ (x >> _31)


@entry
def stream_key(seed, match, hand, stream):
    """Key of a stream, as int64; all arguments int64 (taken modulo 2**64)."""
    key = mix(np.uint64(seed) + GOLDEN)
    key = mix(key + np.uint64(match) * GOLDEN)
    key = mix(key + np.uint64(hand) * GOLDEN)
    return np.int64(mix(key + np.uint64(stream) * GOLDEN))


@inline_entry
def below(key, i, n):
    """The i-th number of a stream, 0 .. n-1 (all int64)."""
    x = mix(np.uint64(key) + np.uint64(i + 1) * GOLDEN)
    return np.int64(((x >> _32) * np.uint64(n)) >> _32)


@entry
def shuffle(key, tiles, n):
    """Fisher-Yates on tiles[:n] in place, from the last place down."""
    for i in range(n - 1):
        last = n - 1 - i
        other = below(key, i, last + 1)
        tiles[last], tiles[other] = tiles[other], tiles[last]
