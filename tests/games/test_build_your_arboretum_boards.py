"""The picture of Build Your Arboretum: what it shows, what can be named, and what keeps still."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from tests.games.play import GAME, states
from tests.processor_time import relative_time

import spinney
from spinney.core import compilation, prompts, rendering, score_sheet
from spinney.core.errors import Refused
from spinney.core.state import Observation, State
from spinney.drawing import Board
from spinney.drawing.layout import names
from spinney.games.build_your_arboretum.rules.record import (
    BID,
    GARDEN,
    GONE,
    OFFER,
    OVER,
    PLAY,
    REFUSE,
)
from spinney.games.build_your_arboretum.text.names import card_name
from spinney.games.build_your_arboretum.view_model import BuildYourArboretumView

WORD = re.compile(r'<g id="([^"]+)"[^>]*data-word="([^"]+)"')
PLACED = re.compile(r'<g id="([^"]+)" class="[^"]*" transform="translate\(([-\d.]+) ([-\d.]+)\)')


@pytest.fixture(scope="module")
def played() -> list[State]:
    return [state for seed in (3, 8) for state in states(seed)]


def drawn(board: Board) -> ET.Element:
    return ET.fromstring(board.svg())  # noqa: S314  (what is read here was written here)


def viewers(state: State) -> list[Observation]:
    return [state.observe(player) for player in (-1, 0, 1)]


def words_on(boards: list[Board]) -> set[str]:
    return {word for board in boards for _, word in WORD.findall(board.body)}


EVERY = (*rendering.LAYOUTS, rendering.SHEET)


@pytest.mark.long
@pytest.mark.parametrize("layout", EVERY)
def test_every_picture_of_a_long_game_is_sound(played: list[State], layout: str) -> None:
    for state in played[::5]:
        for view in viewers(state):
            boards = rendering.boards(view, layout)
            ids = [part.get("id") for b in boards for part in drawn(b).iter() if part.get("id")]
            assert len(ids) == len(set(ids))
            assert words_on(boards) <= view.words
            assert " style=" not in "".join(board.body for board in boards)


def test_what_can_be_said_has_a_place(played: list[State]) -> None:
    """Every word of a turn is on the picture, or a verb that joins words."""
    for state in played[::4]:
        for player in state.to_act:
            view = state.observe(player)
            if state.record.phase == BID or view.mid_move:
                continue
            assert view.words - {"drop", "first"} == words_on(rendering.boards(view)), view


@pytest.mark.parametrize("layout", rendering.LAYOUTS)
def test_a_second_click_on_lock_in_hits_nothing(played: list[State], layout: str) -> None:
    """What can be pressed on the perch lies below the place of the button that sends a bid."""
    bid, turn = (next(s for s in played if s.record.phase == phase) for phase in (BID, PLAY))
    perches = [
        next(b for b in rendering.boards(s.observe(s.to_act[0]), layout) if b.name == "track")
        for s in (bid, turn)
    ]
    y = re.search(
        r'id="lock-in" class="lock nobody" transform="translate\([\d.]+ ([\d.]+)\)', perches[0].body
    )
    assert y
    words = {id_ for id_, _word in WORD.findall(perches[1].body)}
    tops = [float(top) for id_, _x, top in PLACED.findall(perches[1].body) if id_ in words]
    assert tops
    assert min(tops) >= float(y[1]) + 47


def test_nobody_but_the_mover_can_name_anything(played: list[State]) -> None:
    for state in played[::7]:
        for view in viewers(state):
            if view.player not in state.to_act or state.record.phase == BID:
                assert not words_on(rendering.boards(view))


@pytest.mark.long
def test_pieces_keep_their_order_and_their_places(played: list[State]) -> None:
    """Cards stand by number in the document, and what did not move stays where it was."""
    for before, after in pairwise(played):
        if after.record.round_number < before.record.round_number:
            continue  # another game
        old, new = (
            {b.name: b.body for b in rendering.boards(s.observe(0))} for s in (before, after)
        )
        for name in ("near-garden", "far-garden"):
            was, now = (dict(_cards(body)) for body in (old[name], new[name]))
            assert list(now) == sorted(now)
            if before.record.round_number == after.record.round_number:
                assert was.items() <= now.items()
        offered = [card for card, _ in _cards(new["market"]) if card in _lying(after, OFFER)]
        assert offered == sorted(offered)


def test_cards_that_came_with_the_round_leave_gaps(played: list[State]) -> None:
    for before, after in pairwise(played):
        if before.record.phase != PLAY or after.record.phase != PLAY:
            continue
        came = {f"card-{name}" for name in _arrived(after)}
        was, now = (_offering(s) for s in (before, after))
        stayed = came & was.keys() & now.keys()
        assert {card: was[card] for card in stayed} == {card: now[card] for card in stayed}


def _arrived(state: State) -> set[str]:
    from spinney.games.build_your_arboretum.text.names import CARD_NAMES

    return {
        CARD_NAMES[c] for c in BuildYourArboretumView(state).arrivals(state.record.round_number)
    }


def _offering(state: State) -> dict[str, Any]:
    board = next(b for b in rendering.boards(state.observe(0)) if b.name == "market")
    offered = _lying(state, OFFER)
    return {card: at for card, at in _cards(board.body) if card in offered}


def _lying(state: State, place: int) -> set[str]:
    return {f"card-{card_name(c)}" for c in range(64) if state.record.where[c] == place}


def _cards(body: str) -> list[tuple[str, tuple[str, str]]]:
    return [(id_, (x, y)) for id_, x, y in PLACED.findall(body) if id_.startswith("card-")]


def test_two_cards_never_lie_on_one_place(played: list[State]) -> None:
    for state in played[::2]:
        for layout in rendering.LAYOUTS:
            for board in rendering.boards(state.observe(1), layout):
                places = [place for _, place in _cards(board.body)]
                assert len(places) == len(set(places)), board.name


def test_all_cards_in_play_are_shown(played: list[State]) -> None:
    for state in played[::9]:
        boards = rendering.boards(state.observe(-1))
        shown = {id_ for board in boards for id_, _ in _cards(board.body)}
        where = list(state.record.where)
        assert len(shown) == sum(place not in (0, 3) for place in where)
        assert where.count(OFFER) + where.count(REFUSE) + where.count(GARDEN) <= len(shown)


def test_own_garden_comes_first() -> None:
    state = spinney.game(GAME).new(seed=1)
    titles = {p: rendering.boards(state.observe(p))[1].title for p in (-1, 0, 1)}
    assert titles == {-1: "Red’s garden", 0: "Your garden", 1: "Your garden"}


def test_a_bid_is_shown_to_its_owner_alone() -> None:
    state = spinney.game(GAME).new(seed=1).play(0, "first red").play(0, "bid 3b 2g")
    tracks = [rendering.boards(state.observe(p))[0] for p in (-1, 0, 1)]
    assert ["sealed-2" in track.body for track in tracks] == [False, True, False]
    assert "sealed" in rendering.text(state.observe(0))
    assert "sealed" not in rendering.text(state.observe(1))


def all_bids(parrots: int, largest: int) -> list[tuple[int, ...]]:
    """All sizes of groups that so many parrots can make, in their order."""
    return [()] + [
        (size, *rest)
        for size in range(1, min(parrots, largest) + 1)
        for rest in all_bids(parrots - size, size)
    ]


@pytest.mark.parametrize("starts", ["red", "blue"])
def test_a_flock_is_told_the_turns_it_can_get(starts: str) -> None:
    """From the first to the last, of all that the other may bid; red and blue have few parrots."""
    state = spinney.game(GAME).new(seed=1).play(0, f"first {starts}")
    model = BuildYourArboretumView(state.observe(0))
    others = all_bids(6 - (starts == "blue"), 6)
    for mine in all_bids(6 - (starts == "red"), 6)[1:]:
        got = [_turns_of(mine, theirs, starts == "red") for theirs in others]
        for k, size in enumerate(mine):
            number = mine[: k + 1].count(size)
            most = k + 1 + model.ahead[size - 1][number - 1]
            assert {min(places[k] for places in got), max(places[k] for places in got)} == {
                k + 1,
                most,
            }


def _turns_of(mine: tuple[int, ...], theirs: tuple[int, ...], first: bool) -> list[int]:
    """The turns of one's groups, from 1, by size and by whose of a size comes first."""
    order = sorted(
        [(-size, mine[:k].count(size), 0 if first else 1, 0) for k, size in enumerate(mine)]
        + [(-size, theirs[:k].count(size), 1 if first else 0, 1) for k, size in enumerate(theirs)]
    )
    return [at + 1 for at, group in enumerate(order) if group[3] == 0]


