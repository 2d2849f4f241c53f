"""`path+ = [...]`: options that add to the same list do not undo one another."""

from __future__ import annotations

import pytest

from mjsim.errors import VariantError
from mjsim.variant.options import put


def test_adding_keeps_what_is_there_and_repeats_nothing() -> None:
    data = {"win": {"shapes": ["standard"]}}
    put(data, "win.shapes+", ["pairs", "standard"], "x")
    put(data, "win.shapes+", ["orphans"], "x")
    assert data["win"]["shapes"] == ["standard", "pairs", "orphans"]


@pytest.mark.parametrize(("path", "value"), [("win.passed+", ["hand"]), ("win.shapes+", "pairs"), ("claims.kongs+", ["gold"])])
def test_adding_needs_two_lists(path: str, value: object) -> None:
    with pytest.raises(VariantError, match=r"to add to a list"):
        put({"win": {"shapes": ["standard"], "passed": "none"}}, path, value, "x")


def test_adding_to_an_unknown_path_names_it() -> None:
    with pytest.raises(VariantError, match=r"unknown key 'win.shape'"):
        put({"win": {"shapes": ["standard"]}}, "win.shape+", ["pairs"], "x")
