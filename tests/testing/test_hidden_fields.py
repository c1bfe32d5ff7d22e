"""The fields and zones that observations hide, for `spinney check-game`."""

from __future__ import annotations

from tests.hedges import hedge, ridges

from spinney.core import compilation
from spinney.core.game import Game
from spinney.core.state import Observation
from spinney.testing.hidden_fields import hidden_fields, hidden_text, secret_zones


def hidden(game: Game, player: int) -> set[str]:
    with compilation.interpreting():
        state = game.new(seed=1)
        return set(hidden_fields(state, state.observe(player)))


def test_of_cards_in_zones_the_zones_are_told() -> None:
    assert hidden(ridges(), 0) == hidden(ridges(), -1) == {"cards of hand", "cards of deck"}
    assert secret_zones(ridges()) == {"cards of hand", "cards of deck"}


def test_of_other_records_the_fields_are_told() -> None:
    assert hidden(hedge(), 0) == {"where"}
    assert not secret_zones(hedge())


def test_a_view_of_everything_hides_nothing() -> None:
    with compilation.interpreting():
        state = ridges().new(seed=1)
        assert not set(hidden_fields(state, Observation(state.game, state.data, 0)))


def test_the_author_is_told_what_is_never_hidden() -> None:
    game = ridges()
    assert hidden_text(hedge(), {"where"}) == "hidden from somebody: where"
    assert hidden_text(hedge(), set()).startswith("hidden from somebody: nothing; every player")
    assert hidden_text(game, {"cards of deck"}).splitlines() == [
        "hidden from somebody: cards of deck",
        "never seen hidden, though ZONES hides it: cards of hand",
    ]
