"""Write a result: tables, document, charts and, last, the page that names them."""

from __future__ import annotations

import json
from pathlib import Path

from mjsim.experiment.charts import save_charts
from mjsim.experiment.page import page
from mjsim.experiment.result import Result
from mjsim.experiment.words import found_in_words
from mjsim.store.parts import write_atomically


def write(result: Result, folder: Path) -> Path:
    """Write everything into `folder`; returns the page, README.md there.

    Raises
    ------
    MjsimError
        if the text names what was not measured, or the folder cannot be written.
    """
    found_in_words(result)  # before anything is written
    document = json.dumps(result.as_dict(), ensure_ascii=False, allow_nan=False)
    write_atomically(folder / "result.json", f"{document}\n".encode())
    write_atomically(folder / "estimates.csv", result.estimates().write_csv(float_precision=9).encode())
    if result.spec.base:
        write_atomically(folder / "changes.csv", result.changes().write_csv(float_precision=9).encode())
    charts = save_charts(result, folder)
    write_atomically(folder / "README.md", page(result, charts).encode())
    return folder / "README.md"
