"""The documents that are made from the code are the committed ones, none missing and none left over."""

from __future__ import annotations

from pathlib import Path

import pytest

from mjsim.docs import documents
from mjsim.variant import catalog, load
from mjsim.variant.page import page

DOCS = Path(__file__).parents[2] / "docs"
MADE = documents()


@pytest.mark.parametrize("name", sorted(MADE))
def test_document_is_up_to_date(name: str) -> None:
    assert (DOCS / name).read_text("utf-8") == MADE[name], "make documents"


def test_no_page_without_a_variant() -> None:
    assert {path.stem for path in (DOCS / "variants").glob("*.md")} - {"README"} == set(catalog())


@pytest.mark.parametrize("slug", catalog())
def test_page_names_every_rule(slug: str) -> None:
    variant, text = load(slug), page(load(slug))
    for name, row in variant.rows.items():
        assert f"{row.zh} {row.en} (`{name}`)" in text
    for gate in variant.gates.values():
        assert gate.why in text
    for choice in variant.choices:
        assert f"**{choice.topic}**" in text
    for option in variant.options:
        assert f"`option.{option}`" in text
