"""`mjsim exact`: one record an id, in order; ids that are not understood do not stop the others."""

from __future__ import annotations

import json
from math import comb
from pathlib import Path

import pytest

from mjsim.cli import main


def test_ids_from_a_file_and_from_arguments(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "ids"
    file.write_text("count.hands.34k.13\n\nno.such.family\nflowers.144.13.first0\n")
    assert main(["exact", "--ids", str(file)]) == 1
    hands, unknown, flowers = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert (hands["id"], int(hands["numerator"]), int(hands["denominator"])) == ("count.hands.34k.13", 98521596000, 1)
    assert unknown["id"] == "no.such.family"
    assert "is not a family" in unknown["error"]
    assert flowers["value"] == pytest.approx(comb(136, 13) / comb(144, 13), rel=1e-12)
    assert main(["exact", "count.hands.34k.13"]) == 0


def test_no_ids_are_wrong(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["exact"]) == 2
    assert "--ids FILE" in capsys.readouterr().err
    assert main(["exact", "--ids", "nowhere"]) == 2
