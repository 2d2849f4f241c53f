"""Who deals next, and how a match goes on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from mjsim.referee.book import Book
from mjsim.tiles import KIND_OF
from mjsim.variant.model import Variant


@dataclass(frozen=True, slots=True)
class Outcome:
    """What decides the next dealer: the first winners of the hand (seats, nearest to the giver first), who gave their tile,
    the seats that have a kong on the table, and who drew last."""

    winners: tuple[int, ...] = ()
    giver: int | None = None
    with_kongs: frozenset[int] = frozenset()
    last_drawer: int = 0


@dataclass(frozen=True, slots=True)
class Carried:
    """拉莊: the seat to which stakes were carried into a hand, and how much each seat carries."""

    to: int = 0
    amounts: tuple[int, ...] = ()


NOTHING = Carried()


def next_dealer(book: Book, outcome: Outcome) -> int:
    """The seat that deals the next hand (0: the dealer stays)."""
    rule, players = book.variant.end, book.variant.players
    if not outcome.winners:
        others = outcome.with_kongs - {0}
        return {
            "stay": 0,
            "next": 1,
            "last-drawer": outcome.last_drawer,
            "kong-next": 1 if outcome.with_kongs else 0,
            "dealer-without-kong": 1 if others and 0 not in outcome.with_kongs else 0,
        }[rule.draw] % players
    if len(outcome.winners) > 1 and rule.several == "discarder" and outcome.giver is not None:
        return outcome.giver
    if len(outcome.winners) > 1 and rule.several == "first":
        return outcome.winners[0]
    if len(outcome.winners) > 1 and rule.several == "below" and outcome.giver is not None:
        return (outcome.giver + 1) % players
    if 0 in outcome.winners:
        return 0 if rule.own_win == "stay" else 1
    return outcome.winners[0] if rule.other_win == "winner" else 1


def by_distance(seats: Sequence[int], giver: int | None, players: int) -> tuple[int, ...]:
    """Seats in turn order after the giver."""
    return tuple(sorted(seats, key=lambda seat: (seat - (giver or 0) - 1) % players))


@dataclass(frozen=True, slots=True)
class Match:
    """Where a linked match stands before a hand: the dealing player, counts, points of the players so far."""

    dealer: int = 0
    deals_passed: int = 0
    """How often the deal has passed on; every `players` times the prevailing wind changes."""
    repeats: int = 0
    draws_before: int = 0
    hands: int = 0
    points: tuple[int, ...] = (0, 0, 0, 0)
    creditor: int = 0
    carried: tuple[int, ...] = ()
    """What each player carries into the hand, and the player whom he owes it."""

    def carried_in(self, players: int) -> Carried:
        """The same by seat."""
        amounts = tuple(self.carried[(self.dealer + seat) % players] for seat in range(players)) if self.carried else ()
        return Carried((self.creditor - self.dealer) % players, amounts)

    def round(self, players: int) -> int:
        """The prevailing wind as a kind."""
        return KIND_OF["E"] + self.deals_passed // players % 4


def after(variant: Variant, match: Match, dealer: int, drawn: bool, points: Sequence[int], carried: Sequence[int] = ()) -> Match:
    """The match after a hand: `dealer` is the seat that deals next, `points` the hand's points by seat, `carried` what seats carry on."""
    rule, players = variant.end, variant.players
    if dealer != 0:
        repeats = 0
    elif drawn and rule.repeats == "win":
        repeats = match.repeats
    else:
        repeats = match.repeats + 1
    # So many won hands of one dealer, and the places would be drawn anew: here the deal passes on.
    if rule.repeats_limit and repeats >= rule.repeats_limit:
        repeats, dealer = 0, 1
    stays = dealer == 0
    totals = list(match.points)
    for seat, amount in enumerate(points):
        totals[(match.dealer + seat) % players] += amount
    return Match(
        dealer=(match.dealer + dealer) % players,
        deals_passed=match.deals_passed + (not stays),
        repeats=repeats,
        draws_before=match.draws_before + 1 if drawn and stays else 0,
        hands=match.hands + 1,
        points=tuple(totals),
        creditor=match.dealer,
        carried=tuple(carried[(player - match.dealer) % players] for player in range(players)) if carried else (),
    )


def over(variant: Variant, match: Match) -> bool:
    """Whether the match has ended."""
    rule = variant.end
    if rule.match == "hands":
        return match.hands >= rule.length
    if rule.match == "rounds":
        return match.deals_passed >= rule.length * variant.players
    return min(match.points[: variant.players]) <= -rule.length
