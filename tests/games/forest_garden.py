"""Tables of Forest Garden for tests: plants found by what they are, gardens planted as wished.

They are played with a deck that stays as it is, however the program's own is improved.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

import spinney
from spinney.core.game import Game
from spinney.core.interface import LATE
from spinney.core.notation import log
from spinney.core.state import Observation, State
from spinney.core.transition import Transition
from spinney.games.forest_garden.deck.plant import IDS, Plant, card_number
from spinney.games.forest_garden.deck.plants import FEWEST, Plants, Task
from spinney.games.forest_garden.rules import record
from spinney.games.forest_garden.rules.cards import hand_size
from spinney.games.forest_garden.rules.deal import begin_deck
from spinney.games.forest_garden.rules.record import (
    DECK_SIZE,
    EVERYBODY,
    NONE,
    OFFERS,
    PLACE_NAMES,
    PLACES,
    SEASON,
)

DECK = Path(__file__).resolve().parent.parent / "data" / "forest_garden" / "deck-for-tests.csv"
PLANTS = Plants.read(DECK)

PLAIN = {
    "sex": "both",
    "fertilization": "self",
    "nitrogen": False,
    "leaf": False,
    "flower_eaten": False,
}
"""Plants of which there is nothing special to tell."""


# Plants.


def plants(where: Callable[[Plant], bool] | None = None, **wanted: Any) -> list[str]:
    """The ids of the plants of Europe that are as wanted; of another continent if that is said."""
    wanted = {"continent": "EU", **wanted}
    return [
        plant.id
        for plant in PLANTS
        if all(getattr(plant, key) == value for key, value in wanted.items())
        and (where is None or where(plant))
    ]


def plain(row: int, **wanted: Any) -> list[str]:
    """The ids of plain plants that grow in a row."""
    return plants(**{**PLAIN, "row": row, **wanted})


def can_be_won(task: Task, plants: Iterable[Plant]) -> bool:
    """Are there plants enough of a task's kind among those in play?"""
    return sum(map(task.counts, plants)) >= FEWEST


def plant(card: str) -> Plant:
    """The plant of that id."""
    return PLANTS[card_number(card)]


def placed(cards: Sequence[str]) -> str:
    """A garden of these cards, each on the next place of its row."""
    rows = Counter[int]()
    words = []
    for card in cards:
        rows[plant(card).row] += 1
        words.append(f"{card}@{plant(card).row}.{rows[plant(card).row]}")
    return " ".join(words)


def free_place(cards: Sequence[str], card: str) -> str:
    """The next place in the row of a card."""
    row = plant(card).row
    return f"{row}.{1 + sum(plant(other).row == row for other in cards)}"


def changed_deck(folder: Path, **changes: dict[str, str]) -> Path:
    """A deck file, as the others but with some cards changed."""
    head, *rows = PLANTS.text.strip().splitlines()
    columns = head.split(",")
    for k, row in enumerate(rows):
        values = dict(zip(columns, row.split(","), strict=True))
        rows[k] = ",".join({**values, **changes.get(values["id"], {})}.values())
    path = folder / "deck.csv"
    path.write_text("\n".join([head, *rows]) + "\n", "utf-8")
    return path


# Tables.


def game(players: int = 2, **options: Any) -> Game:
    """A game with the plants for tests; of Europe with two players if nothing else is said."""
    usual = {"continents": "EU"} if players == 2 else {}
    return spinney.game("forest-garden", **{"players": players, "plants": DECK, **usual, **options})


