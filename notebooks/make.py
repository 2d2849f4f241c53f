"""Execute the notebooks and write them with their outputs: python notebooks/make.py [NAME ...]

The text (`NAME.py`, percent format) is the source; `NAME.ipynb` is made from it, without times and with cell ids that stay, so that a
notebook changes only where its text or its numbers do.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

import jupytext
import nbformat
from nbclient import NotebookClient

HERE = Path(__file__).parent


def make(text: Path) -> None:
    """Execute one notebook; an error in a cell ends in an exception that shows the cell."""
    notebook = jupytext.read(text)
    for number, cell in enumerate(notebook.cells):
        cell.id = f"cell-{number}"
    NotebookClient(notebook, timeout=600, kernel_name="python3", record_timing=False, resources={"metadata": {"path": str(HERE)}}).execute()
    notebook.metadata.pop("language_info", None)
    nbformat.write(notebook, text.with_suffix(".ipynb"))


if __name__ == "__main__":
    for name in sys.argv[1:] or sorted(path.stem for path in HERE.glob("[0-9]*.py")):
        started = time.perf_counter()
        make(HERE / f"{name}.py")
        print(f"{name}: {time.perf_counter() - started:.0f} s", file=sys.stderr)
