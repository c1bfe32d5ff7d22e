"""Player specs: the words for who takes a seat."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
from tests.hedges import hedge

import spinney
from spinney.core.errors import Refused
from spinney.match import Header
from spinney.players import referee
from spinney.players.host import Time, load, move_and_message
from spinney.players.local_bots import LocalBots
from spinney.players.player_specs import LevelSpec, ProgramSpec, RandomSpec, SearchSpec, check, read
from spinney.players.referee import check_start
from spinney.players.resource_limits import ResourceLimits

HEDGE = hedge()
SPRING = spinney.game("spring-2021")


def test_levels_and_chance() -> None:
    assert read("random") == RandomSpec()
    assert read("tree") == read("level:tree") == LevelSpec("tree")


def test_a_search_has_playouts_trees_and_advice() -> None:
    assert read("search:1000") == SearchSpec("search:1000", 1000, "shipped")
    assert read("search:90x2:advice") == SearchSpec("search:90x2:advice", 90, None, 2)
    view = HEDGE.new(seed=1).observe(0)
    one, two = (read(f"search:{budget}:advice", HEDGE) for budget in ("40", "40x2"))
    assert isinstance(one, SearchSpec)
    assert isinstance(two, SearchSpec)
    assert one.choose(view, 1) in view.legal
    assert two.choose(view, 1) in view.legal


def test_a_command_speaks_the_contests_protocol_where_there_is_one() -> None:
    command = (sys.executable, "rex.py", "two words")
    text = f"{sys.executable} rex.py 'two words'"
    assert read(text, SPRING) == ProgramSpec(f"contest:{text}", command, "contest")
    assert read(f"json:{text}", SPRING) == ProgramSpec(f"json:{text}", command, "json")
    assert read(f"contest:{text}", SPRING) == read(text, SPRING)
    assert read(text, HEDGE) == ProgramSpec(f"json:{text}", command, "json")


def test_a_class_runs_in_a_host_of_ours() -> None:
    found = read("py:wood.bots:Rex", HEDGE)
    assert isinstance(found, ProgramSpec)
    assert (found.seat, found.protocol, found.sends_ready) == ("py:wood.bots:Rex", "json", True)
    assert found.command[-2:] == ("hedge", "wood.bots:Rex")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("search:", "write it as search:1000"),
        ("search:0", "write it as search:1000"),
        ("search:1x2", "write it as search:1000"),
        ("search:100:no-such.npz", "the network no-such.npz can't be read"),
        ("saplin", "did you mean sapling.*nor is there a program 'saplin'"),
        ("level:", "there are: random, acorn"),
        ("level:bush", "nobody is called 'level:bush'"),
        ("./no-such-bot", "there is no program ./no-such-bot"),
        ("json:./no-such-bot", "there is no program ./no-such-bot"),
        ("contest:cat", "no contest protocol; write json:cat"),
        ("python3 'x", "no closing quotation"),
        ("json:", "a command is missing"),
        ("./", "not executable"),
        ("py:rex", "write it as py:module:Class"),
        ("py:rex:", "write it as py:module:Class"),
    ],
)
def test_what_nobody_is_called_is_refused(text: str, message: str) -> None:
    with pytest.raises(Refused, match=message):
        read(text, HEDGE)


def test_a_file_must_be_executable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    bot = tmp_path / "rex"
    bot.write_text("#!/bin/sh\ncat\n")
    with pytest.raises(Refused, match=r"chmod \+x ./rex"):
        read("./rex", HEDGE)
    bot.chmod(0o755)
    assert read("./rex", HEDGE) == ProgramSpec("json:./rex", ("./rex",), "json")
    check_start(read("./rex", HEDGE), ResourceLimits())


# Python classes.

SOURCE = """
class Rex:
    def choose(self, observation, player, clock):
        return next(iter(observation.legal))
class Mute: pass
rex = Rex()
"""


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A module with classes, some of which can choose."""
    name = f"wood_{tmp_path.name.replace('-', '_')}"
    (tmp_path / f"{name}.py").write_text(SOURCE)
    (tmp_path / f"{name}_broken.py").write_text("import no_such_thing")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("PYTHONPATH", f"{tmp_path}:{Path(HEDGE.rules.__file__ or '').parent.parent}")
    monkeypatch.setenv("SPINNEY_GAMES", "hedge")
    return name


