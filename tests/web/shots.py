"""A contact sheet: pictures of every page and of every phase of every game.

``make shots`` writes them to ``build/shots``: one PNG a picture, ``index.html`` with all of them,
and that page itself in slices, ``sheet-01.png`` and so on. Games are played by the level seedling
from fixed secrets, by people with long names, so that two runs show the same positions.
"""

from __future__ import annotations

import argparse
import html
import itertools
import os
import secrets
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from unittest.mock import patch
from urllib.parse import quote

from playwright.sync_api import sync_playwright
from tests.lent_pages import patient_context
from tests.server import rated
from tests.server.playing import GAME
from tests.web.frames import PICTURES_LOADED
from tests.web.shared_server import serving
from tests.web.site import until
from tests.web.visitor import LAID_OUT

import spinney
from spinney.core import compilation
from spinney.core.game import Game
from spinney.lessons import begin_lesson, opening_length
from spinney.match import Clock, Header, Match
from spinney.match.settings import MatchSettings
from spinney.players import choose
from spinney.server.accounts.person import Person
from spinney.server.app import create_local, create_shared
from spinney.server.db.database import Database
from spinney.server.db.migrate import migrate
from spinney.server.middleware.security import SESSION
from spinney.server.play.match_service import MatchService
from spinney.server.ratings.glicko2 import Rating
from spinney.server.services import Services

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

GAMES = "build-your-arboretum", "arboretum", "forest-garden", "spring-2021"
GUIDE_WITH_EXAMPLE = "build-your-arboretum"
VARIANTS = tuple(itertools.product((1280, 375), ("light", "dark")))
"""The widths in CSS pixels, and the colour schemes."""
HEIGHTS = {1280: 800, 375: 812}
NAMES = (
    "Wilhelmina Featherstone",
    "Maximilian von Hohenberg",
    "Jo",
    "Anastasia Papadopoulou",
    "Li Wei",
    "Bartholomew Quigglesworth"[:24],
    "Konstantinos M.",
)
PHASES = 10
"""The most positions that are shown of a game with as many players."""
FIRST_WORDS = 400
"""How many moves are looked at to tell which phase it is."""
SECRET = "5" * 32
SLICE = 2400
"""The height of a slice of the contact sheet, in CSS pixels."""


class Shot(NamedTuple):
    """A page to show: its name on the sheet, its address, and whose session looks at it."""

    name: str
    address: str
    session: str = ""


class Move(NamedTuple):
    """A move of a game that was played, and which phase it was made in."""

    player: int
    text: str
    phase: frozenset[str]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("build/shots"))
    parser.add_argument("--only", default="", help="show only what has this in its name")
    parser.add_argument("--language", default="en", help="show the pages in this language")
    args = parser.parse_args()
    compilation.never_wait()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=os.environ.get("SPINNEY_CHROMIUM") or None, args=["--no-sandbox"]
        )
        count = take_all(browser, args)
    print(f"{count} pictures, {args.out / 'index.html'}")


def take_all(browser: Browser, args: argparse.Namespace) -> int:
    """Take all pictures that are asked for, write their sheet, and return how many there are."""
    args.out.mkdir(parents=True, exist_ok=True)
    for old in args.out.glob("*.png"):
        old.unlink()
    with tempfile.TemporaryDirectory() as folder:
        taken = [*_local(browser, Path(folder), args), *_shared(browser, Path(folder), args)]
    _write_sheet(browser, args.out, taken)
    return len(taken)


def _local(browser: Browser, folder: Path, args: argparse.Namespace) -> list[tuple[str, str]]:
    """Show the pages of local mode."""
    app = create_local(folder / "local", move_interval=0, precompile=False)
    match_service: MatchService = app.state.site.match_service
    with serving(app) as address:
        shots = [
            Shot("local: first page", "/"),
            Shot("local: about", "/about"),
            Shot("local: example of a guide", f"/guide/{GUIDE_WITH_EXAMPLE}/example"),
        ]
        for name in GAMES:
            game = spinney.game(name)
            settings = MatchSettings(lesson=True, opening=opening_length(game))
            lesson = match_service.begin(begin_lesson(game), rules=settings)
            shots.append(Shot(f"local: new {name}", f"/new/{name}"))
            shots.append(Shot(f"lesson {name}", f"/match/{lesson}"))
            shots.append(Shot(f"guide {name}", f"/guide/{name}"))
        return _take(browser, address, shots, args)


