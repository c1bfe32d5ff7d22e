"""The picture of Forest Garden: what it shows and hides, what can be named, what it tells."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from tests.games.vectors import DATA
from tests.processor_time import relative_time

import spinney
from spinney.core import rendering
from spinney.core.state import Observation, State
from spinney.drawing import Board, escape
from spinney.drawing import sheet as sheet_of_boards
from spinney.drawing.fitting import text_width
from spinney.drawing.layout import names
from spinney.games.forest_garden.deck.plant import IDS
from spinney.games.forest_garden.deck.plants import Plants, own
from spinney.games.forest_garden.rules.record import (
    ANSWER,
    BONUS,
    FAILURES,
    FIRST,
    HARVEST,
    LOOKING,
    OVER,
    PILE,
    PLACE_NAMES,
    PLAY,
    TAKING,
)
from spinney.games.forest_garden.view import areas
from spinney.games.forest_garden.view.captions import offer_caption, standing
from spinney.games.forest_garden.view.garden import GRAND, MARGIN, BedPlot
from spinney.games.forest_garden.view_model import ForestGardenView

WORD = re.compile(r'<g id="([^"]+)"[^>]*data-word="([^"]+)"')
CARD = re.compile(r'id="card-(\w+)"')
PLACED = re.compile(r'<g id="card-(\w+)"[^>]* transform="([^"]*)"')
VERBS = {
    *("draw", "choose", "sell", "grow", "offer", "to", "accept", "refuse"),
    *("swap", "search", "pick", "bonus", "decline"),
}
PLAYERS = (2, 4, 7)


def states(players: int, seed: int, **options: Any) -> Iterator[State]:
    """Every moment of a game played at random, stages and beginnings of moves too."""
    game = spinney.game("forest-garden", players=players, **options)
    state, chooser = game.new(seed=seed), random.Random(seed)
    yield state
    while state.to_act:
        player = state.to_act[0]
        ways = list(state.legal(player))
        growing = [way for way in ways if way.startswith("grow")]
        wanted = growing if growing and chooser.random() < 0.6 else ways
        for transition in state.transitions(player, chooser.choice(wanted)):
            state = transition.state
            yield state


@pytest.fixture(scope="module", params=PLAYERS)
def played(request: pytest.FixtureRequest) -> list[State]:
    return list(states(request.param, 5, tasks=True, direct_sale=True))


def some(played: list[State], count: int) -> list[State]:
    """Moments of a game, evenly spread."""
    return played[:: max(1, len(played) // count)]


def drawn(board: Board) -> ET.Element:
    return ET.fromstring(board.svg())  # noqa: S314  (what is read here was written here)


def viewers(state: State) -> list[Observation]:
    return [state.observe(player) for player in range(-1, min(4, state.game.num_players))]


def words_on(boards: list[Board]) -> set[str]:
    return {word for board in boards for _, word in WORD.findall(board.body)}


def board_of(view: Observation | State, name: str, layout: str = "wide") -> Board:
    return next(board for board in rendering.boards(view, layout) if board.name == name)


def scenes(played: list[State], doing: int) -> Iterator[ForestGardenView]:
    """What those see who are to decide something of a kind."""
    for state in played:
        if state.record.doing == doing:
            yield ForestGardenView(state.observe(state.to_act[0]))


# Sound pictures, and what can be named in them.


@pytest.mark.long
@pytest.mark.parametrize("layout", rendering.LAYOUTS)
def test_every_picture_of_a_game_is_sound(played: list[State], layout: str) -> None:
    for state in some(played, 12):
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
    for state in some(played, 60):
        for player in state.to_act[:2]:
            view = state.observe(player)
            for layout in rendering.LAYOUTS:
                assert view.words - VERBS == words_on(rendering.boards(view, layout)) - VERBS, view


def test_nobody_but_who_is_to_act_can_name_anything(played: list[State]) -> None:
    for state in some(played, 40):
        for view in viewers(state):
            if view.player not in state.to_act:
                assert not words_on(rendering.boards(view))


@pytest.mark.parametrize("players", range(2, 8))
@pytest.mark.parametrize("layout", rendering.LAYOUTS)
def test_boards_have_their_areas(layout: str, players: int) -> None:
    game = spinney.game("forest-garden", players=players)
    named = set(names(rendering.areas(game, layout))) - {"look", "hand"}
    boards = {board.name for board in rendering.boards(game.new(seed=1).observe(0), layout)}
    assert named <= boards
    assert all(name.startswith(("pile", "known-")) for name in boards - named)


def test_what_is_opened_is_there(played: list[State]) -> None:
    """Every handle opens a board, and every board that lies nowhere has a handle."""
    for state in some(played, 25):
        for layout in rendering.LAYOUTS:
            boards = rendering.boards(state.observe(0), layout)
            opened = set(re.findall(r'href="#dialog-([\w-]+)"', "".join(b.body for b in boards)))
            on_sheet = set(names(areas(layout, state.game.num_players)))
            assert opened == {board.name for board in boards} - on_sheet


# What is hidden.


@pytest.mark.long
def test_what_is_hidden_changes_nothing(played: list[State]) -> None:
    for state in some(played, 8):
        for view in viewers(state):
            other = view.determinize(1).observe(view.player)
            for layout in rendering.LAYOUTS:
                assert rendering.svg(other, layout) == rendering.svg(view, layout)
            assert str(other) == str(view)


@pytest.mark.long
def test_a_hidden_card_is_nowhere_by_name(played: list[State]) -> None:
    for state in some(played, 25):
        for view in viewers(state):
            everything = "".join(board.svg() for board in rendering.boards(view)) + str(view)
            named = set(re.findall(r"\b(?:AS|EU|NA)\d\d\b", everything))
            assert named <= _known(view)


def _known(view: Observation) -> set[str]:
    """The cards of which a viewer is told where they lie."""
    fields = view.record.to_json()
    lying = (fields[name] for name in ("garden", "deck", "pile", "hand"))
    return {IDS[card] for cards in lying for card in cards if card >= 0}


def test_hands_of_others_show_their_backs(played: list[State]) -> None:
    for state in some(played, 30):
        if ForestGardenView(state.observe(0)).picking:
            continue  # what is picked from lies where the others' gardens are
        view = state.observe(0)
        for player in range(1, state.game.num_players):
            cards = ForestGardenView(view).hand(player)
            board = next(b for b in rendering.boards(view) if f'id="hand-{player + 1}"' in b.body)
            assert board.body.count(f'id="back-{player + 1}-') == sum(c < 0 for c in cards)


def test_a_choice_is_covered_until_all_have_chosen() -> None:
    state = spinney.game("forest-garden", players=3).new(seed=4)
    for player in range(3):
        state = state.play(player, "draw 1")
    state = state.play(1, "choose 2")
    assert "Player 2’s die: covered" in "".join(b.body for b in rendering.boards(state.observe(0)))
    own = "".join(board.body for board in rendering.boards(state.observe(1)))
    assert "Your die: deck 2" in own
    assert 'id="chose-2"' in own
    assert "Your choice stays covered" in ForestGardenView(state.observe(1)).status
    state = state.play(0, "choose 2").play(2, "choose special")
    shown = board_of(state.observe(-1), "table").body
    assert {f"chose-{p}" for p in (1, 2, 3)} <= set(re.findall(r'id="(chose-\d)"', shown))
    assert state.observe(-1).record.choice[2] == 7


# What is shown.


def test_all_that_grows_is_drawn_once(played: list[State]) -> None:
    for state in some(played, 20):
        view = state.observe(0)
        layout = "narrow" if ForestGardenView(view).picking else "wide"
        model, drawing = (
            ForestGardenView(view),
            "".join(b.body for b in rendering.boards(view, layout)),
        )
        grown = {g.id for p in range(model.players) for g in model.garden(p).grown.values()}
        found = CARD.findall(drawing)
        assert grown <= set(found)
        assert len(found) == len(set(found))


TITLES = {"title": 20, "owner": 16, "owner snug": 14}
"""The size of letters, by the class of a name."""


@pytest.mark.parametrize("layout", ["wide", "narrow"])
def test_gardens_of_two_have_room_for_a_sixth_row_and_a_name(layout: str) -> None:
    names = ("Wilhelmina Featherstone", "Maximilian von Hohenberg")
    view = spinney.game("forest-garden").new(seed=3).with_names(names).observe(0)
    for name in ("near-garden", "garden-1"):
        board = board_of(view, name, layout)
        size = board.width, board.height
        assert BedPlot.within(*size, MARGIN).size >= GRAND
        plot = BedPlot.within(*size, MARGIN, 6 if name == "near-garden" else 5)
        x, y = plot.corner(int(FIRST[plot.rows]))
        title = next(part for part in drawn(board).iter() if part.get("class") in TITLES)
        letters = TITLES[title.get("class") or ""]
        ends = float(title.get("x") or 0) + text_width(title.text or "", letters, bold=True)
        assert y > float(title.get("y") or 0) or ends < x


def test_plants_never_move(played: list[State]) -> None:
    before: dict[str, str] = {}
    for state in some(played, 30):
        now = dict(PLACED.findall(board_of(state.observe(0), "near-garden").body))
        assert before.items() <= now.items()
        before = now


def test_looked_at_cards_lie_before_their_looker_alone(played: list[State]) -> None:
    looked = list(scenes(played, LOOKING))
    assert looked
    for model in looked[:12]:
        state_view = model.view
        board = board_of(state_view, "look")
        assert {word for _, word in WORD.findall(board.body)} == model.words - {"pick"}
        assert len(CARD.findall(board.body)) == len(model.looked_at)
    state = next(s for s in played if s.record.doing == LOOKING)
    for view in viewers(state):
        if view.player not in state.to_act:
            assert "look" not in {board.name for board in rendering.boards(view)}


def test_a_searched_pile_is_picked_from(played: list[State]) -> None:
    searched = [model for model in scenes(played, LOOKING) if model.s.source == PILE]
    for model in searched[:3]:
        assert set(model.looked_at) == set(model.pile)
        assert "look" in {board.name for board in rendering.boards(model.view, "narrow")}


def test_a_card_on_offer_lies_before_whoever_may_buy_it(played: list[State]) -> None:
    """With its price, and nowhere else; others see it where it was."""
    state = next(state for state in played if state.record.doing == ANSWER)
    (buyer,) = state.to_act
    card = IDS[int(state.record.held)]
    mine = {board.name: board.body for board in rendering.boards(state.observe(buyer))}
    assert [name for name in mine if f'"card-{card}"' in mine[name]] == ["hand"]
    assert ">3 cubes<" in mine["hand"]
    assert f"Player {state.record.seller + 1} offers it to you for 3 cubes." in mine["hand"]
    seller = {
        board.name: board.body for board in rendering.boards(state.observe(state.record.seller))
    }
    assert f'"card-{card}"' in seller["hand"]
    assert ">3 cubes<" not in seller["hand"]


def test_the_pile_says_what_a_click_on_it_does(played: list[State]) -> None:
    tagged = set()
    for state in some(played, 120):
        for player in state.to_act[:1]:
            view = state.observe(player)
            found = re.findall(r'class="tag-word"[^>]*>(\w+)<', board_of(view, "table").body)
            wanted = {"sell": "sell", "discard": "search"}
            assert found == [said for word, said in wanted.items() if word in view.words]
            tagged |= {*found}
    assert "sell" in tagged


def test_the_bonuses_are_counted(played: list[State]) -> None:
    for state in some(played, 20):
        model = ForestGardenView(state.observe(0))
        board = board_of(model.view, "near-garden")
        marks = re.findall(r'class="tally-mark"[^>]*>([^<]+)<', board.body)
        garden = model.garden(0)
        counts = (len(garden.colours), len(garden.fruits))
        assert marks == [
            "✓" if model.had(0, bonus) else f"{counts[bonus]}/{model.aim(bonus)}"
            for bonus in (0, 1)
        ]


def test_what_makes_a_bonus_is_counted_out_where_it_is_due(played: list[State]) -> None:
    """In the garden of who is to decide: the flower colours, or the types of fruit."""
    due = [*scenes(played, BONUS)][:6]
    assert due
    for model in due:
        gardens = "".join(board.body for board in rendering.boards(model.view, "wide"))
        (signs,) = re.findall(r'class="reached"[^>]*>.*?href="#([a-z]+)-', gardens)
        assert signs == ("blossom", "fruit")[model.s.bonus]
        assert 'class="reached"' in board_of(model.view, "near-garden").body
    before = next(state for state in played if state.record.doing == PLAY)
    assert 'class="reached"' not in board_of(before.observe(0), "near-garden").body


def test_what_the_viewer_knows_of_a_deck_can_be_looked_up(played: list[State]) -> None:
    views = (s.observe(p) for s in some(played, 60) for p in range(s.game.num_players))
    for model in map(ForestGardenView, views):
        known = [d for d in range(model.players) if model.known_below(d)]
        if known:
            leaf = board_of(model.view, f"known-{known[0] + 1}")
            assert IDS[model.known_below(known[0])[-1]] in leaf.body
            assert "as you know:" in str(model.view)
            return
    raise AssertionError("nobody ever knew a card of a deck")


def test_own_task_is_told_to_its_owner_alone(played: list[State]) -> None:
    state = played[len(played) // 2]
    assert "Your secret task" in board_of(state.observe(0), "hand").body
    assert "your task" in str(state.observe(0))
    spectator = rendering.boards(state.observe(-1))
    assert "hand" not in {board.name for board in spectator}
    assert "secret task" not in "".join(board.body for board in spectator)


def test_plants_tell_how_they_stand(played: list[State]) -> None:
    text = "\n".join(
        board.body for state in some(played, 30) for board in rendering.boards(state.observe(0))
    ).replace("&#10;", "\n")
    for part in ("in your garden.", "Its partner is there.", "Its partner is missing"):
        assert part in text
    assert re.search(r"A (dark )?cube lies on it until \w+", text)


def test_males_bear_nothing(played: list[State]) -> None:
    model = ForestGardenView(played[-1])
    for p in range(model.players):
        for place, plant in model.garden(p).grown.items():
            text = standing(model.garden(p), place)
            assert ("A male: it bears nothing." in text) is plant.male


def test_flowers_and_flowers_in_vain_are_marked_as_they_happen(played: list[State]) -> None:
    marks = {FAILURES: " fresh", HARVEST: " vain"}
    seen = set()
    for state in played:
        phase = state.record.phase
        if phase in marks and state.record.doing == 0:
            body = "".join(board.body for board in rendering.boards(state.observe(-1)))
            assert f'{marks[phase]}" transform' in body
            seen.add(phase)
    assert seen == set(marks)


def test_the_year_tells_what_the_own_garden_does(played: list[State]) -> None:
    state = played[-1]
    board = board_of(state.observe(0), "table")
    assert board.body.count('class="season season-') == 10
    assert board.body.count(" open") == 1
    assert "Winter, 0: now" in board.body  # the last round is one of winter
    assert ">21/21<" in board.body
    assert "Flowering: " in board.body
    assert "Ripe: " in board.body


# In words.


def test_the_status_says_what_is_to_be_done(played: list[State]) -> None:
    endings = {
        PLAY: (
            "Plant or sell one of your cards.",
            "Plant, sell or offer one of your cards.",
            "Play your last card: plant or sell it.",
        ),
        BONUS: ("flower colours.", "types of fruit."),
        LOOKING: ("keep one.",),
        TAKING: ("one of the new offers.",),
        ANSWER: ("for 3 cubes.",),
    }
    for doing, ends in endings.items():
        for model in scenes(played, doing):
            assert model.status.endswith(ends)
            assert "offer one" not in model.status or "offer" in model.words
    state = next(s for s in played if s.record.doing == PLAY and s.to_act[0] != 0)
    name = state.game.player_names[state.to_act[0]].capitalize()
    assert ForestGardenView(state.observe(0)).status.startswith(f"{name} plants or sells")
    assert ForestGardenView(played[-1]).status == "The game is over."


def test_the_text_fits_a_terminal(played: list[State]) -> None:
    for state in some(played, 40):
        for view in (state, *viewers(state)):
            lines = str(view).splitlines()
            assert max(map(len, lines)) <= 80
            assert len(lines) <= 100


def test_the_text_shows_gardens_and_cubes(played: list[State]) -> None:
    state = played[len(played) * 2 // 3]
    lines = str(state.observe(0))
    model = ForestGardenView(state.observe(0))
    assert all(g.id in lines for p in range(model.players) for g in model.garden(p).grown.values())
    assert f"Player 1 (you): {model.storage[0]} in storage" in lines
    for place, plant in model.garden(0).grown.items():
        if model.garden(0).cubes[place] == 1:
            assert f"{plant.id}*" in lines


# Places on the ground.


def test_rows_rise_to_the_north_each_half_a_place_farther_in() -> None:
    plot = BedPlot.within(400, 500, 9)
    corners = {name: plot.corner(place) for place, name in enumerate(PLACE_NAMES)}
    for place, name in enumerate(PLACE_NAMES):
        x, y = corners[name]
        assert x >= 9
        assert x + plot.size <= 391.1
        assert y >= 9
        assert y + plot.size * 1.25 <= 491.1
        row, k = map(int, name.split("."))
        if row < 6 and k <= 6 - row and f"{row + 1}.{k}" in corners:
            north = corners[f"{row + 1}.{k}"]
            assert north[1] < y
            assert north[0] == pytest.approx(x + plot.pitch / 2, abs=0.02)
        assert plot.corner(place) == corners[name]


def test_on_a_phone_everything_nameable_is_44_wide(played: list[State]) -> None:
    """At 343 pixels: a phone of 375 with a margin."""
    for state in some(played, 40):
        for player in state.to_act[:2]:
            for board in rendering.boards(state.observe(player), "narrow"):
                for part in drawn(board).iter():
                    if part.get("data-word"):
                        assert _width(part) * 343 / _across(board) >= 44, part.get("id")


def _across(board: Board) -> float:
    """How wide the page's column is in the units of a board: others stand side by side."""
    return 360.0 if board.name.startswith("garden-") else board.width


