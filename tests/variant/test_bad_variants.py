"""Broken variant files, each named after its fault, and the one sentence that each must give."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

from mjsim.errors import VariantError
from mjsim.variant import load

FOLDER = Path(__file__).parents[1] / "data" / "bad_variants"
MESSAGES: dict[str, str] = json.loads((FOLDER / "messages.json").read_text("utf-8"))


def test_every_file_has_its_message_and_every_message_its_file() -> None:
    assert sorted(MESSAGES) == sorted(path.stem for path in FOLDER.glob("*.toml"))
    assert len(MESSAGES) >= 40


@pytest.mark.parametrize("name", sorted(MESSAGES))
def test_says_what_where_and_what_is_allowed(name: str) -> None:
    start = time.process_time()
    with pytest.raises(VariantError) as caught:
        load(FOLDER / f"{name}.toml")
    assert str(caught.value) == MESSAGES[name]
    assert time.process_time() - start < 1.0, "a broken file must be refused at once"
