"""A table: seats, settings, status. `server.tables.queries` reads it from the database."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from spinney.core.game import Game
from spinney.i18n import _
from spinney.match import Clock
from spinney.match.settings import MatchSettings
from spinney.server.accounts.names import shown_name
from spinney.server.jobs.fair_executor import Owner

OPEN, INVITED, PERSON, LEVEL = "open", "invited", "person", "level"
"""What a seat can be: anybody's, reserved for whoever has its link, taken, or the computer's."""
ME = "me"
"""The seat of the person who opens a table, in a request for seats."""
WAITING, PLAYING, OVER, ABORTED = "open", "playing", "over", "aborted"
"""How a table can stand."""


class Seat(NamedTuple):
    """A seat.

    Attributes:
        number: of the player, from 0.
        kind: ``open``, ``invited``, ``person`` or ``level``.
        person: who sits there, by id, or for whom the seat is kept, or for whom the computer plays
            on; empty: nobody.
        name: what they are called, as it is stored, or the level; empty: nobody is known.
        link: what lets a friend sit down here; empty if nothing does any more, or if it can't be
            shown (`links`).
    """

    number: int
    kind: str
    person: str = ""
    name: str = ""
    link: str = ""

    @property
    def free(self) -> bool:
        """Is somebody awaited here?"""
        return self.kind in (OPEN, INVITED)

    @property
    def shown(self) -> str:
        """The name as pages show it, in their language."""
        return shown_name(self.name)


ACCEPT, DISMISS = "umpire", "dismiss"
"""What is voted on: making the person who offered the umpire, and dismissing the umpire."""
OFFER = -1
"""The number under which an offer is kept, which is not a player's."""
DECLINED_SEAT = "declined"
"""The vote of a player who doesn't want the seat that is reserved for them."""


class Ballot(NamedTuple):
    """A vote on who is the umpire.

    Attributes:
        name: ``ACCEPT`` or ``DISMISS``.
        person: whom it is about, by id.
        called: what they are called.
        agreed: the players who want it.
    """

    name: str
    person: str
    called: str
    agreed: tuple[int, ...]


@dataclass(frozen=True)
class Table:
    """The people at a table.

    Attributes:
        id: of the table, and of its match once that has begun.
        host: who opened it, by id, also once they have deleted their account; empty: nobody is
            known.
        game: with its options.
        clock: how much time players have.
        rules: what else was agreed.
        seats: by player.
        status: ``open`` until it begins, ``playing``, ``over`` or ``aborted``.
        link: what lets friends look on; empty if it can't be shown (`links`).
        commitment: the hash of the deal's secret; empty where a seed was typed.
        created: when it was opened, in ms since 1970.
        began: server time when the match did, None before.
        umpire: who is, by id; empty: nobody yet.
        umpire_name: what they are called.
        rematch: the table of the rematch; empty: none.
        present: who of those with a name has it open now, by id.
        address_hash: the hash of the address it was opened from; empty: from none.
        ballot: the vote on who is the umpire; None: there is none.
        declined: the player who didn't want the seat that was reserved for them, where that closed
            it; -1: none.
    """

    id: str
    host: str
    game: Game
    clock: Clock
    rules: MatchSettings
    seats: tuple[Seat, ...]
    status: str
    link: str
    commitment: str
    created: int
    began: int | None = None
    umpire: str = ""
    umpire_name: str = ""
    rematch: str = ""
    present: frozenset[str] = frozenset()
    address_hash: str = ""
    ballot: Ballot | None = None
    declined: int = -1

    @property
    def owner(self) -> Owner:
        """The person whose quota the table's work counts against."""
        return Owner(self.address_hash or self.host or self.id, self.host)

    def player(self, person: str | None) -> int:
        """Return which player someone is; -1: they look on."""
        return self.people.get(person or "", -1)

    def expects(self, person: str | None) -> int:
        """Return the player whose seat is kept for someone until they come; -1: none is."""
        reserved = (seat for seat in self.seats if seat.kind == INVITED and seat.person)
        return next((seat.number for seat in reserved if seat.person == person), -1)

    def asked_beside(self, person: str | None) -> list[str]:
        """Return what others than someone are called whose seats are kept until they come."""
        reserved = (seat for seat in self.seats if seat.kind == INVITED and seat.name)
        return [seat.shown for seat in reserved if seat.person != person]

    @property
    def declined_by(self) -> str:
        """What the one is called who didn't want to play, where that closed it; empty: nobody."""
        return "" if self.declined < 0 else self.seats[self.declined].shown or _("somebody")

    @cached_property
    def people(self) -> dict[str, int]:
        """The player of each person seated, by the person's id."""
        return {seat.person: seat.number for seat in self.seats if seat.kind == PERSON}

    @property
    def closed_unplayed(self) -> bool:
        """Was it closed before its match began? Then there is nothing to see."""
        return self.status == ABORTED and self.began is None

    @property
    def only_levels(self) -> bool:
        """Is every seat the computer's?"""
        return all(seat.kind == LEVEL for seat in self.seats)

    @property
    def full(self) -> bool:
        """Can it begin?"""
        return not any(seat.free for seat in self.seats) and bool(
            self.umpire or not self.rules.umpire
        )

    def away(self, player: int) -> bool:
        """Does the person at a seat not have the table open?"""
        seat = self.seats[player]
        return seat.kind == PERSON and seat.person not in self.present