def _shared(browser: Browser, folder: Path, args: argparse.Namespace) -> list[tuple[str, str]]:
    """Show the pages of shared mode, and the tables of all games in all phases."""
    database = Database(f"sqlite:///{folder / 'server.sqlite'}")
    migrate(database)
    services = Services.open(database)
    with (
        patch.object(secrets, "token_hex", lambda size: SECRET[: 2 * size]),
        serving(create_shared(services, move_interval=0, precompile=False)) as address,
    ):
        shots = [
            shot
            for name in GAMES
            for players in _sizes(name)
            for shot in _tables(services, name, players, args.only)
        ]
        session, host = _guest(services, NAMES[0])
        agreed = (spinney.game(GAMES[0]), Clock.read("bank 15:00 + 10"), MatchSettings())
        waiting = services.tables.open(host, *agreed, ["me", "open"])
        shots += [
            Shot("shared: first page", "/", session),
            Shot("shared: first page, nobody", "/"),
            Shot("shared: finished games", "/finished", session),
            Shot("shared: waiting room", f"/table/{waiting}", session),
            Shot("shared: account", "/account", session),
            Shot("shared: new table", f"/new/{GAMES[-1]}", session),
            *_ratings(services, args.only),
        ]
        return _take(browser, address, shots, args)


def _sizes(name: str) -> Sequence[int]:
    """Return the fewest and the most players of a game."""
    counts = sorted(option.num_players for option in _variants(name))
    return sorted({counts[0], counts[-1]})


def _variants(name: str) -> Iterator[Game]:
    """Yield a game with each number of players that it has."""
    for players in range(1, 10):
        try:
            yield spinney.game(name, players=players) if players != 2 else spinney.game(name)
        except spinney.Refused:
            continue


def _game(name: str, players: int) -> Game:
    return next(game for game in _variants(name) if game.num_players == players)


def _tables(services: Services, name: str, players: int, only: str) -> Iterator[Shot]:
    """Play a game, and yield a table in each of its phases, its end and its replay."""
    title = f"{name}, {players} players"
    if only and only not in title:
        return
    game = _game(name, players)
    moves = _played(game)
    for number, length in enumerate(_first_of_phases(moves)):
        match, sessions = _table(services, game, moves[:length])
        awaited = moves[length].player
        yield Shot(f"{title}: phase {number + 1}", f"/match/{match}", sessions[awaited])
        if number == 1:
            yield Shot(f"{title}: looking on", f"/match/{match}")
    match, sessions = _table(services, game, moves)
    yield Shot(f"{title}: over", f"/match/{match}", sessions[0])
    yield Shot(f"{title}: replay", f"/match/{match}/replay", sessions[0])
    yield Shot(f"{title}: replay, middle", f"/match/{match}/replay?at={len(moves) // 2}")


def _ratings(services: Services, only: str) -> list[Shot]:
    """Let some people play rated matches, and return the pages that tell of these."""
    shots = [
        Shot("shared: ratings", "/ratings"),
        Shot("shared: leaderboard", f"/ratings/{GAME}"),
        Shot("shared: player", f"/player?name={quote(NAMES[0])}"),
    ]
    if not any(only in shot.name for shot in shots):
        return []
    people = [rated.kept(services, name) for name in NAMES[:4]]
    for number, (one, two) in enumerate(3 * [*itertools.combinations(people, 2)]):
        rated.end(services, rated.opened(services, one, two), loser=int(number % 4 > 0))
    with services.store.database.writing() as connection:
        for number, person in enumerate(people):
            known = Rating(1700 - 80 * number, 60)
            rated.put_rating(connection, services.ratings, person.id, known)
    return shots


def _played(game: Game) -> list[Move]:
    """Return a game played to its end by the lowest level."""
    match, moves = Match.begin(Header(game, NAMES[: game.num_players], secret=SECRET)), list[Move]()
    while not match.over:
        player = match.to_act[0]
        view = match.view(player)
        text = choose(view, "seedling", seed=len(moves)).move
        words = (move.split()[0] for move in itertools.islice(view.legal, FIRST_WORDS))
        moves.append(Move(player, text, frozenset(words)))
        match = match.play(player, text, 0)
    return moves


def _first_of_phases(moves: Sequence[Move]) -> list[int]:
    """Return after how many moves a game was in each of its phases, in the middle of the game.

    A phase is what can be done, told by the first words of the legal moves. Of each phase that
    position is shown which lies nearest to the middle of the game, when boards are half full.
    """
    middle = len(moves) * 2 // 3
    nearest: dict[frozenset[str], int] = {}
    for number, move in enumerate(moves):
        before = nearest.get(move.phase)
        if before is None or abs(number - middle) < abs(before - middle):
            nearest[move.phase] = number
    found = sorted(nearest.values())
    return sorted({0, *found[: PHASES - 1]})


