"""League files: what they say, and one clear message for each thing that is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from spinney.arena.league_file import read_league
from spinney.arena.league_settings import EntrantSettings
from spinney.core.errors import Refused

LEAST = """
game = "build-your-arboretum"
[[entrants]]
command = "random"
[[entrants]]
command = "seedling"
"""
FULL = """
game = "arboretum"
schedule = "gauntlet"
groups = 50
seed = 7
clock = "move 0:10"
move-time = "100ms"
memory = "512M"
strict = true
sprt = [0, 10]
alpha = 0.01
until = 5
records = false
jobs = 2
out = "results"

[options]
players = 3

[[entrants]]
name = "mine"
command = "python3 mine.py"
move-time = "1.5s"
memory = "0"

[[entrants]]
name = "chance"
command = "random"

[[entrants]]
command = "sapling"
grace = "50ms"
"""


def written(folder: Path, text: str) -> Path:
    path = folder / "league.toml"
    path.write_text(text)
    return path


def test_a_file_needs_a_game_and_entrants(tmp_path: Path) -> None:
    found = read_league(written(tmp_path, LEAST))
    settings = found.settings
    assert [entrant.name for entrant in settings.entrants] == ["random", "seedling"]
    assert (settings.schedule, settings.groups, settings.players) == ("round-robin", 10, 2)
    assert (found.out, found.jobs, found.seeded) == (Path("league"), None, False)
    assert settings.records == "records"
    assert not settings.stop


def test_all_can_be_said(tmp_path: Path) -> None:
    found = read_league(written(tmp_path, FULL))
    settings = found.settings
    assert settings.entrants == (
        EntrantSettings("mine", "python3 mine.py", 1.5, 0.0, 0),
        EntrantSettings("chance", "random", 0.1, 0.0, 512 << 20),
        EntrantSettings("sapling", "sapling", 0.1, 0.05, 512 << 20),
    )
    assert (settings.players, settings.options["players"]) == (3, "3")
    assert (settings.schedule, settings.groups, settings.seed) == ("gauntlet", 50, 7)
    assert (settings.clock, settings.strict, settings.records) == ("move 0:10", True, None)
    assert settings.stop.sprt
    assert (settings.stop.sprt.elo1, settings.stop.sprt.alpha) == (10, 0.01)
    assert (settings.stop.sprt.players, settings.stop.precision) == (3, 5)
    assert (found.out, found.jobs, found.seeded) == (Path("results"), 2, True)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("groups = 0", "groups: 0 is not a number from 1"),
        ("groups = true", "groups: true is not a number"),
        ("grups = 3", "grups: there is no such key; did you mean groups"),
        ("rounds = 3", "rounds: a round-robin has none; say groups"),
        ('schedule = "knockout"', "schedule: there is no 'knockout'; there are: pair, gauntlet"),
        ('schedule = "pair"\n[[entrants]]\ncommand = "tree"', "schedule: a pair of this game is 2"),
        ('clock = "fast"', "clock: 'fast' is not a clock"),
        ('move-time = "50"', "move-time: '50' is not a time; write it as 100ms"),
        ('memory = "much"', "memory: 'much' is not a size"),
        ('strict = "yes"', "strict: 'yes' is neither true nor false"),
        ("sprt = [0, 10]", "sprt: in a round-robin no pairing stops before others; pair and"),
        ('schedule = "pair"\nsprt = [10, 0]', "sprt: an SPRT needs two bounds"),
        ('schedule = "pair"\nsprt = 10', "sprt: 10 is not a pair of Elo differences"),
        ('schedule = "pair"\nuntil = 0', "until: a precision in Elo is above 0"),
        ('schedule = "pair"\nuntil = inf', "until: inf is not a number of Elo points from -2000"),
        ('schedule = "pair"\nuntil = nan', "until: nan is not a number of Elo points"),
        ('schedule = "pair"\nsprt = [0, inf]', "sprt: inf is not a number of Elo points"),
        ('schedule = "pair"\nsprt = [nan, 10]', "sprt: nan is not a number of Elo points"),
        (f'schedule = "pair"\nuntil = {10**400}', "until: 10+ is not a number of Elo points"),
        ("alpha = 0.1", "alpha belongs to a test: say sprt too"),
        (
            'schedule = "pair"\nsprt = [0, 10]\nalpha = "x"',
            "alpha: 'x' is not a probability between 0 and 0.5",
        ),
        ('schedule = "pair"\nsprt = [0, 10]\nbeta = 0.5', "beta: 0.5 is not a probability"),
        ("options = 3", "options: 3 is not a table"),
        ("seed = 'x'", "seed: 'x' is not a number"),
        ("groups 3", "this is not valid TOML: .*line 1"),
    ],
)
def test_a_wrong_line_is_refused_by_its_key(tmp_path: Path, line: str, words: str) -> None:
    head, _, tables = line.partition("\n[[")
    text = f"{head}{LEAST}" + (f"[[{tables}\n" if tables else "")
    with pytest.raises(Refused, match=rf"league\.toml: {words}"):
        read_league(written(tmp_path, text))


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('game = "build-your-arboretum"', "", "game is missing"),
        ("build-your-arboretum", "chess", "game: there is no game 'chess'"),
        ('command = "seedling"', 'name = "x"', r"entrants\[2\].command is missing"),
        ('"seedling"', '"saplin"', r"entrants\[2\].command: nobody is called 'saplin'; did you"),
        ('"seedling"', '"random"', r"entrants\[2\].name: 'random' is there twice"),
        ('command = "seedling"', 'comand = "x"', r"entrants\[2\].comand: there is no such key"),
        ('"seedling"', '"tree"\nmemory = 3', r"entrants\[2\].memory: 3 is not text"),
        ("[[entrants]]", "[entrants.x]", "entrants: write each entrant as"),
        ("\n[[entr", '\n[options]\ncolour = "9"\n[[entr', "options: .*no option 'colour'"),
    ],
)
def test_a_wrong_table_is_refused_by_its_key(
    tmp_path: Path, old: str, new: str, words: str
) -> None:
    text = LEAST.replace(old, new, 1)
    if "entrants.x" in new:
        text = 'game = "build-your-arboretum"\n[entrants.x]\ncommand = "random"\n'
    with pytest.raises(Refused, match=rf"league\.toml: {words}"):
        read_league(written(tmp_path, text))
