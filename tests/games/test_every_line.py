"""Every line of every game's rules runs interpreted, where each index and number is checked."""

from __future__ import annotations

import ast
from itertools import count
from pathlib import Path
from random import Random

import coverage
import pytest

import spinney
from spinney.core import warmth
from spinney.core.game import Game
from spinney.core.records import Cells
from spinney.match import Match
from spinney.testing.twins import check_twins
from spinney.testing.walk import decisions, happening

# Other tests register games of their own; these are the ones that come with Spinney.
GAMES = sorted(n for n, g in spinney.all_games().items() if g.package.startswith("spinney.games."))

RECORDS = Path(__file__).resolve().parent.parent / "data" / "records"
ENOUGH = 2500
"""So many decisions of random games, and every line of the rules has been run."""


def rule_files(game: Game) -> dict[str, set[int]]:
    """The files of a game that hold rules, and the lines inside those rules."""
    files = {}
    for path in reached(Path(str(game.rules.__file__)), set()):
        lines = {line for function in rules_in(path) for line in lines_of(function)}
        if lines:
            files[str(path)] = lines
    return files


def reached(path: Path, found: set[Path]) -> set[Path]:
    """A module of a game, and all in its folder that it needs."""
    found.add(path)
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.level == 1:
            other = path.with_name(f"{node.module}.py")
            if other not in found:
                reached(other, found)
    return found


def rules_in(path: Path) -> list[ast.FunctionDef]:
    nodes = ast.walk(ast.parse(path.read_text()))
    functions = [node for node in nodes if isinstance(node, ast.FunctionDef)]
    return [f for f in functions if any(ast.unparse(d) == "rule" for d in f.decorator_list)]


def lines_of(function: ast.FunctionDef) -> range:
    return range(function.body[0].lineno, (function.end_lineno or 0) + 1)


def spoil(game: Game, data: bytes, chance: Random) -> bytes:
    """The bytes of a record with one or two numbers of it changed: to any that fit, or doubled."""
    record = game.record_class.from_bytes(data)
    for _ in range(chance.choice((1, 1, 2))):
        name = chance.choice(list(record.fields))
        field, value = record.fields[name], getattr(record, name)
        number = chance.choice((chance.randint(field.low, field.high), chance.randint(-2, 12)))
        if isinstance(value, Cells):
            number = chance.choice((number, number, chance.choice(value.data)))
            value.data[chance.randrange(len(value.data))] = number
        else:
            setattr(record, name, number)
    return bytes(record)


def look_for_faults(game: Game, chance: Random) -> int:
    """Ask whether spoilt records are sound; return how many were not. Nothing may go wrong."""
    engine, unsound = warmth.interpreted(game), 0
    for state, player, step in decisions(game, 8, chance):
        states = [state.data, *(moment.state.data for moment in happening(state, player, step))]
        for _ in range(40):
            batch = engine.load(spoil(game, chance.choice(states), chance))
            unsound += not engine.rules.sound_at(batch, 0)
    return unsound


def variants(game: Game) -> list[Game]:
    """The game as it usually is, and with each option as it can be otherwise."""
    values = ((o.name, value) for o in game.options for value in o.values if value != o.default)
    return [game, *(game.with_options(**{name: value}) for name, value in values)]


def play_all(games: list[Game], chance: Random) -> None:
    """Play each of the games, and go on in turn until enough decisions were taken."""
    taken = 0
    for seed in count():
        if seed >= len(games) and taken > ENOUGH:
            break
        taken += check_twins(games[seed % len(games)], seed, chance)


def replay(path: Path) -> None:
    """Play a game that is kept as a file: things happen in some that chance hardly brings."""
    warmth.interpret()
    try:
        Match.read(path.read_text())
    finally:
        warmth.interpret(False)


def never_run(watch: coverage.Coverage, files: dict[str, set[int]]) -> dict[str, set[int]]:
    """The lines inside rules that have not been run yet, by file."""
    missing = {path: lines & {*watch.analysis2(path)[3]} for path, lines in files.items()}
    return {path: lines for path, lines in missing.items() if lines}


@pytest.mark.timeout(300)
@pytest.mark.parametrize("name", GAMES)
def test_every_line_is_run_and_checked(name: str) -> None:
    game, chance = spinney.game(name), Random(3)
    files = rule_files(game)
    assert files
    watch = coverage.Coverage(data_file=None, config_file=False, include=list(files))
    with watch.collect():
        play_all(variants(game), chance)
        assert look_for_faults(game, chance) > 100
    for path in sorted((RECORDS / game.name).glob("*.txt"), reverse=True):
        if never_run(watch, files):
            with watch.collect():
                replay(path)
    assert never_run(watch, files) == {}
