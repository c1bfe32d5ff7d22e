"""Sentences of the log: plain words with people's names, for each observer what they know."""

from __future__ import annotations

import pickle
import re

import pytest

import spinney
from spinney.core import compilation
from spinney.core.narration import named
from spinney.core.state import Observation
from spinney.match import Header, Match
from spinney.match.player_names import player_names

NAMES = ("Anna", "<b>Ben</b>", "Wilhelmina Bartholomew Featherstone-Smyth"[:40], "Dora")
GAMES: tuple[tuple[str, dict[str, object]], ...] = (
    ("arboretum", {"players": 3}),
    ("build-your-arboretum", {}),
    ("forest-garden", {"players": 4, "tasks": True, "special_tie": "agree", "direct_sale": True}),
    ("spring-2021", {}),
)
FORBIDDEN = re.compile(
    r"[Pp]layer \d|^(Red|Blue)\b|\b(red|blue)\b|\bsaid?\b|[{}\ue000-\ue0ff]"
    r"|-?\d,-?\d|\b[P-W][1-8]\b|\b(AS|EU|NA)\d\d\b|\b(GROW|SEED|COMPLETE|WAIT)\b"
)
"""What no sentence says where names are known: seats, notation, coordinates."""
LENGTH = 160


def played(name: str, options: dict[str, object], seed: int = 5) -> Match:
    game = spinney.game(name)
    known = {option.name for option in game.options}
    game = game.with_options(**{key: value for key, value in options.items() if key in known})
    match = Match.begin(Header(game, NAMES[: game.num_players], seed=seed))
    for number in range(LENGTH):
        if match.over:
            break
        player = match.to_act[0]
        late = number % 17 == 16
        move = "" if late else match.view(player).legal.sample(number)
        match = match.forfeit(player, 1, 0) if late else match.play(player, move, 0)
    return match if match.over else match.resign(match.to_act[0], 0)


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_sentences_have_names_and_no_notation(name: str, options: dict[str, object]) -> None:
    with compilation.interpreting():
        match = played(name, options)
        for observer in range(-1, match.game.num_players):
            sentences = [line for lines in match.sentences_since(observer) for line in lines]
            texts = [named(line.text, NAMES.__getitem__) for line in sentences]
            assert len(texts) > LENGTH / 5
            assert [text for text in texts if FORBIDDEN.search(text)] == []
            yours = [
                line.player for line, text in zip(sentences, texts, strict=True) if "You " in text
            ]
            assert set(yours) <= {observer, -1}
            assert bool(yours) is (observer >= 0)
            assert any(line.notation for line in sentences)


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_who_looks_on_is_never_you(name: str, options: dict[str, object]) -> None:
    with compilation.interpreting():
        match = played(name, options)
        for lines in match.sentences_since(-1):
            for line in lines:
                assert not re.search(r"\b[Yy]ou\b|\b[Yy]our\b", line.text)


def test_records_and_the_api_keep_their_words() -> None:
    with compilation.interpreting():
        match = played("build-your-arboretum", {})
        before = match.record(), match.log(0)
        assert match.sentences_since(0)
        assert (match.record(), match.log(0)) == before
        assert any(line.text.startswith("plant ") for line in match.log(0))


def test_names_are_a_part_of_what_is_shown_and_of_nothing_else() -> None:
    with compilation.interpreting():
        state = spinney.game("arboretum").new(seed=1)
        view = state.observe(0)
        shown = view.with_names(("Anna", "Ben"))
        assert shown != view  # so nothing that is cached by a view can have others' names
        assert shown.with_names(()) == view
        assert shown.game.player_names == view.game.player_names
        assert shown.game.link_key == view.game.link_key
        assert shown.to_json() == view.to_json()
        assert shown.game.with_options(players=3).people == ()
        again = pickle.loads(pickle.dumps(shown))  # noqa: S301 - our own
        assert isinstance(again, Observation)
        assert (again, again.game.display_names) == (shown, ("Anna", "Ben"))
        for layout in ("wide", "narrow"):
            assert "Ben" in shown.svg(layout)
            assert "Player 2" not in shown.svg(layout)


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_boards_take_any_names(name: str, options: dict[str, object]) -> None:
    with compilation.interpreting():
        match = played(name, options)
        names = NAMES[: match.game.num_players]
        for player in (-1, 0):
            for layout in ("wide", "narrow"):
                svg = match.view(player).with_names(names).svg(layout)
                assert "<b>" not in svg
                assert "&lt;b&gt;Ben" in svg
                assert f">{NAMES[2]}</text>" not in svg  # it is cut: 40 letters fit nowhere
                assert not re.search(r"[Pp]layer \d|Red’s|Blue’s", svg)


def test_everybody_is_called_otherwise() -> None:
    own = ("Player 1", "Player 2", "Player 3", "Player 4")
    alone = ("me", "level:sapling", "level:tree", "level:sapling")
    assert player_names(own, alone, 0) == ("You", "Sapling 1", "Tree", "Sapling 2")
    assert player_names(own, alone, -1) == ("Player 1", "Sapling 1", "Tree", "Sapling 2")
    assert player_names(own, alone, 1)[0] == "Player 1"  # whose view is not their own
    friends = ("me", "friend", "Ann", "bot:rex")
    for reader in (-1, 0, 1):  # two at one screen: neither is "you"
        assert player_names(own, friends, reader) == ("Player 1", "Player 2", "Ann", "rex")


def test_who_changes_a_sealed_choice_reads_so_and_nobody_else_does() -> None:
    with compilation.interpreting():
        match = Match.begin(Header(spinney.game("build-your-arboretum"), NAMES[:2], seed=5))
        match = match.play(match.to_act[0], "first red", 0)
        for bid in ("bid none", "bid 1g 1b"):
            match = match.play(0, bid, 0)
        told = [[line.text for lines in match.sentences_since(p) for line in lines] for p in (0, 1)]
        assert told[0][-2:] == ["You have chosen", "You changed your choice"]
        assert [named(text, NAMES.__getitem__) for text in told[1]][-1] == "Anna has chosen"
