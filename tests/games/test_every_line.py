"""Every line of every game's rules runs interpreted, where each index and number is checked."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random
from types import CodeType

import pytest

import spinney
from spinney.core import compilation
from spinney.core.game import Game
from spinney.core.named_fields import named_fields
from spinney.core.state import State
from spinney.kernel.records import Cells
from spinney.match.record_reader import read_record
from spinney.testing.backend_parity import check_parity
from spinney.testing.random_play import decisions, transitions_of

# Other tests register games of their own; these are the ones that come with Spinney.
GAMES = sorted(n for n, g in spinney.all_games().items() if g.package.startswith("spinney.games."))

RECORDS = Path(__file__).resolve().parent.parent / "data" / "records"
NOTED = "_noted"
TELLING = (
    *("6-half-europe", "full-garden", "late", "no-choice", "nothing-to-draw"),
    *("special-agree", "special-forfeit", "special-impossible"),
)
"""Kept games in which happens what hardly ever does."""
ROUNDS = 100
"""After so many random games every line of the rules has been run; mostly long before."""


class Watch:
    """The statements of a game's rules that have not been run yet.

    From now on each rule, linked to be interpreted, notes what it runs. Python's own way of
    following a program would take three times as long.
    """

    def __init__(self, game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
        compiled = {key: engine for key, engine in compilation._engines.items() if engine.compiled}
        monkeypatch.setattr(compilation, "_engines", compiled)
        self.lines: dict[str, set[int]] = {}
        self.noted: dict[str, dict[int, bool]] = {}
        for name in reached(game.rules.__name__, game.package, set()):
            found = sys.modules[name]
            module, path = vars(found), Path(str(found.__file__))
            self.noted[name] = {}
            monkeypatch.setitem(module, NOTED, self.noted[name])
            tree = ast.parse(path.read_text())
            rules = rules_in(tree)
            self.lines[name] = set().union(*map(note_statements, rules))
            code = compile(tree, path, "exec")
            for rule in rules:
                monkeypatch.setattr(module[rule.name], "__code__", code_of(rule.name, code))

    @property
    def never_run(self) -> set[str]:
        """Those statements, as modules with lines."""
        left = {name: lines - self.noted[name].keys() for name, lines in self.lines.items()}
        return {f"{name}:{line}" for name, lines in left.items() for line in lines}


def note_statements(rule: ast.FunctionDef) -> set[int]:
    """Put a note of its line before each statement of a rule; return those lines."""
    lines = set()
    if ast.get_docstring(rule) is not None:
        del rule.body[0]
    for node in ast.walk(rule):
        for part in ("body", "orelse"):
            statements = getattr(node, part, None)
            if isinstance(statements, list):
                lines |= {statement.lineno for statement in statements}
                pairs = ((note(statement.lineno), statement) for statement in statements)
                setattr(node, part, [one for pair in pairs for one in pair])
    return lines


def note(line: int) -> ast.stmt:
    """The statement that notes a line."""
    return ast.parse(f"{NOTED}[{line}] = True").body[0]


def code_of(name: str, module: CodeType) -> CodeType:
    return next(c for c in module.co_consts if isinstance(c, CodeType) and c.co_name == name)


def reached(module: str, package: str, found: set[str]) -> set[str]:
    """A module of a game's package, and all in there that it needs."""
    found.add(module)
    for node in ast.walk(ast.parse(Path(str(sys.modules[module].__file__)).read_text())):
        other = node.module if isinstance(node, ast.ImportFrom) else None
        if other and other.startswith(f"{package}.") and other not in found:
            reached(other, package, found)
    return found


def rules_in(tree: ast.Module) -> list[ast.FunctionDef]:
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    return [f for f in functions if any(ast.unparse(d) == "rule" for d in f.decorator_list)]


