"""Chinese names where a font has them, English ones elsewhere; and the colours, told apart by colour-blind readers and in print.

Colours: Okabe and Ito (2008), Color Universal Design.
"""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

from matplotlib.artist import Artist
from matplotlib.text import Text

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9")
MARKERS = ("o", "s", "^", "D", "v", "P")
INK = "#333333"

FAMILIES = (
    "Noto Sans CJK",
    "Noto Sans TC",
    "Noto Sans SC",
    "Noto Serif CJK",
    "Source Han Sans",
    "Source Han Serif",
    "WenQuanYi",
    "PingFang",
    "Heiti TC",
    "Heiti SC",
    "Songti",
    "Hiragino Sans",
    "Microsoft JhengHei",
    "Microsoft YaHei",
    "SimHei",
    "SimSun",
    "AR PL",
    "Droid Sans Fallback",
    "Arial Unicode MS",
)
"""Families with Chinese glyphs, by the beginning of their names, best first."""

PROBE = "和聽莊筒條萬"
"""Letters that a font must have."""


@cache
def chinese_font() -> str | None:
    """Family of an installed font with Chinese glyphs, or None. `MJSIM_FONT` may name a font file."""
    from matplotlib.font_manager import fontManager, get_font

    own = os.environ.get("MJSIM_FONT")
    if own and Path(own).is_file():
        fontManager.addfont(own)
        return str(get_font(own).family_name)
    for family in FAMILIES:
        for entry in fontManager.ttflist:
            if entry.name.startswith(family) and all(get_font(entry.fname).get_char_index(ord(letter)) for letter in PROBE):
                return str(entry.name)
    return None


def name(zh: str, en: str) -> str:
    """Both names, or the English one where no font has Chinese glyphs."""
    return f"{zh} {en}" if zh and chinese_font() else en


def dress(artist: Artist) -> None:
    """Give all texts below `artist` the Chinese font, if there is one; nothing outside is touched."""
    family = chinese_font()
    if family is None:
        return
    for text in artist.findobj(Text):
        assert isinstance(text, Text)
        text.set_fontfamily(["DejaVu Sans", family])
