"""Broken and hostile files and command lines: a sentence and an exit code, never a traceback, a hang or a write elsewhere."""

from __future__ import annotations

import io
import json
import os
import time
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from typing import Any

import matplotlib.pyplot  # noqa: F401  # it makes folders of its own when it is first imported
import msgspec
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mjsim.cli import COMMANDS, main
from mjsim.errors import MjsimError
from mjsim.run import ledger
from mjsim.run.engine import KernelEngine
from mjsim.run.runner import make_plan, play
from mjsim.variant import catalog, load
from tests.fuzz.edits import edited
from tests.fuzz.watch import confined
from tests.toy.engine import FakeEngine
from tests.toy.plan import toy_plan

EXPERIMENTS = sorted((Path(__file__).parents[2] / "experiments").glob("*.toml"))
LOOSE = {"deadline": None, "suppress_health_check": [HealthCheck.function_scoped_fixture, HealthCheck.too_slow, HealthCheck.data_too_large]}
CODES = {0, 1, 2}


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.chdir(tmp_path)
    yield tmp_path


HANG = 1.0
"""Seconds of processor time in which a command that is already loaded answers whatever it is given."""


def answered(arguments: list[str], folder: Path) -> int:
    """Exit code of a command that wrote nowhere else and did not hang."""
    begin = time.process_time()
    with confined(folder):
        code = main(arguments)
    assert time.process_time() - begin < HANG, arguments
    assert code in CODES
    return code


def source(slug: str) -> str:
    return (resources.files("mjsim.catalog") / f"{slug}.toml").read_text("utf-8")


@settings(max_examples=120, **LOOSE)
@given(st.sampled_from(catalog()), st.data())
def test_variant_files_edited_by_a_vandal(here: Path, slug: str, data: st.DataObject) -> None:
    (here / "fuzzed.toml").write_text(edited(source(slug), lambda n: data.draw(st.integers(0, n - 1))), "utf-8")
    if answered(["check", "fuzzed.toml"], here) == 0:
        answered(["show", "fuzzed.toml"], here)


@settings(max_examples=25, **LOOSE)
@given(st.sampled_from(catalog()), st.data())
def test_what_passes_the_check_can_be_played_or_says_why_not(here: Path, slug: str, data: st.DataObject) -> None:
    (here / "fuzzed.toml").write_text(edited(source(slug), lambda n: data.draw(st.integers(0, n - 1))), "utf-8")
    try:
        plan = make_plan(load(here / "fuzzed.toml"), policies="random")
        game = KernelEngine().open(msgspec.json.encode(plan.variant))
        played = game.play(1, 0, 3, plan.policies, matches=False, wall="shared", log=False)
    except MjsimError as error:
        assert "\n" not in str(error)
    else:
        assert len(played.hands["hand"]) + len(played.faults) == 3


@settings(max_examples=60, **LOOSE)
@given(st.sampled_from(EXPERIMENTS), st.data())
def test_experiment_files_edited_by_a_vandal(here: Path, path: Path, data: st.DataObject) -> None:
    (here / "fuzzed.toml").write_text(edited(path.read_text("utf-8"), lambda n: data.draw(st.integers(0, n - 1))), "utf-8")
    answered(["experiment", "fuzzed.toml", "--check", "--quiet"], here)


@pytest.mark.parametrize(
    "content", [b"", b"\xff\xfe", b"\x00" * 1000, b"[" * 100_000, b"a." * 50_000 + b"a = 1", b'x = """' + b"y" * 10**6]
)
@pytest.mark.parametrize("command", ["check", "experiment", "settle", "score"])
def test_files_that_are_none(here: Path, content: bytes, command: str, capsys: pytest.CaptureFixture[str]) -> None:
    (here / "file").write_bytes(content)
    arguments = {
        "score": ["simplest", "--jsonl", "file"],
        "settle": ["--jsonl", "file"],
        "check": ["file"],
        "experiment": ["file", "--check"],
    }
    code = answered([command, *arguments[command]], here)
    assert code or not content.strip(b"\0")


@pytest.mark.parametrize("command", ["check", "experiment"])
def test_pipes_and_devices_are_no_files(here: Path, command: str, capsys: pytest.CaptureFixture[str]) -> None:
    os.mkfifo(here / "pipe.toml")
    (here / "mine.toml").write_text('extends = "pipe.toml"\n', "utf-8")
    for path in ("pipe.toml", "/dev/zero", *(["mine.toml"] if command == "check" else [])):
        assert answered([command, path], here)
        assert "is no ordinary file" in "".join(capsys.readouterr())


