"""The one family of errors that users see: what is wrong, where, and what is allowed."""

from __future__ import annotations


class MjsimError(Exception):
    """Wrong input. `str(error)` is one clear sentence for a person.

    Parameters
    ----------
    what : the fault, with the offending value in it.
    where : file, table path or option where it stands ("" where there is only one place).
    allowed : what would have been right ("" where the fault says it already).
    """

    def __init__(self, what: str, where: str = "", allowed: str = "") -> None:
        self.what, self.where, self.allowed = what, where, allowed
        place = f"{where}: " if where else ""
        remedy = f"; allowed: {allowed}" if allowed else ""
        super().__init__(f"{place}{what}{remedy}")

    def __reduce__(self) -> tuple[type[MjsimError], tuple[str, str, str]]:
        return type(self), (self.what, self.where, self.allowed)


class NotationError(MjsimError):
    """Tiles or melds that cannot be read."""


class VariantError(MjsimError):
    """A variant file, option or expression that is wrong."""


class DataError(MjsimError):
    """A data set that is damaged, foreign or of another identity."""


class WriteError(DataError):
    """A file that could not be written: no room, no permission, no connection."""


class IllegalAct(MjsimError):
    """An act that the rules of the variant do not allow (raised by the referee)."""


def quote(value: object, limit: int = 60) -> str:
    """A value as it is shown in messages: repr, cut to `limit` characters."""
    text = repr(value)
    return text if len(text) <= limit else text[: limit - 1] + "…"


def one_of(values: object) -> str:
    """Allowed values as a list for people."""
    return ", ".join(str(v) for v in values)  # type: ignore[attr-defined]  # any iterable