def test_the_track_tells_the_round() -> None:
    state = spinney.game(GAME).new(seed=1).play(0, "first red")
    state = state.play(0, "bid 3b 1g 1g").play(1, "bid 3g 3b").play(0, "skip")
    track = rendering.boards(state.observe(-1))[0]
    assert "turn 1: Red, 3 parrots, bulletin, over" in track.body
    assert "turn 2: Blue, 3 parrots, garden, now" in track.body
    assert "turn 3: Blue, 3 parrots, bulletin, to come" in track.body
    assert "turn 4: Red, 1 parrot, garden, skipped" in track.body
    state = spinney.game(GAME).new(seed=1).play(0, "first red")
    state = state.play(0, "bid 1g 1g 1g 1g 1g").play(1, "bid 1b 1b 1b 1b 1b 1b")
    track = rendering.boards(state.observe(-1))[0]
    assert "Turns 10 to 11 are not played." in " ".join(re.findall(r">([^<]+)</text>", track.body))


def test_actions_taken_are_struck_out() -> None:
    state = spinney.game(GAME).new(seed=1).play(0, "first red")
    state = state.play(0, "bid 2b").play(1, "bid 1g").play(0, "start")
    board = next(
        b for b in rendering.boards(state.observe(1), rendering.SHEET) if b.name == "actions"
    )
    assert "Be starting player: taken" in board.body
    assert words_on([board]) == {"plant", "skip"}  # the refuse pile is still empty
    assert "Blue may plant or skip." in rendering.text(state)
    for layout in rendering.LAYOUTS:
        body = "".join(b.body for b in rendering.boards(state.observe(1), layout))
        signs = dict(re.findall(r'id="action-(\w+)" class="action (\w+)', body))
        assert signs == {
            "start": "taken",
            "skip": "open",
            "plant": "open",
            "dig": "shut",
            "hire": "shut",
        }
        body = "".join(b.body for b in rendering.boards(state.observe(0), layout))
        signs = dict(re.findall(r'id="action-(\w+)" class="action (\w+)', body))
        assert {*signs.values()} == {"taken", "shut"}, "nothing is open in the other's turn"


