"""Computers choose beside people, so a person who is late is late alone."""

from __future__ import annotations

import sys
from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console
from tests.terminal.running import call
from tests.waiting import PATIENCE, wait_until

import spinney
from spinney.match import Clock, Header, Match
from spinney.match.record_reader import read_record
from spinney.players.local_bots import LocalBots
from spinney.terminal.play import run
from spinney.terminal.prompt import Question, TimeRanOut
from spinney.terminal.saved_matches import Save
from spinney.terminal.table import TerminalMatch

BOT = """
import json, sys
for line in sys.stdin:
    request = json.loads(line)
    moves = request.get("legal") or [way["words"] for way in request["next"] if way["whole"]]
    print(moves[0], flush=True)
"""


class Person:
    """A person who answers with some lines, then ends; None: who lets a minute pass."""

    live = False

    def __init__(self, *answers: str | None) -> None:
        self.answers, self.meanwhile = [*answers], list[Callable[[], object]]()

    def ask(self, question: Question) -> str:
        """Answer, or be late, when the computers have chosen."""
        for wait in self.meanwhile:
            wait()
        if not self.answers:
            raise EOFError
        answer = self.answers.pop(0)
        if answer is None:
            raise TimeRanOut
        return answer


def table_of(
    path: Path, match: Match, person: Person, bots: LocalBots
) -> tuple[TerminalMatch, StringIO]:
    """A table at which the person answers only when all computers have chosen."""
    out = StringIO()
    console = Console(file=out, width=80)
    referee = bots.referee(match.header)
    table = TerminalMatch(match, Save(path / "match.txt"), console, person, referee)

    def wait_for_computers() -> None:
        owing = [p for p in table.match.to_act if p not in table.people]
        wait_until(lambda: set(table.computers_done()) >= set(owing))
        if person.answers[:1] == [None]:
            table._begun -= 60  # a minute passes

    person.meanwhile.append(wait_for_computers)
    return table, out


# The level has the same time, so it is long; but less than the minute that the person lets pass.
@pytest.mark.parametrize("clock", ["move 0:50", "bank 0:50 + 1"])
def test_a_late_person_is_late_alone(tmp_path: Path, clock: str) -> None:
    game = spinney.game("spring-2021")
    match = Match.begin(Header(game, ("me", "level:seedling"), 1, clock=Clock.read(clock)))
    table, _ = table_of(tmp_path, match, Person(None), LocalBots())
    with table.referee:
        assert run(table, "") == 0
    assert table.match.outcome == (-1, 1)
    assert [(event.kind, event.player) for event in table.match.events] == [
        ("move", 1),
        ("forfeit", 0),
    ]


def test_the_clock_of_a_computer_that_has_chosen_stands_still(tmp_path: Path) -> None:
    game = spinney.game("spring-2021")
    clock = Clock.read("bank 10:00 + 1")
    match = Match.begin(Header(game, ("me", "level:seedling"), 1, clock=clock))
    table, _ = table_of(tmp_path, match, Person(), LocalBots())
    with table.referee:
        table.begin_thinking()
        wait_until(lambda: 1 in table.computers_done())
        before = table.remaining()
        table._begun -= 60
        after = table.remaining()
        table.stop_thinking()
    assert before[1] == after[1] is not None
    assert before[0] is not None
    assert after[0] is not None
    assert after[0] <= before[0] - 60_000


def test_a_bot_chooses_while_the_person_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("spinney.players.local_bots.EXTRA_SECONDS", PATIENCE)
    game = spinney.game("build-your-arboretum")
    script = tmp_path / "bot.py"
    script.write_text(BOT)
    bots = LocalBots.of([("rex", f"{sys.executable} {script}")])
    header = Header(game, ("me", "bot:rex"), 3, clock=Clock.read("move 0:30"))
    table, out = table_of(tmp_path, Match.begin(header), Person("first red", None), bots)
    with table.referee:
        assert run(table, "") == 0
    events = [(event.kind, event.player) for event in table.match.events]
    assert events[:3] == [("move", 0), ("move", 1), ("forfeit", 0)]
    assert ("forfeit", 1) not in events
    asked = out.getvalue().partition("Your time ran out")[0]
    assert "rex has chosen" in asked
    assert "rex sent parrots" not in asked, "what it has bid is secret until all have"
    assert "rex kept all parrots" not in asked


def test_what_a_computer_chose_survives_that_the_person_leaves(tmp_path: Path) -> None:
    game = spinney.game("build-your-arboretum")
    match = Match.begin(Header(game, ("me", "level:seedling"), 3))
    table, out = table_of(tmp_path, match, Person("first red", "bid nothing", "quit"), LocalBots())
    with table.referee:
        assert run(table, "") == 0
    saved = read_record((tmp_path / "match.txt").read_text())
    assert [event.player for event in saved.events] == [0, 1]
    assert out.getvalue().count("are on offer") == 1, "the board is not shown anew"


@pytest.mark.parametrize("game", ["forest-garden", "build-your-arboretum", "spring-2021"])
def test_simultaneous_choices_go_on(tmp_path: Path, game: str) -> None:
    seats = ("--seat", "1=me", "--seat", "2=seedling")
    done = call(tmp_path, "play", game, "--terminal", "--seed", "1", *seats, said="quit\n")
    assert done.returncode == 0, done.stderr
