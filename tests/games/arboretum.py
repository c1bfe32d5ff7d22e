"""Tables of Arboretum for tests: known decks, play by whoever is awaited, cards laid as wished."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

import spinney
from spinney.core.interface import LATE
from spinney.core.state import Observation, State
from spinney.games.arboretum import DECK_COLOURS, TREES
from spinney.games.arboretum.rules import record
from spinney.games.arboretum.rules.hands import in_hand
from spinney.games.arboretum.text.names import card_name
from spinney.games.arboretum.text.notation import read_card, read_cell


def cards(players: int = 2) -> list[str]:
    """All cards of a game with the first colours, in order."""
    return [f"{tree}{number}" for tree in TREES[: DECK_COLOURS[players]] for number in range(1, 9)]


def start(players: int = 2, front: str = "", **options: object) -> State:
    """A game of a known deck: these cards come first, then the others in order.

    With two players and no ``front``, player 1 holds cassia1 to cassia7, player 2 cassia8 and
    crabapple1 to crabapple6; player 2 starts with crabapple7, and crabapple8 is to be drawn next.
    """
    first = front.split()
    deck = [*first, *(card for card in cards(players) if card not in first)]
    return spinney.game("arboretum", players=players, **options).new(deck=deck)


def play(state: State, *moves: str) -> State:
    """Play moves by whoever is awaited."""
    for move in moves:
        assert len(state.to_act) == 1
        state = state.play(state.to_act[0], move)
    return state


def refused(state: State, player: int, move: str) -> str:
    """The words with which a move is refused."""
    with pytest.raises(spinney.Refused) as caught:
        state.play(player, move)
    return str(caught.value)


def turn(state: State, *draws: str) -> State:
    """A turn: these draws; the lowest card is played on the first open cell, the next discarded."""
    state = play(state, *draws)
    assert state.record.phase == record.CARD
    return late(late(state))


def turns(state: State, count: int, *draws: str) -> State:
    """So many turns with the same draws."""
    for _ in range(count):
        state = turn(state, *draws)
    return state


def late(state: State) -> State:
    """Let the time of whoever is awaited run out."""
    return state.forfeit(state.to_act[0], LATE)[-1].state


def hand(state: State | Observation, player: int) -> list[str]:
    """The cards that are seen in a hand."""
    return [card_name(c) for c in range(record.CARDS) if in_hand(state.record, player, c)]


def pile(state: State, player: int) -> list[str]:
    """A discard pile, its top card last."""
    s = state.record
    return [card_name(s.pile[player, k]) for k in range(s.piled[player])]


def table(
    gardens: Sequence[str] = ("", ""),
    hands: Sequence[str] = ("", ""),
    edition: str = "v11",
) -> State:
    """A game that is over, with cards laid as wished; it can only be scored.

    Cards of a garden are ``cassia5@0,1``.
    """
    players = max(len(gardens), len(hands), 2)
    s = spinney.game("arboretum", players=players, edition=edition).new(seed=1).record
    s.phase = record.OVER
    for c in range(record.CARDS):
        s.where[c] = record.ABSENT
    for p, held in enumerate(hands):
        for name in held.split():
            s.where[read_card(name)] = record.SHOWN + p
    for p, garden in enumerate(gardens):
        for k, word in enumerate(garden.split()):
            name, _, cell = word.partition("@")
            s.where[read_card(name)] = record.GRID + p
            s.card[p, k], s.cell[p, k] = read_card(name), read_cell(cell)
            s.placed[p] = k + 1
    return State(spinney.game("arboretum", players=players, edition=edition), bytes(s))