def _width(part: ET.Element) -> float:
    face = next(inner for inner in part.iter() if inner.get("class") == "face")
    scale = float((re.findall(r"scale\(([\d.]+)\)", part.get("transform", "")) or ["1"])[0])
    return float(face.get("width", 0)) * scale


# Time and size.


def test_a_picture_takes_milliseconds(played: list[State]) -> None:
    state = played[len(played) * 3 // 4]
    views = [state.observe(0) for _ in range(20)]
    assert relative_time(lambda: rendering.boards(views.pop())) < 13


def test_a_picture_is_not_too_large() -> None:
    """Full gardens of seven: 250 KB with all that can be opened, and less than that before."""
    *_, last = states(7, 5)
    size = sum(len(board.svg()) for board in rendering.boards(last.observe(0)))
    assert size < 265_000
    assert last.record.phase == OVER


def test_another_deck_shows_its_own_plants() -> None:
    """Also one that tells neither heights nor marks nor arrows."""
    deck = DATA / "forest_garden" / "plants-for-games.csv"
    state = spinney.game("forest-garden", players=3, plants=deck).new(seed=3)
    for player in range(3):
        state = state.play(player, f"draw {player + 1}")
    view = state.observe(0)
    offers = [view.record.deck[d, view.record.left[d] - 1] for d in range(3)]
    plants = Plants.read(deck)
    drawing = "".join(board.body for board in rendering.boards(view))
    assert all(escape(plants[card].english) in drawing for card in offers)
    assert plants[offers[0]].english[:21] in str(view)


# What a card would bring.


def test_cards_name_their_partners(played: list[State]) -> None:
    deck, found = own(), 0
    for state in some(played, 30):
        body = "".join(board.body for board in rendering.boards(state.observe(0)))
        for name, partners in re.findall(r'id="card-(\w+)"[^>]*data-partners="([^"]+)"', body):
            plant = deck[IDS.index(name)]
            others = [deck[IDS.index(id_.removeprefix("card-"))] for id_ in partners.split()]
            assert all(other.serves(plant) or plant.serves(other) for other in others)
            assert all(f'id="{id_}"' in body for id_ in partners.split())
            found += 1
    assert found


def test_a_card_says_when_it_would_bear(played: list[State]) -> None:
    count = 0
    for state in some(played, 60):
        model = ForestGardenView(state.observe(0))
        for card in model.hand(0):
            label = offer_caption(model, card, "In your hand.")
            said = re.search(r"flowers in round (\d+) and is ripe in round (\d+)", label)
            if said:
                flowers, ripe = map(int, said.groups())
                assert model.round < flowers <= ripe <= 21
                plant = model.plant(card)
                assert ((flowers - 1) % 10, (ripe - 1) % 10) == (plant.flowering, plant.ripe)
                count += 1
    assert count


def test_who_has_chosen_is_told_why_nothing_can_be_taken() -> None:
    state = spinney.game("forest-garden", players=2).new(seed=4)
    for player in range(2):
        state = state.play(player, "draw 1")
    player = state.to_act[0]
    before = board_of(state.observe(player), "table").body
    assert "shown together" not in before
    state = state.play(player, "choose 2")
    assert "what all have chosen is shown together" in board_of(state.observe(player), "table").body
