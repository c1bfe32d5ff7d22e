"""The arguments of `spinney simulate`."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from spinney.arena.bounds import read_bound
from spinney.arena.cores import available_cores
from spinney.arena.simulate import Simulation
from spinney.arena.sweep import combinations, read_axis
from spinney.core.end_features import kinds
from spinney.core.errors import Refused, did_you_mean
from spinney.core.registry import game as find

if TYPE_CHECKING:
    from spinney.core.game import Game

SHEETS = ("points", "features")
PARTS = ("seats", "games", "histograms", *SHEETS)
"""The parts of a report; `SHEETS` are those that need a score sheet of each game."""


@dataclass(frozen=True)
class SimulateArguments:
    """The arguments of the command line.

    Attributes:
        name: the game's.
        players: how many; None: as many as usual.
        options: of the game, as name and value.
        games: how many.
        level: on all seats: ``random``, a level, or a number of playouts.
        seed: of the first deal; None draws one, which the report shows.
        jobs: how many games at once; None: one for every core that this process may use.
        within: bounds, as `read_bound` reads them.
        svg: a file for the charts.
        everything: show long lists in full.
        cluster: the address of a Ray cluster that plays the games; None: this machine does.
        parts: of the report, of `PARTS`, separated by commas.
        json: a file for the report and the measures of each game.
        csv: a file for a table of the games.
        html: a file for the report as a page.
        sweep: the axes, each as `read_axis` reads it.
        decisions: the number of games whose decisions are sampled.
        skill: levels that play each other, separated by commas; empty: none.
        skill_deals: how many deals each two of them play.
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
    parts: str = ",".join(PARTS)
    json: Path | None = None
    csv: Path | None = None
    sweep: Sequence[str] = ()
    decisions: int = 0
    skill: str = ""
    skill_deals: int = 20
    html: Path | None = None

    @property
    def shown(self) -> tuple[str, ...]:
        """The parts that are asked for. Raises Refused if there is no such part."""
        parts = tuple(part.strip() for part in self.parts.split(","))
        for part in parts:
            if part not in PARTS:
                near = did_you_mean(part, list(PARTS))
                raise Refused(f"a report has no part {part!r}{near}")
        return parts

    @property
    def processes(self) -> int:
        """The number of games at once; on a cluster, 0 is as many as it has room for."""
        return self.jobs or (0 if self.cluster else len(available_cores()))

    def game(self) -> Game:
        """Return the game with its options. Raises Refused if there is no such game or option."""
        options, players = dict(self.options), self.players
        game = find(self.name, **options)
        if "players" in options and players not in (None, game.num_players):
            raise Refused(
                f"--players {players} and --option players={options['players']} differ; "
                "leave one of them out"
            )
        return _with_players(game, players)

    def simulations(self) -> list[Simulation]:
        """Return the simulations, one for each combination. Raises Refused if one is impossible."""
        game = self.game()
        seed = secrets.randbelow(10**9) if self.seed is None else self.seed
        bounds = [read_bound(text, kinds(game)) for text in self.within]
        sheets = any(part in SHEETS for part in self.shown) or any(one.kind for one in bounds)
        simulation = Simulation(game, self.games, self.level, seed, sheets)
        found = list(combinations(simulation, [read_axis(text) for text in self.sweep]))
        if len(found) > 1 and (self.decisions or self.skill):
            raise Refused("--decisions and --skill look at one game: sweep one value of each")
        return found


def _with_players(game: Game, players: int | None) -> Game:
    if players is None or players == game.num_players:
        return game
    if "players" not in game.chosen:
        raise Refused(f"{game.title} has {game.num_players} players, not {players}")
    return game.with_options(players=players)
