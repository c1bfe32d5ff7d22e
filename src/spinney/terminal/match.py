"""`spinney match`: a series with its progress, its records and its table."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from ..arena.entrants import read
from ..arena.series import Finished, Series
from ..arena.tally import Row, tally
from ..core.refusal import Refused
from ..core.registry import game as find
from .computer import warm_up
from .console import console
from .files import folder, write

if TYPE_CHECKING:
    from ..arena.entrants import Entrant
    from ..core.game import Game


def match(
    name: str,
    options: Sequence[tuple[str, str]],
    seats: Sequence[str],
    games: int,
    pairs: bool,
    seed: int | None,
    records: Path | None,
) -> int:
    """Play a series and print its table; after ctrl-C the table of the games that were finished.

    Args:
        name: the game's.
        options: of the game, as name and value.
        seats: an entrant for each player.
        games: how many, or how many deals if ``pairs`` is set.
        pairs: play each of ``games`` deals from every seat.
        seed: of the first deal; None draws one, which the table tells.
        records: a folder for the record of each game.

    Raises:
        Refused: there is no such game, option or entrant, or their number is wrong.
    """
    game = find(name, **dict(options))
    entrants = _entrants(game, seats)
    count = games * len(entrants) if pairs else games
    series = Series(game, entrants, count, secrets.randbelow(10**9) if seed is None else seed)
    into = None if records is None else folder(records)
    finished: list[Finished] = []
    try:
        _play(series, finished, into)
    except KeyboardInterrupt:
        console(error=True).print(f"stopped after {len(finished)} of {count} games")
        _show(series, finished)
        raise
    _show(series, finished)
    return 0


def _entrants(game: Game, seats: Sequence[str]) -> tuple[Entrant, ...]:
    if len(seats) != game.players:
        raise Refused(
            f"{game.title} has {game.players} players, and {len(seats)} "
            f"{'is' if len(seats) == 1 else 'are'} named; name one for each, as: "
            f"spinney match {game.name} {' '.join(['tree', 'random'] * game.players)}"
        )
    return tuple(map(read, seats))


def _play(series: Series, finished: list[Finished], records: Path | None) -> None:
    with _progress() as progress:
        task = progress.add_task("compiling", total=series.games)
        warm_up(series.game, [entrant.seat for entrant in series.entrants])
        progress.update(task, description="playing")
        for played in series:
            finished.append(played)
            if records is not None:
                write(records / _file_name(series, played), played.match.record())
            progress.advance(task)


def _progress() -> Progress:
    """Return a bar on stderr, so that the table can be sent elsewhere."""
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=console(error=True),
        transient=True,
    )


def _file_name(series: Series, played: Finished) -> str:
    """Return the file of one game: its number, counted from 1 so that files sort as played."""
    width = len(str(series.games))
    return f"{series.game.name}-{series.deal(played.number)}-{played.number + 1:0{width}}.txt"


def _show(series: Series, finished: Sequence[Finished]) -> None:
    if not finished:
        return
    out = console()
    out.print(_title(series, len(finished)))
    out.print(_table(series, tally(finished, len(series.entrants))))


def _title(series: Series, count: int) -> str:
    games = "1 game" if count == 1 else f"{count} games"
    changed = [f"{o.name}={o.say(series.game.chosen[o.name])}" for o in series.game.options]
    return f"{series.game.title}, {games} from seed {series.seed}, {', '.join(changed)}"


def _table(series: Series, rows: Sequence[Row]) -> Table:
    table = Table("player", pad_edge=False, box=None, header_style="bold")
    for heading in ("games", "wins", "draws", "losses", "mean score", "time a move", "won"):
        table.add_column(heading, justify="right")
    for number, (entrant, row) in enumerate(zip(series.entrants, rows, strict=True), 1):
        table.add_row(f"{number}  {entrant.seat.removeprefix('level:')}", *_cells(row))
    table.caption = "won: wins and half the draws; ±: 95 % confidence, by deals"
    table.caption_justify = "left"
    return table


def _cells(row: Row) -> tuple[str, ...]:
    counts = (row.games, row.wins, row.draws, row.losses)
    sure = "" if row.margin is None else f" ± {100 * row.margin:.1f}"
    won = f"{100 * row.share:.1f}{sure} %"
    return (*map(str, counts), f"{row.score:.1f}", _duration(row.seconds), won)


def _duration(seconds: float) -> str:
    return f"{seconds:.2f} s" if seconds >= 1 else f"{1000 * seconds:.1f} ms"