def test_a_class_is_found(module: str) -> None:
    view = HEDGE.new(seed=1).observe(0)
    assert load(f"{module}:Rex").choose(view, 0, Time(1.0, None, 1)) in view.legal


@pytest.mark.parametrize(
    ("place", "message"),
    [
        ("nowhere:Rex", "there is no module 'nowhere'"),
        ("nowhere.at.all:Rex", "there is no module 'nowhere'"),
        ("{}:Max", "has no class 'Max'"),
        ("{}:rex", "has no class 'rex'"),
        ("{}:Mute", "Mute has no method: choose"),
    ],
)
def test_what_is_no_bot_is_refused(module: str, place: str, message: str) -> None:
    with pytest.raises(Refused, match=message):
        load(place.format(module))
    with pytest.raises(Refused, match=message):
        check_start(read(f"py:{place.format(module)}", HEDGE), ResourceLimits())


def test_a_class_answers_with_a_move_and_perhaps_a_message() -> None:
    assert move_and_message("WAIT") == ("WAIT", "")
    assert move_and_message(("WAIT", "patience")) == ("WAIT", "patience")
    for answer in (None, 3, ("WAIT",), (1, "one")):
        with pytest.raises(TypeError, match=re.escape(f"it returned {answer!r}")):
            move_and_message(answer)


def test_a_module_whose_import_does_not_end_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "waiting_bot.py").write_text("import threading\nthreading.Event().wait()\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setattr(referee, "GREETING_SECONDS", 0.2)
    with pytest.raises(Refused, match=r"not ready after 0\.2 s; does the import"):
        check_start(read("py:waiting_bot:Rex"), ResourceLimits())


@pytest.mark.parametrize(
    ("reading", "message"),
    [
        ("input()", "reading_bot reads its standard input on import"),
        ("import sys; sys.stdin.read()", "has no class 'Rex'"),
    ],
)
def test_a_module_that_reads_on_import_finds_no_input(
    reading: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "reading_bot.py").write_text(f"{reading}\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with pytest.raises(Refused, match=message):
        check_start(read("py:reading_bot:Rex"), ResourceLimits())


def test_what_a_module_lacks_is_not_hidden(module: str) -> None:
    with pytest.raises(ModuleNotFoundError, match="no_such_thing"):
        load(f"{module}_broken:Rex")
    with pytest.raises(Refused, match="no_such_thing"):
        check_start(read(f"py:{module}_broken:Rex", HEDGE), ResourceLimits())


def test_a_file_here_is_named_with_its_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "rex.py").touch()
    with pytest.raises(Refused, match=r"written with its path: \./rex\.py --fast"):
        read("rex.py --fast")


# Names.


def test_a_match_knows_a_local_bot_by_its_name_alone() -> None:
    bots = LocalBots.of([("rex", f"json:{sys.executable} rex.py")])
    header = Header(HEDGE, ("me", "bot:rex"), seed=1)
    assert bots.player_spec("bot:rex", HEDGE) == read(f"json:{sys.executable} rex.py", HEDGE)
    assert bots.missing(header) == []
    assert LocalBots().missing(header) == ["rex"]


@pytest.mark.parametrize(
    "seat", ["me", "friend", "bot:max", "json:cat", "contest:cat", "py:a:B", "cat"]
)
def test_no_seat_says_what_to_run(seat: str) -> None:
    assert LocalBots.of([("rex", "cat")]).player_spec(seat, SPRING) is None


@pytest.mark.parametrize(
    ("name", "command", "message"),
    [
        ("tree", "cat", "can't be called 'tree'"),
        ("me", "cat", "can't be called 'me'"),
        ("two words", "cat", "name it for example: rex"),
        ("<b>", "cat", "name it for example: rex"),
        ("rex", "./no-such-bot", "there is no program"),
        ("rex", "py:rex", "not a Python class"),
        ("rex", "tree", "'tree' needs no name: write level:tree at the seat"),
        ("rex", "level:tree", "'level:tree' needs no name: write level:tree at the seat"),
        ("rex", "random", "'random' needs no name: write random at the seat"),
        ("rex", "tre", "did you mean tree"),
    ],
)
def test_names_and_commands_are_checked_at_once(name: str, command: str, message: str) -> None:
    with pytest.raises(Refused, match=message):
        LocalBots.of([(name, command)])
    check("json:cat")


def test_a_name_is_given_once() -> None:
    with pytest.raises(Refused, match="two bots"):
        LocalBots.of([("rex", "cat"), ("rex", "cat")])
