"""The example bots of the documentation play whole games without a fault."""

from __future__ import annotations

import json
import random
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.waiting import PATIENCE

import spinney
from spinney.arena.match_runner import play
from spinney.core.game import Game
from spinney.match import Header, Match
from spinney.match.record_reader import read_record
from spinney.players.player_specs import ProgramSpec, RandomSpec, read
from spinney.players.protocol import messages
from spinney.players.referee import MatchReferee
from spinney.players.resource_limits import ResourceLimits

BOTS = Path(__file__).resolve().parent.parent.parent / "examples" / "bots"
PATIENT = ResourceLimits(first=PATIENCE, each=PATIENCE)
GAMES = ["spring-2021", "arboretum", "build-your-arboretum"]


def command(name: str, folder: Path) -> str:
    """The command of a starter bot, compiled first if need be."""
    source = BOTS / name
    if source.suffix == ".py":
        return f"{sys.executable} {source}"
    if source.suffix == ".js":
        return f"{found('node')} {source}"
    program = folder / source.stem
    options = ["-O0", "-std=c++17", "-Wall", "-Wextra", "-Werror"]
    subprocess.run([found("c++"), *options, "-o", program, source], check=True)
    return str(program)


def found(tool: str) -> str:
    path = shutil.which(tool)
    if path is None:
        pytest.skip(f"{tool} is not installed")
    return path


def whole_game(bot: ProgramSpec, game: Game, seed: int) -> Match:
    header = Header(game, (bot.seat, "random"), seed=seed)
    with MatchReferee(header, {0: bot, 1: RandomSpec()}, PATIENT) as referee:
        match = play(Match.begin(header), referee, random.Random(seed))
        referee.close(match)
    assert match.over
    assert not [event for event in match.events if event.kind == "forfeit"]
    assert read_record(match.record()) == match
    return match


@pytest.mark.parametrize("name", ["contest.py", "contest.js", "contest.cpp"])
def test_contest_bots_grow_a_forest(name: str, tmp_path: Path) -> None:
    game = spinney.game("spring-2021")
    bot = read(command(name, tmp_path), game)
    assert isinstance(bot, ProgramSpec)
    assert bot.protocol == "contest"
    match = whole_game(bot, game, 3)
    assert match.state.scores[0] > 50
    own = [event for event in match.events if event.player == 0]
    assert own[0].bot_output.message == "0 points"
    assert own[-1].bot_output.stderr[-1].startswith("day 23, ")


@pytest.mark.parametrize("name", ["any_game.py", "any_game.js", "any_game.cpp"])
def test_json_bots_play_every_game(name: str, tmp_path: Path) -> None:
    line = command(name, tmp_path)
    for game in map(spinney.game, GAMES):
        bot = read(f"json:{line}", game)
        assert isinstance(bot, ProgramSpec)
        whole_game(bot, game, 12)


@pytest.mark.parametrize("language", ["py", "js", "cpp"])
@pytest.mark.parametrize("name", ["arboretum", "build-your-arboretum", "forest-garden"])
def test_starters_play_their_game(name: str, language: str, tmp_path: Path) -> None:
    game = spinney.game(name)
    file = f"{name.replace('-', '_')}.{language}"
    bot = read(f"json:{command(file, tmp_path)}", game)
    assert isinstance(bot, ProgramSpec)
    whole_game(bot, game, 4)


@pytest.mark.parametrize("name", GAMES)
def test_a_class_plays_every_game(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(BOTS))
    game = spinney.game(name)
    bot = read("py:greedy:Greedy", game)
    assert isinstance(bot, ProgramSpec)
    match = whole_game(bot, game, 5)
    messages = [event.bot_output.message for event in match.events if event.player == 0]
    assert all(message.endswith("points in sight") for message in messages)


# What the documentation shows.

DOCS = BOTS.parent.parent / "docs"


def blocks(page: str, language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", (DOCS / page).read_text(), re.S)


@pytest.mark.parametrize(("block", "name"), [(0, "spring-2021"), (1, "arboretum")])
def test_the_programs_of_the_page_play(block: int, name: str, tmp_path: Path) -> None:
    bot = tmp_path / "rex.py"
    bot.write_text(blocks("how-to/bots.md", "py")[block])
    game = spinney.game(name)
    entrant = read(f"json:{sys.executable} {bot}", game)
    assert isinstance(entrant, ProgramSpec)
    whole_game(entrant, game, 1)


def test_the_class_of_the_page_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "kennel.py").write_text(blocks("how-to/bots.md", "py")[2])
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    game = spinney.game("spring-2021")
    entrant = read("py:kennel:Rex", game)
    assert isinstance(entrant, ProgramSpec)
    whole_game(entrant, game, 1)


def test_the_pages_requests_have_the_members_of_real_ones() -> None:
    shown = [json.loads(block) for block in blocks("reference/bot-protocol.md", "json")]
    view = spinney.game("arboretum").new(seed=1).observe(0)
    real = json.loads(messages.request(view, 1, [], 1.0, None))
    end = json.loads(messages.end_message(view, (1, -1), (0, 0), []))
    assert list(shown[0]) == list(real)
    assert list(shown[-1]) == list(end)
    assert set(shown[0]["observation"]) == set(real["observation"])
    assert set(shown[1]) == set(json.loads(messages.write("a", "b")))
    assert set(shown[2]) == set(json.loads(messages.reply(view, "?")))
