"""Decks of other plants: what a deck file must say, and games that are played with one."""

from __future__ import annotations

import base64
import zlib
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numba.core.event import install_recorder

import spinney
from spinney.core import compilation, prompts, suggestions
from spinney.core.state import State
from spinney.games.forest_garden.deck.plant import (
    ARROWS,
    CONTINENTS,
    IDS,
    MARKS,
    card_number,
    plant_name,
)
from spinney.games.forest_garden.deck.plants import LARGEST, Plants, from_word, own, plants_of
from spinney.kernel.engine import Engine

FILE = Path(__file__).resolve().parent.parent / "data/forest_garden/plants-for-games.csv"
TEXT = FILE.read_text("utf-8")
OTHER = Plants(TEXT)


# What is read.


def test_both_decks_have_every_card_once_in_order() -> None:
    for deck in (own(), OTHER):
        assert tuple(plant.id for plant in deck) == IDS
        assert [plant.number for plant in deck] == list(range(224))
        assert [sum(p.continent == c for p in deck) for c in CONTINENTS] == [96, 64, 64]


def test_columns_that_are_missing_are_told_by_their_lack() -> None:
    for plant in OTHER:
        assert plant.height_m is None
        assert [getattr(plant, mark) for mark in MARKS] == [None] * 4
        assert plant.arrows == (ARROWS if plant.nitrogen else ())


def test_the_rows_can_come_in_any_order_and_columns_too() -> None:
    head, *rows = TEXT.strip().splitlines()
    assert list(Plants("\n".join([head, *reversed(rows)]))) == list(OTHER)
    columns = [line.split(",")[::-1] for line in (head, *rows)]
    assert list(Plants("\r\n".join(",".join(line) for line in columns))) == list(OTHER)


def test_a_byte_order_mark_is_no_matter(tmp_path: Path) -> None:
    (tmp_path / "deck.csv").write_bytes(b"\xef\xbb\xbf" + TEXT.encode())
    assert list(Plants.read(tmp_path / "deck.csv")) == list(OTHER)


def changed(card: str, **columns: str) -> str:
    """The program's own deck with a row changed."""
    head, *rows = own().text.strip().splitlines()
    names, at = head.split(","), card_number(card)
    row = dict(zip(names, rows[at].split(","), strict=True)) | columns
    rows[at] = ",".join(row.values())
    return "\n".join([head, *rows])


COLLECTOR = next(plant.id for plant in own() if plant.nitrogen)
CROSSING = next(plant.id for plant in own() if plant.partners)
SELFING = next(plant.id for plant in own() if not plant.partners)
LONG_NUMBER = changed("EU05", partner_bonus="9" * 5000)
"""Text that `int` doesn't read."""


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "a deck file needs a column 'continent', and this has none"),
        ("one;two\n1;2\n", "a deck file needs a column"),
        (TEXT.replace(",nitrogen", ",azote"), "needs a column 'nitrogen'"),
        (TEXT.replace("\nAS07", "\nAS97"), "line 8: there is no card 'AS97'"),
        (TEXT.replace("\nAS07,AS", "\nAS06,AS"), "line 8: AS06 comes twice"),
        (TEXT[: TEXT.index("\nNA64")], "a deck has 224 cards; there is no NA64 in this file"),
        (TEXT + "\n" * LARGEST, "a deck file has at most 200,000 characters"),
        (changed("EU05", continent="AS"), "EU05 is not of continent AS"),
        (changed("EU05", scientific=""), "EU05 has nothing under 'scientific'"),
        (changed("EU05", sex="none"), "sex of EU05 can't be 'none'"),
        (changed("EU05", size="smal_tree"), "did you mean small_tree"),
        (changed("EU05", height_m="tall"), "height_m of EU05 must be metres, not 'tall'"),
        (changed("EU05", taste="6"), "taste of EU05 must be 1 to 5, not '6'"),
        (changed("EU05", **{"yield": "3"}), "the marks of EU05 come to .*, not to its yield 3"),
        (changed("EU05", flowering="10"), "flowering of EU05 must be 0 to 9, not '10'"),
        (changed("EU05", harvest="-1"), "harvest of EU05 must be 0 to 9, not '-1'"),
        (changed("EU05", flower_colour="blue"), "flower_colour of EU05 can't be 'blue'"),
        (changed("EU05", leaf="yes"), "leaf of EU05 must be 0 to 1, not 'yes'"),
        (LONG_NUMBER, "partner_bonus of EU05 must be 0 to 99"),
        (changed("EU05", height_m="9" * 5000), "height_m of EU05 must be metres"),
        (changed(CROSSING, partners=""), "must have partners if its fertilization is cross"),
        (changed(SELFING, partners="Malus"), "must have partners .*, and only then"),
        (changed(COLLECTOR, arrows="W UP"), f"arrows of {COLLECTOR} must be some of W E NW"),
        (changed(COLLECTOR, arrows=""), f"arrows of {COLLECTOR} must be some of W E NW"),
    ],
)
def test_what_is_no_deck_is_refused_with_its_line_and_the_reason(text: str, reason: str) -> None:
    with pytest.raises(spinney.Refused, match=reason):
        Plants(text)


@settings(max_examples=60)
@given(st.integers(0, len(TEXT)), st.integers(0, 60), st.text(max_size=12))
def test_a_spoilt_file_is_read_or_refused(at: int, cut: int, more: str) -> None:
    with suppress(spinney.Refused):
        assert len(Plants(TEXT[:at] + more + TEXT[at + cut :])) == 224


# A deck as a word.


