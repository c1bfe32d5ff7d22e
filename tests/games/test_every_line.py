"""Every line of every game's rules runs interpreted, where each index and number is checked."""

from __future__ import annotations

import ast
import importlib
import pkgutil
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
from spinney.testing.walk import decisions

# Other tests register games of their own; these are the ones that come with Spinney.
GAMES = sorted(n for n, g in spinney.all_games().items() if g.package.startswith("spinney.games."))

RECORDS = Path(__file__).resolve().parent.parent / "data" / "records"
ENOUGH = 1200
"""So many decisions of random games, and every line of the rules has been run."""


def rule_files(game: Game) -> dict[str, set[int]]:
    """The files of a game that hold rules, and the lines inside those rules."""
    package = importlib.import_module(game.package)
    files = {}
    for module in pkgutil.iter_modules(package.__path__):
        path = Path(package.__path__[0]) / f"{module.name}.py"
        lines = {line for function in rules_in(path) for line in lines_of(function)}
        if lines and module.name != "advice":
            files[str(path)] = lines
    return files


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
    for decision in decisions(game, 5, chance):
        for _ in range(25):
            batch = engine.load(spoil(game, decision.state.data, chance))
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


def replay_kept(game: Game) -> None:
    """Play the games that are kept as files: things happen in them that chance hardly brings."""
    warmth.interpret()
    try:
        for path in (RECORDS / game.name).glob("*.txt"):
            Match.read(path.read_text())
    finally:
        warmth.interpret(False)


@pytest.mark.timeout(300)
@pytest.mark.parametrize("name", GAMES)
def test_every_line_is_run_and_checked(name: str) -> None:
    game, chance = spinney.game(name), Random(3)
    files = rule_files(game)
    assert files
    watch = coverage.Coverage(data_file=None, config_file=False, include=list(files))
    watch.start()
    try:
        play_all(variants(game), chance)
        replay_kept(game)
        assert look_for_faults(game, chance) > 100
    finally:
        watch.stop()
    for path, lines in files.items():
        _, _, _, missing, _ = watch.analysis2(path)
        assert not lines & set(missing), f"{path}: lines never run: {lines & set(missing)}"
