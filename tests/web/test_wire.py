"""Non-interference on the wire: what a viewer can't know changes no byte that is sent to them.

A table of an open house is looked at twice: as it stands, and with another world in its place that
the viewer can't tell from it. Every answer must be the same.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterator
from contextlib import ExitStack, closing
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from tests.api.caller import Caller
from tests.web.open import Guest, opened

import spinney
from spinney.core.registry import all_games
from spinney.core.state import Moment, State
from spinney.house.company import Rules
from spinney.house.hall import Table
from spinney.house.house import House
from spinney.match import Clock, Match

GAMES = sorted(
    name for name, game in all_games().items() if game.rules.__name__.startswith("spinney.games.")
)
PAGES = ("", "/words?said=", "/record", "/replay", "/replay/moment?at=0")
CALLS = ("", "/words", "/record")
OPEN = ("spring-2021",)
"""Games in which nothing is hidden."""
DECISIONS = 7
"""How far into a game one looks."""
NONSENSE = ("nonsense", "take", "play 0")


class Viewer:
    """Someone at a table, or looking on, with a browser, a socket and a program."""

    def __init__(self, address: str, house: House, name: str, stack: ExitStack) -> None:
        self.guest = stack.enter_context(closing(Guest.named(address, house, name)))
        assert self.guest.person is not None
        token = house.people.issue(self.guest.person.id, "rex")
        self.program = stack.enter_context(closing(Caller(address, token)))

    def everything(self, match: str) -> dict[str, str]:
        """All that can be had without changing anything, by where it came from."""
        sent = {}
        for path in PAGES:
            sent[path] = _answer(self.guest.get(f"/match/{match}{path}"))
        for path in CALLS:
            sent[f"api{path}"] = _answer(self.program.client.get(f"/matches/{match}{path}"))
        for sentence in NONSENSE:
            sent[sentence] = _answer(self.guest.say(match, sentence))
        with self.guest.socket(match) as socket:
            sent["socket"] = str(socket.recv(10))
        assert "scene" in json.loads(sent["socket"])
        return sent


def _answer(answer: object) -> str:
    return f"{answer.status_code} {answer.text}"  # type: ignore[attr-defined]


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, House, ExitStack]]:
    folder: Path = tmp_path_factory.mktemp("wire")
    with opened(f"sqlite:///{folder / 'house.sqlite'}") as (address, house), ExitStack() as stack:
        yield address, house, stack


@pytest.mark.parametrize("name", GAMES)
def test_what_one_cant_know_changes_no_byte(place: tuple[str, House, ExitStack], name: str) -> None:
    address, house, stack = place
    game, chance = spinney.game(name), Random(name)
    unique = secrets.token_hex(3)
    people = [Viewer(address, house, f"{n}{unique}", stack) for n in ("Ann", "Bob", "Cat")]
    host, other = people[0].guest.person, people[1].guest.person
    assert host is not None
    assert other is not None
    seats = ["me", "open"]
    match = house.tables.open(host, game, Clock.read("none"), Rules(public=True), seats)
    house.tables.sit(match, other, 1)
    table = house.hall.table(match)
    for _ in range(DECISIONS):
        _decide(house, table, chance)
    for viewer in people:  # who is there shows, and must not change in between
        assert stack.enter_context(viewer.guest.socket(match)).recv(10)
    kept, others = table.match, 0
    for player, viewer in zip((0, 1, -1), people, strict=True):
        before = viewer.everything(match)
        world = kept.position.state.observe(player).imagine(chance.getrandbits(60))
        table.match = _elsewhere(kept, world)
        others += world != kept.position.state
        after = viewer.everything(match)
        assert table.match.position.state == world, "the other world was looked at"
        table.match = kept
        for where, sent in before.items():
            assert after[where] == sent, f"{where} tells player {player} what they can't know"
    assert others or name in OPEN, "it was the same world"


def _decide(house: House, table: Table, chance: Random) -> None:
    """Let somebody say something legal."""
    if table.match.over:
        return
    player = chance.choice(table.match.awaits)
    sentence = table.match.view(player).legal.sample(chance.getrandbits(60))
    house.hall.act(table, lambda now, at: now.say(player, sentence, at))


def _elsewhere(match: Match, world: State) -> Match:
    """The match as it would stand in another world."""
    last = match.position
    opening = tuple(Moment(m.player, m.step, m.before, world) for m in last.opening[-1:])
    there = replace(last, state=world, opening=last.opening[:-1] + opening, lines={})
    return Match(match.header, match.events, (*match.positions[:-1], there))
