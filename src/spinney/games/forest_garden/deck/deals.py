"""Deals: drawn by a secret, or given in words; and a deal back to words.

Each of these is shuffled by itself, under its own name (`spinney.match.deal`):

* ``AS``, ``EU``, ``NA``: the continent's cards. They fill its decks one after another, each from
  its top; of the halved continent the first 32 go into the box before that.
* ``continent``, ``half``: where the lot decides which continent serves, and which one is halved.
  The first one does.
* ``lot-1`` to ``lot-21``: the seats. That is the hidden order of the round.
* ``tasks``: their names. In turn, the players are given those that can be won.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from spinney.core.errors import Refused, did_you_mean
from spinney.games.forest_garden.deck.plant import CONTINENTS, IDS, card_number
from spinney.games.forest_garden.deck.plants import TASKS, Task, plants_of
from spinney.games.forest_garden.rules.deal import default_continents, winnable
from spinney.games.forest_garden.rules.record import (
    DECK_SIZE,
    DRAWING,
    NONE,
    ROUNDS,
    ForestGarden,
    continent_of,
)

if TYPE_CHECKING:
    from spinney.core.game import Game


Drawn = Mapping[str, Sequence[str]]

_EITHER = ["EU", "NA"]


def shuffles(record: ForestGarden) -> dict[str, tuple[list[str], int]]:
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


def deal_from(game: Game, record: ForestGarden, drawn: Drawn) -> dict[str, list[str]]:
    """Return the deal that `set_deal` takes.

    Args:
        game: with the plants whose tasks can be won.
        record: of any deal of that game.
        drawn: what `shuffles` names, as it was drawn.
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
    """Return the players' tasks, given the names of all of them in an order."""
    possible = {task.name for task in winnable_tasks(game, serving)}
    return [name for name in names if name in possible][: game.num_players]


def winnable_tasks(game: Game, serving: Iterable[str]) -> list[Task]:
    """Return the tasks that can be won with some continents, or all where these are too few."""
    tasks_of = plants_of(game).tables()["TASKS_OF"].tolist()
    continents = sum(1 << CONTINENTS.index(continent) for continent in {*serving})
    found = winnable(tasks_of, continents, game.num_players)
    return [task for number, task in enumerate(TASKS) if found >> number & 1]


Words = Sequence[Any]

NESTED = ("decks", "box", "lots")
"""The arguments of `set_deal` in which lists may stand in place of words."""


def set_deal(
    record: ForestGarden, decks: Words, box: Words = (), lots: Words = (), tasks: Words = ()
) -> None:
    """Lay out a given deal.

    Args:
        record: dealt with the game's options, which say which continents serve; where a lot was
            to say that, the given decks do.
        decks: each deck from its top, in the order of the continents AS, EU, NA: lists of 32
            cards, or all cards in one list.
        box: with 6 players the 32 cards that stay in the box.
        lots: for each of the 21 rounds an order of the seats: ``"312"``, or a list of seats that
            count from 0. Without any, they stay as drawn.
        tasks: each player's task, by its name. Without any, they stay as drawn.

    Raises:
        Refused: it is not a deal of this game, and why.
    """
    cards = [card_number(str(word)) for word in _flat(decks)]
    boxed = [card_number(str(word)) for word in _flat(box)]
    _lay_cards(record, cards, boxed)
    if lots:
        _lay_lots(record, lots)
    if any(tasks):
        _lay_tasks(record, tasks)


def _flat(words: Words) -> Iterator[Any]:
    for word in words:
        yield from [word] if isinstance(word, str) else word


def _lay_cards(record: ForestGarden, cards: Sequence[int], boxed: Sequence[int]) -> None:
    if len(cards) != DECK_SIZE * record.players:
        raise Refused(
            f"with {record.players} players there are {record.players} decks of {DECK_SIZE} "
            f"cards; given are {len(cards)} cards"
        )
    if len(boxed) != (DECK_SIZE if record.players == 6 else 0):
        raise Refused(f"with {record.players} players {len(boxed)} cards can't stay in the box")
    seen: set[int] = set()
    for card in (*cards, *boxed):
        if card in seen:
            raise Refused(f"{IDS[card]} is given twice")
        seen.add(card)
    _check_continents(record, cards, boxed)
    for i, card in enumerate(cards):
        deck, above = divmod(i, DECK_SIZE)
        record.deck[deck, DECK_SIZE - 1 - above] = card
        record.origin[deck] = continent_of(card)
    for i in range(DECK_SIZE):
        record.box[i] = boxed[i] if boxed else NONE


