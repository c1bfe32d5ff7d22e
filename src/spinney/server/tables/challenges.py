"""Challenges: seats of a new table that are reserved for people by their names."""

from __future__ import annotations

from collections.abc import Sequence

from spinney.core.errors import Refused
from spinney.i18n import _
from spinney.server.accounts.person import Person
from spinney.server.ratings.eligibility import check_owners
from spinney.server.ratings.profile import find_player
from spinney.server.services import Services
from spinney.server.tables.table import INVITED, ME

CHALLENGED = f"{INVITED}:"
"""What begins the seat of someone who is challenged, in a request for seats: ``invited:Bob``."""


def may_challenge(person: Person | None) -> bool:
    """May someone challenge others? They must keep their name, or be a bot of somebody who does."""
    return person is not None and (person.registered or bool(person.owner))


def find_opponent(services: Services, challenger: Person | None, name: str) -> Person:
    """Return whom a name challenges: someone whose page the challenger may see.

    Raises:
        Refused: they may challenge nobody, there is no such page, it is their own, or one of them
            has blocked the other.
    """
    if challenger is None or not may_challenge(challenger):
        raise Refused(
            _("to challenge others, set a password for your name; choose your name at the top")
        )
    player = find_player(services, name, challenger)
    if not name or player is None or player.person is None:
        raise Refused(_("there is no such player, or they don’t show their ratings"))
    if player.person.id == challenger.id:
        raise Refused(_("you can’t challenge yourself"))
    if services.blocks.apart_from(challenger.id, [player.person.id]):
        raise Refused(_("you and {name} don’t play with each other", name=player.name))
    return player.person


def challenged_names(seats: Sequence[str]) -> list[str]:
    """Return the names of those who are challenged, in a request for seats."""
    return [seat.removeprefix(CHALLENGED) for seat in seats if seat.startswith(CHALLENGED)]


def read_challenges(
    services: Services, challenger: Person | None, seats: Sequence[str], *, rated: bool
) -> tuple[list[str], dict[int, str]]:
    """Return the seats as `TableStore.open` takes them, and for whom some are reserved.

    Args:
        services: of the server.
        challenger: who opens the table; None: somebody without a name.
        seats: as a request has them, with ``invited:Bob`` for someone who is challenged.
        rated: is the table rated?

    Returns:
        Each seat, and whom it is reserved for, by player and by id.

    Raises:
        Refused: somebody can't be challenged, or not together with others.
    """
    opponents = {
        number: find_opponent(services, challenger, seat.removeprefix(CHALLENGED))
        for number, seat in enumerate(seats)
        if seat.startswith(CHALLENGED)
    }
    if len({person.id for person in opponents.values()}) < len(opponents):
        raise Refused(_("you can challenge a player for one seat only"))
    if rated and opponents:
        host = [challenger] if challenger is not None and ME in seats else []
        check_owners([*host, *opponents.values()])
    at = [INVITED if number in opponents else seat for number, seat in enumerate(seats)]
    return at, {number: person.id for number, person in opponents.items()}
