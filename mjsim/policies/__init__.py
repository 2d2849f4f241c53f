"""Rule bots that can take a seat, by name."""

from __future__ import annotations

from dataclasses import dataclass, field

from mjsim.errors import MjsimError, one_of, quote
from mjsim.policies.files import Own, is_file, own_policy


@dataclass(frozen=True)
class Policy:
    """A policy: its name, the code that kernels know it by, what it does, for people, and its parameters with their usual values."""

    name: str
    code: int
    summary: str
    details: str = ""
    parameters: dict[str, float] = field(default_factory=dict)


POLICIES: dict[str, Policy] = {
    policy.name: policy
    for policy in (
        Policy(
            "random",
            0,
            "every legal act is equally likely",
            "The baseline, and a test of the rules: it does everything that is allowed, however senseless.",
        ),
        Policy(
            "speed",
            1,
            "fewest tiles missing to a hand that the variant lets win, then most live useful tiles",
            "It takes every win. It throws the tile after which fewest tiles are missing to a winning hand that passes the gates it "
            "understands (suits, pairs, pungs, terminals, an opened or closed hand ...), and of those the one that leaves most live useful "
            "tiles. It claims a discard that brings it nearer, or that opens a hand which must be opened and throws it no farther back. It "
            "declares ready as soon as it can (a stake of as many chips as there are live tiles), lays down kongs and shown sets that cost "
            "nothing, names the void suit and gives away the three tiles that it misses least, fixes an imagined tile to the kind that "
            "brings it nearest and plays for hands that use it, and takes the last tile of the wall only when it is ready. A stake before "
            "the deal it names in the middle, rounded up: 2 of 0 to 3, and it pulls where it may.",
        ),
        Policy(
            "value",
            2,
            "of all goals that the variant's rows reward, the one that promises most: its worth times the chance of getting there",
            "It takes every win, but where its own draws to come are worth more. Goals are derived from the variant's rows "
            "and measured by its own scoring; chances come from a calibrated table of tiles missing, live useful tiles and draws left, set "
            "right by hands of the variant itself. A discard, claim, kong, shown set, declaration or void suit is what leaves the hand "
            "most to hope for. A ready hand is weighed by what each tile that it waits for would really be paid. While any win promises "
            "twice as much as every other goal, it plays as speed does, but looks at what each useful tile would leave.",
            {"risk": 0.5},
        ),
        Policy(
            "careful",
            3,
            "as value, less what a discard may cost if somebody wins on it",
            "The chance that an opponent wins on a discard comes from a calibrated table of what lies open: his melds or declaration, how "
            "far the hand has gone, the sort of tile, how many of its kind are unseen, and when it was thrown before. With little to hope "
            "for it throws what is safe.",
            {"risk": 0.5, "care": 1.0},
        ),
    )
}
OWN = 8
"""Code of policies of one's own."""
MOST = 10.0
"""No parameter is larger."""


@dataclass(frozen=True)
class Setting:
    """A policy with its parameters.

    risk : how much dear goals count, 0 - 1: a goal that is worth k plain wins counts as k ** (2 risk) of them.
    care : how much a point that a discard may cost counts beside one to hope for.
    own : a user's file with its parameters (files.py).
    """

    name: str
    code: int
    risk: float = 0.5
    care: float = 0.0
    own: Own | None = None

    @property
    def weighs(self) -> bool:
        """Does it weigh goals?"""
        return self.name in ("value", "careful")


def setting_of(text: str) -> Setting:
    """A policy with parameters, as in `value:risk=0.3` or `careful:risk=0.3:care=2`.

    >>> setting_of("value:risk=0.3")
    Setting(name='value', code=2, risk=0.3, care=0.0, own=None)
    """
    if is_file(text):
        own = own_policy(text)
        return Setting(str(own), OWN, own=own)
    name, *parts = text.strip().split(":")
    code = code_of(name)
    known = POLICIES[name].parameters
    values = dict(known)
    for part in parts:
        key, sign, number = part.partition("=")
        key = key.strip()
        if key not in known or not sign:
            raise MjsimError(f"policy {quote(name)} has no parameter {quote(part)}", allowed=one_of(known) if known else "none")
        try:
            values[key] = float(number)
        except ValueError:
            raise MjsimError(f"{key} of policy {quote(name)} is {quote(number)}", allowed="a number") from None
        if not 0 <= values[key] <= (1 if key == "risk" else MOST):
            raise MjsimError(f"{key} of policy {quote(name)} is {number}", allowed="0 to 1" if key == "risk" else f"0 to {MOST:g}")
    return Setting(name, code, values.get("risk", 0.5), values.get("care", 0.0))


def normal(text: str) -> str:
    """The same policy in one spelling: parameters in order, those at their usual value left out.

    >>> normal(" value : risk=0.50 "), normal("careful:care=2:risk=.3")
    ('value', 'careful:risk=0.3:care=2')
    """
    if is_file(text):
        return str(own_policy(text))
    name, *parts = (part.strip() for part in text.split(":"))
    setting = setting_of(":".join((name, *parts)))
    usual = POLICIES[name].parameters
    return ":".join((name, *(f"{key}={getattr(setting, key):g}" for key in usual if getattr(setting, key) != usual[key])))


def code_of(name: str) -> int:
    """Code of a policy; MjsimError for an unknown name.

    >>> code_of("speed")
    1
    """
    if name not in POLICIES:
        raise MjsimError(f"unknown policy {quote(name)}", allowed=f"{one_of(POLICIES)}, or the path of a .py file")
    return POLICIES[name].code


def seats(names: tuple[str, ...], players: int) -> tuple[str, ...]:
    """One policy for each player: a single name is everybody's.

    >>> seats(("speed",), 3)
    ('speed', 'speed', 'speed')
    """
    if len(names) == 1:
        names = names * players
    if len(names) != players:
        raise MjsimError(f"{len(names)} policies for {players} players", allowed=f"one, or {players} separated by commas")
    return tuple(normal(name) for name in names)
