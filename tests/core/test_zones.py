"""Card zones: what is declared, how cards move, and who sees them."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from tests.hedges import ridges

from spinney.core import compilation
from spinney.core.kit.zones import (
    ALL,
    EMPTY,
    FACE_DOWN,
    NOBODY,
    OWNER,
    Zone,
    Zones,
    are_zones_consistent,
    count_deals,
    fill_zones,
    hide_zones,
    put_card,
    put_on_top,
    shuffle_into,
    take_card,
    take_top,
)
from spinney.kernel.records import Ints, Record

ZONES = Zones(
    kinds=("a", "b", "c"),
    copies=(3, 2, 1),
    zones=(
        Zone("hand", OWNER, each=True),
        Zone("deck", NOBODY, ordered=True),
        Zone("pile", ALL, ordered=True, stacked=True),
    ),
)
HAND, DECK, PILE = ZONES.rows


class Table(Record):
    cards: Ints = ZONES.cards()
    count: Ints = ZONES.count()


def dealt(seed: int = 1) -> Any:
    """Two cards in each hand, one on the pile, one left in the deck."""
    s = Table()
    shuffle_into(s, DECK, ZONES.totals, seed)
    for row in (HAND, HAND + 1, HAND, HAND + 1):
        put_card(s, row, take_top(s, DECK))
    put_on_top(s, PILE, take_top(s, DECK))
    return s


def cards(s: Any, row: int) -> list[int]:
    return [s.cards[row, i] for i in range(s.count[row])]


def test_a_zone_that_each_player_has_takes_a_row_a_player() -> None:
    assert ZONES.rows == (0, 2, 3)
    assert [(zone.name, player) for zone, player in ZONES.places] == [
        ("hand", 0),
        ("hand", 1),
        ("deck", -1),
        ("pile", -1),
    ]
    assert ZONES.totals.tolist() == [3, 2, 1]


def test_all_cards_are_dealt_once() -> None:
    s = dealt()
    found = Counter(card for row in range(4) for card in cards(s, row))
    assert found == {0: 3, 1: 2, 2: 1}
    assert are_zones_consistent(s, ZONES.totals, ZONES.ordered)
    assert all(cards(s, HAND + p) == sorted(cards(s, HAND + p)) for p in range(2))


def test_a_card_is_taken_out_of_the_middle() -> None:
    s = Table()
    shuffle_into(s, DECK, ZONES.totals, 5)
    while s.count[DECK]:
        put_card(s, HAND, take_top(s, DECK))
    assert cards(s, HAND) == [0, 0, 0, 1, 1, 2]
    take_card(s, HAND, 1)
    assert cards(s, HAND) == [0, 0, 0, 1, 2]
    assert s.cards[HAND, 5] == EMPTY
    assert not are_zones_consistent(s, ZONES.totals, ZONES.ordered)  # one is lost
    put_card(s, PILE, 1)
    assert are_zones_consistent(s, ZONES.totals, ZONES.ordered)


@pytest.mark.parametrize("player", [-1, 0, 1])
def test_cards_that_are_not_seen_lie_face_down(player: int) -> None:
    s = dealt()
    before = [cards(s, row) for row in range(4)]
    hide_zones(s, ZONES.seen, player)
    for row, was in enumerate(before):
        seen = row == PILE or row == HAND + player
        assert cards(s, row) == (was if seen else [FACE_DOWN] * len(was))
    assert not are_zones_consistent(s, ZONES.totals, ZONES.ordered)
    fill_zones(s, ZONES.totals, ZONES.ordered, 7)
    assert are_zones_consistent(s, ZONES.totals, ZONES.ordered)
    assert cards(s, PILE) == before[PILE]


@pytest.mark.parametrize(
    ("field", "place", "value"),
    [
        ("count", HAND, 7),
        ("count", HAND, -1),
        ("count", HAND, 1),
        ("cards", (PILE, 0), 3),
        ("cards", (PILE, 3), 0),
    ],
)
def test_disorder_and_wrong_counts_are_found(field: str, place: Any, value: int) -> None:
    s = dealt()
    getattr(s, field)[place] = value
    assert not are_zones_consistent(s, ZONES.totals, ZONES.ordered)


def test_records_count_the_deals_they_stand_for() -> None:
    s = Table()
    shuffle_into(s, DECK, ZONES.totals, 5)
    assert count_deals(s, ZONES) == 3 * 2 * 2  # an order of kinds: which a, which b is where
    while s.count[DECK]:
        put_card(s, HAND, take_top(s, DECK))
    assert count_deals(s, ZONES) == 1  # all in a hand: there is one way


def test_cards_alike_are_dealt_as_often_as_the_ways_they_can_lie() -> None:
    s = dealt(3)
    hide_zones(s, ZONES.seen, 0)
    data, drawn, ways = bytes(s), Counter[bytes](), {}
    for r in range(4000):
        determinized = Table.from_bytes(data)
        fill_zones(
            determinized, ZONES.totals, ZONES.ordered, r * 0x1B03738712FAD5C9 >> 3 & (1 << 63) - 1
        )
        drawn[bytes(determinized)] += 1
        ways[bytes(determinized)] = count_deals(determinized, ZONES)
    share = 4000 / sum(ways.values())
    assert len(ways) > 2
    assert all(
        abs(count - ways[w] * share) < 5 * (ways[w] * share) ** 0.5 for w, count in drawn.items()
    )


def test_a_game_with_zones_is_shown_zone_by_zone() -> None:
    with compilation.interpreting():
        state = ridges().new(seed=1)
        mine, others = str(state.observe(0)), str(state.observe(-1))
    assert mine.splitlines()[:2] == ["Player 1 (you)", "  hand: 2 4 6 6"]
    assert "deck: 16 face down" in mine
    assert others.count("hand: 4 face down") == 2
    assert "-1" not in mine


def test_cards_in_hand_and_zones_to_go_to_can_be_clicked() -> None:
    with compilation.interpreting():
        state = ridges().new(seed=1)
        near = next(b for b in boards(state, 0) if b.name == "near")
        waiting = "".join(board.body for board in boards(state, 1))
    for word in ("2", "4", "6", "north", "middle", "south"):
        assert f'data-word="{word}"' in near.body
    assert "data-word" not in waiting  # it is not their turn


def boards(state: Any, player: int) -> list[Any]:
    from spinney.core import rendering

    return rendering.boards(state.observe(player), "narrow")