def spoil(game: Game, data: bytes, rng: Random) -> bytes:
    """The bytes of a record with one or two faults: numbers that fit, are doubled or swapped."""
    record = game.record_class.from_bytes(data)
    for _ in range(rng.choice((1, 1, 2))):
        name = rng.choice(list(record.fields))
        field, value = record.fields[name], getattr(record, name)
        number = rng.choice((rng.randint(field.low, field.high), rng.randint(-2, 12)))
        if isinstance(value, Cells):
            cells = value.data
            one, other = (rng.randrange(len(cells)) for _ in range(2))
            changed, doubled = (number, cells[other]), (cells[other], cells[other])
            swapped = cells[other], cells[one]
            cells[one], cells[other] = rng.choice((changed, changed, doubled, swapped))
        else:
            setattr(record, name, number)
    return bytes(record)


SPOILT = 10
"""How many spoilt records are looked at for each decision of a game."""
GOES_ON = 12
"""The most actions that are taken from a record that passes as consistent."""


def look_for_faults(game: Game, seed: int, *, goes_on: int = 0) -> None:
    """Ask whether spoilt records are consistent: most are not, and the others can be played on.

    ``goes_on``: for how many actions, which takes long; 0: they aren't played.
    """
    engine, rng = compilation.interpreted(game), Random(seed)
    looked_at = inconsistent = 0
    for state, player, action in decisions(game, 2, rng):
        states = [
            state.data,
            *(transition.state.data for transition in transitions_of(state, player, action)),
        ]
        for _ in range(SPOILT):
            good = rng.choice(states)
            spoilt = spoil(game, good, rng)
            looked_at += spoilt != good
            if not engine.rules.is_consistent_at(engine.load(spoilt), 0):
                inconsistent += 1
            elif spoilt != good and goes_on:
                play_on(State(game, spoilt), goes_on, rng)
    assert inconsistent > looked_at // 2


def play_on(state: State, actions: int, rng: Random) -> None:
    """Look at what passes as consistent and play on from there; every index is checked.

    All states that follow are consistent, too.
    """
    with compilation.interpreting():
        happened = state.settled()
        for _ in range(actions):
            assert all(transition.state.is_consistent for transition in happened), state
            state = happened[-1].state
            for player in range(-1, state.game.num_players):
                named_fields(state.observe(player))
            if state.over:
                return
            player = rng.choice(state.to_act)
            assert state.legal_actions(player), state
            happened = transitions_of(state, player, rng.choice(state.legal_actions(player)))
        assert all(transition.state.is_consistent for transition in happened), state


def variants(game: Game) -> list[Game]:
    """The game as it usually is, then with each option otherwise; last with other players."""
    values = ((o.name, value) for o in game.options for value in o.values if value != o.default)
    games = [game, *(game.with_options(**{name: value}) for name, value in values)]
    return sorted(
        games, key=lambda variant: (variant.num_players != game.num_players, -variant.num_players)
    )


def replay(path: Path) -> None:
    """Play and narrate a game that is kept as a file: in some happens what chance hardly brings."""
    compilation.interpret()
    try:
        match = read_record(path.read_text())
        for frame in match.frames:
            for observer in range(-1, match.game.num_players):
                frame.transition.events(observer)
    finally:
        compilation.interpret(False)


def runs(game: Game) -> Iterator[Callable[[], object]]:
    """Yield what runs ever more lines: kept games, random ones, and looking for faults."""
    games = variants(game)
    ours = f"\ngame: {game.name}\n"
    kept = [path for path in RECORDS.rglob("*.txt") if ours in path.read_text(encoding="utf-8")]
    kept.sort(key=lambda path: path.stat().st_size)
    yield from (partial(replay, path) for path in kept if path.stem in TELLING)
    for seed in range(ROUNDS):
        variant = games[seed] if seed < len(games) else game
        yield partial(check_parity, variant, seed, Random(seed))
        yield partial(look_for_faults, variant, len(games) + seed)
    yield from (partial(replay, path) for path in kept if path.stem not in TELLING)


@pytest.mark.parametrize("name", GAMES)
def test_what_passes_as_consistent_can_be_played(name: str) -> None:
    for number, game in enumerate(variants(spinney.game(name))[:3]):
        look_for_faults(game, number, goes_on=GOES_ON)


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_every_line_is_run_and_checked(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = spinney.game(name)
    compilation.precompile(game)
    watch = Watch(game, monkeypatch)
    assert watch.never_run
    for run in runs(game):
        run()
        if not watch.never_run:
            break
    assert watch.never_run == set()
