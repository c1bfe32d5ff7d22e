"""The pages around the tables: home, a new game, a guide, credits, and the reader's look."""

from __future__ import annotations

import asyncio
import itertools
import secrets
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from threading import Lock
from typing import Any, Literal

from fastapi import APIRouter, Request, Response
from markdown_it import MarkdownIt
from starlette.exceptions import HTTPException

from spinney import all_games
from spinney.core.errors import Refused
from spinney.core.game import FileOption, Game, Option
from spinney.drawing import standalone
from spinney.i18n import is_offered
from spinney.match import Clock, Header, Match
from spinney.match.record_reader import read_record
from spinney.match.settings import FIX, MatchSettings, usual_hints
from spinney.players.local_bots import PREFIX
from spinney.server import wording
from spinney.server.accounts.identity import ThisCaller
from spinney.server.middleware.language import COOKIE
from spinney.server.rendering.boards import drawn
from spinney.server.site import THEMES, YEAR, Site, ThisSite, inside, to

PARTS = "parts"
"""What a form says of an option that is put together from parts."""
USUAL = "usual"
"""What a form says of an option that depends on how many people play."""
SAMPLE = (3, 80)
"""The seed of the game that a game's picture shows, and the most moves that are said in it."""
READING_SECONDS = 20.0
"""The most processor time that reading an uploaded record may take: a long game takes one or two
seconds with rules that are not compiled yet."""
PICTURE_HEADERS = {
    "Cache-Control": "max-age=3600",
    # A picture brings its own rules along; the policy of pages allows linked ones only.
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",
}
"""How a picture is sent."""


routes = APIRouter()
local = APIRouter()
"""Pages of local mode only: there, everything belongs to whoever is at this machine."""


@local.get("/")
def home(request: Request, site: ThisSite) -> Response:
    """List the matches and the games."""
    return _home(site, request)


@local.get("/new/{name}")
def new(request: Request, site: ThisSite, name: str) -> Response:
    """Ask how a new game shall be set up."""
    return _form(site, request, named(name))


@local.post("/new/{name}")
async def begin(request: Request, site: ThisSite, name: str) -> Response:
    """Begin a new game."""
    game, sent = named(name), await site.form(request)
    try:
        bots = list(site.computer.bots.commands)
        match = await asyncio.to_thread(lambda: Match.begin(_header(game, sent, bots)))
        rules = MatchSettings(hints=hints_of(sent, len(match.people)), fix=fix_of(sent))
    except Refused as refusal:
        return _form(site, request, game, sent, str(refusal))
    return to(f"/match/{await asyncio.to_thread(site.match_service.begin, match, None, rules)}")


@local.post("/records")
async def load(request: Request, site: ThisSite) -> Response:
    """Keep the match of a record, and show it."""
    sent = await site.form(request)
    try:
        text = _text(sent.get("record"))
        match = await asyncio.to_thread(lambda: read_record(text, READING_SECONDS))
    except Refused as refusal:
        return _home(site, request, f"This record can’t be read: {refusal}")
    return to(f"/match/{await asyncio.to_thread(site.match_service.begin, match)}/replay")


@routes.get("/guide/{name}")
def guide(request: Request, site: ThisSite, name: str) -> Response:
    """Tell how a game is played."""
    game = named(name)
    html, headings = _guide(game.guide())
    return site.page(
        request,
        "home/guide.html",
        game=game,
        html=html,
        headings=headings,
        example=bool(game.example()),
    )


@routes.get("/about")
def about(request: Request, site: ThisSite) -> Response:
    """Tell what this is and who made it."""
    return site.page(request, "home/about.html", games=all_games().values())


@routes.post("/look")
async def look(request: Request, site: ThisSite, caller: ThisCaller) -> Response:
    """Choose light or dark, or the language."""
    sent = await site.form(request)
    response = to(inside(str(sent.get("back", "/"))))
    if sent.get("theme") in THEMES:
        response.set_cookie("theme", str(sent["theme"]), YEAR, samesite="strict")
    if is_offered(language := str(sent.get("language", ""))):
        response.set_cookie(COOKIE, language, YEAR, samesite="lax")
        if site.services is not None and caller.person is not None:
            choose = site.services.accounts.choose_language
            await asyncio.to_thread(choose, caller.person.id, language)
    return response


