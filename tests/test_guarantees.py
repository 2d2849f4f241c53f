"""Every promise of docs/guarantees.md names tests that exist."""

from __future__ import annotations

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
LINES = [line for line in (ROOT / "docs" / "guarantees.md").read_text("utf-8").splitlines() if line.startswith("| ")][1:]


def names_in(file: str) -> set[str]:
    return {node.name for node in ast.parse((ROOT / file).read_text("utf-8")).body if isinstance(node, ast.FunctionDef)}


def test_every_promise_names_tests_that_exist() -> None:
    promises = [line for line in LINES if not line.startswith("| ---")]
    assert len(promises) > 20
    for line in promises:
        named = re.findall(r"`(tests/[\w/]+\.py)::(test_\w+)`", line)
        assert named, line
        for file, test in named:
            assert test in names_in(file), f"{file}::{test}"
