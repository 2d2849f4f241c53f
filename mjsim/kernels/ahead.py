"""Kernels that are not in the cache yet are compiled by several processes at once, before the one that needs them loads them all.

A seam needs only the names of the seams that it calls, so each can be compiled by itself. Such a process ties the names to nothing that
could be called: it fills the cache and ends.
"""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
import tempfile
from importlib import import_module
from pathlib import Path

from llvmlite import binding

from mjsim.cache import cache_dir
from mjsim.kernels import seam
from mjsim.kernels.jit import KERNELS_DIGEST

FEW = 8
"""So few kernels are compiled sooner by the process that needs them."""
MOST_PROCESSES = 4


def processors() -> int:
    """Processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def missing() -> int:
    """How many of the seams defined so far are certainly not in the cache."""
    return len(seam.SEAMS) - len(list((cache_dir() / f"kernels-{KERNELS_DIGEST}").glob("**/*.nbi")))


def compile_ahead() -> None:
    """Fill the cache with the seams that modules have defined so far, if many are missing and there are several processors."""
    helpers = min(processors(), MOST_PROCESSES)
    if helpers < 2 or not sys.executable or missing() <= FEW:
        return
    modules = dict.fromkeys(kernel.dispatcher.py_func.__module__ for kernel in seam.SEAMS)
    with tempfile.TemporaryDirectory(prefix="mjsim-") as claims:
        command = [sys.executable, "-m", "mjsim.kernels.ahead", claims, *modules]
        quiet = subprocess.DEVNULL
        processes = [subprocess.Popen(command, stdin=quiet, stdout=quiet, stderr=quiet) for _ in range(helpers)]
        try:
            for process in processes:
                process.wait()  # what one could not compile is compiled by the caller, who reports the error
        finally:
            for process in processes:
                process.kill()


def claimed(claims: Path, name: str) -> bool:
    """Take a kernel, unless another process has it."""
    try:
        (claims / name).touch(exist_ok=False)
    except FileExistsError:
        return False
    return True


def main(claims: Path, modules: list[str]) -> None:
    """Compile the seams of some modules that nobody has claimed, the longest first."""
    for module in modules:
        import_module(module)
    nowhere = ctypes.cast(ctypes.pythonapi.Py_GetVersion, ctypes.c_void_p).value
    for kernel in seam.SEAMS:
        binding.add_symbol(kernel.symbol, nowhere)
    parent = os.getppid()
    for kernel in sorted(seam.SEAMS, key=lambda kernel: -len(kernel.dispatcher.py_func.__code__.co_code)):
        if os.getppid() != parent or not claims.exists():
            return
        if claimed(claims, kernel.symbol):
            kernel.compile()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
