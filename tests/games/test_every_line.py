"""Every line of every game's rules runs interpreted, where each index and number is checked."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from functools import partial
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
ROUNDS = 100
"""After so many random games every line of the rules has been run; mostly long before."""


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


def look_for_faults(game: Game, seed: int) -> int:
    """Ask whether spoilt records are sound; return how many were not. Nothing may go wrong."""
    engine, unsound, chance = warmth.interpreted(game), 0, Random(seed)
    for state, player, step in decisions(game, 2, chance):
        states = [state.data, *(moment.state.data for moment in happening(state, player, step))]
        for _ in range(10):
            batch = engine.load(spoil(game, chance.choice(states), chance))
            unsound += not engine.rules.sound_at(batch, 0)
    return unsound


def variants(game: Game) -> list[Game]:
    """The game as it usually is, then with each option otherwise; last with other players."""
    values = ((o.name, value) for o in game.options for value in o.values if value != o.default)
    games = [game, *(game.with_options(**{name: value}) for name, value in values)]
    return sorted(games, key=lambda variant: (variant.players != game.players, -variant.players))


def replay(path: Path) -> None:
    """Play and hear a game that is kept as a file: in some happens what chance hardly brings."""
    warmth.interpret()
    try:
        match = Match.read(path.read_text())
        for frame in match.frames:
            for listener in range(-1, match.game.players):
                frame.moment.heard(listener)
    finally:
        warmth.interpret(False)


def runs(game: Game) -> Iterator[Callable[[], object]]:
    """Yield what runs ever more lines: random games, kept ones, and looking for faults in both."""
    games = variants(game)
    records = sorted((RECORDS / game.name).glob("*.txt"), key=lambda path: path.stat().st_size)
    for seed in range(ROUNDS):
        variant = games[seed] if seed < len(games) else game
        yield partial(check_twins, variant, seed, Random(seed))
        yield from (partial(replay, path) for path in records[2 * seed :][:2])
        if seed % 4 == 0:
            yield partial(look_for_faults, game, seed)


def never_run(watch: coverage.Coverage, files: dict[str, set[int]]) -> dict[str, set[int]]:
    """The lines inside rules that have not been run yet, by file."""
    missing = {path: lines & {*watch.analysis2(path)[3]} for path, lines in files.items()}
    return {path: lines for path, lines in missing.items() if lines}


@pytest.mark.timeout(600)
@pytest.mark.parametrize("name", GAMES)
def test_every_line_is_run_and_checked(name: str) -> None:
    game = spinney.game(name)
    files = rule_files(game)
    assert files
    watch = coverage.Coverage(data_file=None, config_file=False, include=list(files))
    for run in runs(game):
        with watch.collect():
            run()
        if not never_run(watch, files):
            break
    assert never_run(watch, files) == {}
