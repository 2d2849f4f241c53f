"""What a file with a policy of one's own imports: questions, acts, melds, and functions that its function may call.

docs/own-policies.md shows how, docs/view.md lists what they mean.
"""

from __future__ import annotations

from mjsim.kernels.helpers import deficiency, live, useful
from mjsim.kernels.layout import (
    ADDED_KONG,
    CHOW_MELD,
    CONCEALED_KONG,
    EXPOSED_KONG,
    FLOWER_PUNG,
    GOLD_KONG,
    PUNG_MELD,
    SHOWN_DRAGONS,
    SHOWN_WINDS,
)
from mjsim.kernels.policy import (
    CLAIM,
    DECLARE,
    EXCHANGE,
    IMAGINE,
    LAST,
    ROB,
    SHARE,
    STAKE,
    TAKE,
    TURN,
    VOID,
)
from mjsim.kernels.policy_own import SPEED
from mjsim.kernels.special import IMPOSSIBLE
from mjsim.kernels.state import (
    ADDED,
    CHOW_ON,
    CONCEALED,
    DISCARD,
    FLOWER_ON,
    GOLD,
    KONG_ON,
    OPEN,
    OPEN_ON,
    PASS,
    PUNG_ON,
    READY,
    SHOW_DRAGONS,
    SHOW_TILE,
    SHOW_WINDS,
    TAKE_LAST,
    WIN,
    WIN_ON,
)
from mjsim.kernels.state import DECLARE as DECLARE_READY

__all__ = [
    "ADDED",
    "ADDED_KONG",
    "CHOW_MELD",
    "CHOW_ON",
    "CLAIM",
    "CONCEALED",
    "CONCEALED_KONG",
    "DECLARE",
    "DECLARE_READY",
    "DISCARD",
    "EXCHANGE",
    "EXPOSED_KONG",
    "FLOWER_ON",
    "FLOWER_PUNG",
    "GOLD",
    "GOLD_KONG",
    "IMAGINE",
    "IMPOSSIBLE",
    "KONG_ON",
    "LAST",
    "OPEN",
    "OPEN_ON",
    "PASS",
    "PUNG_MELD",
    "PUNG_ON",
    "READY",
    "ROB",
    "SHARE",
    "SHOWN_DRAGONS",
    "SHOWN_WINDS",
    "SHOW_DRAGONS",
    "SHOW_TILE",
    "SHOW_WINDS",
    "SPEED",
    "STAKE",
    "TAKE",
    "TAKE_LAST",
    "TURN",
    "VOID",
    "WIN",
    "WIN_ON",
    "deficiency",
    "live",
    "useful",
]
