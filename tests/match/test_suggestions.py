"""Moves that are suggested to people: plain requests, and what they gain."""

from __future__ import annotations

import pytest
from tests.match.test_narration import FORBIDDEN, GAMES, NAMES

import spinney
from spinney.core import compilation, notation, suggestions
from spinney.core.gains import gains
from spinney.core.score_sheet import sheet
from spinney.core.state import Observation, State
from spinney.i18n import in_language

LENGTH = 60


def choices(name: str, options: dict[str, object]) -> list[tuple[Observation, str, State]]:
    """Return choices of a random game: what was seen, the move, and the state before it."""
    game = spinney.game(name, **options)
    state, found = game.new(5).with_names(NAMES[: game.num_players]), []
    for number in range(LENGTH):
        player = state.to_act[0]
        view = state.observe(player)
        move = view.legal.sample(number)
        found.append((view, move, state))
        state = state.play(player, move)
    return found


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_moves_are_told_without_notation_in_all_languages(
    name: str, options: dict[str, object]
) -> None:
    with compilation.interpreting():
        made = choices(name, options)
        by_language = {}
        for language in ("en", "de"):
            with in_language(language):
                described = [suggestions.describe(view, move) for view, move, _state in made]
                reasons = [suggestions.benefit(view, move) for view, move, _state in made[::4]]
            texts = [*described, *filter(None, reasons)]
            assert [text for text in texts if FORBIDDEN.search(text)] == []
            assert all(reason.endswith(".") for reason in reasons if reason)
            assert any(reasons)
            by_language[language] = described
        assert all(text not in by_language["en"] for text in by_language["de"])


@pytest.mark.parametrize("name", ["arboretum", "build-your-arboretum"])
def test_gains_are_those_of_the_score_sheet(name: str) -> None:
    with compilation.interpreting():
        gained = 0
        for view, move, state in choices(name, {}):
            rows = {row.key: row.points[view.player] for row in sheet(view).rows}
            after = state.apply_actions(view.player, notation.read(view, move))[-1].state
            seen = after.observe(view.player)
            then = {row.key: row.points[view.player] for row in sheet(seen).rows}
            for gain in gains(view, notation.read(view, move)):
                assert (gain.before, gain.after) == (rows.get(gain.key, 0), then[gain.key])
                gained += gain.after - gain.before
        assert gained > 0


def test_there_is_a_reason_to_draw_to_send_and_to_start() -> None:
    with compilation.interpreting():
        view = spinney.game("arboretum").new(5).observe(0)
        assert suggestions.benefit(view, "draw deck").startswith(("Nobody sees", "No card on a"))
        state = spinney.game("build-your-arboretum").new(5)
        view = state.observe(state.to_act[0])
        assert "sends one parrot fewer" in suggestions.benefit(view, "first red")
        bidding = state.play(view.player, "first red")
        view = bidding.observe(0)
        assert suggestions.describe(view, "bid 2b 1b 1g").endswith(
            "2 + 1 to the bulletin and 1 to the garden"
        )
        assert suggestions.benefit(view, "bid 2b 1b 1g") == (
            "Up to 3 turns. Only larger flocks come before yours of 2."
        )
        assert suggestions.benefit(bidding.observe(1), "bid 2b 1b 1g") == (
            "Up to 3 turns. Only flocks of 2 and more come before yours."
        )
        assert suggestions.benefit(view, "bid 1g") == "Up to 1 turn."


def test_a_planting_names_the_card_and_what_grows_beside_it() -> None:
    with compilation.interpreting():
        game = spinney.game("build-your-arboretum")
        deck = [f"{suit}{number}" for number in range(1, 9) for suit in "PQRSTUVW"]
        state = game.new(deck=deck).play(0, "first red").play(0, "bid none").play(1, "bid none")
        state = state.play(0, "bid 2g 2g 1g").play(1, "bid none")

        view = state.observe(0)
        assert suggestions.describe(view, "plant U1 B2") == "Plant Poinciana 1 as your first tree"
        assert suggestions.describe(view, "dig P1 F6") == "Plant Cassia 1 as your first tree"
        view = state.play(0, "plant U1 B2").observe(0)
        assert suggestions.describe(view, "plant Q2 B3") == "Plant Lilac 2 below Poinciana 1"
        assert suggestions.describe(view, "dig T1 A2") == (
            "Plant Jacaranda 1 to the left of Poinciana 1"
        )


@pytest.mark.parametrize("verb", ["plant", "dig"])
def test_a_planting_whose_card_is_chosen_names_that_card(verb: str) -> None:
    with compilation.interpreting():
        state = spinney.game("build-your-arboretum").new(5)
        state = state.play(state.to_act[0], "first red").play(0, "bid none").play(1, "bid none")
        state = state.play(0, "bid 1g").play(1, "bid none")
        move = next(move for move in state.legal(0) if move.startswith(verb))
        whole = suggestions.describe(state.observe(0), move)

        held = state.apply_action(0, notation.read(state.observe(0), move)[0])
        assert held.mid_move(0)
        assert suggestions.describe(held.observe(0), move.split()[-1]) == whole


def test_a_game_without_words_suggests_moves_as_they_are_written(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with compilation.interpreting():
        view = spinney.game("arboretum").new(5).observe(0)
        assert notation.read(view, "draw deck")
        monkeypatch.setattr(type(view.game), "part", lambda _game, _name: None)
        assert suggestions.describe(view, "draw deck") == "draw deck"
        assert suggestions.benefit(view, "draw deck") == ""


def test_a_move_is_compared_with_the_next_best() -> None:
    assert suggestions.compare(57, []) == ""
    assert "only 40 %" in suggestions.compare(57, [40, 20])
    assert "comes close: 56 %" in suggestions.compare(57, [40, 56])
    assert "as good" in suggestions.compare(57, [57])
    assert "60 %" in suggestions.compare(57, [60])
