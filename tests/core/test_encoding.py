"""Observations as arrays: complete, within bounds, the same for states that look the same."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence

import numpy as np
import pytest
from tests.hedges import hedge, ridges

import spinney
from spinney.core.encoding import encoding
from spinney.core.errors import Refused
from spinney.core.field_codes import MOST_BYTE
from spinney.core.game import Game
from spinney.core.state import Observation, State
from spinney.kernel.field_meaning import (
    ActionNumber,
    Amount,
    Card,
    GridCell,
    bounds,
    description,
    is_meant,
)
from spinney.kernel.records import Field

Policy = Callable[[Sequence[int], random.Random], int]

GAMES: dict[str, Callable[[], Game]] = {
    "arboretum 2": lambda: spinney.game("arboretum"),
    "arboretum 4": lambda: spinney.game("arboretum", players=4),
    "build-your-arboretum": lambda: spinney.game("build-your-arboretum"),
    "spring-2021": lambda: spinney.game("spring-2021"),
    "spring-2021 wood": lambda: spinney.game("spring-2021", league="wood-2"),
    "forest-garden 2": lambda: spinney.game("forest-garden", players=2),
    "forest-garden 7": lambda: spinney.game("forest-garden", players=7, tasks=True),
    "hedge": hedge,
    "ridges": ridges,
}
POLICIES: dict[str, Policy] = {
    "random": lambda actions, rng: rng.choice(actions),
    "first": lambda actions, rng: actions[0] if rng.random() < 0.9 else rng.choice(actions),
    "last": lambda actions, rng: actions[-1] if rng.random() < 0.9 else rng.choice(actions),
}


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> Game:
    return GAMES[request.param]()


def played(game: Game, policy: Policy, seed: int, most: int = 250) -> Iterator[State]:
    """Yield the states of a game."""
    rng, state = random.Random(seed), game.new(seed=seed)
    for _ in range(most):
        yield state
        if state.over:
            return
        player = rng.choice(state.to_act)
        state = state.apply_action(player, policy(state.legal_actions(player), rng))


def some_views(game: Game, seed: int = 1) -> list[Observation]:
    """Views of a random game: of each state one player's or a spectator's."""
    states = list(played(game, POLICIES["random"], seed))
    return [state.observe(n % (game.num_players + 1) - 1) for n, state in enumerate(states)][::3]


def field_of(game: Game, name: str) -> Field:
    found: Field = game.record_class.fields[name]
    return found


def test_every_field_says_what_it_means(game: Game) -> None:
    for name, declared in game.record_class.fields.items():
        assert declared.holds is not None, name
        assert description(declared.holds)
        low, high = bounds(declared.holds)
        assert declared.low <= low <= high <= declared.high, f"{name} fits its field"


@pytest.mark.parametrize("policy", POLICIES)
def test_no_number_leaves_its_bounds(game: Game, policy: str) -> None:
    wrong = set()
    for seed in range(2):
        for number, state in enumerate(played(game, POLICIES[policy], seed)):
            view = state.observe(number % (game.num_players + 1) - 1)
            for data in (state.data, view.data):
                record = np.frombuffer(data, game.record_class.dtype)[0]
                for name, declared in game.record_class.fields.items():
                    for value in np.unique(record[name]).tolist():
                        if not is_meant(declared.holds, value):
                            wrong.add((name, value))
    assert not wrong


def test_the_layout_covers_a_tensor_without_gaps(game: Game) -> None:
    end = 0
    for layout in game.layout.values():
        assert layout.slice.start == end
        end = layout.slice.stop
        assert end - layout.slice.start == np.prod(layout.shape)
    assert end == game.tensor_size


def test_arrays_have_the_shapes_and_types_that_the_game_tells(game: Game) -> None:
    for view in some_views(game)[:6]:
        floats, small, tokens = view.tensor(), view.tensor("u1"), view.tokens()
        assert (floats.shape, floats.dtype) == ((game.tensor_size,), np.dtype("f4"))
        assert (small.shape, small.dtype) == ((game.tensor_size,), np.dtype("u1"))
        assert (tokens.shape, tokens.dtype) == ((game.num_tokens,), np.dtype("i2"))
        for layout in game.layout.values():
            if not isinstance(layout.holds, GridCell):  # at its origin a cell's floats are 0
                assert np.array_equal(floats[layout.slice] != 0, small[layout.slice] != 0)
        assert tokens.min() >= 0
        mask = view.mask()
        assert (mask.shape, mask.dtype) == ((game.num_actions,), np.dtype("u1"))
        assert tuple(np.flatnonzero(mask)) == view.legal_actions


def test_states_that_look_the_same_have_the_same_arrays(game: Game) -> None:
    for number, view in enumerate(some_views(game)[::4]):
        twin = view.determinize(number).observe(view.player)
        assert np.array_equal(twin.tensor(), view.tensor())
        assert np.array_equal(twin.tensor("u1"), view.tensor("u1"))
        assert np.array_equal(twin.tokens(), view.tokens())


def test_views_that_differ_have_different_arrays(game: Game) -> None:
    left_out = [
        name for name, declared in game.record_class.fields.items() if name not in game.layout
    ]
    seen: dict[tuple[int, bytes], bytes] = {}
    tokens: dict[tuple[int, bytes], bytes] = {}
    for seed in range(2):
        for view in some_views(game, seed):
            record = np.frombuffer(bytearray(view.data), game.record_class.dtype)
            for name in left_out:
                record[name] = 0
            data = record.tobytes()
            assert seen.setdefault((view.player, view.tensor().tobytes()), data) == data
            assert tokens.setdefault((view.player, view.tokens().tobytes()), data) == data


def test_the_viewers_own_numbers_come_first() -> None:
    game = spinney.game("spring-2021")
    state = list(played(game, POLICIES["random"], 3))[40]
    record = state.record
    assert list(record.sun) != list(record.sun)[::-1]
    for viewer in range(2):
        own = [record.sun[viewer], record.sun[1 - viewer]]
        view = state.observe(viewer)
        assert view.tensor("u1")[game.layout["sun"].slice].tolist() == own
        trees = view.tensor("u1")[game.layout["trees"].slice].reshape(game.layout["trees"].shape)
        cells = [n for n in range(37) if record.trees[viewer, 1] >> n & 1]
        assert np.flatnonzero(trees[0, 1]).tolist() == cells
    spectator = state.observe(-1).tensor("u1")[game.layout["sun"].slice]
    assert spectator.tolist() == list(record.sun)


def test_places_of_cards_are_turned_to_the_viewer() -> None:
    game = spinney.game("arboretum", players=3)
    state = list(played(game, POLICIES["random"], 5))[30]
    layout = game.layout["where"]
    own = [state.observe(p).tensor("u1")[layout.slice].reshape(layout.shape) for p in range(3)]
    hands = [np.flatnonzero(where[:, 3]) for where in own]  # after ABSENT, DECK, UNSEEN
    for player, cards in enumerate(hands):
        assert cards.tolist() == [c for c, at in enumerate(state.record.where) if at == 8 + player]


def test_stacks_tell_of_each_card_where_it_lies() -> None:
    game = spinney.game("forest-garden", players=2)
    state = list(played(game, POLICIES["random"], 5))[110]
    view, record = state.observe(0), state.observe(0).record
    lies = {card: [0, n] for n, card in enumerate(record.pile) if card >= 0}
    assert lies, "something has been discarded"
    decks = np.array(list(record.deck)).reshape(7, 32)
    seen = {int(decks[d, n]): [d, n] for d, n in zip(*np.nonzero(decks >= 0), strict=True)}
    assert seen, "the offers lie face up"
    for name, found, shape in (("pile", lies, (64,)), ("deck", seen, (2, 32))):
        layout, axes = game.layout[name], len(shape)
        small = view.tensor("u1")[layout.slice].reshape(layout.shape)
        floats = view.tensor()[layout.slice].reshape(layout.shape)
        assert layout.shape == (224, 1 + axes)
        for card in range(224):
            expected = [1, *found[card][-axes:]] if card in found else [0] * (1 + axes)
            assert small[card].tolist() == expected
            parts = [at / length for at, length in zip(expected[1:], shape, strict=True)]
            assert floats[card].tolist() == pytest.approx([expected[0], *parts])


def test_arrays_are_cut_to_the_players_there_are() -> None:
    for players in (2, 7):
        layout = spinney.game("forest-garden", players=players).layout
        assert layout["garden"].shape[0] == layout["left"].shape[0] == players
        assert layout["due"].shape[0] == 2 * players


def test_amounts_are_in_units_of_what_is_typical_and_bytes_stop_at_255() -> None:
    game = spinney.game("spring-2021")
    state = list(played(game, POLICIES["random"], 3))[40]
    holds = game.layout["sun"].holds
    assert isinstance(holds, Amount)
    floats = state.observe(0).tensor()[game.layout["sun"].slice]
    assert floats.tolist() == pytest.approx([s / holds.typical for s in state.record.sun])
    rich = np.frombuffer(bytearray(state.observe(0).data), game.record_class.dtype)
    rich["sun"][0, 0] = 300
    view = Observation(game, rich.tobytes(), 0)
    assert view.tensor("u1")[game.layout["sun"].slice][0] == MOST_BYTE


def test_a_field_that_says_nothing_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    game = spinney.game("spring-2021", league="wood-1")
    encoding.cache_clear()  # other tests may have asked for this game's
    monkeypatch.setattr(field_of(game, "sun"), "holds", None)
    with pytest.raises(Refused, match="the field 'sun' doesn't say what it holds; declare it"):
        _ = game.layout


def test_actions_are_counted_and_described() -> None:
    game = spinney.game("spring-2021")
    assert game.num_actions == 149
    assert [game.describe(action) for action in (0, 1, 75)] == ["WAIT", "GROW 0", "SEED 0"]
    with pytest.raises(Refused, match="spring-2021 has no action 149; actions are 0 to 148"):
        game.describe(149)


@pytest.mark.parametrize(
    ("meaning", "words"),
    [
        (Amount(0, 9), "a number from 0 to 9"),
        (
            Card(8, "suit * 2 + number", blanks={-1: "none"}),
            "a card, 0 to 7 (suit * 2 + number); -1: none",
        ),
        (ActionNumber(5), "an action, 0 to 4"),
    ],
)
def test_meanings_are_described(meaning: Amount | Card | ActionNumber, words: str) -> None:
    assert description(meaning) == words
