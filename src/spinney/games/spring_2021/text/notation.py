"""The moves of Spring Challenge 2021: actions to words and back.

``WAIT`` · ``GROW 12`` · ``COMPLETE 12`` · ``SEED 3 7``
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from spinney.core.errors import Refused
from spinney.games.spring_2021.rules.geometry import CELLS
from spinney.games.spring_2021.rules.record import PLAYERS, RICHEST, TARGET, Forest
from spinney.games.spring_2021.rules.trees import owned, owner_at, richness, size_at
from spinney.games.spring_2021.text import log, rejections
from spinney.games.spring_2021.text.names import FORMS, VERBS, move_name
from spinney.i18n import _

if TYPE_CHECKING:
    from spinney.core.game import Game
    from spinney.core.state import Observation

TREES = ("seed", "small tree", "medium tree", "large tree")
"""What a tree is called, by its size."""
EXAMPLES = ("GROW 12", "SEED 3 7", "WAIT")

# Actions to words.


def write(actions: Sequence[int]) -> str:
    """Return the move that actions make, or what they add to one; empty for none."""
    return move_name(actions)


def refuse(view: Observation, actions: Sequence[int], at: int) -> str:
    """Return why ``actions[at]`` can't follow here, and what would do."""
    return rejections.refuse(view, actions, at)


def tell(facts: Sequence[int]) -> str:
    """Return in words what became known."""
    return log.tell(facts)


# Words to actions.


def read(text: str, league: int = 0) -> list[int]:
    """Return the actions of a move, whether or not it is legal now. Capitals don't matter.

    A cell alone is the rest of a move of which the tree that sows is chosen.

    Args:
        text: the words.
        league: whose moves a refusal names.

    Raises:
        Refused: it is not a move of this game.
    """
    verb, *words = text.upper().split() or [""]
    if not words and verb.isascii() and verb.isdecimal():
        return [TARGET + read_cell(verb)]
    if verb not in VERBS:
        raise Refused(rejections.no_beginning(verb, league))
    form = FORMS[verb]
    if len(words) != form.count(" "):
        raise Refused(_("write it like: {form}", form=form))
    return actions_of(verb, [read_cell(word) for word in words])


def actions_of(verb: str, cells: Sequence[int]) -> list[int]:
    """Return the actions of a verb and its cells, the reverse of `names.parts`."""
    first = VERBS[verb] + sum(cells[:1])
    return [first, TARGET + cells[1]] if verb == "SEED" else [first]


def read_cell(word: str) -> int:
    """Return the cell of that number. Raises Refused."""
    if not re.fullmatch("[0-9]{1,9}", word) or int(word) >= CELLS:
        raise Refused(
            _(
                "{word!r} is not a cell; cells are numbered from 0 to {last}",
                word=word,
                last=CELLS - 1,
            )
        )
    return int(word)


def check_text(game: Game, text: str) -> None:
    """Refuse what is no move, whatever grows where. Raises Refused."""
    read(text, game.chosen["league"])


@dataclass(frozen=True)
class LeagueNotation:
    """Reads moves for a viewer, and refuses with what can be said in the league, and now.

    Attributes:
        view: what the viewer sees.
    """

    view: Observation

    def read(self, text: str) -> list[int]:
        """Return the actions that a text means. Raises Refused: it is no move of this game."""
        if self.view.mid_move and not (text.isascii() and text.isdecimal()):
            raise Refused(rejections.incomplete(self.view))
        return read(text, self.view.record.league)

    def tell(self, facts: Sequence[int]) -> str:
        """Return in words what became known."""
        return tell(facts)


def for_view(view: Observation) -> LeagueNotation:
    """Return the notation of the viewer's league."""
    return LeagueNotation(view)


# Given deals: the soil of every cell, and each player's trees.


def set_deal(record: Forest, soil: Sequence[str], red: Sequence[str], blue: Sequence[str]) -> None:
    """Lay out a given forest.

    Args:
        record: to lay it into.
        soil: the richness of each of the 37 cells in order, ``0`` (unusable) to ``3``.
        red: the cells of red's trees, ``22``; if one is not small with its size, ``22/3``,
            0 (a seed) to 3 (large).
        blue: the same of blue's.

    Raises:
        Refused: there is more or less soil than cells, a cell or size that doesn't exist, a tree
            where none can be, or a player without any.
    """
    if not (red and blue):
        raise Refused("each player is given one tree at least")
    _lay_soil(record, soil)
    for p in range(PLAYERS):
        for size in range(len(TREES)):
            record.trees[p, size] = 0
    for p, trees in enumerate((red, blue)):
        for word in trees:
            _plant(record, p, word)


def _lay_soil(record: Forest, soil: Sequence[str]) -> None:
    levels = [str(level) for level in range(RICHEST + 1)]
    if len(soil) != CELLS or not set(soil) <= set(levels):
        raise Refused(f"soil is {CELLS} numbers 0 to {RICHEST}, one for each cell in order")
    for level in range(RICHEST + 1):
        record.soil[level] = sum(1 << c for c in range(CELLS) if soil[c] == levels[level])


def _plant(record: Forest, p: int, word: str) -> None:
    place, _, size = word.partition("/")
    cell = read_cell(place)
    if size not in ("", "0", "1", "2", "3") or word.endswith("/"):
        raise Refused(
            f"{word!r} is not a tree; write a tree as its cell, or with its size 0 to 3, as 22/3"
        )
    if not richness(record, cell) or owner_at(record, cell) >= 0:
        raise Refused(f"no tree can be given on {cell}: it is unusable, or has one already")
    record.trees[p, int(size or 1)] |= 1 << cell


def deal_of(record: Forest) -> dict[str, Any]:
    """Return the deal that `set_deal` takes: the forest as it stands."""
    trees = (
        [_tree_word(record, c) for c in range(CELLS) if owned(record, p) >> c & 1]
        for p in range(PLAYERS)
    )
    soil = [str(richness(record, c)) for c in range(CELLS)]
    return {"soil": soil, **dict(zip(("red", "blue"), trees, strict=True))}


def _tree_word(record: Forest, cell: int) -> str:
    size = size_at(record, cell)
    return f"{cell}" if size == 1 else f"{cell}/{size}"