@pytest.mark.parametrize("text", ["\\u001b[31mred", "\\u0007", "\\u202eevil", "\\u009b2J"])
def test_names_cannot_steer_the_terminal(here: Path, data_set: dict[str, bytes], text: str, capsys: pytest.CaptureFixture[str]) -> None:
    (here / "mine.toml").write_text(f'extends = "simplest"\nslug = "mine"\nzh = "{text}"\n', "utf-8")
    assert answered(["check", "mine.toml"], here)
    folder = unpacked(data_set, here / "set")
    document = json.loads(data_set["manifest.json"])
    document["variant"]["zh"] = json.loads(f'"{text}"')
    (folder / "manifest.json").write_text(json.dumps({**document, "checksum": ""}), "utf-8")
    assert answered(["status", "set"], here) == 2
    shown = "".join(capsys.readouterr())
    assert shown.count("control characters in ") == 2
    assert json.loads(f'"{text}"') not in shown


def test_a_case_of_a_million_tiles_is_too_long(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (here / "cases.jsonl").write_text(json.dumps({**CASE, "hand": "1" * 10**6 + "m"}), "utf-8")
    assert answered(["score", "simplest", "--jsonl", "cases.jsonl"], here) == 2
    assert "a line of more than 1,000,000 characters" in capsys.readouterr().err


def test_more_jokers_than_can_be_tried_and_jokers_where_there_are_none_are_refused(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    jokers = ["--joker", "5m", "--joker", "6m"]
    assert answered(["score", "anqing", "55556666m19pESW", "N", *jokers], here) == 2
    assert "8 jokers in one hand; allowed: at most 7" in capsys.readouterr().err
    assert answered(["score", "mcr", "5555m12345678pE", "E", "--joker", "5m"], here) == 2
    assert "5m is named as a joker; allowed: none, mcr has no jokers" in capsys.readouterr().err


def test_variants_that_extend_each_other_in_a_circle(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, base in (("a", "b"), ("b", "c"), ("c", "a")):
        (here / f"{name}.toml").write_text(f'extends = "{base}.toml"\nslug = "{name}"\n')
    assert answered(["check", "a.toml"], here) in (1, 2)
    assert "a.toml" in "".join(capsys.readouterr())


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**30), 10**30) | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)
CASE = {"id": "a", "hand": "123m456p789sEE67m", "win": "8m", "by": "discard", "from": 0, "seat": 1}
words = st.text("123456789mpsEFTWNzfgjx#?*[]() -{}", max_size=40)


@settings(max_examples=150, **LOOSE)
@given(
    st.dictionaries(st.sampled_from([*CASE, "melds", "flowers", "dealer", "round", "context", "x"]), json_values | words, max_size=5),
    st.booleans(),
)
def test_cases_that_are_wrong_are_answered_line_by_line(here: Path, change: dict[str, Any], settle: bool) -> None:
    (here / "cases.jsonl").write_text(json.dumps({**CASE, **change}) + "\n" + json.dumps(CASE) + "\n", "utf-8")
    answered(["settle", "--jsonl", "cases.jsonl"] if settle else ["score", "simplest", "--jsonl", "cases.jsonl"], here)


