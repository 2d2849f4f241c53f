"""Time and memory of summary, fairness, balance and report on a made-up data set: python -m benchmarks.statistics [HANDS] [FOLDER].

The data set is written first (10 million hands take a minute and 400 MB); each question is asked in a process of its own, so that its
memory is its own.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

QUESTIONS = ("summary", "fairness", "balance", "report")


def ask(question: str, folder: Path) -> None:
    """Answer one question and print its time and memory."""
    import mjsim

    started = time.perf_counter()
    arguments = (folder, folder / "report.html") if question == "report" else (folder,)
    getattr(mjsim, question)(*arguments)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1 << 20 if sys.platform == "darwin" else 1 << 10)
    print(f"{question:9} {time.perf_counter() - started:6.1f} s ({time.process_time():.1f} s CPU) {memory:7.0f} MB", flush=True)


def main() -> None:
    """Write the data set and ask every question."""
    from tests.stats import synthetic

    hands = int(float(sys.argv[1])) if len(sys.argv) > 1 else 10_000_000
    with tempfile.TemporaryDirectory() as base:
        folder = synthetic.write(Path(sys.argv[2] if len(sys.argv) > 2 else base) / "run", hands, shift=0.05)
        print(f"{hands:,} hands", flush=True)
        for question in QUESTIONS:
            subprocess.run([sys.executable, "-m", "benchmarks.statistics", "ask", question, str(folder)], check=True)


if __name__ == "__main__":
    if sys.argv[1:2] == ["ask"]:
        ask(sys.argv[2], Path(sys.argv[3]))
    else:
        main()
