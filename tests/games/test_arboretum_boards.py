"""The picture of Arboretum: what it shows and hides, what can be named, and what keeps still."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from itertools import pairwise
from xml.etree import ElementTree as ET

import pytest
from tests.counting import calls
from tests.games.arboretum import play, start, table
from tests.processor_time import relative_time

import spinney
from spinney.core import rendering
from spinney.core.score_sheet import sheet
from spinney.core.state import Observation, State
from spinney.drawing import Board
from spinney.drawing import sheet as sheet_of_boards
from spinney.drawing.layout import names
from spinney.games.arboretum import TREES
from spinney.games.arboretum.text.names import CARD_NAMES, SHORT, card_title, place_name
from spinney.games.arboretum.text.notation import read_card
from spinney.games.arboretum.view.ground import Window, corner
from spinney.games.arboretum.view_model import ArboretumView

WORD = re.compile(r'<g id="([^"]+)"[^>]*data-word="([^"]+)"')
PLACED = re.compile(r'<g id="card-([^"]+)" class="[^"]*" transform="([^"]*)"')
PLAYERS = (2, 3, 4)
VERBS = {"draw", "play", "discard"}


def states(players: int, seed: int) -> Iterator[State]:
    """Every action of a game played at random; most cards come from the deck, so that it ends."""
    state, chooser = spinney.game("arboretum", players=players).new(seed=seed), random.Random(seed)
    yield state
    while state.to_act:
        player = state.to_act[0]
        ways = list(state.legal(player))
        deck = ways[0] == "draw deck" and chooser.random() < 0.6
        for transition in state.transitions(player, ways[0] if deck else chooser.choice(ways)):
            state = transition.state
            yield state


@pytest.fixture(scope="module", params=PLAYERS)
def played(request: pytest.FixtureRequest) -> list[State]:
    return list(states(request.param, 3))


def drawn(board: Board) -> ET.Element:
    return ET.fromstring(board.svg())  # noqa: S314  (what is read here was written here)


def viewers(state: State) -> list[Observation]:
    return [state.observe(player) for player in range(-1, state.game.num_players)]


def words_on(boards: list[Board]) -> set[str]:
    return {word for board in boards for _, word in WORD.findall(board.body)}


def board_of(view: Observation | State, name: str, layout: str = "wide") -> Board:
    return next(board for board in rendering.boards(view, layout) if board.name == name)


@pytest.mark.long
@pytest.mark.parametrize("layout", rendering.LAYOUTS)
def test_every_picture_of_a_game_is_sound(played: list[State], layout: str) -> None:
    for state in played[::6]:
        for view in viewers(state):
            boards = rendering.boards(view, layout)
            ids = [part.get("id") for b in boards for part in drawn(b).iter() if part.get("id")]
            assert len(ids) == len(set(ids))
            assert words_on(boards) <= view.words
            assert " style=" not in "".join(board.body for board in boards)
            # As `rendering.svg` has it, which would draw all boards again.
            places, title = rendering.areas(view.game, layout), view.game.title
            whole = sheet_of_boards(boards, places, title=title)
            ET.fromstring(whole)  # noqa: S314


def test_what_can_be_said_has_a_place(played: list[State]) -> None:
    for state in played[::2]:
        for player in state.to_act:
            view = state.observe(player)
            for layout in rendering.LAYOUTS:
                assert view.words - VERBS == words_on(rendering.boards(view, layout)) - VERBS, view


def test_nobody_but_the_mover_can_name_anything(played: list[State]) -> None:
    for state in played[::9]:
        for view in viewers(state):
            if view.player not in state.to_act:
                assert not words_on(rendering.boards(view))


def test_what_is_hidden_changes_nothing(played: list[State]) -> None:
    for state in played[::25]:
        for view in viewers(state):
            other = view.determinize(1).observe(view.player)
            for layout in rendering.LAYOUTS:
                assert rendering.svg(other, layout) == rendering.svg(view, layout)
            assert str(other) == str(view)


def test_a_hidden_card_is_nowhere_by_name(played: list[State]) -> None:
    for state in played[::11]:
        for view in viewers(state):
            model, all_ = ArboretumView(view), ArboretumView(state)
            hidden = {
                CARD_NAMES[c]
                for p in range(model.players)
                for c in set(all_.hand(p)) - set(model.hand(p))
            }
            drawing = "".join(board.svg() for board in rendering.boards(view))
            assert not {name for name in hidden if f'"card-{name}"' in drawing}
            assert drawing.count('id="back-') >= len(hidden) or view.over


@pytest.mark.long
def test_cards_in_a_garden_never_move(played: list[State]) -> None:
    """On the ground: the window may show another part of it, but what lies there lies there."""
    for before, after in pairwise(played):
        for name in ("near-garden", "garden-1"):
            was, now = (_cards(board_of(s.observe(0), name)) for s in (before, after))
            assert was.items() <= now.items()


def _cards(board: Board) -> dict[str, str]:
    ground = board.body[board.body.index('<svg id="ground-') :]
    return dict(PLACED.findall(ground))


def test_pieces_stand_in_a_fixed_order(played: list[State]) -> None:
    order = {name: k for k, name in enumerate(CARD_NAMES)}
    for state in played[::7]:
        for name in ("near-garden", "hand"):
            found = [order[c] for c, _ in PLACED.findall(board_of(state.observe(0), name).body)]
            assert found == sorted(found)


def test_known_cards_lie_open_in_anothers_hand() -> None:
    state = play(start(), "draw 2", "draw deck")
    board = board_of(state.observe(1), "garden-1")
    assert "Crabapple 7 in Player 1’s hand" in board.body
    assert board.body.count('id="back-1-') == 8
    assert "9 cards in hand, known: Crabapple 7." in board.description
    assert "hand 1    8 hidden and Cr7" in str(state.observe(1))
    own = board_of(state.observe(0), "hand")
    assert own.body.count('class="eye"') == 1
    assert "Crabapple 7 in your hand, known to all" in own.body
    assert "Cr7*" in str(state.observe(0))


def test_the_deck_the_piles_and_the_hand_say_why_they_cant_be_used() -> None:
    state = start()
    assert "Draw from the deck or a pile first." in board_of(state.observe(0), "hand").body
    state = play(state, "draw deck", "draw deck")
    assert "Draw from" not in board_of(state.observe(0), "hand").body
    shared = board_of(state.observe(0), "table").body
    assert shared.count("You have drawn your cards. Now plant one from your hand.") >= 2
    assert "You have drawn" not in board_of(state.observe(1), "table").body
    state = play(state, _turn(state)[0])
    assert "Now discard one from your hand." in board_of(state.observe(0), "table").body


def test_a_pile_shows_its_top_and_leafs_through_all() -> None:
    state = start()
    for _ in range(3):
        state = play(state, "draw deck", "draw deck", *_turn(state))
        state = play(state, "draw deck", "draw deck", *_turn(state))
    view = state.observe(0)
    pile = [CARD_NAMES[c] for c in ArboretumView(view).pile(1)]
    assert len(pile) == 4
    leaf = board_of(view, "pile-2")
    assert re.findall(r'id="leaf-([^"]+)"', leaf.body) == pile
    shared = board_of(view, "table")
    assert f'"card-{pile[-1]}"' in shared.body
    assert f'"card-{pile[0]}"' not in shared.body
    assert 'href="#dialog-pile-2"' in shared.body
    assert "look through Player 2’s pile, 4 cards" in shared.body
    assert re.search(r"^pile 2 {4}\w+ on top; \w+ \w+ \w+$", str(view), re.MULTILINE)


def _turn(state: State) -> tuple[str, str]:
    """Play and discard the lowest cards in hand."""
    model = ArboretumView(state)
    low, next_ = model.hand(model.mover)[:2]
    return (
        f"play {CARD_NAMES[low]} {place_name(model.open(model.mover)[0])}",
        f"discard {CARD_NAMES[next_]}",
    )


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("layout", rendering.LAYOUTS)
def test_boards_have_their_areas(layout: str, players: int) -> None:
    game = spinney.game("arboretum", players=players)
    named = set(names(rendering.areas(game, layout)))
    view = game.new(seed=1).observe(0)
    boards = {board.name for board in rendering.boards(view, layout)}
    assert named <= boards
    assert {name for name in boards - named if not name.startswith("pile-")} == set()


def test_a_spectator_has_no_hand() -> None:
    view = start().observe(-1)
    assert "hand" not in {board.name for board in rendering.boards(view)}
    assert view.svg().count('id="back-') == 14


def test_at_the_end_all_hands_are_open() -> None:
    state = table(hands=("cassia8 myrtle1", "cassia1"))
    for view in viewers(state):
        drawing = view.svg()
        assert 'id="back-' not in drawing
        assert "Cassia 1 in " in drawing


def test_short_names_tell_the_trees_apart() -> None:
    assert len(set(SHORT)) == len(TREES)
    assert all(TREES[k].startswith(short.lower()) for k, short in enumerate(SHORT))
    assert (SHORT[7], SHORT[8]) == ("Poi", "Pop")


# The window.


def test_the_window_shows_all_and_moves_as_little_as_it_can() -> None:
    places = [(0, 0)]
    window = Window.onto(places, 348, 314)
    for step in range(1, 9):
        places.append((step, -step))
        next_ = Window.onto(places, 348, 314)
        x, y, width, height = next_.box
        for place in places:
            across, down = corner(place)
            assert x <= across
            assert across + 50 <= x + width
            assert y <= down
            assert down + 62.5 <= y + height
        assert abs(next_.left - window.left) <= 1
        assert width / height == pytest.approx(348 / 314, abs=0.01)
        window = next_


def test_on_a_phone_everything_nameable_is_44_wide(played: list[State]) -> None:
    """At 343 pixels: a phone of 375 with a margin. Of the ground a page shows a part if need be."""
    for state in played[::10]:
        for player in state.to_act:
            for board in rendering.boards(state.observe(player), "narrow"):
                for part in drawn(board).iter():
                    if part.get("data-word") and not (part.get("id") or "").startswith("cell-"):
                        assert _width(part) * 343 / board.width >= 44, part.get("id")


def _width(part: ET.Element) -> float:
    face = next(inner for inner in part.iter() if inner.get("class") == "face")
    scale = float((re.findall(r"scale\(([\d.]+)\)", part.get("transform", "")) or ["1"])[0])
    return float(face.get("width", 0)) * scale


# In words, and in time.


def places(state: State) -> dict[str, str]:
    """Return what the open places of the first player's garden are called, by name."""
    body = "".join(board.body for board in rendering.boards(state.observe(0), "wide"))
    return dict(re.findall(r'<g id="cell-1-([-\d,]+)"[^>]*>\s*<title>([^<]*)</title>', body))


