"""What tells two places of the winning tile in one division apart, so that places which come to the same are judged once."""

from __future__ import annotations

from mjsim.compile.asked import JUDGING, operands
from mjsim.compile.rules import RuleCode
from mjsim.kernels import layout as L
from mjsim.kernels import ops as O

PLACED = frozenset(L.W_BANK + n for n in (L.B_OWN, L.B_WON, L.B_NATURAL, L.B_MIDDLE, L.B_EDGE, L.B_ANYWAIT, L.B_WILD, L.B_LAST))
"""What `places.put_place` writes."""


def place_tells(code: RuleCode) -> list[int]:
    """Places in `work` that depend on where the winning tile is and are asked for once a reading has been worked out.

    Empty if there are too many, or other players' hands are asked about: then every place is judged.
    """
    sections = code.coder.sections
    if any(word & 255 == O.OTHERS for section in JUDGING for word in sections[section]):
        return []
    placed = PLACED | {word >> 8 & 0x3FFF for word in sections[L.SEC_READING] if word & 255 != O.GATE}
    asked = {*code.row_registers, *code.row_values, code.minimum, code.final, L.W_BANK + L.B_WILD}
    asked |= {register for register, _, _ in code.formulas}
    asked |= {place for section in (L.SEC_VALUE, L.SEC_FINAL) for word in sections[section] for place in operands(word)}
    tells = sorted(placed & asked)
    return tells if len(tells) <= L.MOST_TELLS else []