def named(name: str) -> Game:
    """Return the game of a name. Raises HTTPException."""
    games = all_games()
    if name not in games:
        raise HTTPException(404, f"There is no game of that name; there are: {', '.join(games)}.")
    return games[name]


# Home.


def _home(site: Site, request: Request, problem: str = "") -> Response:
    kept = site.match_service.store.listed()
    return site.page(
        request,
        "home/home.html",
        422 if problem else 200,
        problem=problem,
        going=[match for match in kept if not match.summary["over"]],
        ended=[match for match in kept if match.summary["over"]],
        games=all_games().values(),
        ago=ago,
    )


@routes.get("/pictures/{name}")
def picture(name: str, theme: Literal["auto", "light", "dark"] = "auto") -> Response:
    """Draw a game under way, as an SVG file for the first page."""
    svg = standalone(sample(named(name)), None if theme == "auto" else theme)
    return Response(svg, media_type="image/svg+xml", headers=PICTURE_HEADERS)


def sample(game: Game) -> str:
    """Return a picture of a game under way, drawn by whoever asks first."""
    with _drawing:
        return _sample(game)


_drawing = Lock()


@lru_cache(maxsize=16)
def _sample(game: Game) -> str:
    seed, most = SAMPLE
    state = game.new(seed=seed)
    for number in range(most):
        if state.over:
            break
        player = state.to_act[0]
        some = [state.legal(player).sample(2 * number + k) for k in range(2)]
        state = state.play(player, max(some, key=len))  # who says more does more
    return drawn(state.observe(-1), "wide").filled.svg