def table(
    gardens: Sequence[str] = (),
    *,
    players: int = 2,
    hands: Sequence[str] = (),
    storage: Sequence[int] = (),
    tops: Sequence[str] = (),
    left: Sequence[int] = (),
    pile: str | None = None,
    dark: Mapping[tuple[int, str], int] | None = None,
    round_: int = 1,
    season: bool = False,
    lots: Sequence[str] = (),
    tasks: Sequence[str] = (),
    **options: Any,
) -> State:
    """A game in the middle: all offers have just been turned up.

    Args:
        gardens: of each player: ``EU33@2.1``, or with the value of a cube on it ``EU33@2.1+2``.
        players: how many.
        hands: of each player; by default one card that is needed nowhere else, of the lowest
            numbers: what is received then comes behind it.
        storage: of each player; by default 1.
        tops: of each deck the first cards, from its top; the rest are of the last that are left.
        left: of each deck how many cards it has; the others lie deep in the discard pile.
        pile: the discard pile, its top last; by default empty.
        dark: dark cubes that wait, by player and place.
        round_: which of the 21 it is.
        season: the round has yet to begin with its season, which `year` lets come.
        lots: for each round an order of the seats.
        tasks: of each player.
        options: of the game.
    """
    state = game(players, **options).new(seed=1)
    s = state.record
    _clear(s)
    _plant(s, gardens, dark or {})
    _deal(s, players, hands, tops, left, pile)
    for p, stock in enumerate(storage):
        s.storage[p] = stock
    _draw_lots(s, lots, tasks)
    s.round_number, s.phase, s.at = (round_ - 1, SEASON, 0) if season else (round_, OFFERS, 0)
    rigged = State(state.game, bytes(s))
    assert rigged.is_consistent
    return rigged if season else rigged.settled()[-1].state


def year(state: State) -> list[Transition]:
    """What happens by itself until the next choice."""
    return list(state.settled()[1:])


def _clear(s: Any) -> None:
    for d in range(s.players):
        begin_deck(s, d)
        s.left[d] = 0
        for i in range(DECK_SIZE):
            s.deck[d, i] = NONE


def _plant(s: Any, gardens: Sequence[str], dark: Mapping[tuple[int, str], int]) -> None:
    for p, garden in enumerate(gardens):
        for word in garden.split():
            card, _, at = word.partition("@")
            name, _, cube = at.partition("+")
            place = PLACE_NAMES.index(name)
            s.garden[p, place] = card_number(card)
            s.cubes[p, place] = int(cube or 0)
    for (p, name), number in dark.items():
        s.dark[p, PLACE_NAMES.index(name)] = number


def _deal(
    s: Any,
    players: int,
    hands: Sequence[str],
    tops: Sequence[str],
    left: Sequence[int],
    pile: str | None,
) -> None:
    """Deal all that is asked for, and what is left of each continent to its decks."""
    named = [*" ".join([*hands, *tops, pile or ""]).split()]
    used = {card_number(card) for card in named}
    used |= {s.garden[p, k] for p in range(players) for k in range(PLACES)}
    used |= {s.box[i] for i in range(DECK_SIZE)}
    free = [card for card in range(len(IDS)) if card not in used]
    for p in range(players):
        names = hands[p].split() if p < len(hands) else [IDS[_first_of(s, free)]]
        for k, card in enumerate(sorted(map(card_number, names))):
            s.hand[p, k], s.known[p, k] = card, 1 << p
    for d in range(players):
        cards = [card_number(card) for card in (tops[d].split() if d < len(tops) else [])]
        size = left[d] if d < len(left) else DECK_SIZE
        while len(cards) < size and (more := _next_of(s, free, d)) != NONE:
            cards.append(more)
        _lay(s, d, cards)
    deep = [card for card in free if _in_play(s, card)]
    for number in [*deep, *map(card_number, (pile or "").split())]:
        s.pile[s.piled] = number
        s.piled += 1


def _first_of(s: Any, free: list[int]) -> int:
    """Take the free card of the lowest number."""
    card = next(card for card in free if _in_play(s, card))
    free.remove(card)
    return card


def _next_of(s: Any, free: list[int], d: int, at: int = -1) -> int:
    """Take a free card of a deck's continent, the last one, or the first; NONE: there is none."""
    found = [card for card in free if record.continent_of(card) == s.origin[d]]
    if not found:
        return NONE
    free.remove(found[at])
    return found[at]


def _in_play(s: Any, card: int) -> bool:
    return record.continent_of(card) in {s.origin[d] for d in range(s.players)}


