"""The unit of every series: one deal, played several times with the players' seats moved on.

With two to four players a group has as many games as there are seats, and everybody has each seat
once. From five players on it has four games, so that it stays affordable, and the next group of the
same players goes on where the one before stopped: after as many groups as there are players
everybody has had each seat four times, and at any time the numbers of games that a player has had
on two seats differ by at most one.
"""

from __future__ import annotations

from typing import NamedTuple

MOST_GAMES = 4
"""The most games of a group."""


def group_size(num_players: int) -> int:
    """Return how many games a group has."""
    return min(num_players, MOST_GAMES)


def deal_of(seed: int, number: int) -> int:
    """Return the seed of a series' deal ``number`` (from 0), a signed 64-bit number.

    Args:
        seed: of the first deal; the next one has the next number, and after the greatest comes the
            least.
        number: the deal's place in the series, which is that of its group.
    """
    return (seed + number + 2**63) % 2**64 - 2**63


def rotate(pairing: tuple[int, ...], by: int) -> tuple[int, ...]:
    """Return who has each seat after all have moved up by a number of seats."""
    shift = by % len(pairing)
    return pairing[shift:] + pairing[:shift]


class DealGroup(NamedTuple):
    """A deal and its players.

    Attributes:
        number: its place in the league, from 0, and so of its deal.
        round: the round it belongs to, from 1.
        pairing: the entrants, in the order of the seats of its first game.
        turn: how many groups these entrants have played before, which determines the seats.
    """

    number: int
    round: int
    pairing: tuple[int, ...]
    turn: int

    @property
    def games(self) -> tuple[ScheduledGame, ...]:
        """The games it has."""
        size = group_size(len(self.pairing))
        return tuple(ScheduledGame(self.number * size + place, self) for place in range(size))


class ScheduledGame(NamedTuple):
    """A game that is to be played.

    Attributes:
        number: its place in the league, from 0.
        group: the group it belongs to.
    """

    number: int
    group: DealGroup

    @property
    def seating(self) -> tuple[int, ...]:
        """The entrant at each seat."""
        size = group_size(len(self.group.pairing))
        return rotate(self.group.pairing, self.group.turn * size + self.number % size)