def test_places_are_told_by_the_cards_beside_them() -> None:
    state = play(start(), "draw deck", "draw deck")
    assert places(state) == {"0,0": "Plant your first card here"}
    first = next(move for move in state.legal(0) if move.endswith("0,0"))
    state = play(state, first)
    name = card_title(read_card(first.split()[1]))
    assert places(state) == {
        "1,0": f"Free place to the right of {name}",
        "-1,0": f"Free place to the left of {name}",
        "0,1": f"Free place above {name}",
        "0,-1": f"Free place below {name}",
    }


def test_no_label_of_a_garden_has_coordinates(played: list[State]) -> None:
    between = 0
    for state in played[::9]:
        for label in places(state).values():
            assert not re.search(r"\d,-?\d", label)
            between += " and " in label
    assert between


def test_the_status_says_what_is_to_be_done() -> None:
    state = start()
    statuses = []
    for move in ("draw deck", "draw 2", "play cassia3 0,0", "discard cassia1"):
        statuses.append(ArboretumView(state.observe(0)).status)
        state = play(state, move)
    assert statuses == [
        "Draw the first of two cards, from the deck or a pile.",
        "Draw the second card, from the deck or a pile.",
        "Play a card to begin your garden.",
        "Discard a card face up onto your pile.",
    ]
    assert ArboretumView(state.observe(0)).status.startswith(
        "Player 2 draws the first of two cards"
    )
    assert ArboretumView(table()).status == "The deck is empty: all hands are shown."


