"""The report in a browser: it sorts, shows values, opens example hands, says nothing on the console and asks the network for nothing."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from mjsim.report.page import write_report
from tests.stats import synthetic

QUIET = ("--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run", "--disable-extensions")

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


@pytest.mark.verify
def test_the_report_works_in_chromium(tmp_path: Path) -> None:
    browser = next((path for name in ("chromium", "chromium-browser", "google-chrome") if (path := shutil.which(name))), None)
    assert browser, "needs chromium or google-chrome on the path"
    page = write_report(synthetic.write(tmp_path / "run", 20_000), tmp_path / "report.html", margin=0.1)
    page.write_text(page.read_text("utf-8").replace("</body>", PROBE + "</body>"), "utf-8")
    options = [
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--enable-logging=stderr",
        f"--user-data-dir={tmp_path / 'profile'}",
        *QUIET,
    ]
    command = [browser, *options, "--virtual-time-budget=4000", "--dump-dom", page.as_uri()]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)
    assert "CONSOLE" not in ran.stderr
    found = json.loads(re.search(r'<output id="probe">(.*?)</output>', ran.stdout)[1])  # type: ignore[index]  # fails where it is missing
    assert found["down"][0] == "bits_1" and found["down"][-1] == "never"
    assert found["up"] == found["down"][::-1]
    assert found["shown"] and found["opened"]
    assert (found["refused"], found["asked"]) == (0, [])
