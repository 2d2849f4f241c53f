"""The referee: a second, slow, readable engine in plain Python.

It shares nothing with the kernels but tiles, the variant and its parsed expressions, and decides where they differ.
"""

from __future__ import annotations

from mjsim.referee.cases import score_case
from mjsim.referee.settle import settle_case

__all__ = ["score_case", "settle_case"]