def test_the_text_fits_a_terminal(played: list[State]) -> None:
    for state in played[::9]:
        for view in (state, *viewers(state)):
            lines = str(view).splitlines()
            assert max(map(len, lines)) <= 80


def test_the_widest_garden_fits_a_terminal() -> None:
    row = " ".join(f"{CARD_NAMES[c]}@{c},0" for c in range(17))
    lines = str(table((row, row.replace("@", "@-")))).splitlines()
    assert max(map(len, lines)) <= 80


def test_paths_are_drawn_on_request() -> None:
    state = table(("cassia2@0,0 cassia5@0,1", ""), ("cassia8", "cassia1"))
    rows = sheet(state).rows
    plain, marked = (rendering.svg(state.observe(0), "wide", None, r) for r in ((), rows))
    assert 'id="path-1-cassia"' in marked
    assert 'id="path-' not in plain
    assert "row-cassia idle" in marked  # the 1 cancels the 8: player 2 has more


def test_a_picture_takes_milliseconds(played: list[State]) -> None:
    state = played[len(played) * 2 // 3]
    views = [state.observe(state.to_act[0]) for _ in range(20)]
    assert relative_time(lambda: rendering.boards(views.pop())) < 4.5


def test_what_a_view_shows_of_hands_is_worked_out_once(played: list[State]) -> None:
    state = played[len(played) // 2]
    made, shown = calls(
        lambda: rendering.boards(state.observe(0), "wide"),
        ArboretumView.__init__,
        ArboretumView._open_hands.func,  # type: ignore[attr-defined]
    )
    assert 1 <= shown <= made


def test_a_card_in_hand_shows_what_it_may_earn() -> None:
    state = start()
    for _ in range(3):
        state = play(state, "draw deck", "draw deck", *_turn(state))
        state = play(state, "draw deck", "draw deck", *_turn(state))
    view = state.observe(0)
    rows = {row.key: row for row in sheet(view).rows}
    body = board_of(view, "hand").body
    model = ArboretumView(view)
    for c in model.hand(0):
        worth = rows[TREES[c // 8]].points[0]
        card = re.search(
            rf'id="card-{CARD_NAMES[c]}".*?</title>.*?(?=id="card-|$)', body, re.DOTALL
        )
        assert card
        assert (f">for {worth}<" in card[0]) == (worth > 0)
        assert ("your path is worth" in card[0]) == (worth > 0)
