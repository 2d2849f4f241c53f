"""Loading: extends, sets, options, digests."""

from __future__ import annotations

from pathlib import Path

import pytest

from mjsim.errors import VariantError
from mjsim.variant import digest, load
from mjsim.variant.options import parse_sets

OWN = """
extends = "simplest"
slug = "mine"
zh = "我的"
en = "mine"
[win]
several = "all"
[rows]
an-gang = false
[rows.all-pungs]
zh = "對對和"
en = "all pungs"
when = "all_pungs"
value = 4
"""


def write(folder: Path, text: str, name: str = "mine.toml") -> Path:
    path = folder / name
    path.write_text(text, "utf-8")
    return path


def test_extends_merges_tables_and_removes_entries(tmp_path: Path) -> None:
    base, mine = load("simplest"), load(write(tmp_path, OWN))
    assert (mine.slug, mine.win.several) == ("mine", "all")
    assert mine.win.shapes == base.win.shapes, "what is not said stays"
    assert "an-gang" in base.rows and "an-gang" not in mine.rows
    assert list(mine.rows) == [*(slug for slug in base.rows if slug != "an-gang"), "all-pungs"], "rows keep their order, new ones come last"


def test_extends_a_neighbour_file(tmp_path: Path) -> None:
    write(tmp_path, OWN)
    second = load(write(tmp_path, 'extends = "mine.toml"\nslug = "second"\n[wall]\ndead = 14\n', "second.toml"))
    assert (second.slug, second.wall.dead, second.win.several) == ("second", 14, "all")


@pytest.mark.parametrize(
    ("text", "path", "value"),
    [
        ("win.minimum=6", "win.minimum", "6"),
        ("win.several=all", "win.several", "all"),
        ("wall.dead=14", "wall.dead", 14),
        ("rows.win.value=3", "rows.win.value", 3),
        ('win.by=["self"]', "win.by", ("self",)),
    ],
)
def test_set_reads_values_as_the_schema_wants_them(text: str, path: str, value: object) -> None:
    found: object = load("simplest", sets=[text])
    for key in path.split("."):
        found = found[key] if isinstance(found, dict) else getattr(found, key)
    assert found == value


def test_sets_may_remove_rows_and_refuse_unknown_ones() -> None:
    assert "an-gang" not in load("simplest", sets=["rows.an-gang=off"]).rows
    with pytest.raises(VariantError, match="nothing to remove"):
        load("simplest", sets=["rows.no-such-row=off"])


def test_parse_sets_needs_a_key_and_a_value() -> None:
    with pytest.raises(VariantError, match="KEY=VALUE"):
        parse_sets(["win.minimum"])


def test_option_by_set_and_in_a_file_are_the_same_rules(tmp_path: Path) -> None:
    by_set = load("simplest", sets=["option.several-winners=all"])
    in_file = load(write(tmp_path, 'extends = "simplest"\n[chosen]\nseveral-winners = "all"\n'))
    assert by_set.win.several == in_file.win.several == "all"
    assert by_set.chosen == {"several-winners": "all"}
    assert digest(by_set) == digest(in_file)


def test_digest_follows_rules_not_names() -> None:
    base = digest(load("simplest"))
    assert digest(load("simplest", sets=['en="other name"'])) == base
    assert digest(load("simplest", sets=["rows.win.value=2"])) != base
    assert digest(load("simplest", sets=["wall.dead=2"])) != base


def test_an_empty_table_is_refused_where_it_would_change_nothing() -> None:
    with pytest.raises(VariantError, match="changes nothing"):
        load("sichuan", sets=["gates={}"])
    assert load("simplest", sets=["payment.birds={}"]).payment.birds is not None, "an optional table with its defaults"


def test_options_are_applied_in_the_order_of_the_variant() -> None:
    """Without a void suit there is no pig, whatever the cap."""
    found = [load("sichuan", sets=sets) for sets in (["option.void=none", "option.cap=5"], ["option.cap=5", "option.void=none"])]
    assert [(variant.names["cap"], variant.draw.pig) for variant in found] == [("5", 0), ("5", 0)]
    assert load("sichuan", sets=["option.cap=5"]).draw.pig == 2**5
    assert load("yichang-xueliu", sets=["option.cap=4"]).draw.pig == 2**4