def test_a_deck_is_told_in_a_word_and_read_back() -> None:
    assert list(from_word(OTHER.word)) == list(OTHER)
    assert from_word(OTHER.word).title == OTHER.title != own().title


def test_other_words_are_none() -> None:
    bomb = packed("\n" * 50_000_000)
    for word in ("", "own", "a deck", OTHER.word[:-8], OTHER.word[8:], bomb, packed(LONG_NUMBER)):
        with pytest.raises(spinney.Refused):
            from_word(word)


def packed(text: str) -> str:
    """A text as `Plants.word` packs a deck."""
    return base64.urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode()


@pytest.mark.parametrize("word", ["no deck", packed(LONG_NUMBER)])
def test_a_record_with_another_word_is_refused(word: str) -> None:
    with pytest.raises(spinney.Refused, match=r"plants can't be .*; it can be: own"):
        spinney.game("forest-garden").written({"plants": word})


# Games with other plants.


@pytest.fixture
def interpreted() -> Iterator[None]:
    compilation.interpret()
    yield
    compilation.interpret(False)


@pytest.mark.usefixtures("interpreted")
def test_a_game_is_played_with_the_plants_of_a_file() -> None:
    """What grows at once, pollinates and scores: all rules go by the file."""
    game = spinney.game("forest-garden", players=3, plants=FILE)
    assert list(plants_of(game)) == list(OTHER)
    state = game.new(seed=2)
    for turn in range(200):
        if state.over:
            break
        p = state.to_act[0]
        state = state.play(p, state.legal(p).sample(turn))
        assert state.is_consistent
    for p in range(3):
        grown = [
            OTHER[card] for card in list(state.record.garden)[21 * p : 21 * p + 21] if card >= 0
        ]
        extra = sum(one.partner_bonus for one in grown if any(o.serves(one) for o in grown))
        points = sum(one.yield_ for one in grown) + extra + state.record.storage[p]
        assert state.scores[p] == points


@pytest.mark.usefixtures("interpreted")
def test_a_sale_is_told_with_the_price_of_the_files_plants() -> None:
    game = spinney.game("forest-garden", players=3, plants=FILE)
    state, prices = game.new(seed=2), set[int]()
    for turn in range(120):
        p = state.to_act[0]
        view = state.observe(p)
        for move in view.legal:
            if not move.startswith("sell "):
                continue
            word = move.split()[1]
            storage = state.record.storage[p]
            price = state.transitions(p, move)[0].state.record.storage[p] - storage
            cubes = f"{price} cube" if price == 1 else f"{price} cubes"
            plant = OTHER[card_number(word)]
            assert suggestions.describe(view, move) == f"Sell {plant_name(plant)} for {cubes}"
            assert prompts.labels(view)[move].note == f"+{cubes}"
            prices.add(price)
        state = state.play(p, view.legal.sample(turn))
    assert prices == {1, 2}


def test_games_with_other_plants_are_other_games() -> None:
    plain, other = spinney.game("forest-garden"), spinney.game("forest-garden", plants=str(FILE))
    assert plain != other
    assert plain.link_key != other.link_key
    assert compilation.interpreted(plain) is not compilation.interpreted(other)
    assert compilation.interpreted(other) is compilation.interpreted(other.with_options(players=5))


def test_old_engines_are_forgotten_and_linked_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compilation, "_engines", {})
    monkeypatch.setattr(compilation, "MOST_ENGINES", 1)
    plain, other = spinney.game("forest-garden"), spinney.game("forest-garden", plants=str(FILE))
    first = compilation.interpreted(plain)
    assert compilation.interpreted(plain) is first
    compilation.interpreted(other)
    again = compilation.interpreted(plain)
    assert again is not first
    assert played_out(again, plain) == played_out(first, plain)


def test_another_deck_needs_no_compiling() -> None:
    """Its tables are passed to code that is compiled already; and they are what it reads."""
    own_deck = spinney.game("forest-garden", players=3)
    other_deck = own_deck.with_options(plants=FILE)
    assert own_deck.code_key == other_deck.code_key
    engine = compilation.compiled(own_deck)
    first = played_out(engine, own_deck)
    with install_recorder("numba:compile") as recorder:
        second = played_out(compilation.compiled(other_deck), other_deck)
    assert not recorder.buffer
    assert first == played_out(compilation.interpreted(own_deck), own_deck)
    assert second == played_out(compilation.interpreted(other_deck), other_deck)
    assert first != second


def played_out(engine: Engine, game: spinney.Game) -> bytes:
    """The last state of a game at random."""
    batch = engine.rows(1)
    engine.rules.playouts(batch, 0, 1, engine.array(game.settings), 1)
    return engine.save(batch)


@pytest.mark.usefixtures("interpreted")
def test_where_the_file_was_is_told_to_nobody() -> None:
    game = spinney.game("forest-garden", plants=FILE)
    state = game.new(seed=1)
    view = state.observe(-1)
    assert State.from_json(state.to_json()) == state
    for text in (repr(game), repr(state), repr(view), str(view), str(view.to_json())):
        assert FILE.name not in text
        assert "data/" not in text
    assert repr(game) == f"spinney.game('forest-garden', plants='{OTHER.title}')"


@pytest.mark.parametrize("path", ["nowhere.csv", "", "no\0where", "\ud800"])
def test_a_file_that_cannot_be_read_is_refused(path: str) -> None:
    with pytest.raises(spinney.Refused, match=r"the deck file '.*' can't be read"):
        spinney.game("forest-garden", plants=path)