def _table(services: Services, game: Game, moves: Iterable[Move]) -> tuple[str, list[str]]:
    """Return a table where moves were made, and the sessions of who sits there."""
    guests = [_guest(services, name) for name in NAMES[: game.num_players]]
    seats = ["me", *["open"] * (game.num_players - 1)]
    match = services.tables.open(guests[0][1], game, Clock(), MatchSettings(public=True), seats)
    for number, (_, person) in enumerate(guests[1:], 1):
        services.tables.sit(match, person, number)
    live = services.match_service.live_match(match)
    for move in moves:
        services.match_service.act(
            live,
            lambda now, at, move=move: now.play(move.player, move.text, at),  # type: ignore[misc]
        )
    return match, [held for held, _ in guests]


def _guest(services: Services, name: str) -> tuple[str, Person]:
    """Return the session of someone new, and who it is."""
    session = f"session-{next(_NUMBERS)}"
    return session, services.accounts.guest(session, name)


_NUMBERS = itertools.count()


def _take(
    browser: Browser, address: str, shots: Iterable[Shot], args: argparse.Namespace
) -> list[tuple[str, str]]:
    """Take the pictures; return the name and the file of each."""
    wanted = [shot for shot in shots if args.only in shot.name]
    taken = []
    for width, scheme in VARIANTS:
        size: Any = {"width": width, "height": HEIGHTS[width]}
        like: Any = {"viewport": size, "color_scheme": scheme, "reduced_motion": "reduce"}
        context = patient_context(browser, locale=args.language, **like)
        page = context.new_page()
        for shot in wanted:
            context.clear_cookies()
            if shot.session:
                cookie: Any = {"name": SESSION, "value": shot.session, "url": address}
                context.add_cookies([cookie])
            file = f"{_slug(shot.name)}-{width}-{scheme}.png"
            _picture(page, address + shot.address, args.out / file)
            taken.append((shot.name, file))
        context.close()
    return taken


def _picture(page: Page, address: str, file: Path) -> None:
    answer = page.goto(address)
    assert answer is not None
    assert answer.ok, f"{address} answers {answer.status}"
    until(lambda: _is_laid_out(page))
    page.evaluate(PICTURES_LOADED)
    page.evaluate("scrollTo(0, 0)")  # what sticks to the top would lie in the middle
    until(lambda: _is_laid_out(page) and _taken(page, file) and _is_laid_out(page))


def _is_laid_out(page: Page) -> bool:
    """Has the document its width? It begins without; and are its boards laid out for that?"""
    size = page.viewport_size
    width = page.evaluate("innerWidth")
    return size is not None and width == size["width"] and bool(page.evaluate(LAID_OUT))


def _taken(page: Page, file: Path) -> bytes:
    return page.screenshot(path=file, full_page=True, animations="disabled", scale="css")


def _slug(name: str) -> str:
    return "-".join("".join(c if c.isalnum() else " " for c in name).split())


def _write_sheet(browser: Browser, out: Path, taken: Iterable[tuple[str, str]]) -> None:
    """Write the page of all pictures, and that page as pictures."""
    by_name: dict[str, list[str]] = {}
    for name, file in taken:
        by_name.setdefault(name, []).append(file)
    rows = "".join(
        f"<section><h2>{html.escape(name)}</h2>"
        + "".join(f'<a href="{file}"><img src="{file}" alt="{file}"></a>' for file in files)
        + "</section>"
        for name, files in by_name.items()
    )
    (out / "index.html").write_text(SHEET.format(rows=rows), encoding="utf-8")
    context = patient_context(browser, viewport={"width": 1500, "height": SLICE})
    page = context.new_page()
    page.goto((out / "index.html").resolve().as_uri())
    height = page.evaluate("document.documentElement.scrollHeight")
    for number, top in enumerate(range(0, height, SLICE), 1):
        page.evaluate("top => scrollTo(0, top)", top)
        page.screenshot(path=out / f"sheet-{number:02}.png")
    context.close()


SHEET = """<!doctype html><meta charset="utf-8"><title>Contact sheet</title>
<style>
body {{ margin: 8px; background: #888; font: 13px sans-serif }}
section {{ display: flow-root; margin-bottom: 10px }}
h2 {{ margin: 0; font-size: 14px }}
img {{ width: 555px; max-height: 620px; margin: 2px; float: left }}
img {{ object-fit: cover; object-position: top }}
img[src*="-375-"] {{ width: 170px; max-height: 620px }}
</style>{rows}
"""

if __name__ == "__main__":
    main()
