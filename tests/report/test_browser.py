"""The report in a browser: it sorts, shows values, opens example hands, looks as it did, says nothing on the console and asks the network
for nothing. Where no Chromium is installed these tests are left out, and the end of the test run says so.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from tests.report.browser import REFERENCE, difference, picture, report, run

pytestmark = pytest.mark.browser

PROBE = """
<script>
let refused = 0;
addEventListener("securitypolicyviolation", () => { refused += 1; });
addEventListener("load", () => {
  const table = [...document.querySelectorAll("table.sortable")].find((t) => t.tHead.textContent.includes("examples"));
  const column = (i) => [...table.tBodies[0].rows].map((row) => row.cells[i].textContent);
  const heads = table.tHead.rows[0].cells;
  heads[3].querySelector("button").click();
  const down = column(0);
  heads[3].querySelector("button").click();
  const up = column(0);
  const mark = document.querySelector("svg [data-tip]");
  mark.dispatchEvent(new PointerEvent("pointermove", {bubbles: true, clientX: 50, clientY: 50}));
  const tip = document.getElementById("tip");
  const shown = !tip.hidden && tip.textContent === mark.dataset.tip;
  const link = table.querySelector("a");
  link.click();
  setTimeout(() => {
    const asked = performance.getEntriesByType("resource").map((entry) => entry.name);
    const opened = document.querySelector(link.getAttribute("href")).open;
    const result = document.createElement("output");
    result.id = "probe";
    result.textContent = JSON.stringify({down, up, shown, opened, refused, asked});
    document.body.append(result);
  }, 50);
});
</script>
"""
NEAR = 5e-4
"""Share of the points of a picture that another version of the browser may draw otherwise."""


@pytest.fixture(scope="module")
def text(tmp_path_factory: pytest.TempPathFactory) -> str:
    return report(tmp_path_factory.mktemp("browser"))


def test_the_report_works(text: str, tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    page.write_text(text.replace("</body>", PROBE + "</body>"), "utf-8")
    ran = run(page, "--dump-dom")
    assert "CONSOLE" not in ran.stderr
    found = json.loads(re.search(r'<output id="probe">(.*?)</output>', ran.stdout)[1])  # type: ignore[index]  # fails where it is missing
    assert found["down"][0] == "bits_1" and found["down"][-1] == "never"
    assert found["up"] == found["down"][::-1]
    assert found["shown"] and found["opened"]
    assert (found["refused"], found["asked"]) == (0, [])


def test_what_would_be_fetched_is_refused_and_said(text: str, tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    page.write_text(text.replace("</body>", '<img src="file:///nowhere.png"></body>'), "utf-8")
    assert "CONSOLE" in run(page, "--dump-dom").stderr


def test_the_charts_look_as_they_did(text: str, tmp_path: Path) -> None:
    with Image.open(REFERENCE) as image:
        reference = np.asarray(image.convert("RGB"))
    assert difference(picture(text, tmp_path), reference) < NEAR, "python -m tests.report.browser, if the change is meant"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("svg .curve { fill: none", "svg .curve { stroke-opacity: 0; fill: none"),
        ('stroke-dasharray="6 3"', ""),
        ("#D55E00", "#0072B2"),
        ('r="4"', 'r="1"'),
    ],
    ids=["no curves", "no dashes", "one colour", "small marks"],
)
def test_the_comparison_notices(text: str, tmp_path: Path, old: str, new: str) -> None:
    with Image.open(REFERENCE) as image:
        reference = np.asarray(image.convert("RGB"))
    assert old in text
    assert difference(picture(text.replace(old, new), tmp_path), reference) > 2 * NEAR
