"""Levels that think, and two people who play meanwhile."""

from __future__ import annotations

import re
import time
from contextlib import ExitStack, closing

from tests.messages import page_html
from tests.server.playing import GAME, guest, until
from tests.waiting import PATIENCE
from tests.web.shared_server import Guest

import spinney
from spinney.match import Clock
from spinney.match.settings import MatchSettings
from spinney.server.services import Services


def begin_thinking(services: Services, tables: int = 4) -> list[str]:
    """Open tables where two ancients play; return their ids once one of them thinks."""
    found = [_levels(services, number) for number in range(tables)]
    until(lambda: any_thinks(services, found))
    return found


def any_thinks(services: Services, matches: list[str]) -> bool:
    """Does a level think at one of these tables now, and has for a moment?"""
    return any(services.match_service.live_match(match).thinking for match in matches)


def _levels(services: Services, number: int) -> str:
    game, seats = spinney.game(GAME), ["level:ancient", "level:ancient"]
    table_id = services.tables.open(
        guest(services, f"Host {number}"), game, Clock(), MatchSettings(), seats
    )
    services.presence.enter(table_id, "")  # else they would pause after a while
    return table_id


class Pair(ExitStack):
    """Two people at a table, each with a socket."""

    def __init__(self, address: str, services: Services) -> None:
        super().__init__()
        names = ("Ann", "Bob")
        self.people = [
            self.enter_context(closing(Guest.named(address, services, name))) for name in names
        ]
        self.services = services
        host, other = (person.person for person in self.people)
        assert host
        assert other
        seats, rules = ["me", "open"], MatchSettings(public=True)
        self.match = services.tables.open(host, spinney.game(GAME), Clock(), rules, seats)
        services.tables.sit(self.match, other, 1)
        self.sockets = [self.enter_context(one.socket(self.match)) for one in self.people]

    def move(self) -> float:
        """Let whoever is to choose say something; return how long until the other sees it."""
        match = self.services.match_service.live_match(self.match).match
        player = match.to_act[0]
        text, version = match.view(player).legal.sample(1), match.version_for(player)
        begun = time.monotonic()
        words = {"move": text, "version": f"{player}.{version}"}
        assert self.people[player].post(f"/match/{self.match}/move", **words).status_code == 204
        before = match.version_for(1 - player)
        while _version(str(self.sockets[1 - player].recv(PATIENCE))) <= before:
            pass
        return time.monotonic() - begun


def _version(message: str) -> int:
    """How many events the viewer of a picture has seen; -1: it is none."""
    found = re.search(r'data-version="\d+\.(\d+)"', page_html(message))
    return int(found[1]) if found else -1