def signs(state: State, player: int) -> dict[str, tuple[str, list[list[str]]]]:
    """Return of each sign its label and what a click on it refuses, by the action."""
    body = "".join(b.body for b in rendering.boards(state.observe(player), "wide"))
    pieces = [one for one in ET.fromstring(f"<g>{body}</g>").iter("g") if one.get("id")]  # noqa: S314  (written here)
    return {
        name.removeprefix("action-"): (
            piece.findtext("title") or "",
            json.loads(piece.get("data-unavailable", "[]")),
        )
        for piece in pieces
        if (name := str(piece.get("id"))).startswith("action-")
    }


def test_a_sign_says_why_its_action_cannot_be_chosen_now() -> None:
    state = spinney.game(GAME).new(seed=1)
    first = "First it is decided who starts the first round."
    for player in (0, 1):
        label, refused = signs(state, player)["start"]
        assert label.split("\n")[1] == first
        assert refused == [["Be starting player", first]]
    state = state.play(0, "first red")
    assert signs(state, 0)["plant"][1][0][1] == "First the parrots are sent."
    state = state.play(0, "bid 1g 1b").play(1, "bid 1g")
    assert signs(state, 1)["skip"][1][0][1] == "It is Red’s turn."
    assert signs(state, 0)["skip"][1] == []
    assert signs(state, 0)["hire"][1][0][1] == "This turn is for the garden."
    assert signs(state, 0)["dig"][1][0][1] == "The refuse pile is empty."
    state = state.play(0, "start")
    assert signs(state, 1)["start"][1][0][1] == "Somebody has already done that this round."


def test_spectators_are_not_told_what_they_could_do(played: list[State]) -> None:
    for state in played[::40]:
        for label, refused in signs(state, -1).values():
            assert not re.search(r"\b[Yy]ou", label)
            assert refused == []


@pytest.mark.parametrize("layout", EVERY)
def test_boards_have_their_areas(layout: str) -> None:
    game = spinney.game(GAME)
    named = re.findall(r"'([\w-]+)'", repr(rendering.areas(game, layout)))
    drawn_ones = {b.name for b in rendering.boards(game.new(seed=1), layout)}
    opened = {"large-garden"} if layout == "wide" else set()
    assert sorted(named) == sorted(drawn_ones - opened)
    assert opened <= drawn_ones


