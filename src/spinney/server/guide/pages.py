"""The guide to a game: its page, its pictures, and its text for the help at a table."""

from __future__ import annotations

from typing import Literal

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse

from spinney.guides import draw_picture
from spinney.server.accounts.identity import ThisCaller
from spinney.server.compressed import compressed
from spinney.server.guide.markdown import guide_text
from spinney.server.home.covers import HEADERS
from spinney.server.home.game_cards import game_cards
from spinney.server.home.game_setup import named
from spinney.server.site import THEMES, ThisSite, look

routes = APIRouter(prefix="/guide/{name}")


@routes.get("")
def guide(request: Request, site: ThisSite, caller: ThisCaller, name: str) -> Response:
    """Tell how a game is played."""
    game = named(name)
    (card,) = game_cards(site, caller, [game])
    return site.page(
        request,
        "guide/guide.html",
        game=game,
        card=card,
        guide=guide_text(game, look(request, "theme", THEMES)),
        example=bool(game.example()),
    )


@routes.get("/text")
def text(request: Request, site: ThisSite, name: str) -> Response:
    """Return the guide for the help at a table."""
    game = named(name)
    found = guide_text(game, look(request, "theme", THEMES))
    return HTMLResponse(site.part("guide/text.html", game=game, guide=found))


@routes.get("/pictures/{picture}")
def picture(
    request: Request,
    name: str,
    picture: str,
    theme: Literal["auto", "light", "dark"] = "auto",
    layout: Literal["wide", "narrow"] = "wide",
) -> Response:
    """Draw a picture of the guide, as an SVG file."""
    svg = draw_picture(named(name), picture, layout, None if theme == "auto" else theme)
    return compressed(request, svg, "image/svg+xml", HEADERS)
