"""What a secret deals: what is shuffled for it, and the deal that comes of that.

Each of these is shuffled by itself, under its own name (`spinney.match.deal`):

* ``AS``, ``EU``, ``NA``: the continent's cards. They fill its decks one after another, each from
  its top; of the halved continent the first 32 go into the box before that.
* ``continent``, ``half``: where the lot decides which continent serves, and which one is halved.
  The first one does.
* ``lot-1`` to ``lot-21``: the seats. That is the hidden order of the round.
* ``tasks``: their names. In turn, the players are given those that can be won.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from spinney.games.forest_garden.deck.plants import CONTINENTS, IDS, plants_of
from spinney.games.forest_garden.deck.tasks import TASKS
from spinney.games.forest_garden.rules.record import DECK_SIZE, ROUNDS, ForestGarden, continent_of

if TYPE_CHECKING:
    from spinney.core.game import Game

Drawn = Mapping[str, Sequence[str]]

_EITHER = ["EU", "NA"]


def lots(record: ForestGarden) -> dict[str, tuple[list[str], int]]:
    """Return what is shuffled for a deal, and how much of it counts."""
    players = record.players
    by_lot = {
        "continent": players in (2, 5) and bool(record.by_lot & 1),
        "half": players == 6 and bool(record.by_lot & 2),
    }
    seats = [str(p + 1) for p in range(players)]
    shuffled = {
        **{continent: _cards(continent) for continent in CONTINENTS},
        **{f"lot-{n + 1}": seats for n in range(ROUNDS)},
        **({"tasks": [task.name for task in TASKS]} if record.tasks else {}),
    }
    return {
        **{name: (_EITHER, 1) for name, open_ in by_lot.items() if open_},
        **{name: (words, len(words)) for name, words in shuffled.items()},
    }


def _cards(continent: str) -> list[str]:
    return [card for card in IDS if card.startswith(continent)]


def arranged(game: Game, record: ForestGarden, drawn: Drawn) -> dict[str, list[str]]:
    """Return the deal that `lay` takes.

    Args:
        game: with the plants whose tasks can be won.
        record: of any deal of that game.
        drawn: what `lots` names, as it was drawn.
    """
    serving = _serving(record, drawn)
    half = _half(record, drawn)
    cards = [c for k in serving for c in drawn[k][DECK_SIZE if k == half else 0 :]]
    dealt = {
        "decks": cards,
        "box": [*drawn[half][:DECK_SIZE]] if half else [],
        "lots": ["".join(drawn[f"lot-{n + 1}"]) for n in range(ROUNDS)],
        "tasks": _tasks(game, serving, drawn.get("tasks", ())),
    }
    return {name: words for name, words in dealt.items() if words}


def _serving(record: ForestGarden, drawn: Drawn) -> list[str]:
    """Return the continents that serve, in their order."""
    own = {CONTINENTS[record.origin[d]] for d in range(record.players)}
    if "continent" in drawn:
        own = own.difference(_EITHER).union(drawn["continent"])
    return [continent for continent in CONTINENTS if continent in own]


def _half(record: ForestGarden, drawn: Drawn) -> str:
    """Return the continent of which half stays in the box; empty where none does."""
    if record.players != 6:
        return ""
    return drawn["half"][0] if "half" in drawn else CONTINENTS[continent_of(record.box[0])]


def _tasks(game: Game, serving: Iterable[str], names: Sequence[str]) -> list[str]:
    """Return the players' tasks: of those that can be won, or of all where these are too few."""
    playing = [plant for plant in plants_of(game) if plant.continent in {*serving}]
    by_name = {task.name: task for task in TASKS}
    free = [name for name in names if by_name[name].can_be_won(playing)]
    return [*(free if len(free) >= game.players else names)][: game.players]