def _check_continents(record: ForestGarden, cards: Sequence[int], boxed: Sequence[int]) -> None:
    """Refuse a deck of two continents, decks out of their order, or others than the game's."""
    continents = [continent_of(card) for card in cards]
    for deck in range(record.players):
        if len(set(continents[DECK_SIZE * deck : DECK_SIZE * (deck + 1)])) > 1:
            raise Refused(f"deck {deck + 1} has cards of two continents")
    if continents != sorted(continents):
        raise Refused(f"decks come in the order of their continents: {', '.join(CONTINENTS)}")
    _check_choice(sorted(set(continents)), _possible_continents(record), "decks")
    if boxed:
        _check_choice(sorted(set(map(continent_of, boxed))), _halved(record), "box")


def _possible_continents(record: ForestGarden) -> list[list[int]]:
    """The continents that may serve."""
    if not record.by_lot & 1:
        return [sorted({record.origin[d] for d in range(record.players)})]
    choices = [default_continents(record.players, lot) for lot in range(2)]
    return [[k for k in range(len(CONTINENTS)) if choice >> k & 1] for choice in choices]


def _halved(record: ForestGarden) -> list[list[int]]:
    """The continent of which half may stay in the box."""
    return [[1], [2]] if record.by_lot & 2 else [[continent_of(record.box[0])]]


def _check_choice(given: list[int], possible: Sequence[list[int]], what: str) -> None:
    if given not in possible:
        said = " or ".join(" ".join(CONTINENTS[k] for k in one) for one in possible)
        got = " ".join(CONTINENTS[k] for k in given)
        raise Refused(f"in this game the {what} can't be of {got}; they can be of {said}")


def _lay_lots(record: ForestGarden, lots: Words) -> None:
    if len(lots) != ROUNDS:
        raise Refused(f"there is a lot for each of the {ROUNDS} rounds, and given are {len(lots)}")
    for n, lot in enumerate(lots):
        record.lot[n] = read_lot(lot, record.players)


def read_lot(lot: str | Sequence[int], players: int) -> int:
    """Return the number of an order of the seats. Raises Refused.

    It has a digit for each seat: how many of those that are left come before it, where the first
    of these takes the place of the one that was chosen.
    """
    try:
        order = [int(seat) - 1 for seat in lot] if isinstance(lot, str) else [*map(int, lot)]
    except ValueError:
        order = []
    if sorted(order) != list(range(players)):
        raise Refused(
            f"{lot!r} is not an order of {players} seats; say for example: {_any(players)}"
        )
    number, base, left = 0, 1, list(range(players))
    for i, seat in enumerate(order):
        j = left.index(seat, i)
        left[i], left[j] = left[j], left[i]
        number += base * (j - i)
        base *= players - i
    return number


def _any(players: int) -> str:
    return "".join(str(seat + 1) for seat in range(players))


def write_lot(number: int, players: int) -> str:
    """Return the order of the seats that a number stands for, counting from 1: ``"312"``."""
    order = list(range(players))
    for i in range(players):
        number, offset = divmod(number, players - i)
        order[i], order[i + offset] = order[i + offset], order[i]
    return "".join(str(seat + 1) for seat in order)


def _lay_tasks(record: ForestGarden, tasks: Words) -> None:
    if not record.tasks:
        raise Refused("this game is played without additional tasks")
    keys = [task.name for task in TASKS]
    for task in tasks:
        if task not in keys:
            raise Refused(f"there is no task {task!r}" + did_you_mean(str(task), keys))
    if len(set(tasks)) != len(tasks) or len(tasks) != record.players:
        raise Refused(f"each of the {record.players} players is given a task, all different")
    for p, task in enumerate(tasks):
        record.task[p] = keys.index(task)


# The reverse.


def deal_of(record: ForestGarden) -> dict[str, Any]:
    """Return the deal that `set_deal` takes, of a game in which nobody has drawn yet.

    Raises:
        Refused: somebody has.
    """
    if record.phase != DRAWING or record.at > 0:
        raise Refused("only a game that has just begun tells how it was dealt")
    decks = [
        IDS[record.deck[d, DECK_SIZE - 1 - i]]
        for d in range(record.players)
        for i in range(DECK_SIZE)
    ]
    box = [IDS[record.box[i]] for i in range(DECK_SIZE) if record.box[i] != NONE]
    lots = [write_lot(record.lot[n], record.players) for n in range(ROUNDS)]
    tasks = [TASKS[record.task[p]].name for p in range(record.players) if record.task[p] >= 0]
    dealt = {"decks": decks, "box": box, "lots": lots, "tasks": tasks}
    return {name: words for name, words in dealt.items() if words}
