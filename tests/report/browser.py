"""A headless Chromium: where it is, what a page prints and looks like.

`python -m tests.report.browser` makes the reference picture anew.
"""

from __future__ import annotations

import io
import shutil
import subprocess
import tempfile
from pathlib import Path

import numpy as np
from PIL import Image

REFERENCE = Path(__file__).parents[1] / "data" / "report-charts.png"
NAMES = ("chromium", "chromium-browser", "google-chrome")
QUIET = ("--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run", "--disable-extensions")

CHARTS_ONLY = """<style>
body { margin: 0; padding: 0; max-width: none; }
body > :not(section), section > :not(figure), figcaption, svg text { display: none !important; }
figure { margin: 0; } svg { width: 1000px; display: block; }
</style>"""
"""Hides everything whose size depends on the fonts of a machine."""


def browser() -> str | None:
    """The browser on this machine, None if there is none."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)


def run(page: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """Open a page and wait until it has nothing more to do."""
    found = browser()
    assert found, "needs Chromium"
    with tempfile.TemporaryDirectory() as profile:
        common = ("--headless=new", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr", f"--user-data-dir={profile}", *QUIET)
        command = [found, *common, "--virtual-time-budget=4000", *options, page.as_uri()]
        return subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)


def picture(text: str, folder: Path) -> np.ndarray:
    """The charts of a report at a quarter of their size, (650, 250, 3) colours from 0 to 255; fonts do not matter."""
    page, shot = folder / "charts.html", folder / "shot.png"
    page.write_text(text.replace("</head>", f"{CHARTS_ONLY}</head>"), "utf-8")
    run(page, "--hide-scrollbars", "--force-device-scale-factor=1", "--window-size=1000,2600", f"--screenshot={shot}")
    with Image.open(io.BytesIO(shot.read_bytes())) as image:
        return np.asarray(image.convert("RGB").resize((250, 650), Image.Resampling.BOX))


def difference(one: np.ndarray, other: np.ndarray) -> float:
    """Share of the points of two pictures that differ by more than the smoothing of edges explains."""
    return float((np.abs(one.astype(int) - other.astype(int)).max(axis=2) > 12).mean())


def report(folder: Path, **data: object) -> str:
    """The report of a synthetic data set, as text."""
    from mjsim.report.page import write_report
    from tests.stats import synthetic

    run_folder = synthetic.write(folder / "run", 20_000, **data)  # type: ignore[arg-type]  # synthetic's own
    return write_report(run_folder, folder / "report.html", margin=0.1).read_text("utf-8")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name:
        Image.fromarray(picture(report(Path(name)), Path(name))).save(REFERENCE, optimize=True)
