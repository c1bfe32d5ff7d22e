"""The page on which a new game is set up, in both modes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from fastapi import Request, Response

from spinney.core.game import Game
from spinney.server import wording
from spinney.server.accounts.identity import Caller
from spinney.server.accounts.person import Person
from spinney.server.home import game_setup as setup
from spinney.server.home.game_cards import game_cards
from spinney.server.home.game_setup import FormChoice
from spinney.server.site import Site


class SetupOffer(NamedTuple):
    """What one mode offers on this page.

    Attributes:
        seats: who may sit on a seat.
        days: are there clocks of days?
        others: who sits on the other seats at first; empty: the level that suits the caller.
        person: the caller, where people have names.
        defaults: what the form says at first beside what it says in both modes.
    """

    seats: Sequence[FormChoice]
    days: bool
    others: str = ""
    person: Person | None = None
    defaults: Mapping[str, str] = {}


def setup_page(
    site: Site,
    request: Request,
    caller: Caller,
    game: Game,
    offer: SetupOffer,
    sent: Mapping[str, Any] | None = None,
    problem: str = "",
) -> Response:
    """Return the page: as it is at first, or with what was sent and the problem with that."""
    (card,), full = game_cards(site, caller, [game]), setup.most(game)
    first = setup.usual(full, offer.others or f"level:{card.level.name}") | {**offer.defaults}
    return site.page(
        request,
        "home/new.html",
        422 if problem else 200,
        form_page=f"/new/{game.name}",
        card=card,
        game=game,
        names=full.display_names,
        colours=wording.colours(full.player_names),
        seats=offer.seats,
        clocks=setup.clock_choices(game, days=offer.days),
        me=offer.person,
        first=first,
        sent=first | {name: str(value) for name, value in (sent or {}).items()},
        problem=problem,
    )
