"""Numbers in the words of an experiment: `{CELL | MEASURE}` in `found` becomes the number, so that nobody types one.

| in the text | becomes |
| --- | --- |
| `{CELL | MEASURE}` | value and interval |
| `{CELL | change MEASURE}` | its difference from the base, of shares in percentage points, and interval |
| `{CELL | differing}` | share of hands that went otherwise than under the base |
| `{CELL | verdict}` | the verdict on the seats |
| `{CELL | overpaid}`, `{CELL | underpaid}` | names of rows off the curve |
| `{highest MEASURE}`, `{lowest MEASURE}` | the cell that has it, value and interval |
"""

from __future__ import annotations

import re
from math import isnan

from mjsim.cli.tables import number, percent
from mjsim.errors import MjsimError, one_of, quote
from mjsim.experiment.measures import estimate, is_share
from mjsim.experiment.result import Result
from mjsim.stats.estimate import Estimate

FORMS = "{CELL | MEASURE}, {CELL | change MEASURE}, {CELL | differing, verdict, overpaid or underpaid}, {highest MEASURE}, {lowest MEASURE}"


def found_in_words(result: Result) -> str:
    """The text of `found` with its numbers."""
    return re.sub(r"\{([^{}]*)\}", lambda match: _filled(match[1], result), result.spec.found).strip()


def shown(e: Estimate | None, share: bool) -> str:
    """Value and interval as text; a share without a hit is a bound."""
    if e is None:
        return "–"
    value, interval = percent(e) if share else number(e)
    return f"{value} ({interval})" if interval else value


def _filled(text: str, result: Result) -> str:
    label, bar, wanted = (part.strip() for part in text.rpartition("|"))
    word, _, name = wanted.partition(" ")
    if not bar and word in ("highest", "lowest"):
        return _extreme(word, _measured(name.strip(), result), result)
    if not bar:
        raise MjsimError(f"cannot fill in {quote(f'{{{text}}}')}", f"{result.name}.toml: found", FORMS)
    answer = result.answers[result.cell(label).label]
    if word == "change":
        changes = dict(result.changes_of(result.cell(label)))
        if name not in changes:
            allowed = one_of(changes) or "a cell that is compared with a base"
            raise MjsimError(f"no change of {quote(name)} in {quote(label)}", f"{result.name}.toml: found", allowed)
        return _signed(changes[name].change, is_share(name))
    if wanted == "differing" and answer.change is not None and answer.change.differing is not None:
        return shown(answer.change.differing, True)
    if wanted == "verdict" and answer.fairness is not None and answer.fairness.verdicts["points"] is not None:
        return answer.fairness.verdicts["points"].sentence
    if wanted in ("overpaid", "underpaid") and answer.balance is not None:
        return ", ".join(f"{row.zh} {row.en}" for row in answer.balance.rows if row.verdict == wanted) or "none"
    return shown(estimate(answer, _measured(wanted, result)), is_share(wanted))


def _measured(name: str, result: Result) -> str:
    if name not in result.spec.measures:
        raise MjsimError(f"{quote(name)} is not measured", f"{result.name}.toml: found", f"{one_of(result.spec.measures)}; {FORMS}")
    return name


def _extreme(word: str, name: str, result: Result) -> str:
    found = [(cell, estimate(result.answers[cell.label], name)) for cell in result.cells]
    known = [(cell, e) for cell, e in found if e is not None and not isnan(e.value)]
    if not known:
        return "–"
    cell, e = (max if word == "highest" else min)(known, key=lambda pair: pair[1].value)
    return f"{' '.join(result.names(cell)).strip()} with {shown(e, is_share(name))}"


def _signed(e: Estimate, share: bool) -> str:
    value, interval = number(e.scaled(100) if share else e)
    sign = "+" if e.value > 0 and not value.startswith("+") else ""
    return f"{sign}{value}" + (f" ({interval})" if interval else "")
