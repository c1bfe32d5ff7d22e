"""The directive ``specification``: a game as an environment, measured when the page is built.

``{specification} arboretum`` gives the sizes of its arrays with as few players as it can have and
with as many, and how long random games are and how many actions they offer.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from docutils import nodes
from docutils.parsers.rst import Directive
from sphinx.application import Sphinx

import spinney
from spinney.core.game import Game
from spinney.envs import Batch

GAMES = 200
TABLE = '<table class="fields"><thead><tr>{head}</tr></thead><tbody>\n{body}\n</tbody></table>'
CELL = "<td>{}</td>"


class RandomGames(NamedTuple):
    """What random games are like.

    Attributes:
        length: how many actions they take, the mean and the most.
        branching: how many actions are legal, the mean, the median and the most.
    """

    length: tuple[float, int]
    branching: tuple[float, int, int]


def random_games(game: Game, count: int = GAMES, seed: int = 1) -> RandomGames:
    """Play random games to their end, and count."""
    batch = Batch(game, count, seed, obs=None, autoreset="never")
    legal = []
    while (going := batch.to_act != 0).any():
        legal.append(batch.num_legal[going].copy())
        batch.step(batch.random_actions(seed))
    offered, lengths = np.concatenate(legal), batch.length
    return RandomGames(
        (float(lengths.mean()), int(lengths.max())),
        (float(offered.mean()), int(np.median(offered)), int(offered.max())),
    )


def numbers_of_players(game: Game) -> list[int]:
    """Return the least and the greatest number of players, once if they are the same."""
    values = next((option.values for option in game.options if option.name == "players"), ())
    return sorted({min(values), max(values)}) if values else [game.num_players]


def rows(name: str) -> Iterator[tuple[str, list[str]]]:
    """Yield what is told of a game, a value for each number of players."""
    counts = numbers_of_players(spinney.game(name))
    option = len(counts) > 1
    games = [spinney.game(name, players=n) if option else spinney.game(name) for n in counts]
    random = [random_games(game) for game in games]
    yield "Players", [str(game.num_players) for game in games]
    yield "Several choose at once", ["yes" if game.simultaneous else "no" for game in games]
    yield "Actions", [f"{game.num_actions:,}" for game in games]
    yield "<code>tensor()</code>", [f"({game.tensor_size:,},)" for game in games]
    yield "<code>tokens()</code>", [f"({game.num_tokens:,},)" for game in games]
    yield "Points worth 1 in <code>returns</code>", [str(game.full_margin) for game in games]
    yield "Actions of a game, at most", [f"{game.max_length:,}" for game in games]
    yield (
        "Actions of a random game: mean, most",
        [f"{r.length[0]:.0f}, {r.length[1]}" for r in random],
    )
    yield (
        "Legal actions: mean, median, most",
        [f"{r.branching[0]:.0f}, {r.branching[1]}, {r.branching[2]}" for r in random],
    )


class Specification(Directive):
    """One game as an environment."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Return the table, for pages in HTML."""
        lines = [*rows(self.arguments[0])]
        head = f'<th scope="col">{lines[0][0]}</th>'
        head += "".join(f'<th scope="col">{count}</th>' for count in lines[0][1])
        body = "\n".join(
            f'<tr><th scope="row">{what}</th>{"".join(map(CELL.format, values))}</tr>'
            for what, values in lines[1:]
        )
        return [nodes.raw("", TABLE.format(head=head, body=body), format="html")]


def setup(app: Sphinx) -> dict[str, bool]:
    """Make the directive known to Sphinx."""
    app.add_directive("specification", Specification)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
