"""Forest Garden's records: what is not a table is found out, and what passes can be played."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.games.forest_garden import choose, play, table

import spinney
from spinney.core import compilation
from spinney.core.state import State
from spinney.games.forest_garden.deck.deals import deal_of, read_lot, write_lot
from spinney.games.forest_garden.rules import record as board
from spinney.games.forest_garden.rules.record import ACTIONS, DECK_SIZE, NONE, ForestGarden
from spinney.kernel.field_meaning import bounds
from spinney.kernel.records import Cells
from spinney.kernel.rng import random, seeded
from spinney.kernel.rule import scratch

GAMES = {
    players: spinney.game("forest-garden", players=players, direct_sale=True, tasks=True)
    for players in (2, 3, 6, 7)
}


RULES = compilation.interpreted(GAMES[2]).rules
OUT = scratch(ACTIONS)


def played(players: int, seed: int, decisions: int) -> Any:
    """A table after so many random decisions, or at its end: a batch of one record."""
    engine = compilation.interpreted(GAMES[players])
    rows = engine.rows(1)
    RULES.deal_at(rows, 0, engine.array(GAMES[players].settings), seed)
    RULES.begin_at(rows, 0)
    go_on(rows, seed, decisions)
    return rows


def go_on(rows: Any, seed: int, decisions: int) -> None:
    """Play on at random, until somebody is to act or the game is over; indexes are checked."""
    r = seeded(seed)
    while True:
        acting = RULES.to_act_at(rows, 0)
        if acting and not decisions:
            return
        if acting:
            player = acting.bit_length() - 1
            r = random(r)
            RULES.apply_at(rows, 0, player, RULES.sample_at(rows, 0, player, r, OUT))
            decisions -= 1
        elif not RULES.settle_at(rows, 0):
            return


def cards(s: ForestGarden) -> Counter[int]:
    """Where every card is, counted."""
    found = Counter(iter(s.garden)) + Counter(iter(s.hand)) + Counter(iter(s.deck))
    found += Counter(iter(s.pile)) + Counter(iter(s.box))
    del found[NONE]
    return found


@pytest.mark.parametrize("players", GAMES)
def test_every_card_is_in_exactly_one_place(players: int) -> None:
    rows = played(players, players, 0)
    s = rows[0]
    dealt = cards(s)
    assert set(dealt.values()) == {1}
    assert len(dealt) == DECK_SIZE * (players + (players == 6))
    while s.phase != board.OVER:
        go_on(rows, s.storage[0], 7)
        assert cards(s) == dealt
        assert RULES.is_consistent_at(rows, 0)


@settings(max_examples=40, deadline=None)
@given(
    st.sampled_from(sorted(GAMES)),
    st.integers(0, 400),
    st.sampled_from(sorted(ForestGarden.fields)),
    st.data(),
)
def test_a_spoilt_record_is_found_out_or_can_be_played(
    players: int, decisions: int, name: str, data: st.DataObject
) -> None:
    rows = played(players, decisions, decisions)
    assert RULES.is_consistent_at(rows, 0)
    spoil(rows[0], name, data)
    if RULES.is_consistent_at(rows, 0):
        go_on(rows, 1, 30)


def spoil(s: ForestGarden, name: str, data: st.DataObject) -> None:
    """Change a number of a record."""
    field = ForestGarden.fields[name]
    value = data.draw(st.integers(max(int(field.low), -4), min(int(field.high), 230)))
    cells = getattr(s, name)
    if isinstance(cells, Cells):
        cells.data[data.draw(st.integers(0, len(cells.data) - 1))] = value
    else:
        setattr(s, name, value)


SPOILT: dict[str, Any] = {
    "a card twice": lambda s: s.deck.__setitem__((0, 0), s.deck[0, 1]),
    "a card lost": lambda s: s.hand.__setitem__((0, 0), NONE),
    "a card of another continent": lambda s: s.deck.__setitem__((0, 0), 0),
    "a plant in a wrong row": lambda s: swap(s, "1.1", "5.1"),
    "a cube on nothing": lambda s: s.cubes.__setitem__((1, 3), 1),
    "a dark cube on an empty additional place": lambda s: s.dark.__setitem__((1, 5), 1),
    "a hand nobody knows": lambda s: s.known.__setitem__((0, 0), 0),
    "a deck too long": lambda s: s.left.__setitem__(0, 33),
    "a debt": lambda s: s.storage.__setitem__(0, -1),
    "a round too many": lambda s: setattr(s, "round_number", 22),
    "a choice of no deck": lambda s: s.choice.__setitem__(0, 3),
    "a player too many": lambda s: s.storage.__setitem__(5, 1),
    "a lot of a round to come used up": lambda s: s.lot.__setitem__(20, -1),
    "no such lot": lambda s: s.lot.__setitem__(20, 2),
    "somebody asked nothing": lambda s: setattr(s, "who", 0),
    "a bonus due that was not reached": lambda s: setattr(s, "dues", 1),
}


def swap(s: Any, one: str, two: str) -> None:
    a, b = board.PLACE_NAMES.index(one), board.PLACE_NAMES.index(two)
    s.garden[0, a], s.garden[0, b] = s.garden[0, b], s.garden[0, a]


@pytest.mark.parametrize("how", SPOILT)
def test_what_is_no_table_is_refused(how: str) -> None:
    state = table(gardens=["EU01@5.1", ""])
    assert state.is_consistent
    record = state.record
    SPOILT[how](record)
    assert not State(state.game, bytes(record)).is_consistent
    with pytest.raises(spinney.Refused, match="pieces are missing or twice"):
        State.from_json(State(state.game, bytes(record)).to_json())


@pytest.mark.parametrize(
    ("name", "index"), [("storage", (0,)), ("cubes", (0, 18)), ("dark", (0, 0))]
)
def test_amounts_go_as_far_as_they_declare(name: str, index: tuple[int, ...]) -> None:
    state = table(gardens=["EU01@5.1", ""])
    declared: Any = ForestGarden.fields[name].holds
    most = bounds(declared)[1]
    for amount, is_possible in ((most, True), (most + 1, False)):
        record = state.record
        getattr(record, name)[index if len(index) > 1 else index[0]] = amount
        assert State(state.game, bytes(record)).is_consistent == is_possible


def test_a_choice_of_a_deck_without_an_offer_is_refused() -> None:
    state = choose(table(left=[0, 5]), "2")
    assert state.is_consistent
    record = state.record
    record.choice[0] = 0
    assert not State(state.game, bytes(record)).is_consistent


# A fault that shows only when the game goes on.


def with_fields(state: State, **fields: Any) -> State:
    """The state with some numbers of its record changed: lists for arrays, from their start."""
    s = state.record
    for name, value in fields.items():
        if isinstance(value, list):
            for i, number in enumerate(value):
                getattr(s, name)[i] = number
        else:
            setattr(s, name, value)
    return State(state.game, bytes(s))


def test_who_draws_from_a_deck_chose_the_one_shared_out_last() -> None:
    """Else a player would draw, and be given the offer of the other deck, too."""
    state = choose(table(players=3, storage=[2, 1, 1]), "1", "1")
    states = [transition.state for transition in state.transitions(2, "choose special")]
    sharing = next(s for s in states if s.record.drawn == 1)
    assert sharing.record.phase == board.SHARING
    assert sharing.is_consistent
    assert not with_fields(sharing, choice=[0, 1]).is_consistent


def test_who_acts_in_order_chose_a_special_action() -> None:
    """Also those who vote later; else the first vote would end in an impossible one."""
    state = table(players=4, storage=[2, 2, 1, 1], special_tie="agree")
    voting = choose(state, *["special"] * 4)
    assert voting.record.phase == board.ORDER
    assert voting.is_consistent
    last = voting.record.order[3]
    choices = [board.PASS if p == last else board.SPECIAL for p in range(4)]
    assert not with_fields(voting, choice=choices).is_consistent


def test_a_bonus_is_due_once() -> None:
    """A record has no place for more than each player's two."""
    state = choose(table(), "1", "2")
    assert state.record.doing == board.PLAY
    assert with_fields(state, used=[1], dues=1).is_consistent
    assert not with_fields(state, used=[1], dues=2).is_consistent


