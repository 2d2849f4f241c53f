"""A toy variant and a plan that needs no kernels."""

from __future__ import annotations

from typing import Any

from mjsim.run.plan import Plan

TOY: dict[str, Any] = {
    "slug": "toy",
    "zh": "玩",
    "en": "Toy",
    "players": 4,
    "rows": {"win": {"zh": "和", "en": "Win"}, "extra": {"zh": "加", "en": "Extra"}, "never": {"zh": "無", "en": "Never"}},
}


def toy_plan(seed: int = 1, unit: str = "hand", players: int = 4, **changes: Any) -> Plan:
    variant = {**TOY, "players": players, **changes}
    return Plan(variant, "toy-rules", ("speed",) * players, seed, unit, "shared", "fake-1")