@pytest.mark.parametrize("player", [-1, 0, 1])
def test_a_file_is_arranged_as_the_rules_tell(played: list[State], player: int) -> None:
    """Red left and blue right; offering left, refuse right; actions lower right, track last."""
    for state in played[::40]:
        svg = state.observe(player).svg()
        at = [(float(x), float(y)) for x, y in NESTED.findall(svg)]
        titles = [board.title for board in rendering.boards(state.observe(player), rendering.SHEET)]
        place = dict(zip(_names(state), at, strict=True))
        assert titles[0] == ("Your garden" if player == 0 else "Red’s garden")
        assert titles[2] == ("Your garden" if player == 1 else "Blue’s garden")
        assert place["near-garden"][0] < place["far-garden"][0]
        assert place["near-garden"][1] == place["far-garden"][1]
        assert place["near-board"][1] < place["market"][1] < place["actions"][1]
        assert place["removed"][0] < place["actions"][0]
        assert place["actions"][1] < place["track"][1]
        market = next(
            b
            for b in rendering.boards(state.observe(player), rendering.SHEET)
            if b.name == "market"
        )
        cards = {id_: float(x) for id_, (x, _) in _cards(market.body)}
        for card, x in cards.items():
            assert (x < market.width / 2) == (card in _lying(state, OFFER)), card
        assert place["track"] == (place["near-garden"][0], max(y for _, y in at))


NESTED = re.compile(r'<svg x="([-\d.]+)" y="([-\d.]+)"')


def _names(state: State) -> list[str]:
    return list(names(rendering.areas(state.game, rendering.SHEET)))


@pytest.mark.parametrize("layout", EVERY)
def test_cards_that_left_the_game_are_listed(played: list[State], layout: str) -> None:
    seen = 0
    for state in played[::9]:
        removed = [card_name(c) for c in range(64) if state.record.where[c] == GONE]
        board = next(b for b in rendering.boards(state.observe(-1), layout) if b.name == "removed")
        assert sorted(re.findall(r'id="gone-([P-W][1-8])"', board.body)) == sorted(removed)
        assert board.description == f"{', '.join(removed) or 'nothing'}."
        text = rendering.text(state).partition("removed")[2].partition("actions")[0]
        assert re.findall(r"[P-W][1-8]", text) == removed
        seen += len(removed)
    assert seen


def test_on_a_phone_everything_nameable_is_44_wide(played: list[State]) -> None:
    """At 343 pixels: a phone of 375 with a margin."""
    for state in played[::10]:
        for player in state.to_act:
            for board in rendering.boards(state.observe(player), "narrow"):
                for part in drawn(board).iter():
                    if part.get("data-word"):
                        assert min(_size(part)) * 343 / board.width >= 44, part.get("id")


def _size(part: ET.Element) -> tuple[float, float]:
    face = next(inner for inner in part.iter() if inner.get("class") == "face")
    scale = float((re.findall(r"scale\(([\d.]+)\)", part.get("transform", "")) or ["1"])[0])
    # The outline of a cell is drawn inwards by one and a half units on each side.
    inset = 2 * float(face.get("x", 0))
    return tuple((float(face.get(side, 0)) + inset) * scale for side in ("width", "height"))  # type: ignore[return-value]


def test_the_same_view_gives_the_same_picture(played: list[State]) -> None:
    view = played[60].observe(0)
    again = Observation.from_json(view.to_json())
    for layout in rendering.LAYOUTS:
        for theme in (None, "light", "dark"):
            assert rendering.svg(view, layout, theme) == rendering.svg(again, layout, theme)


def test_what_is_hidden_changes_nothing(played: list[State]) -> None:
    for state in played[20:200:20]:
        view = state.observe(0)
        for seed in (1, 2):
            other = view.determinize(seed).observe(0)
            assert rendering.svg(other) == rendering.svg(view)
            assert str(other) == str(view)


def test_the_text_fits_a_terminal(played: list[State]) -> None:
    for state in played[::6]:
        for view in (state, *viewers(state)):
            lines = str(view).splitlines()
            assert max(map(len, lines)) <= 80
            assert len(lines) <= 24


