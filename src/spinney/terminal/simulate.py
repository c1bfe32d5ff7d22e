"""`spinney simulate`: many games, and a report."""

from __future__ import annotations

import math
import os
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from rich.table import Table

from spinney.arena import thresholds
from spinney.arena.charts import draw_report
from spinney.arena.report import EndFeature, SimulationReport, report
from spinney.arena.simulate import SimulatedGame, Simulation, run_simulation
from spinney.arena.statistics import Estimate
from spinney.core.end_features import kinds
from spinney.core.errors import Refused
from spinney.core.registry import game as find
from spinney.match.files import write
from spinney.terminal.console import console
from spinney.terminal.progress import GameProgress

if TYPE_CHECKING:
    from rich.console import Console

    from spinney.core.game import Game

BROKEN = 1
"""The exit status where a bound is broken."""
SHOWN = 10
"""How many things are shown from each end of a long list."""
BAR = 24
"""The columns of the longest bar."""
EIGHTHS = " ▏▎▍▌▋▊▉"


@dataclass(frozen=True)
class SimulateArguments:
    """What was asked for on the command line.

    Attributes:
        name: the game's.
        players: how many; None: as many as usual.
        options: of the game, as name and value.
        games: how many.
        level: on all seats: ``random``, a level, or a number of playouts.
        seed: of the first deal; None draws one, which the report tells.
        jobs: how many games at once; None: one for every core.
        within: bounds, as `bounds.read` reads them.
        svg: a file for the charts.
        everything: show long lists in full.
        cluster: the address of a Ray cluster that plays the games; None: this machine does.
    """

    name: str
    players: int | None = None
    options: Sequence[tuple[str, str]] = ()
    games: int = 10_000
    level: str = "seedling"
    seed: int | None = None
    jobs: int | None = None
    within: Sequence[str] = ()
    svg: Path | None = None
    everything: bool = False
    cluster: str | None = None

    def simulation(self) -> Simulation:
        """Return what is to be played. Raises Refused if it can't be."""
        game = _with_players(find(self.name, **dict(self.options)), self.players)
        seed = secrets.randbelow(10**9) if self.seed is None else self.seed
        return Simulation(game, self.games, self.level, seed)


def _with_players(game: Game, players: int | None) -> Game:
    if players is None or players == game.players:
        return game
    if "players" not in game.chosen:
        raise Refused(f"{game.title} has {game.players} players, not {players}")
    return game.with_options(players=players)


def simulate(order: SimulateArguments) -> int:
    """Play the games and print the report; return 1 if a bound is broken, else 0.

    After ctrl-C the report is of the games that were finished.

    Raises:
        Refused: there is no such game, option, level or bound; a file can't be written.
    """
    simulation = order.simulation()
    asked = [thresholds.read(text, kinds(simulation.game)) for text in order.within]
    games: list[SimulatedGame] = []
    try:
        _play(simulation, order, games)
    except KeyboardInterrupt:
        console(error=True).print(f"stopped after {len(games)} of {simulation.games} games")
        if games:
            _tell(order, simulation, report(games))
        raise
    found = report(games)
    _tell(order, simulation, found)
    broken = [words for bound in asked for words in bound.broken(found)]
    for words in broken:
        console(error=True).print(words, soft_wrap=True)
    return BROKEN if broken else 0


def _play(simulation: Simulation, order: SimulateArguments, games: list[SimulatedGame]) -> None:
    """Play all games, adding each as it ends."""
    jobs = order.jobs or (0 if order.cluster else os.cpu_count() or 1)
    with GameProgress(simulation.games) as progress:
        if order.cluster is None:
            simulation.precompile()
        progress.begin()
        for ended in run_simulation(simulation, jobs, order.cluster):
            games.append(ended)
            progress.advance()


# The report.


def _tell(order: SimulateArguments, simulation: Simulation, found: SimulationReport) -> None:
    out, game = console(), simulation.game
    title = _title(simulation, found.games)
    out.print(title)
    _show_seats(out, found, game.player_names)
    _show_sources(out, found)
    for kind in dict.fromkeys(thing.kind for thing in found.features):
        _show_things(out, kind, found.of(kind), order.everything)
    out.print("\n±: 95 %, by games")
    if order.svg is not None:
        write(order.svg, draw_report(found, title.partition(" from ")[0], game.player_names))


def _title(simulation: Simulation, count: int) -> str:
    game, level = simulation.game, simulation.level
    games = "1 game" if count == 1 else f"{count:,} games"
    who = f"{level} playouts" if level.isdecimal() else level
    changed = [f"{o.name}={o.say(game.chosen[o.name])}" for o in game.options]
    return ", ".join([f"{game.title}, {games} of {who} from seed {simulation.seed}", *changed])


def _show_seats(out: Console, found: SimulationReport, names: Sequence[str]) -> None:
    table = _table("Seats", "won, in %", "", "score")
    most = max(seat.won.value for seat in found.seats)
    for name, seat in zip(names, found.seats, strict=True):
        table.add_row(
            name, _figure(seat.won.percent), _bar(seat.won.value, most), _figure(seat.score)
        )
    out.print(table)
    length, low, high = _figure(found.moves), found.shortest, found.longest
    out.print(f"A game takes {length} moves, from {low} to {high}.")


def _show_sources(out: Console, found: SimulationReport) -> None:
    table = _table("Where points come from", "a player", "", "a winner")
    most = max((source.all.value for source in found.sources), default=0.0)
    for source in found.sources:
        table.add_row(
            source.title,
            _figure(source.all),
            _bar(source.all.value, most),
            f"{source.winners:.1f}",
        )
    table.add_row("together", _figure(found.score), "", "")
    out.print(table)


def _show_things(out: Console, kind: str, things: Sequence[EndFeature], everything: bool) -> None:
    table = _table(kind.capitalize(), "had, in %", "wins more, in %", "", "score")
    most = max((abs(t.lift.value) for t in things if not math.isnan(t.lift.value)), default=0.0)
    cut = not everything and len(things) > 2 * SHOWN
    for number, thing in enumerate(things):
        if cut and number == SHOWN:
            table.add_row(f"… {len(things) - 2 * SHOWN} more; see --all")
        if cut and SHOWN <= number < len(things) - SHOWN:
            continue
        table.add_row(
            thing.name,
            _figure(thing.had.percent),
            _figure(thing.lift.percent, sign=True),
            _bar(thing.lift.value, 4 * most),
            _figure(thing.score),
        )
    out.print(table)


def _table(title: str, *headings: str) -> Table:
    table = Table(pad_edge=False, box=None, header_style="bold", title_justify="left")
    table.add_column(f"\n{title}", no_wrap=True, overflow="ellipsis", min_width=20, max_width=30)
    for heading in headings:
        table.add_column(f"\n{heading}", justify="right" if heading else "left", no_wrap=True)
    return table


def _figure(estimate: Estimate, sign: bool = False) -> str:
    value, margin = estimate
    if math.isnan(value):
        return "–"
    sure = "" if math.isnan(margin) else f" ± {margin:.1f}"
    return f"{value:{'+' if sign else ''}.1f}{sure}"


def _bar(value: float, most: float) -> str:
    """Draw a bar in eighths of a column; one of negative length in another shade."""
    if math.isnan(value) or not most:
        return ""
    whole, rest = divmod(round(8 * BAR * abs(value) / most), 8)
    if value < 0:
        return "░" * (whole + (rest > 3))
    return "█" * whole + EIGHTHS[rest]
