"""The command line: `mjsim COMMAND ...`, one module a command, imported only when it is called.

Exit codes: 0 done; 1 done, and something failed or fell short; 2 the input was wrong. Results go to stdout, everything else to stderr.
argparse is used for its speed: `mjsim --help` costs less than importing any richer library.
"""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

from mjsim.cli import interrupt
from mjsim.cli.parser import Parser
from mjsim.errors import MjsimError

DONE, SHORT, WRONG = 0, 1, 2
READERS = ("polars", "pyarrow")
"""Packages whose errors mean that a part of a data set could not be read."""

COMMANDS: dict[str, str] = {
    "variants": "list the catalogue of rule sets",
    "show": "print the rules of a variant as a page",
    "check": "validate variant files",
    "score": "score hands",
    "settle": "settle whole hands: draws, several winners, sequences",
    "run": "play hands and write a data set",
    "status": "say what a data set holds",
    "summary": "rates with intervals, from a data set",
    "fairness": "is it fair to its seats? verdict, compensation, luck, skill",
    "balance": "do points match rarity?",
    "compare": "what does a rule change do? paired on the same walls",
    "experiment": "run an experiment file: play, measure, write the result beside it",
    "odds": "how rare is a row? counted, simulated or by splitting",
    "skill": "how much is skill: Elo of policies, share of coin flips",
    "report": "everything about a data set as one HTML page",
    "charts": "draw the charts of a data set",
    "find": "find hands in which a row was scored",
    "replay": "show one hand, move by move",
    "verify": "check every part of a data set and replay a sample",
    "merge": "combine data sets of one run",
    "exact": "count exact values by their ids",
    "bench": "measure speed on this machine, as ratios",
    "demo": "play three variants, with tables and charts",
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    try:
        code = _dispatch(arguments)
        sys.stdout.flush()
        return code
    except MjsimError as error:
        print(f"mjsim: {error}", file=sys.stderr)
        return SHORT if getattr(error, "unfinished", False) else WRONG
    except KeyboardInterrupt:
        print(f"mjsim: {interrupt.said()}", file=sys.stderr)
        return SHORT
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # whoever read the output has seen enough
        return DONE
    except OSError as error:
        print(f"mjsim: {error.filename or 'a file'}: {error.strerror or error}", file=sys.stderr)
        return WRONG
    except Exception as error:
        if type(error).__module__.partition(".")[0] not in READERS:
            raise
        print(f"mjsim: a part of the data set is damaged ({str(error).splitlines()[0][:200]}); mjsim verify DIR names it", file=sys.stderr)
        return WRONG


def _dispatch(arguments: list[str]) -> int:
    if not arguments or arguments[0] in {"-h", "--help", "help"}:
        print(overview())
        return DONE if arguments else WRONG
    if any("\0" in argument for argument in arguments):
        raise MjsimError("an argument with a zero byte in it")
    name, rest = arguments[0], arguments[1:]
    if name in {"-V", "--version"}:
        from mjsim import __version__

        print(f"mjsim {__version__}")
        return DONE
    if name not in COMMANDS:
        raise MjsimError(f"unknown command {name!r}", "", ", ".join(COMMANDS))
    command = importlib.import_module(f"mjsim.cli.{name}")
    parser = Parser(prog=f"mjsim {name}", description=command.__doc__)
    command.configure(parser)
    options = parser.parse_args(rest)
    try:
        code: int = command.main(options)
    except (MjsimError, OSError):
        raise
    except Exception as error:
        _blame(getattr(options, "folder", None), error)
        raise
    return code


def _blame(folder: object, error: Exception) -> None:
    """Raise a DataError if what went wrong is explained by a data set that cannot be true: forged, or written by something else."""
    from pathlib import Path

    if isinstance(folder, Path):
        from mjsim.run.verify import faults_of

        for fault in faults_of(folder):
            raise MjsimError(f"the data set is damaged: {fault}", "", "mjsim verify DIR names all faults") from error


def overview() -> str:
    """The text of `mjsim --help`."""
    width = max(map(len, COMMANDS))
    lines = [f"  {name:<{width}}  {what}" for name, what in COMMANDS.items()]
    return "\n".join(
        [
            "mjsim: Monte Carlo for regional Chinese mahjong",
            "",
            "usage: mjsim COMMAND [ARGUMENTS]   (mjsim COMMAND --help for one command)",
            "",
            *lines,
        ]
    )


def entry() -> NoReturn:
    """The console script."""
    interrupt.watch()
    interrupt.leave(main())