def ago(when: datetime) -> str:
    """Return how long ago something was, in words."""
    minutes = int((datetime.now(UTC) - when).total_seconds() // 60)
    for size, word in ((24 * 60, "day"), (60, "hour"), (1, "minute")):
        if minutes >= size:
            count = minutes // size
            return f"{count} {word}{'s' if count > 1 else ''} ago"
    return "just now"


def _text(sent: str | bytes | None) -> str:
    """Return the text of an uploaded file. Raises Refused."""
    if not sent or isinstance(sent, str):
        raise Refused("choose a file first")
    try:
        return sent.decode("utf-8")
    except UnicodeDecodeError:
        raise Refused("it is no text; a record is a text file, as the table saves it") from None


# A new game.


SEATS = (("me", "You", ""), (wording.FRIEND, "A friend at this screen", ""))
"""Who may sit where: how a form says it, in words, and what it means."""


def _form(
    site: Site,
    request: Request,
    game: Game,
    sent: Mapping[str, Any] | None = None,
    problem: str = "",
) -> Response:
    from spinney.players import LEVELS

    return site.page(
        request,
        "home/new.html",
        422 if problem else 200,
        game=game,
        names=(names := most(game).player_names),
        colours=wording.colours(names),
        seats=SEATS,
        levels=LEVELS.values(),
        me=None,
        bots=list(site.computer.bots.commands),
        first=(first := usual(most(game), list(LEVELS))),
        sent=first | {name: str(value) for name, value in (sent or {}).items()},
        problem=problem,
    )


def most(game: Game) -> Game:
    """Return a game with as many players as can play it."""
    numbers = [option.values for option in game.options if option.name == "players"]
    return game.with_options(players=max(numbers[0])) if numbers else game


def usual(game: Game, levels: list[str]) -> dict[str, str]:
    """Return what the form says at first: me against a level that gives a fair game."""
    rest = f"level:{levels[min(1, len(levels) - 1)]}"
    seats = {f"seat-{p}": "me" if p == 0 else rest for p in range(game.players)}
    options = {f"option-{option.name}": _first(option) for option in game.options}
    agreed = {"hints": "usual", "fix": str(FIX)}
    return {**seats, **options, **agreed, "clock": game.clocks[0], "seed": ""}


def hints_of(sent: Mapping[str, Any], people: int) -> bool:
    """Return whether the computer may be asked, as a form says or as is usual. Raises Refused."""
    said = str(sent.get("hints", "usual"))
    if said not in ("usual", "yes", "no"):
        raise Refused(f"hints can't be {said[:20]!r}; they can be: usual, yes, no")
    return usual_hints(people) if said == "usual" else said == "yes"


def fix_of(sent: Mapping[str, Any]) -> int:
    """Return for how many seconds a slip may be fixed, as a form says. Raises Refused."""
    said = str(sent.get("fix", FIX))
    if not (said.isascii() and said.isdecimal() and len(said) < 4):
        raise Refused(f"say for how many seconds a slip can be fixed, not {said[:20]!r}")
    return int(said)


def _first(option: Option) -> str:
    """Return what a form says of an option at first."""
    return option.say(option.default) if option.between_people is None else USUAL


def _header(game: Game, sent: Mapping[str, Any], bots: Sequence[str]) -> Header:
    """Return the header that a form describes. Raises Refused."""
    game = chosen(game, sent)
    seats = [_seat(str(sent.get(f"seat-{p}", "")), bots) for p in range(game.players)]
    if seats.count("me") > 1:
        raise Refused("you can’t sit on two seats; give the others to friends or to the computer")
    seed = str(sent.get("seed", "")).strip()
    return Header(
        game,
        seats,
        seed=seed_of(seed) if seed else secrets.randbits(62),
        clock=Clock.read(str(sent.get("clock", "none"))),
        date=datetime.now(UTC).date().isoformat(),
    )


def chosen(game: Game, sent: Mapping[str, Any]) -> Game:
    """Return a game with the options that a form has chosen. Raises Refused."""
    asked = [option for option in game.options if not isinstance(option, FileOption)]
    said = {option.name: _option(option, sent) for option in asked}
    said = {name: word for name, word in said.items() if word != USUAL}
    game = game.written(said)
    seats = [str(sent.get(f"seat-{p}", "")) for p in range(game.players)]
    return game.usual_for(count_people(seats), said)


def count_people(seats: Sequence[str]) -> int:
    """Return how many of the seats are for people: all but levels and bots."""
    return sum(":" not in seat for seat in seats)


def _option(option: Option, sent: Mapping[str, Any]) -> str:
    """Return the setting that a form has chosen, as a word or as the words it is made of."""
    said = str(sent.get(f"option-{option.name}", _first(option)))
    if option.parts and said == PARTS:
        return " ".join(part for part in option.parts if f"part-{option.name}-{part}" in sent)
    return said


def _seat(text: str, bots: Sequence[str]) -> str:
    """Return a seat if who is to sit there is known; never what to run, only a bot's name."""
    from spinney.players import LEVELS

    known = ["me", wording.FRIEND, *(f"level:{name}" for name in LEVELS)]
    known += [f"{PREFIX}{name}" for name in bots]
    if text not in known:
        raise Refused(f"nobody called {text!r} can sit there; there are: {', '.join(known)}")
    return text


def seed_of(text: str) -> int:
    """Return the seed that was typed. Raises Refused."""
    try:
        seed = int(text) if len(text) < 30 else 2**64
    except ValueError:
        seed = 2**64
    if not -(2**63) <= seed < 2**63:
        raise Refused(f"{text[:30]!r} is no seed; a seed is a whole number, or leave it empty")
    return seed


# The guide.


@lru_cache(maxsize=16)
def _guide(text: str) -> tuple[str, tuple[tuple[int, str, str], ...]]:
    """Return a guide as HTML, and its headings: level, address within the page, text."""
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = markdown.parse(text)
    headings: list[tuple[int, str, str]] = []
    for token, inline in itertools.pairwise(tokens):
        if token.type == "heading_open":
            name = _slug(inline.content, [known for _, known, _ in headings])
            token.attrSet("id", name)
            headings.append((int(token.tag[1]), name, inline.content))
    return str(markdown.renderer.render(tokens, markdown.options, {})), tuple(headings)


def _slug(title: str, taken: list[str]) -> str:
    """Return a word for addresses that no other heading has."""
    plain = "-".join("".join(c if c.isalnum() else " " for c in title.lower()).split()) or "part"
    return plain if plain not in taken else f"{plain}-{len(taken)}"