def test_paths_are_drawn_on_request(played: list[State]) -> None:
    last = next(state for state in played if state.record.phase == OVER)
    rows = score_sheet.sheet(last).rows
    plain, marked = (rendering.svg(last.observe(0), "wide", None, r) for r in ((), rows))
    paths = [
        f"path-{n}-{row.key}" for row in rows for p, n in enumerate(("red", "blue")) if row.cells[p]
    ]
    assert paths
    assert all(path in marked and path not in plain for path in paths)


@pytest.mark.parametrize("layout", rendering.LAYOUTS)
def test_what_paths_are_worth_lies_above_all_paths(played: list[State], layout: str) -> None:
    worths, rows = 0, score_sheet.sheet(played[-1]).rows
    for board in rendering.boards(played[-1].observe(0), layout, rows):
        lines = [found.start() for found in re.finditer('class="(?:casing|way)"', board.body)]
        discs = [found.start() for found in re.finditer('class="disc"', board.body)]
        assert not discs or max(lines) < min(discs)
        worths += len(discs)
    assert worths >= 2


def test_the_board_leaves_it_to_the_score_who_wins(played: list[State]) -> None:
    over = next(state for state in played if state.record.phase == OVER)
    assert "The game is over." in rendering.boards(over.observe(0))[0].body
    assert all("wins" not in board.body for board in rendering.boards(over.observe(1)))


@pytest.mark.parametrize("layout", ["wide", "sheet"])
def test_who_can_be_chosen_to_start_is_framed_whole(layout: str) -> None:
    state = spinney.game(GAME).new(seed=1)
    view = state.observe(state.to_act[0])
    gardens = [b for b in rendering.boards(view, layout) if 'id="player-' in b.body]
    assert len(gardens) == 2
    for board in gardens:
        plate = board.body.partition('id="player-')[2]
        face = re.search(r'class="face" width="([\d.]+)"', plate)
        assert face
        assert float(face[1]) == board.width - 8


def test_who_starts_is_chosen_by_buttons_where_one_garden_is_below_the_other() -> None:
    state = spinney.game(GAME).new(seed=1)
    view = state.observe(state.to_act[0]).with_names(("Ann", "Ben"))
    bodies = "".join(board.body for board in rendering.boards(view, "narrow"))
    assert 'id="player-red"' in bodies
    assert 'data-word="red"' not in bodies
    called = prompts.labels(view)
    assert [called[name].text for name in ("red", "blue")] == ["Ann", "Ben"]


def test_turns_that_are_not_played_are_told_where_there_is_room() -> None:
    names = ("Wilhelmina Featherstone", "Maximilian von Hohenberg")
    state = spinney.game(GAME).new(seed=1).with_names(names).play(0, "first red")
    state = state.play(0, "bid 1g 1g 1g 1g 1g").play(1, "bid 1b 1b 1b 1b 1b 1b")
    track = rendering.boards(state.observe(-1))[0]
    assert "…" not in track.body
    assert "Larger flocks first" in track.body


def test_unknown_layouts_and_themes_are_refused() -> None:
    view = spinney.game(GAME).new(seed=1).observe(0)
    with pytest.raises(Refused, match="wide, narrow"):
        view.svg("round")
    with pytest.raises(Refused, match="light, dark"):
        view.svg("wide", "blue")  # type: ignore[arg-type]


def test_a_game_without_a_picture_has_a_plain_one(monkeypatch: pytest.MonkeyPatch) -> None:
    view = spinney.game(GAME).new(seed=1).observe(0)
    monkeypatch.setattr(type(view.game), "part", lambda self, name: None)
    for layout in rendering.LAYOUTS:
        (board,) = rendering.boards(view, layout)
        assert rendering.areas(view.game, layout) == [board.name]
        ET.fromstring(rendering.svg(view, layout))  # noqa: S314
    assert "parrots: Red 6, Blue 6" in rendering.text(view)
    assert score_sheet.sheet(view).totals == view.scores


@pytest.mark.parametrize("only", [False, True], ids=["compiled", "interpreted"])
def test_a_picture_takes_milliseconds(played: list[State], only: bool) -> None:
    state = played[100]
    views = [state.observe(state.to_act[0]) for _ in range(20)]
    compilation.interpret(only)
    try:
        assert relative_time(lambda: rendering.boards(views.pop())) < 6.5
    finally:
        compilation.interpret(False)
