"""The list of features is printed from the code and committed; it tells of every name."""

from __future__ import annotations

from pathlib import Path

from mjsim.variant.expressions import CONSTANTS, FEATURES, FUNCTIONS, Context, shared_names
from mjsim.variant.expressions.docs import CONTEXTS, SUBJECTS, features
from mjsim.variant.expressions.features import Subject

FILE = Path(__file__).parents[2] / "docs" / "features.md"


def test_the_committed_list_is_the_printed_one() -> None:
    assert FILE.read_text("utf-8") == features(), "run python -m mjsim.docs"


def test_every_name_and_place_is_told() -> None:
    text = features()
    for name in (*FEATURES, *CONSTANTS, *shared_names()):
        assert f"| `{name}` |" in text, name
    for name in FUNCTIONS:
        assert f"| `{name}(" in text, name
    assert set(CONTEXTS) == set(Context)
    assert set(SUBJECTS) == set(Subject)


def test_tables_are_whole() -> None:
    widths: set[int] = set()
    for line in features().splitlines():
        if line.startswith("|"):
            widths.add(line.replace("\\|", "").count("|"))
            assert len(widths) == 1, line
        else:
            widths = set()
