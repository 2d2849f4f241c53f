"""A command in the middle of machine code that nothing interrupts, as while a kernel is compiled: `python -m tests.toy.stuck`."""

from __future__ import annotations

import hashlib

from mjsim.cli import interrupt

if __name__ == "__main__":
    interrupt.watch()
    with interrupt.last_words(lambda: "stuck, and the same command goes on"):
        print("begun", flush=True)
        hashlib.pbkdf2_hmac("sha256", b"", b"", 2**31 - 1)  # an hour of one call in C