def test_every_deck_shows_the_alternative_offers() -> None:
    """Else there might be none to take."""
    state = choose(table(storage=[1, 1]), "special", "1")
    taking = play(state, state.legal(1)[0], "swap")
    assert taking.record.doing == board.TAKING
    assert taking.is_consistent
    assert not with_fields(taking, open=[0, 0]).is_consistent


# Given deals.


@given(st.integers(2, 7), st.data())
def test_lots_are_written_and_read_back(players: int, data: st.DataObject) -> None:
    order = data.draw(st.permutations(range(players)))
    number = read_lot(order, players)
    words = "".join(str(seat + 1) for seat in order)
    assert write_lot(number, players) == words
    assert read_lot(words, players) == number


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(sorted(GAMES)), st.integers(-(2**63), 2**63 - 1))
def test_deals_are_told_and_given_back(players: int, seed: int) -> None:
    game = GAMES[players]
    state = game.new(seed=seed)
    assert game.new(**deal_of(state.record)) == state


def test_legal_steps_ascend() -> None:
    for players in GAMES:
        for decisions in range(0, 300, 11):
            rows = played(players, decisions, decisions)
            for p in range(players):
                if RULES.to_act_at(rows, 0) >> p & 1:
                    count = RULES.legal_at(rows, 0, p, OUT)
                    ways = list(OUT)[:count]
                    assert ways == sorted(set(ways))
