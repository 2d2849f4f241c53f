"""The hand core for the engine: tiles missing and useful tiles, with the tables found through the state. Jokers are not counted here."""

from __future__ import annotations

import numpy as np
from numba import carray  # type: ignore[attr-defined]  # numba gives no list of its names

from mjsim.kernels import state as S
from mjsim.kernels.distance import deficiency, forms_deficiency, forms_useful, useful
from mjsim.kernels.jit import inline
from mjsim.kernels.memory import int64_at, uint16_at, uint64_at
from mjsim.kernels.seam import seam
from mjsim.kernels.ways import WIDTH


@inline
def tables_of(state):
    """(head, t16, rec), as the hand core takes them."""
    return (
        carray(int64_at(state[S.HEAD_AT]), (state[S.HEAD_ROWS], WIDTH)),
        carray(uint16_at(state[S.T16_AT]), state[S.T16_SIZE]),
        carray(uint64_at(state[S.REC_AT]), state[S.REC_SIZE]),
    )


@inline
def aims_of(state):
    """Pointer to the compiled shapes and goals."""
    return int64_at(state[S.AIMS_AT])


@seam("piiiiiiii", hot=True)
def forms_missing(state, first, last, sets, forms, a, b, c, d):
    """Tiles missing to the nearest of some special forms; the ways are those of the sets that a knitted straight needs besides."""
    head, t16, rec = tables_of(state)
    return forms_deficiency(head, t16, rec, first, last, sets, forms, a, b, c, d)


@seam("piiiiiiiii")
def forms_lowering(state, first, last, sets, forms, target, a, b, c, d):
    """34-bit mask of faces that lower the forms that are `target` tiles away."""
    head, t16, rec = tables_of(state)
    return forms_useful(head, t16, rec, first, last, sets, forms, target, a, b, c, d)


@seam("piiiiiii")
def sets_missing(state, first, last, sets, a, b, c, d):
    """Tiles missing to a range of ways."""
    head, t16, _ = tables_of(state)
    return deficiency(head, t16, first, last, sets, a, b, c, d)


@seam("piiiiiii")
def sets_lowering(state, first, last, sets, a, b, c, d):
    """34-bit mask of faces that lower `sets_missing`."""
    head, t16, rec = tables_of(state)
    return useful(head, t16, rec, first, last, sets, a, b, c, d)


@inline
def distance(state, first, last, sets, forms, a, b, c, d):
    """Tiles missing to a range of ways or to one of the forms."""
    best = sets_missing(state, first, last, sets, a, b, c, d)
    return min(best, forms_missing(state, first, last, sets, forms, a, b, c, d)) if forms else best


@inline
def lowering(state, first, last, sets, forms, a, b, c, d):
    """34-bit mask of faces that lower `distance`."""
    if not forms:
        return sets_lowering(state, first, last, sets, a, b, c, d)
    missing, near = sets_missing(state, first, last, sets, a, b, c, d), forms_missing(state, first, last, sets, forms, a, b, c, d)
    mask = forms_lowering(state, first, last, sets, forms, near, a, b, c, d) if near <= missing else np.int64(0)
    return mask | sets_lowering(state, first, last, sets, a, b, c, d) if missing <= near else mask
