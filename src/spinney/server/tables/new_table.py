"""Starting a game in shared mode: at once against the computer, or at a table a form sets up."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from spinney.core.errors import Refused
from spinney.core.game import Game
from spinney.i18n import _
from spinney.match.settings import MatchSettings
from spinney.server.accounts.identity import Caller, ThisCaller, ThisServices
from spinney.server.accounts.pages import guest_name, somebody
from spinney.server.home import game_setup as setup
from spinney.server.home.game_cards import game_cards
from spinney.server.home.game_setup import FRIENDS, FormChoice
from spinney.server.home.setup_page import SetupOffer, setup_page
from spinney.server.services import Services
from spinney.server.site import Form, ThisSite, text_of
from spinney.server.tables.challenges import (
    CHALLENGED,
    challenged_names,
    find_opponent,
    read_challenges,
)
from spinney.server.tables.table import INVITED, ME, OPEN

routes = APIRouter()

PEOPLE = (ME, INVITED, OPEN)
"""The seats where people sit or are awaited."""


@routes.post("/play/{name}")
async def play(
    request: Request, site: ThisSite, services: ThisServices, caller: ThisCaller, name: str
) -> Response:
    """Begin a game at once, against the level that suits the last results."""
    game = setup.named(name)
    await site.form(request)

    def begin() -> str:
        (card,) = game_cards(site, caller, [game])
        sent = setup.usual(game, f"level:{card.level.name}") | {"name": guest_name()}
        return _open(services, caller, game, sent, request)

    try:
        return site.to(request, f"/match/{await asyncio.to_thread(begin)}")
    except Refused as refusal:
        return await asyncio.to_thread(
            setup_page, site, request, caller, game, _offer(caller), problem=str(refusal)
        )


@routes.get("/new/{name}")
def new(
    request: Request,
    site: ThisSite,
    services: ThisServices,
    caller: ThisCaller,
    name: str,
    opponents: Annotated[str, Query(alias="with")] = "",
    opponent: str = "",
) -> Response:
    """Ask how a new table shall be; ``opponent`` is challenged, by name."""
    game = setup.named(name)
    others = INVITED if opponents == FRIENDS else ""
    challenged = [find_opponent(services, caller.person, opponent).name] if opponent else []
    return setup_page(site, request, caller, game, _offer(caller, others, challenged))


@routes.post("/new/{name}")
async def begin(
    request: Request, site: ThisSite, services: ThisServices, caller: ThisCaller, name: str
) -> Response:
    """Open a table as a form says."""
    game, sent = setup.named(name), await site.form(request)
    try:
        table_id = await asyncio.to_thread(_open, services, caller, game, sent, request)
    except Refused as refusal:
        offer = _offer_again(caller, game, sent)
        return await asyncio.to_thread(
            setup_page, site, request, caller, game, offer, sent, str(refusal)
        )
    return site.to(request, f"/table/{table_id}")


def _open(services: Services, caller: Caller, game: Game, sent: Form, request: Request) -> str:
    """Open the table that a form describes. Raises Refused."""
    game = setup.chosen(game, sent)
    seats, reserved = read_challenges(
        services, caller.person, _seats(sent, game.num_players), rated="rated" in sent
    )
    clock = setup.clock_of(sent)
    seed = text_of(sent, "seed").strip()
    dealt = setup.seed_of(seed) if seed else None
    rules = _settings(sent, sum(seat in PEOPLE for seat in seats))
    _check_umpire(rules, seats)
    host = somebody(services, caller, sent, request)
    return services.tables.open(
        host, game, clock, rules, seats, dealt, "", caller.address, reserved=reserved
    )


def _seats(sent: Form, players: int) -> list[str]:
    """Return who shall sit on each seat, as a form says."""
    return [text_of(sent, f"seat-{player}") for player in range(players)]


def _settings(sent: Form, people: int) -> MatchSettings:
    """Return what a form says is agreed; where the game is rated nothing is taken back."""
    rated = "rated" in sent
    usual = rated and sent.get("hints", "usual") == "usual"
    return MatchSettings(
        public=sent.get("public") == "yes",
        hints=not usual and setup.hints_of(sent, people),
        undo="off" if rated else str(sent.get("undo", "rule")),
        umpire="umpire" in sent,
        umpire_free="umpire_free" in sent,
        fix=0 if rated else setup.fix_of(sent),
        rated=rated,
    )


def _check_umpire(rules: MatchSettings, seats: Sequence[str]) -> None:
    """Refuse an umpire where there are no people to part."""
    if rules.umpire and all(seat.startswith("level:") for seat in seats):
        raise Refused(_("the computer needs no umpire"))


def _offer(caller: Caller, others: str = "", challenged: Sequence[str] = ()) -> SetupOffer:
    """Return what can be chosen here, with people who are challenged on the seats after one's own.

    ``others``: who sits on the other seats at first; empty: the level that suits the caller.
    """
    challenges = [FormChoice(f"{CHALLENGED}{name}", name) for name in challenged]
    people = [
        FormChoice(ME, _("You")),
        *challenges,
        FormChoice(INVITED, _("A friend, by a link")),
        FormChoice(OPEN, _("Anybody who comes")),
    ]
    defaults = {"public": "no", "undo": "rule", "name": ""}
    defaults |= {f"seat-{p}": choice.value for p, choice in enumerate(challenges, 1)}
    return SetupOffer([*people, *setup.level_choices()], True, others, caller.person, defaults)


def _offer_again(caller: Caller, game: Game, sent: Form) -> SetupOffer:
    """Return what can be chosen once a form was refused, with those whom it challenges."""
    seats = _seats(sent, setup.most(game).num_players)
    return _offer(caller, challenged=[*dict.fromkeys(challenged_names(seats))])