def _lay(s: Any, d: int, cards: Sequence[int]) -> None:
    s.left[d] = len(cards)
    for i, card in enumerate(reversed(cards)):
        s.deck[d, i] = card


def _draw_lots(s: Any, lots: Sequence[str], tasks: Sequence[str]) -> None:
    from spinney.games.forest_garden.deck.deals import read_lot
    from spinney.games.forest_garden.deck.plants import TASKS

    for n, lot in enumerate(lots):
        s.lot[n] = read_lot(lot, s.players)
    for p, task in enumerate(tasks):
        s.task[p] = [one.name for one in TASKS].index(task)


# Play.


def play(state: State, *moves: str) -> State:
    """Play moves by whoever is to act first."""
    for move in moves:
        state = state.play(state.to_act[0], move)
    return state


def choose(state: State, *choices: str) -> State:
    """Everybody chooses, by seat: ``"1"``, ``"special"``; ``"-"`` for who can't."""
    for p, choice in enumerate(choices):
        if choice != "-":
            state = state.play(p, f"choose {choice}")
    return state


def transitions(state: State, *moves: str) -> list[Transition]:
    """All that moves bring about, by whoever is to act first."""
    found: list[Transition] = []
    for move in moves:
        found += state.transitions(state.to_act[0], move)
        state = found[-1].state
    return found


def log_lines(happened: Sequence[Transition], observer: int = -1) -> list[str]:
    """What an observer's log says of it."""
    return [line.text for line in log(observer, happened)]


def late(state: State) -> State:
    """Let the time of whoever is to act first run out."""
    return state.forfeit(state.to_act[0], LATE)[-1].state


def refused(state: State, player: int, move: str) -> str:
    """The words with which a move is refused."""
    with pytest.raises(spinney.Refused) as caught:
        state.play(player, move)
    return str(caught.value)


# What is there.


def name(card: int) -> str:
    """A card's id; ``EU?`` if only its continent is seen."""
    return IDS[card] if card >= 0 else f"{('AS', 'EU', 'NA')[record.continent_of(card)]}?"


def hand(state: State | Observation, p: int) -> list[str]:
    """A player's hand, by the numbers of the cards; those that are not seen come last."""
    s = state.record
    return [name(s.hand[p, k]) for k in range(hand_size(s, p))]


def garden(state: State, p: int) -> dict[str, str]:
    """What grows in a garden, by place."""
    s = state.record
    return {PLACE_NAMES[k]: name(s.garden[p, k]) for k in range(PLACES) if s.garden[p, k] != NONE}


def cubes(state: State, p: int) -> dict[str, int]:
    """The value of the cubes that lie in a garden, by place."""
    s = state.record
    return {PLACE_NAMES[k]: s.cubes[p, k] for k in range(PLACES) if s.cubes[p, k]}


def dark(state: State, p: int) -> dict[str, int]:
    """The dark cubes that wait in a garden, by place."""
    s = state.record
    return {PLACE_NAMES[k]: s.dark[p, k] for k in range(PLACES) if s.dark[p, k]}


def storage(state: State) -> list[int]:
    """What the players have in storage."""
    return [state.record.storage[p] for p in range(state.record.players)]


def pile(state: State) -> list[str]:
    """The discard pile, its top card last."""
    return [name(state.record.pile[k]) for k in range(state.record.piled)]


def deck(state: State | Observation, d: int) -> list[str]:
    """A deck, from its top."""
    s = state.record
    return [name(s.deck[d, i]) for i in reversed(range(s.left[d]))]


def offers(state: State) -> list[str | None]:
    """What lies face up, by deck."""
    s = state.record
    return [deck(state, d)[0] if s.open[d] else None for d in range(s.players)]


def known(state: State, p: int, card: str) -> set[int]:
    """Who knows a card of a hand; -1: everybody who looks on."""
    s, k = state.record, hand(state, p).index(card)
    bits = s.known[p, k]
    return {q for q in range(-1, s.players) if bits & record.bit(q)} if bits != EVERYBODY else {-1}
