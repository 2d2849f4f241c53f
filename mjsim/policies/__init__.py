"""Rule bots that can take a seat, by name."""

from __future__ import annotations

from dataclasses import dataclass

from mjsim.errors import MjsimError, one_of, quote


@dataclass(frozen=True)
class Policy:
    """A policy: its name, the code that kernels know it by, and what it does, for people."""

    name: str
    code: int
    summary: str
    details: str = ""


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
            "nothing, names the void suit and gives away the three tiles that it misses least, and takes the last tile of the wall only "
            "when it is ready.",
        ),
    )
}


def code_of(name: str) -> int:
    """Code of a policy; MjsimError for an unknown name.

    >>> code_of("speed")
    1
    """
    if name not in POLICIES:
        raise MjsimError(f"unknown policy {quote(name)}", allowed=one_of(POLICIES))
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
    for name in names:
        code_of(name)
    return names
