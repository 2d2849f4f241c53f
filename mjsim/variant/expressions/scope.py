"""What an expression may speak of: where it stands, and what its variant calls its shapes, rows, tags and definitions."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from mjsim.variant.expressions.features import MONEY, Feature, Function, Subject
from mjsim.variant.expressions.names import Names, shared_names


class Context(StrEnum):
    """Where an expression stands in a variant."""

    ROW = "row"
    """Gates; when, each and value of rows."""
    PAYER = "payer"
    """Rows with of = "payer"."""
    VALUE = "value"
    """Value formulas and the minimum: sum() product() best() over the rows that count."""
    FINAL = "final"
    """The final value: those and `value`, what the best formula gave."""
    PAYMENT = "payment"
    """Amounts, and who pays: names are the payer's, winner.x the winner's."""
    KONG = "kong"
    """Payments beside a win: names are the payer's, winner.x the receiver's."""
    FLAG = "flag"
    """Definitions of heavenly, earthly, human, first_ready."""
    SHAPE = "shape"
    """Conditions of free shapes."""
    SETUP = "setup"
    """Kinds with a special part in play, fixed before the deal."""


@dataclass(frozen=True, slots=True)
class Place:
    """Whom names speak of here, and what may be asked besides."""

    label: str
    subject: Subject
    money: frozenset[str] = frozenset()
    rows: bool = False
    totals: bool = False
    winner: bool = False
    deep: bool = True

    def refusal(self, entry: Feature | Function) -> str:
        """Why this name cannot be asked here, or ""."""
        name = entry.name
        if self.subject not in entry.of:
            whom = ", ".join(str(subject) for subject in Subject if subject in entry.of)
            return f"{name!r} is known of {whom} only, not {self.label}"
        if name in MONEY and name not in self.money:
            return f"{name!r} is a word of payments, not known {self.label}"
        if name == "rows" and not self.rows:
            return f"'rows' cannot be asked {self.label}"
        if name in ("product", "best") and not self.totals:
            return f"{name!r} over rows stands in value formulas only, not {self.label}"
        if name in ("others", "possible") and not self.deep:
            return f"{name!r} cannot be asked {self.label}"
        return ""

    def in_others(self) -> Place:
        """Inside others(...)."""
        return Place("inside others(...)", Subject.PLAYER, rows=self.rows, winner=True, deep=False)

    def in_possible(self) -> Place:
        """Inside possible(...)."""
        return Place("inside possible(...)", Subject.WINNER, deep=False)

    def at_winner(self) -> Place:
        """After `winner.`."""
        return Place("after 'winner.'", Subject.WINNER, self.money, rows=self.rows, deep=self.label != "inside others(...)")


PLACES = {
    Context.ROW: Place("in a row or gate", Subject.WINNER, rows=True),
    Context.PAYER: Place("in a payer row", Subject.PLAYER, frozenset({"pd"}), rows=True, winner=True),
    Context.VALUE: Place("in a value formula", Subject.WINNER, rows=True, totals=True),
    Context.FINAL: Place("in the final value", Subject.WINNER, frozenset({"value"}), rows=True, totals=True),
    Context.PAYMENT: Place("in a payment", Subject.PLAYER, frozenset({"value", "payer_rows", "pd"}), rows=True, winner=True),
    Context.KONG: Place("in a payment beside a win", Subject.PLAYER, frozenset({"pd"}), winner=True),
    Context.FLAG: Place("in the definition of a flag", Subject.MOMENT),
    Context.SHAPE: Place("in the condition of a shape", Subject.TILES),
    Context.SETUP: Place("before the deal", Subject.SETUP),
}


@dataclass(frozen=True, slots=True)
class Scope:
    """Everything the parser needs to know about a variant.

    Parameters
    ----------
    context : where the expression stands.
    shapes : names of the variant's shapes.
    tags, rows : tags and slugs of its rows, what rows("...") may ask for.
    names : its `let` definitions, the shared ones among them.
    share : whether it has a table of shares.
    memo : definitions already resolved; shared by `at`, so use one scope for all expressions of a variant.
    """

    context: Context = Context.ROW
    shapes: frozenset[str] = frozenset({"standard"})
    tags: frozenset[str] = frozenset()
    rows: frozenset[str] = frozenset()
    names: Names = field(default_factory=shared_names)
    share: bool = False
    memo: dict[Any, Any] = field(default_factory=dict, compare=False, repr=False)

    @property
    def place(self) -> Place:
        return PLACES[self.context]

    def at(self, context: Context) -> Scope:
        """The same variant, another place."""
        return replace(self, context=context)
