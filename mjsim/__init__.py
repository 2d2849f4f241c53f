"""mjsim: Monte Carlo for regional Chinese mahjong.

>>> import mjsim as mj
>>> "run" in mj.__all__
True

The verbs are loaded when they are first used, so that importing mjsim costs next to nothing.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from mjsim.api import balance as balance
    from mjsim.api import compare as compare
    from mjsim.api import experiment as experiment
    from mjsim.api import fairness as fairness
    from mjsim.api import odds as odds
    from mjsim.api import report as report
    from mjsim.api import rows_by as rows_by
    from mjsim.api import run as run
    from mjsim.api import score as score
    from mjsim.api import skill as skill
    from mjsim.api import summary as summary
    from mjsim.api import together as together
    from mjsim.api import until as until
    from mjsim.api import variant as variant
    from mjsim.handcore import arrangements as arrangements
    from mjsim.handcore import deficiency as deficiency
    from mjsim.handcore import discards as discards
    from mjsim.handcore import shanten as shanten
    from mjsim.handcore import useful_tiles as useful_tiles
    from mjsim.store.dataset import Dataset as Dataset
    from mjsim.store.dataset import scan as scan

_HOME = {
    "Dataset": "mjsim.store.dataset",
    "arrangements": "mjsim.handcore",
    "balance": "mjsim.api",
    "compare": "mjsim.api",
    "deficiency": "mjsim.handcore",
    "discards": "mjsim.handcore",
    "experiment": "mjsim.api",
    "fairness": "mjsim.api",
    "odds": "mjsim.api",
    "report": "mjsim.api",
    "rows_by": "mjsim.api",
    "run": "mjsim.api",
    "scan": "mjsim.store.dataset",
    "score": "mjsim.api",
    "shanten": "mjsim.handcore",
    "skill": "mjsim.api",
    "summary": "mjsim.api",
    "together": "mjsim.api",
    "until": "mjsim.api",
    "useful_tiles": "mjsim.handcore",
    "variant": "mjsim.api",
}

__all__ = sorted(_HOME)


def __getattr__(name: str) -> Any:
    if name in _HOME:
        return getattr(importlib.import_module(_HOME[name]), name)
    raise AttributeError(f"module 'mjsim' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
