"""Ctrl-C ends a command within two seconds, whatever it is in the middle of.

Python raises KeyboardInterrupt between two of its own instructions. Machine code can hold that up for a minute: the compiler's work on
one kernel is a single call. So a thread that hears of the signal at once ends the process if it has not ended by itself soon. Nothing is
lost by that, because whatever is on disk is whole at any moment.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import NoReturn

from mjsim.errors import MjsimError

GRACE = 1.5
"""Seconds that a command has to end by itself."""
SHOW_CURSOR = "\x1b[?25h"
"""For a terminal that a progress bar leaves behind."""


def _plain() -> str:
    return "interrupted; nothing is half-written, and the same command can be given again"


def _nothing() -> str:
    return ""


_words: Callable[[], str] = _plain


class Interrupted(MjsimError):
    """Ctrl-C: the message says what is done and how to go on."""

    unfinished = True


@contextmanager
def last_words(words: Callable[[], str]) -> Iterator[None]:
    """What is said of the work inside if Ctrl-C ends it."""
    global _words
    _words = words
    try:
        yield
    except KeyboardInterrupt:
        raise Interrupted(words()) from None
    finally:
        _words = _plain


def said() -> str:
    """What is to be said now; what hinders the saying is not worth a word then."""
    try:
        return _words()
    except Exception:
        return _plain()


def watch() -> None:
    """From now on the first Ctrl-C raises KeyboardInterrupt, more do nothing, and the process ends soon. For the main thread."""
    read, write = os.pipe()
    os.set_blocking(write, False)
    signal.set_wakeup_fd(write, warn_on_full_buffer=False)
    signal.signal(signal.SIGINT, _first)
    threading.Thread(target=_end_soon, args=(read,), daemon=True).start()


def leave(code: int) -> NoReturn:
    """End the process after the last word of a command. What Python does at its end is not interrupted, nor waited for after Ctrl-C."""
    global _words
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _words = _nothing
    sys.exit(code)


def _first(number: int, frame: FrameType | None) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    raise KeyboardInterrupt


def _end_soon(pipe: int) -> None:
    while os.read(pipe, 1) != bytes([signal.SIGINT]):
        pass  # another signal, which is not for this thread
    time.sleep(GRACE)
    cursor = SHOW_CURSOR if sys.stderr.isatty() else ""
    words = said()
    os.write(2, f"{cursor}mjsim: {words}\n".encode(errors="replace") if words else b"")
    os._exit(1)
