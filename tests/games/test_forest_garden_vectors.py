"""Games of Forest Garden played by a program that shares no code with ours, with no difference.

They are played action by action by the interpreted rules, which check every index, and with plants
of their own: a deck file without heights, marks and arrows.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

import spinney
from spinney.core import compilation
from spinney.games.forest_garden.deck.deals import set_deal
from spinney.games.forest_garden.deck.plant import CARDS, IDS, card_number
from spinney.games.forest_garden.deck.plants import plants_of
from spinney.games.forest_garden.rules import record
from spinney.games.forest_garden.rules.record import PLACE_NAMES, PLACES

DATA = Path(__file__).resolve().parent.parent / "data" / "forest_garden"
BONUSES = ("colours", "fruits")


@cache
def games() -> list[dict[str, Any]]:
    """The 100 games another implementation played: 2 to 7 players, all options but tasks."""
    with gzip.open(DATA / "games.jsonl.gz", "rt") as lines:
        return [json.loads(line) for line in lines]


class Table:
    """A game in progress, and what a spectator has observed since the last action."""

    def __init__(self, played: dict[str, Any]) -> None:
        options = {key: value for key, value in played["options"].items() if value is not None}
        self.game = spinney.game("forest-garden", **options, plants=DATA / "plants-for-games.csv")
        self.plants = plants_of(self.game)
        engine = compilation.interpreted(self.game)
        self.rules, self.rows = engine.rules, engine.rows(2)
        self.out = engine.ints(record.CODES)
        self.rules.deal_at(self.rows, 0, engine.array(self.game.settings), 1)
        decks = [deck["cards"] for deck in played["decks"]]
        set_deal(self.s, decks, played["box"], [*lots(played)])
        self.rules.begin_at(self.rows, 0)
        self.facts: list[int] = []

    @property
    def s(self) -> Any:
        return self.rows[0]

    @property
    def to_act(self) -> list[int]:
        bits = self.rules.to_act_at(self.rows, 0)
        return [p for p in range(self.game.num_players) if bits >> p & 1]

    def legal(self, player: int, row: int = 0) -> list[int]:
        """The actions a player can take."""
        return self.written(self.rules.legal_at(self.rows, row, player, self.out))

    def written(self, count: int) -> list[int]:
        """The first so many of what a rule wrote."""
        return list(self.out)[:count]

    def after(self, player: int, action: int) -> list[int]:
        """The actions that could follow an action in the same move."""
        self.rows[1] = self.rows[0]
        self.rules.apply_at(self.rows, 1, player, action)
        return self.legal(player, 1)

    def take(self, player: int, action: int) -> None:
        """Take a legal action."""
        assert action in self.legal(player)
        self.rules.apply_at(self.rows, 0, player, action)

    def settle(self, *phases: int) -> None:
        """Perform the stages that are due in these phases, and add up what a spectator hears."""
        while not self.to_act and self.s.phase in phases:
            self.rows[1] = self.rows[0]
            stage = self.rules.settle_at(self.rows, 0)
            count = self.rules.events_at(self.rows, 1, 0, -1, -1, stage, self.out)
            assert min(stage, count) > 0
            self.facts += self.written(count)

    def observed(self, first: int, last: int) -> list[int]:
        """The facts of a kind that were observed."""
        return [fact - first for fact in self.facts if first <= fact < last]


def lots(played: dict[str, Any]) -> Iterator[list[int]]:
    """Orders of the seats in which those who tied in a round come as the lot said."""
    for round_ in played["rounds"]:
        first = [p for event in round_["specials"] for p in event.get("order", ())]
        yield [*first, *(p for p in range(played["players"]) if p not in first)]


def replay(played: dict[str, Any]) -> None:
    """Play a game as it was played, and hold everything against what was written down."""
    table = Table(played)
    for draw in played["setup"]["draws"]:
        assert table.to_act == [draw["player"]]
        table.take(draw["player"], record.DRAW + draw["deck"] - 1)
        assert hand(table.s, draw["player"]) == [draw["card"]]
    for round_ in played["rounds"]:
        table.facts = []
        check_year(table, round_)
        choose(table, round_)
        check_sharing(table, round_["resolution"])
        for event in round_["plays"]:
            play(table, event)
        table.settle(record.ORDER, record.ACTIONS_DUE)
        for event in round_["specials"]:
            play(table, event)
        assert table.s.phase in (record.SEASON, record.CLOSING)
        check_snapshot(table, round_["end"])
        assert table.rules.is_consistent_at(table.rows, 0)
    table.settle(record.CLOSING)
    for event in played["last"]:
        play(table, event)
    assert table.s.phase == record.OVER
    check_snapshot(table, played["final"])
    check_scores(table, played)


# The year.


def check_year(table: Table, round_: dict[str, Any]) -> None:
    """Action 1 and the new offers."""
    table.settle(*range(record.SEASON, record.CHOOSING))
    s = table.s
    assert (s.round_number, record.phase_of_year(s)) == (round_["round"], round_["phase"])
    assert table.observed(record.SEASON_COMES, record.FLOWERED) == [round_["round"]]
    flowers = table.observed(record.FLOWERED, record.IN_VAIN)
    assert by_place(flowers, 2) == events(round_["flowering"], value=True)
    failures = table.observed(record.IN_VAIN, record.HARVESTED)
    assert by_place(failures, 1) == events(round_["vain"], value=False)
    fruits = table.observed(record.HARVESTED, record.LEAVES_HARVESTED)
    leaves = table.observed(record.LEAVES_HARVESTED, record.OFFERED)
    harvest = [*by_place(fruits, 2), *by_place(leaves, 1)]
    assert sorted(harvest) == sorted(events(round_["harvest"], value=True))
    tops = [IDS[s.deck[d, s.left[d] - 1]] if s.open[d] else None for d in range(s.players)]
    assert tops == round_["offers"]


def by_place(codes: Sequence[int], values: int) -> list[tuple[int, str, int]]:
    """Player, place and value of facts about places."""
    found = (divmod(code, values) for code in codes)
    return [(at // PLACES, PLACE_NAMES[at % PLACES], value + 1) for at, value in found]


def events(written: Sequence[dict[str, Any]], *, value: bool) -> list[tuple[int, str, int]]:
    return [(e["player"], e["place"], e["value"] if value else 1) for e in written]


# Choosing and sharing.


def choose(table: Table, round_: dict[str, Any]) -> None:
    """All choices, in seat order."""
    for p, (words, choice) in enumerate(zip(round_["legal"], round_["choices"], strict=True)):
        assert (p in table.to_act) == bool(words)
        if words:
            assert table.legal(p) == [choosing(word) for word in words]
            table.take(p, choosing(choice))


def choosing(word: int | str) -> int:
    return record.CHOOSE + (record.SPECIAL if word == "special" else int(word) - 1)


def check_sharing(table: Table, written: Sequence[dict[str, Any]]) -> None:
    """Who got what of the decks that were chosen, and what was drawn."""
    before = [sorted(hand(table.s, p)) for p in range(table.game.num_players)]
    table.facts = []
    table.settle(record.CHOOSING, record.SHARING)
    got = [*chain.from_iterable(resolved(contest) for contest in written)]
    assert [code for code in table.facts if not record.CHOSE <= code < record.TAKES] == got
    for contest in written:
        for p, card in received(contest):
            before[p] = sorted([*before[p], card])
    assert before == [sorted(hand(table.s, p)) for p in range(table.game.num_players)]


def resolved(contest: dict[str, Any]) -> Iterator[int]:
    """What a spectator hears of a deck that is shared out."""
    card, winner = card_number(contest["card"]), contest["winner"]
    if winner is None:
        yield record.DISCARDED + card
    else:
        yield record.TAKES + winner * CARDS + card
        if contest["paid"]:
            yield record.PAYS + winner
    for draw in contest["draws"]:
        if draw["card"] is None:
            yield record.NO_CARD + draw["player"]
        else:
            yield record.DREW + draw["player"] * record.DECKS + draw["deck"] - 1


def received(contest: dict[str, Any]) -> Iterator[tuple[int, str]]:
    """Who received which cards."""
    if contest["winner"] is not None:
        yield contest["winner"], contest["card"]
    for draw in contest["draws"]:
        if draw["card"] is not None:
            yield draw["player"], draw["card"]


# What is played.


def play(table: Table, event: dict[str, Any]) -> None:
    """One event of the plays, the special actions or the last action."""
    globals()[f"play_{event['do']}"](table, event)
    if table.s.phase == record.ACTIONS_DUE:
        table.settle(record.ACTIONS_DUE)


def check_plays(table: Table, event: dict[str, Any]) -> None:
    """The number of legal plays: of cards and places, cards to sell, cards and buyers."""
    player = event["player"]
    assert table.to_act == [player]
    ways = table.legal(player)
    grow = [action for action in ways if record.GROW <= action < record.OFFER]
    sell = [action for action in ways if record.SELL <= action < record.GROW]
    offer = [action for action in ways if record.OFFER <= action < record.AT]
    more = [sum(len(table.after(player, action)) for action in kind) for kind in (grow, offer)]
    assert event["legal"] == [more[0], len(sell), more[1]]


def play_plant(table: Table, event: dict[str, Any]) -> None:
    check_plays(table, event)
    player, card, s = event["player"], card_number(event["card"]), table.s
    storage, dark, used = s.storage[player], dark_cubes(s, player), s.used[player]
    table.take(player, record.GROW + card)
    table.take(player, record.AT + PLACE_NAMES.index(event["place"]))
    assert storage - s.storage[player] == event["fee"]
    after = dark_cubes(s, player)
    assert [name for name in after if after[name] > dark.get(name, 0)] == sorted(event["dark"])
    due = [name for k, name in enumerate(BONUSES) if (s.used[player] & ~used) >> k & 1]
    assert due == event["due"]


def play_sell(table: Table, event: dict[str, Any]) -> None:
    check_plays(table, event)
    player, s = event["player"], table.s
    storage = s.storage[player]
    table.take(player, record.SELL + card_number(event["card"]))
    assert s.storage[player] - storage == event["got"]


def play_offer(table: Table, event: dict[str, Any]) -> None:
    check_plays(table, event)
    table.take(event["player"], record.OFFER + card_number(event["card"]))
    table.take(event["player"], record.TO + event["to"])
    table.take(event["to"], record.ACCEPT if event["accepted"] else record.REFUSE)


def play_bonus(table: Table, event: dict[str, Any]) -> None:
    """Where there is no deck to look at, nobody is asked."""
    player, decks = event["player"], event["legal"]
    if not decks:
        return
    assert table.to_act == [player]
    assert BONUSES[table.s.bonus] == event["kind"]
    assert table.legal(player) == [record.DECLINE, *(record.LOOK + deck - 1 for deck in decks)]
    if event["deck"] is None:
        table.take(player, record.DECLINE)
        return
    assert bool(table.s.open[event["deck"] - 1]) == event["face_up"]
    table.take(player, record.LOOK + event["deck"] - 1)
    assert picks(table, player) == sorted(event["seen"])
    table.take(player, record.PICK + card_number(event["card"]))


def play_alternative(table: Table, event: dict[str, Any]) -> None:
    player, s = event["player"], table.s
    check_actions(table, event)
    piled = s.piled
    table.take(player, record.SWAP)
    assert pile(s)[piled:] == event["discarded"]
    tops = [IDS[s.deck[d, s.left[d] - 1]] if s.left[d] else None for d in range(s.players)]
    assert tops == event["offers"]
    assert picks(table, player) == sorted(filter(None, tops))
    table.take(player, record.PICK + card_number(event["card"]))


def play_search(table: Table, event: dict[str, Any]) -> None:
    player, source = event["player"], event["source"]
    check_actions(table, event)
    deck = record.PILE if source == "discard" else source - 1
    table.take(player, record.SEARCH + deck)
    assert len(picks(table, player)) == event["seen"]
    table.take(player, record.PICK + card_number(event["card"]))


def check_actions(table: Table, event: dict[str, Any]) -> None:
    """Which special actions were possible."""
    assert table.to_act == [event["player"]]
    kinds = {
        "alternative" if action == record.SWAP else "search"
        for action in table.legal(event["player"])
    }
    assert kinds == {*event["legal"]}


def play_nothing(table: Table, event: dict[str, Any]) -> None:
    assert event["player"] in table.observed(record.UNABLE, record.MISSED)


def play_lot(table: Table, event: dict[str, Any]) -> None:
    by_lot = table.observed(record.DRAWN_BY_LOT, record.NEXT)
    assert [p for p in by_lot if p in event["players"]] == event["order"]


def play_forfeit(table: Table, event: dict[str, Any]) -> None:
    assert {*event["players"]} <= {*table.observed(record.FORFEITED, record.UNABLE)}


def picks(table: Table, player: int) -> list[str]:
    return [IDS[action - record.PICK] for action in table.legal(player)]


# Snapshots.


def hand(s: Any, player: int) -> list[str]:
    return [IDS[s.hand[player, k]] for k in range(record.MOST_HELD) if s.hand[player, k] >= 0]


def pile(s: Any) -> list[str]:
    return [IDS[s.pile[i]] for i in range(s.piled)]


def dark_cubes(s: Any, player: int) -> dict[str, int]:
    found = ((PLACE_NAMES[i], s.dark[player, i]) for i in range(PLACES))
    return {name: dark for name, dark in found if dark}


def check_snapshot(table: Table, written: dict[str, Any]) -> None:
    """Everything that lies on the table."""
    s = table.s
    decks = range(s.players)
    assert [s.left[d] for d in decks] == written["decks"]
    tops = [IDS[s.deck[d, s.left[d] - 1]] if s.open[d] else None for d in decks]
    assert tops == written["face_up"]
    assert pile(s) == written["discard"]
    for p, own in enumerate(written["players"]):
        assert s.storage[p] == own["storage"]
        assert sorted(hand(s, p)) == sorted(own["hand"])
        places = [(PLACE_NAMES[i], s.garden[p, i], s.cubes[p, i]) for i in range(PLACES)]
        assert {name: IDS[card] for name, card, _ in places if card >= 0} == own["garden"]
        assert {name: cubes for name, _, cubes in places if cubes} == own["cubes"]
        assert dark_cubes(s, p) == own["dark"]
        assert [name for k, name in enumerate(BONUSES) if s.used[p] >> k & 1] == own["bonuses"]


def check_scores(table: Table, played: dict[str, Any]) -> None:
    out, players = table.out, table.game.num_players
    table.rules.score_at(table.rows, 0, out)
    assert table.written(players) == [score["total"] for score in played["scores"]]
    table.rules.outcome_at(table.rows, 0, out)
    assert [p for p in range(players) if out[p] >= 0] == played["winners"]


@pytest.mark.long
@pytest.mark.parametrize("number", range(0, 100, 10))
def test_recorded_games(number: int) -> None:
    for played in games()[number : number + 10]:
        replay(played)
