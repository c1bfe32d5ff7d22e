"""Every page of both modes in a real browser: each frame of a picture has a picture in it."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.lent_pages import patient_context
from tests.web.frames import Frame, frames
from tests.web.routes import get_patterns
from tests.web.shared_server import serving
from tests.web.site import served, until
from tests.web.visitor import LAID_OUT

from spinney import all_games
from spinney.core import compilation
from spinney.i18n.scripts import script_texts
from spinney.match import Clock, Header, Match
from spinney.match.record_reader import read_record
from spinney.match.settings import MatchSettings
from spinney.server.app import create_shared
from spinney.server.db.database import Database
from spinney.server.db.migrate import migrate
from spinney.server.middleware.security import SESSION
from spinney.server.play.match_service import MatchService
from spinney.server.services import Services

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = [pytest.mark.browser, pytest.mark.long]

RECORDS = Path(__file__).parents[1] / "data" / "records"
FOR_PROGRAMS = "/api/", "/health", "/metrics"
LATER = "/analysis", "/words", "/gains"
"""What is there only once it has been asked for."""
OF_GAMES = "/guide/", "/new/"
"""What differs by game alone: local mode shows it of all games, shared mode of one."""
WIDTHS = 1280, 375
GAMES = [game for game in all_games().values() if game.package.startswith("spinney.games.")]
"""The program's own; other tests bring more."""


@pytest.fixture(scope="module")
def finished() -> list[Match]:
    """A finished match of each game. All is compiled: a server doesn't wait for the compiler."""
    matches = [*_finished()]
    for game in (*GAMES, *(match.game for match in matches)):
        compilation.precompile(game)
    return matches


@pytest.fixture
def blank(browser: Browser) -> Iterator[Page]:
    context = patient_context(browser)
    yield context.new_page()
    context.close()


def test_every_page_of_local_mode(
    tmp_path: Path, page: Page, blank: Page, finished: list[Match]
) -> None:
    with served(tmp_path) as (address, app):
        match_service: MatchService = app.state.site.match_service
        matches = [match_service.begin(match) for match in finished]
        for game in GAMES:
            matches.append(match_service.begin(Match.begin(Header(game, ("me", "friend"), seed=3))))
            _play(match_service, matches[-1])
        known = {"name": [game.name for game in GAMES], "match_id": matches}
        opened = _open_all(page, blank, address, _addresses(get_patterns(app.routes), known))
        assert {"/", *(f"/match/{match}/replay" for match in matches)} <= opened


@pytest.mark.usefixtures("finished")
def test_every_page_of_shared_mode(tmp_path: Path, page: Page, blank: Page) -> None:
    compilation.never_wait()
    database = Database(f"sqlite:///{tmp_path / 'server.sqlite'}")
    migrate(database)
    services = Services.open(database)
    app = create_shared(services, move_interval=0, precompile=False)
    with serving(app) as address:
        ann, ben = (services.accounts.guest(name, name) for name in ("ann", "ben"))
        *matches, waiting = (
            services.tables.open(ann, game, Clock.read("none"), MatchSettings(), ["me", "open"])
            for game in (*GAMES, GAMES[0])
        )
        for number, match in enumerate(matches):
            services.tables.sit(match, ben, 1)
            _play(services.match_service, match, resign=number % 2 == 0)
        table = services.tables.table(waiting)
        assert table is not None
        known = {
            "name": [*all_games()],
            "match_id": matches,
            "table_id": [waiting],
            "link": [str(table.link)],
        }
        page.context.add_cookies([{"name": SESSION, "value": "ann", "url": address}])
        addresses = _addresses(get_patterns(app.routes), known)
        opened = _open_all(page, blank, address, addresses, first_only=OF_GAMES)
        assert {"/", "/finished", f"/table/{waiting}", f"/join/{table.link}"} <= opened
    compilation.never_wait(False)


def _finished() -> Iterator[Match]:
    """Yield a finished match of each game."""
    missing = {game.name for game in GAMES}
    for file in sorted(RECORDS.rglob("*.txt")):
        record = file.read_text(encoding="utf-8")
        if any(f"\ngame: {name}\n" in record for name in missing):
            match = read_record(record)
            if match.over:
                missing.remove(match.game.name)
                yield match
    assert not missing


def _play(match_service: MatchService, match: str, choices: int = 40, resign: bool = False) -> None:
    """Say something at random so many times."""
    live = match_service.live_match(match)
    for number in range(choices):
        player = live.match.to_act[0]
        move = live.match.view(player).legal.sample(number)
        match_service.act(live, lambda now, at, p=player, s=move: now.play(p, s, at))  # type: ignore[misc]
    if resign:
        match_service.act(live, lambda now, at: now.resign(0, at))


def _anywhere() -> dict[str, Sequence[str]]:
    """Return what stands in addresses of files that all sites have."""
    texts = script_texts("de")
    return {"picture": ["sizes"], "language": ["de"], "version": [texts.version if texts else ""]}


def _addresses(patterns: Iterable[str], known: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    """Return each pattern with all addresses of it that what is known makes."""
    found = {}
    for pattern in patterns:
        if not pattern.startswith(FOR_PROGRAMS):
            names = re.findall("{([^}]+)}", pattern)
            every = itertools.product(*((_anywhere() | {**known})[name] for name in names))
            found[pattern] = [
                pattern.format(**dict(zip(names, values, strict=True))) for values in every
            ]
    return found


def _open_all(
    page: Page,
    blank: Page,
    address: str,
    addresses: Mapping[str, Sequence[str]],
    first_only: tuple[str, ...] = (),
) -> set[str]:
    """Open what is a page: the first of a pattern at each width, others at one. Return them.

    Pages after the first of a pattern that begins like one of ``first_only`` are asked for, but
    not drawn.
    """
    opened, empty = set(), []
    page.emulate_media(reduced_motion="reduce")
    for pattern, paths in addresses.items():
        answers = {path: page.request.get(address + path) for path in paths}
        answered = [path for path, answer in answers.items() if answer.ok]
        assert answered or pattern.endswith(LATER), f"none of these is there: {paths}"
        whole = [path for path in answered if answers[path].text().startswith("<!doctype html")]
        if pattern.startswith(first_only):
            del whole[1:]
        opened.update(whole)
        first = [(path, width) for path in whole[:1] for width in WIDTHS]
        for path, width in [*first, *zip(whole[1:], itertools.cycle(WIDTHS), strict=False)]:
            page.set_viewport_size({"width": width, "height": 800})
            page.goto(address + path)
            until(lambda: page.evaluate(LAID_OUT))
            found = _painted(page, blank)
            if path == "/":
                assert sum(frame.name.startswith("img") for frame in found) == len(all_games())
            empty += [f"{path} at {width}: {frame}" for frame in found if frame.is_empty]
    assert not empty, "\n".join(empty)
    return opened


def _painted(page: Page, blank: Page) -> list[Frame]:
    """Return the frames of a page; a browser that has much to do is given time to paint."""
    found: list[Frame] = []
    for _ in range(5):
        found = frames(page, blank)
        if not any(frame.is_empty for frame in found):
            break
    return found
