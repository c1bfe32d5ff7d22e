"""Friends who share a screen: what who has it can't know changes no byte that is sent.

Two servers of one have the same table, but for that: the deal, and what is chosen unseen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest
from starlette.testclient import TestClient
from tests.web.paired_matches import Deal, PairedMatches, PairedMove, twins
from tests.web.paired_servers import plain
from tests.web.paired_tables import change, difference
from tests.web.site import ORIGIN, Site

import spinney
from spinney.core import compilation
from spinney.core.game import Game
from spinney.match import Header, Match
from spinney.server.accounts import identity
from spinney.server.app import create_local
from spinney.server.home import pages
from spinney.server.middleware.security import SESSION
from spinney.server.play import hotseat
from spinney.server.play.live_match import LiveMatch
from spinney.server.play.match_store import MatchStore
from spinney.server.play.time_source import Stopwatch
from spinney.server.play.viewpoint import Viewpoint
from spinney.server.wording import summary

DEEDS = 8
"""How much is done in a game."""
PAGES = (
    "",
    "/words?said=&version={version}",
    "/words?said=nonsense&version={version}",
    "/record",
    "/replay",
    "/replay?at=2&seen_by=all",
    "/replay/frame?at=2&seen_by=1&layout=narrow",
    "/analysis",
)
"""What can be looked at of a table."""
GAMES = {
    "build your arboretum": spinney.game("build-your-arboretum"),
    "arboretum of three": spinney.game("arboretum", players=3),
    "forest garden": spinney.game("forest-garden", tasks=True),
}


Plant = Callable[[pytest.MonkeyPatch], None]


@pytest.fixture(autouse=True)
def _still(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let time stand still."""
    monkeypatch.setattr(Stopwatch, "now", lambda _: 0)
    monkeypatch.setattr(pages, "ago", lambda _: "just now")


@dataclass(frozen=True)
class LocalServer:
    """A local mode, and the table there."""

    site: Site
    live: LiveMatch

    def look(self, version: str) -> Iterator[tuple[str, str]]:
        """Yield all that is to be seen."""
        path = f"/match/{self.live.id}"
        yield "the first page", plain(self.site.client.get("/"))
        for page in PAGES:
            yield page, plain(self.site.client.get(path + page.format(version=version)))
        with self.site.socket(path) as socket:
            yield "the socket", socket.receive_text()

    def say(self, move: str) -> str:
        """Say something that can't be said; return the answer."""
        where = f"/match/{self.live.id}"
        return plain(self.site.say(where, move))


@contextmanager
def local_servers(folder: Path, plan: PairedMatches) -> Iterator[tuple[LocalServer, ...]]:
    with ExitStack() as stack:
        yield tuple(
            stack.enter_context(home(folder / str(number), plan.game, dealt))
            for number, dealt in enumerate(plan.deals)
        )


@contextmanager
def home(folder: Path, game: Game, dealt: Deal) -> Iterator[LocalServer]:
    """Open a server with one table, where nothing is chance but what is dealt."""
    store = MatchStore.of(folder)
    store.setting("secret", lambda: "5ec2e7" * 10)
    seats = ("me", *["friend"] * (game.num_players - 1))
    match = Match.begin(Header(game, seats, dealt.seed, dealt.given))
    with store.database.writing() as connection:
        store.insert(connection, "table", match.header, summary(match))
    store.close()
    app = create_local(folder, move_interval=0, precompile=False)
    with TestClient(app, base_url=ORIGIN, raise_server_exceptions=False) as client:
        client.cookies.set(SESSION, "5e5510" * 6)
        site = Site(app, client)
        yield LocalServer(site, site.match_service.live_match("table"))


def compared(pair: tuple[LocalServer, ...], move: str = "") -> None:
    """Fail if what is to be seen differs."""
    match = pair[0].live.match
    viewer = hotseat.hotseat(match, pair[0].live.at_screen).viewer
    version = f"{viewer}.{match.version_for(viewer)}"
    for (what, one), (_, other) in zip(*(home.look(version) for home in pair), strict=True):
        assert one == other, f"{what} tells what can't be known: {difference(one, other)}"
    if move:
        one, other = (home.say(move) for home in pair)
        assert one == other, f"the answer to {move!r} tells what can't be known"


def played(pair: tuple[LocalServer, ...], plan: PairedMatches) -> None:
    """Play all that is planned, and compare everything on the way."""
    for deed in plan.course:
        compared(pair)
        if deed.kind == "say" and deed.player != plan.viewer:
            wavered(pair, deed.player)
        for home, said in zip(pair, deed.said, strict=True):
            home.site.match_service.act(home.live, change(deed, said))
        if pair[0].live.match.over:
            return  # then nothing is secret any more
        for home in pair:
            home.live.at_screen = plan.viewer
    legal = pair[0].live.match.view(plan.viewer).legal
    compared(pair, next(said for said in ("first red", "take A1", "nonsense") if said not in legal))


def wavered(pair: tuple[LocalServer, ...], player: int) -> None:
    """Let a player choose something first that is never shown, in each server something else."""
    match = pair[0].live.match
    if match.simultaneous and len(match.to_act) > 1:
        for number, home in enumerate(pair):
            said = home.live.match.view(player).legal.sample(number)
            home.site.match_service.act(home.live, change(PairedMove("say", player), said))
        compared(pair)


def planned(game: Game, viewer: int) -> PairedMatches:
    """Return what happens, always the same."""
    compilation.precompile(game)
    plan = twins(game, viewer, Random(f"{game!r} {viewer}"), DEEDS)
    assert plan.deals[0] != plan.deals[1]
    return plan


@pytest.mark.long
@pytest.mark.parametrize("viewer", [0, 1])
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_who_has_the_screen_is_sent_nothing_they_cant_know(
    tmp_path: Path, game: Game, viewer: int
) -> None:
    with local_servers(tmp_path, plan := planned(game, viewer)) as pair:
        played(pair, plan)


def _bare(patch: pytest.MonkeyPatch) -> None:
    """Show what the next one holds, without hiding it."""
    patch.setattr(identity, "hotseat", lambda match, _: Viewpoint(match.people[1]))


def _told(patch: pytest.MonkeyPatch) -> None:
    """Tell all what whose turn it is has heard, and so has chosen and changed."""
    patch.setattr(Viewpoint, "observer", property(lambda shown: shown.viewer))


LEAKS = {
    "nothing hidden": (_bare, "arboretum of three"),
    "one's own log": (_told, "build your arboretum"),
}


@pytest.mark.parametrize(("plant", "name"), LEAKS.values(), ids=LEAKS)
def test_a_leak_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, plant: Plant, name: str
) -> None:
    plan = planned(GAMES[name], 0)
    plant(monkeypatch)
    with (
        local_servers(tmp_path, plan) as pair,
        pytest.raises(AssertionError, match="can't be known"),
    ):
        played(pair, plan)