@pytest.fixture(scope="module")
def data_set(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    folder = tmp_path_factory.mktemp("data")
    play(toy_plan(), 300, folder, workers=1, shard=100, engine=FakeEngine(), progress=False)
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture(scope="module", autouse=True)
def warm(tmp_path_factory: pytest.TempPathFactory, data_set: dict[str, bytes]) -> None:
    """Each command once on sound input: what is bounded is what an input costs, not the libraries that a first call loads."""
    folder = tmp_path_factory.mktemp("warm")
    unpacked(data_set, folder / "set")
    (folder / "cases.jsonl").write_text(json.dumps(CASE) + "\n", "utf-8")
    for command in ("status", "summary", "verify", "fairness", "balance", "report", "find"):
        main([command, str(folder / "set"), *(["--row", "win"] if command == "find" else [])])
    main(["experiment", str(EXPERIMENTS[0]), "--check", "--quiet"])
    main(["score", "simplest", "--jsonl", str(folder / "cases.jsonl")])
    main(["status", "s3://bucket/run"])


def unpacked(files: dict[str, bytes], folder: Path) -> Path:
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    return folder


def places(document: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inside = document.items() if isinstance(document, dict) else enumerate(document) if isinstance(document, list) else ()
    return [path, *(found for key, value in inside for found in places(value, (*path, key)))]


READERS = ["status", "summary", "verify", "fairness", "find"]
hostile = st.sampled_from(
    ["../../../etc/passwd", "/etc/passwd", "hands/../../x", "<b>", -1, 2**70, None, [], {}, "", 1.5, True, "x" * 5000]
)


@settings(max_examples=60, **LOOSE)
@given(st.data(), hostile | json_values, st.sampled_from(READERS))
def test_manifests_from_elsewhere(here: Path, data_set: dict[str, bytes], data: st.DataObject, value: Any, command: str) -> None:
    folder = unpacked(data_set, here / "set")
    document = json.loads(data_set["manifest.json"])
    document["checksum"] = ""
    *path, last = data.draw(st.sampled_from(places(document)[1:]))
    inside = document
    for key in path:
        inside = inside[key]
    inside[last] = value
    (folder / "manifest.json").write_text(json.dumps(document), "utf-8")
    answered([command, "set", *(["--row", "win"] if command == "find" else [])], here)


def resaved(folder: Path, table: str, change: Any) -> None:
    """The first part of a table with other content, entered in the manifest with its right checksum, as a forger would."""
    manifest = ledger.load(folder)
    shard = manifest.shards[0]
    part = shard.parts[table]
    pq.write_table(change(pq.read_table(folder / part.name, partitioning=None)), folder / part.name)
    content = (folder / part.name).read_bytes()
    from mjsim.store.parts import sha256_of

    forged = msgspec.structs.replace(part, bytes=len(content), sha256=sha256_of(folder / part.name))
    shards = (msgspec.structs.replace(shard, parts={**shard.parts, table: forged}), *manifest.shards[1:])
    ledger.save(folder, msgspec.structs.replace(manifest, shards=shards))


FORGERIES = {
    "missing column": lambda table: table.drop_columns(["hand"]),
    "other type": lambda table: table.set_column(table.schema.get_field_index("hand"), "hand", pa.array(["x"] * table.num_rows)),
    "no rows": lambda table: table.slice(0, 0),
    "fewer rows": lambda table: table.slice(0, 5),
    "other order": lambda table: table.take(list(range(table.num_rows - 1, -1, -1))),
    "other table": lambda table: pa.table({"a": [1, 2]}),
    "nulls": lambda table: pa.Table.from_arrays([pa.nulls(table.num_rows, field.type) for field in table.schema], schema=table.schema),
    "more columns": lambda table: table.append_column("more", pa.array([1] * table.num_rows)),
}


@pytest.mark.parametrize("forgery", FORGERIES)
@pytest.mark.parametrize("table", ["hands", "wins"])
def test_parts_from_elsewhere_are_named_and_never_read_as_numbers_without_a_word(
    here: Path, data_set: dict[str, bytes], forgery: str, table: str, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = unpacked(data_set, here / "set")
    resaved(folder, table, FORGERIES[forgery])
    assert answered(["verify", "set", "--sample", "0"], here) == 1
    assert "/000000000000_000000000100.parquet: " in capsys.readouterr().out
    for command in (["summary"], ["fairness"], ["balance"], ["find", "--row", "win"], ["report"]):
        answered([command[0], "set", *command[1:]], here)


def test_parts_of_another_run_beside_a_manifest_are_refused(here: Path, data_set: dict[str, bytes]) -> None:
    folder = unpacked(data_set, here / "set")
    play(toy_plan(seed=2), 300, here / "other", workers=1, shard=100, engine=FakeEngine(), progress=False)
    (here / "other" / "manifest.json").rename(folder / "manifest.json")
    assert answered(["verify", "set"], here) == 1


def test_names_from_user_files_are_escaped_in_reports(here: Path) -> None:
    evil = "<script>alert('x')</script>&\""
    rows = {"win": {"zh": evil, "en": evil}, "extra": {"zh": "加", "en": "E"}, "never": {"zh": "無", "en": "N"}}
    play(toy_plan(zh=evil, en=evil, rows=rows), 400, here / "set", workers=1, engine=FakeEngine(), progress=False)
    assert answered(["report", "set", "--out", "page.html"], here) == 0
    page = (here / "page.html").read_text("utf-8")
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert" in page


FLAGS = [
    "--hands", "--matches", "--seed", "--policy", "--out", "--workers", "--set", "--json", "--row", "--limit", "--hand", "--match",
    "--sample", "--jsonl", "--level", "--margin", "--first", "--shard", "--until", "--ids", "--wall", "--log", "--backend", "--scheduler",
    "--quiet", "--x",
]  # fmt: skip
VALUES = [
    "-1", "0", "1e400", "nan", "9" * 40, "x", "", "simplest", "no-such", "set", "missing", "file.toml", "../..", "/", "/dev/null/x", "s3://",
    "a\0b", "option.x=1", "win.minimum=nan", "=", "tcp://", "speed,speed", "random", "-", "--", "ROW rel 5%", "0.5", "123m",
    "\udcff", "é" * 300,
]  # fmt: skip
SKIPPED = {"bench", "demo", "exact", "compare", "odds", "skill"}
"""Commands whose work is long whatever they are asked; their arguments are read by the same parser."""


@settings(max_examples=150, **LOOSE)
@given(
    st.sampled_from([name for name in COMMANDS if name not in SKIPPED]),
    st.lists(st.sampled_from(FLAGS) | st.sampled_from(VALUES), max_size=6),
)
def test_command_lines(here: Path, data_set: dict[str, bytes], command: str, arguments: list[str]) -> None:
    unpacked(data_set, here / "set")
    (here / "file.toml").write_text('extends = "simplest"\nslug = "mine"\n')
    begin = time.process_time()
    with confined(here), pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.stdin", io.StringIO())
        patch.setattr("mjsim.run.cluster.ANSWER", 0.1)
        try:
            code = main([command, *arguments])
        except SystemExit as stop:  # --help
            code = int(stop.code or 0)
    assert code in CODES
    assert time.process_time() - begin < HANG, arguments
