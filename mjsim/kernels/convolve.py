"""Sums of products over colours, for the exact counter: counts modulo 2**64 and as float64, side by side."""

from __future__ import annotations

from mjsim.kernels.jit import entry


@entry
def accumulate(left, left_low, left_high, right, right_low, right_high, sizes, merge, merged, low, high):
    """Add the products of all pairs at the place of their joint features (mixed radix of `sizes`)."""
    width = len(sizes)
    first = 1 if merged else 0
    for i in range(len(left)):
        for j in range(len(right)):
            if left[i, width - 1] + right[j, width - 1] >= sizes[width - 1]:
                continue
            place = merge[left[i, 0], right[j, 0]] if merged else 0
            for f in range(first, width):
                place = place * sizes[f] + min(left[i, f] + right[j, f], sizes[f] - 1)
            low[place] += left_low[i] * right_low[j]
            high[place] += left_high[i] * right_high[j]


@entry
def add_two_suits(features, low, high, standard, tiles, pairs, out_low, out_high):
    """Add up all triples of suit items (class, pairs, tiles) by the best deficiency over the suit left out."""
    n = len(features)
    for i in range(n):
        for j in range(n):
            if features[i, 2] + features[j, 2] > tiles:
                continue
            ij = _nearest(features, standard, i, j, pairs)
            for k in range(n):
                if features[i, 2] + features[j, 2] + features[k, 2] == tiles:
                    best = min(ij, _nearest(features, standard, i, k, pairs), _nearest(features, standard, j, k, pairs))
                    out_low[best] += low[i] * low[j] * low[k]
                    out_high[best] += high[i] * high[j] * high[k]


@entry
def _nearest(features, standard, i, j, pairs):
    """Deficiency with the tiles of two suits: standard, or seven pairs (four alike are two)."""
    best = standard[features[i, 0], features[j, 0]]
    if pairs:
        made = min(features[i, 1] + features[j, 1], 7)
        odd = features[i, 2] + features[j, 2] - 2 * (features[i, 1] + features[j, 1])
        best = min(best, 14 - 2 * made - min(odd, 7 - made))
    return best
