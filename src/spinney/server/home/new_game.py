"""Starting a game in local mode: at once, or as a form sets it up."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response

from spinney.core.errors import Refused
from spinney.core.game import Game
from spinney.i18n import _
from spinney.match import Header, Match
from spinney.match.player_names import is_at_this_screen
from spinney.match.settings import MatchSettings
from spinney.players.levels import LEVELS
from spinney.players.local_bots import PREFIX
from spinney.server import wording
from spinney.server.accounts.identity import ThisCaller
from spinney.server.accounts.names import checked_name
from spinney.server.home import game_setup as setup
from spinney.server.home.game_cards import game_cards
from spinney.server.home.game_setup import FRIENDS, FormChoice
from spinney.server.home.setup_page import SetupOffer, setup_page
from spinney.server.site import Site, ThisSite, to

local = APIRouter()


@local.post("/play/{name}")
async def play(request: Request, site: ThisSite, caller: ThisCaller, name: str) -> Response:
    """Begin a game at once, against the level that suits the last results."""
    game = setup.named(name)
    await site.form(request)
    (card,) = await asyncio.to_thread(game_cards, site, caller, [game])
    return await _begin(site, game, setup.usual(game, f"level:{card.level.name}"))


@local.get("/new/{name}")
def new(
    request: Request,
    site: ThisSite,
    caller: ThisCaller,
    name: str,
    opponents: Annotated[str, Query(alias="with")] = "",
) -> Response:
    """Ask how a new game shall be set up."""
    others = wording.FRIEND if opponents == FRIENDS else ""
    return setup_page(site, request, caller, setup.named(name), _offer(site, others))


@local.post("/new/{name}")
async def begin(request: Request, site: ThisSite, caller: ThisCaller, name: str) -> Response:
    """Begin a new game as a form says."""
    game, sent = setup.named(name), await site.form(request)
    try:
        return await _begin(site, game, sent)
    except Refused as refusal:
        return setup_page(site, request, caller, game, _offer(site), sent, str(refusal))


async def _begin(site: Site, game: Game, sent: Mapping[str, Any]) -> Response:
    """Begin the game that a form describes, and lead to it. Raises Refused."""
    bots = list(site.computer.bots.commands)
    match = await asyncio.to_thread(lambda: Match.begin(_header(game, sent, bots)))
    rules = MatchSettings(hints=setup.hints_of(sent, len(match.people)), fix=setup.fix_of(sent))
    return to(f"/match/{await asyncio.to_thread(site.match_service.begin, match, None, rules)}")


def _header(game: Game, sent: Mapping[str, Any], bots: Sequence[str]) -> Header:
    """Return the header that a form describes. Raises Refused."""
    game = setup.chosen(game, sent)
    seats = [_seat(str(sent.get(f"seat-{p}", "")), bots) for p in range(game.num_players)]
    if seats.count("me") > 1:
        raise Refused(
            _("you can’t sit on two seats; give the others to friends or to the computer")
        )
    if wording.FRIEND in seats:
        seats = [_named(seat, str(sent.get(f"called-{p}", ""))) for p, seat in enumerate(seats)]
    seed = str(sent.get("seed", "")).strip()
    return Header(
        game,
        seats,
        seed=setup.seed_of(seed) if seed else secrets.randbits(62),
        clock=setup.clock_of(sent),
        date=datetime.now(UTC).date().isoformat(),
    )


def _seat(text: str, bots: Sequence[str]) -> str:
    """Return a seat if its player is known; never a command to run, only a bot's name."""
    everybody = ["me", wording.FRIEND, *(f"level:{name}" for name in LEVELS)]
    everybody += [f"{PREFIX}{name}" for name in bots]
    if text not in everybody:
        raise Refused(
            _(
                "{text!r} can’t sit there; you can choose: {everybody}",
                text=text,
                everybody=", ".join(everybody),
            )
        )
    return text


def _named(seat: str, name: str) -> str:
    """Return the seat of somebody at this screen with their name. Raises Refused."""
    given = name.strip() and is_at_this_screen(seat)
    return f"{seat}:{checked_name(name)}" if given else seat


def _offer(site: Site, others: str = "") -> SetupOffer:
    """Return what can be chosen here."""
    bots = [
        FormChoice(f"{PREFIX}{name}", _("{name}, a bot on this computer", name=name))
        for name in site.computer.bots.commands
    ]
    people = [FormChoice("me", _("You")), FormChoice(wording.FRIEND, _("A friend at this screen"))]
    return SetupOffer([*people, *setup.level_choices(), *bots], days=False, others=others)
