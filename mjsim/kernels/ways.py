"""Where the numbers of a way stand in its row of `head`. Fields with a colour: four in a row; pair and triple: offset and row length, by
colour.
"""

from __future__ import annotations

import numpy as np

M, P, S, H = np.int64(0), np.int64(1), np.int64(2), np.int64(3)
"""The colours. Not plain numbers, for each of which numba would compile a helper anew."""
WIDTH = 64
WIDE = 0
"""Offset of the numbering of states (words.WIDE_BASE for hands of five sets)."""
CLASSES, FACTOR, RECORDS = 4, 8, 12
"""Offset of the classes of the states in t16; 1, or 0 for a barred colour; offset of the records in rec."""
PAIR, TRIPLE = 16, 24
"""Merge tables in t16 of the first two of the colours other than this one, and of those with the third."""
FINAL, OPTIMAL, ROW, PLANE = 32, 36, 40, 44
"""Deficiency and optimal entries in t16: offset, length of a row (classes of this colour), size of the plane of one number of sets."""

OTHERS = ((1, 2, 3), (0, 2, 3), (0, 1, 3), (0, 1, 2))
"""The order in which the other colours are merged, for each colour."""
