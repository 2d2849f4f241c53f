"""Schemas, the data dictionary, parts and manifests."""

from __future__ import annotations

import errno
import json
import os
from pathlib import Path

import numpy as np
import polars as pl
import pyarrow.parquet as pq
import pytest

from mjsim.errors import DataError
from mjsim.run import ledger
from mjsim.run.runner import play
from mjsim.store.dataset import Dataset, scan
from mjsim.store.dictionary import markdown
from mjsim.store.parts import to_arrow, write_atomically
from mjsim.store.schemas import TABLES, arrow_schema
from tests.toy.engine import FakeEngine
from tests.toy.plan import toy_plan

ROOT = Path(__file__).parents[2]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    play(toy_plan(), 500, tmp_path / "run", workers=1, shard=200, engine=FakeEngine(), progress=False)
    return tmp_path / "run"


def test_the_dictionary_in_data_is_the_one_of_the_schemas() -> None:
    assert (ROOT / "data" / "README.md").read_text("utf-8") == markdown(), "make documents"


def test_every_column_is_explained() -> None:
    for columns in TABLES.values():
        assert len({column.name for column in columns}) == len(columns)
        assert all(len(column.description) > 5 for column in columns)


def test_parts_have_the_schema_and_say_where_they_belong(folder: Path) -> None:
    manifest = ledger.load(folder)
    for table in ("hands", "wins"):
        for part in manifest.parts(table):
            file = pq.ParquetFile(folder / part.name)
            assert file.schema_arrow.remove_metadata() == arrow_schema(table)
            metadata = file.schema_arrow.metadata
            assert metadata[b"mjsim.identity"].decode() == manifest.identity
            assert metadata[b"mjsim.table"].decode() == table
            assert int(metadata[b"mjsim.first"]) == int(part.name[-33:-21])


def test_codes_become_words_and_negatives_null() -> None:
    columns = {name: np.array([5, 6]) for name in ("hand", "in_match", "tile", "turn", "value", "points", "exposed", "jokers", "shape")}
    columns |= {
        "match": np.array([-1, -1]),
        "seat": np.array([2, 0]),
        "by": np.array([0, 1]),
        "giver": np.array([-1, 3]),
        "wait": np.array([-1, 2]),
    }
    columns |= {"rows_offsets": np.array([0, 2, 3]), "rows_values": np.array([1, 1, 0])}
    constants = {"variant": "toy", "run": "id"}
    frame = pl.from_arrow(to_arrow("wins", columns, constants, ("win", "extra"), 4))
    assert isinstance(frame, pl.DataFrame)
    assert frame["by"].to_list() == ["self", "discard"]
    assert frame["giver"].to_list() == [None, 3]
    assert frame["match"].to_list() == [None, None]
    assert frame["tile"].to_list() == ["6m", "7m"]
    assert frame["rows"].to_list() == [["extra", "extra"], ["win"]]
    assert frame["wait"].to_list() == [None, 2]
    assert frame["variant"].to_list() == ["toy", "toy"]
    assert frame.schema["points"] == pl.Int64


def test_pandas_and_plain_polars_read_the_folder(folder: Path) -> None:
    import pandas as pd

    frame = pd.read_parquet(folder / "hands")
    assert len(frame) == 500
    assert frame["points_0"].sum() == scan(folder).select(pl.col("points_0").sum()).collect().item()
    assert pl.read_parquet(folder / "wins" / "*.parquet").height == scan(folder, "wins").collect().height


def test_points_of_a_hand_sum_to_zero_and_wins_belong_to_hands(folder: Path) -> None:
    hands, wins = scan(folder).collect(), scan(folder, "wins").collect()
    assert (hands.select(pl.sum_horizontal(f"points_{seat}" for seat in range(4))).to_series() == 0).all()
    assert set(wins["hand"]) == set(hands.filter(pl.col("winners") != 0)["hand"])


def test_a_missing_part_is_named(folder: Path) -> None:
    part = sorted((folder / "hands").iterdir())[1]
    part.unlink()
    with pytest.raises(DataError, match=rf"{part.name}: is missing"):
        scan(folder)


def test_an_unknown_table_is_refused(folder: Path) -> None:
    with pytest.raises(DataError, match="no table 'winners'.*hands, wins, log"):
        scan(folder, "winners")


def damaged(folder: Path, change: object) -> None:
    path = folder / "manifest.json"
    document = json.loads(path.read_text())
    change(document)  # type: ignore[operator]  # a function of the document
    path.write_text(json.dumps(document))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda d: d["shards"][0]["parts"]["hands"].update(name="../../etc/passwd"), "names a part '../../etc/passwd'"),
        (lambda d: d["shards"][0]["parts"]["hands"].update(name="/etc/passwd"), "names a part '/etc/passwd'"),
        (lambda d: d["shards"].append(d["shards"][0]), "overlap"),
        (lambda d: d.update(format=99), "has format 99"),
        (lambda d: d.update(identity="0" * 32), "says identity 0000"),
        (lambda d: d["plan"].update(seed=99), "but what it describes has"),
        (lambda d: d["plan"].pop("wall"), "is damaged"),
        (lambda d: d.update(variant=7), "is damaged"),
        (lambda d: d["variant"].pop("players"), "is damaged"),
        (lambda d: d["shards"][0].update(count=-5), "names a part|impossible entry"),
        (lambda d: d["shards"][0]["parts"].pop("wins"), "impossible entry"),
    ],
    ids=["path-up", "absolute-path", "twice", "format", "identity", "seed", "no-wall", "no-variant", "no-players", "negative", "no-wins"],
)
def test_a_manifest_that_cannot_be_true_is_refused(folder: Path, change: object, words: str) -> None:
    damaged(folder, change)
    with pytest.raises(DataError, match=words):
        ledger.load(folder)


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '{"format": 1}', "\x00\xff", "[" * 100_000])
def test_a_manifest_that_is_none_is_refused(folder: Path, text: str) -> None:
    (folder / "manifest.json").write_text(text, "latin-1")
    with pytest.raises(DataError, match="is damaged"):
        ledger.load(folder)


def test_a_folder_without_manifest_is_no_data_set(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "nowhere"):
        with pytest.raises(DataError, match="is not a data set of mjsim"):
            Dataset(path).scan()


def test_a_full_disk_leaves_the_old_file_and_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"old")

    def full(handle: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(DataError, match="file: cannot be written \\(No space left on device\\)"):
        write_atomically(path, b"new")
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]
