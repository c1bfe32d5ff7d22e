"""The moves of Forest Garden: actions to words and back, names of plants, refusals, the log."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.games.forest_garden import (
    PLANTS,
    changed_deck,
    choose,
    deck,
    game,
    hand,
    late,
    log_lines,
    offers,
    plain,
    plant,
    play,
    refused,
    table,
    transitions,
)

import spinney
from spinney.core import notation
from spinney.core.state import Observation, State
from spinney.games.forest_garden.deck.plant import CARDS, IDS, find, names
from spinney.games.forest_garden.rules.record import (
    ACCEPT,
    ACT_FIRST,
    ACTIONS,
    AT,
    BONUS,
    CHOOSE,
    COLOUR_BONUS,
    DECLINE,
    DRAW,
    GROW,
    LOOK,
    OFFER,
    PICK,
    PLACE_NAMES,
    REFUSE,
    SEARCH,
    SELL,
    SWAP,
    TO,
)
from spinney.games.forest_garden.text.notation import for_view, write

pytestmark = pytest.mark.usefixtures("interpreted")

EU12, EU33 = IDS.index("EU12"), IDS.index("EU33")


def anybody() -> Observation:
    """Somebody who has no card yet."""
    return game().new(seed=1).observe(0)


def read(text: str, view: Observation | None = None) -> list[int]:
    return for_view(view or anybody()).read(text)


# Words and actions.


@pytest.mark.parametrize(
    ("move", "actions"),
    [
        ("draw 3", [DRAW + 2]),
        ("choose 3", [CHOOSE + 2]),
        ("choose 7", [CHOOSE + 6]),
        ("choose special", [CHOOSE + 7]),
        ("sell EU12", [SELL + EU12]),
        ("grow EU12 3.2", [GROW + EU12, AT + PLACE_NAMES.index("3.2")]),
        ("grow EU12 6.1", [GROW + EU12, AT + 20]),
        ("grow EU12 1.1", [GROW + EU12, AT]),
        ("offer EU12 to 4", [OFFER + EU12, TO + 3]),
        ("accept", [ACCEPT]),
        ("refuse", [REFUSE]),
        ("decline", [DECLINE]),
        ("first 4", [ACT_FIRST + 3]),
        ("bonus 2", [LOOK + 1]),
        ("swap", [SWAP]),
        ("search 3", [SEARCH + 2]),
        ("search discard", [SEARCH + 7]),
        ("pick EU12", [PICK + EU12]),
    ],
)
def test_each_move_is_one_action(move: str, actions: list[int]) -> None:
    assert read(move) == actions
    assert write(actions) == move


@pytest.mark.parametrize("players", range(2, 8))
def test_choices_are_understood_as_on_the_die(players: int) -> None:
    view = table(players=players).observe(0)
    for text in ("choose 6 special", "choose special 6", "6 special", "Special", "⚅ special"):
        assert read(text, view) == [CHOOSE + 7]
    six = CHOOSE + 7 if players < 6 else CHOOSE + 5
    for text in ("6", "⚅", "choose 6", "c 6"):
        assert read(text, view) == [six]
    for text in ("2", "⚁", "choose ⚁"):
        assert read(text, view) == [CHOOSE + 1]
    assert notation.read(view, "6") == (six,)
    assert write([six]) == ("choose special" if players < 6 else "choose 6")


def test_a_face_without_its_deck_is_refused() -> None:
    assert "there are 3 decks" in refused(table(players=3), 0, "5")
    assert "there is no deck 9" in refused(table(players=3), 0, "9")
    assert "a special action costs a cube" in refused(table(storage=[0, 1]), 0, "6")
    assert "'6' is not a place" in refused(game().new(seed=1), 0, "6")


def test_every_step_has_its_own_words_and_reads_back() -> None:
    said = [write([action]) for action in range(ACTIONS)]
    assert len(set(said)) == ACTIONS
    reader = for_view(anybody())
    for action in range(ACTIONS):
        assert reader.read(said[action]) == [action]


# Names.


def found(text: str) -> list[str]:
    return [IDS[card] for card in find(PLANTS, range(CARDS), text.split())]


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("EU33", ["EU33"]),
        ("eu33", ["EU33"]),
        ("Corylus avellana", ["EU33"]),
        ("corylus avellana", ["EU33"]),
        ("Common hazel", ["EU33"]),
        ("COMMON HAZ", ["EU33"]),
        ("Echte Walnuss", ["AS03"]),
        ("echte walnuß", ["AS03"]),
        ("Chinesischer Gemüsebaum", ["AS09"]),
        ("chinesischer gemusebaum", ["AS09"]),
        ("Chinesischer Gemuesebaum", ["AS09"]),
        ("gemüse", ["AS09"]),
        ("ginkgo", ["AS01", "AS02"]),
        ("female ginkgo", ["AS01"]),
        ("Ginkgo ♂", ["AS02"]),
        ("ginkgo männlich", ["AS02"]),
        ("Taxus male", ["EU17"]),
        ("david elm", ["AS11"]),
        ("amur-linde", ["AS08"]),
        ("amur linde", ["AS08"]),
        ("nonsense", []),
        ("female", []),
        ("", []),
        ("eu3", []),
    ],
)
def test_what_names_mean(text: str, cards: list[str]) -> None:
    assert found(text) == cards


def test_a_name_cut_short_can_be_several() -> None:
    assert {"EU06", "EU18", "EU27", "EU28", "NA16"} <= set(found("cherry"))


def test_a_whole_name_is_meant_before_others_that_begin_so() -> None:
    whole = [p.english for p in PLANTS if sum(q.english.startswith(p.english) for q in PLANTS) > 2]
    for english in whole:
        assert {plant(card).english for card in found(english)} == {english}


def test_every_plant_is_found_by_each_of_its_names_with_its_sex() -> None:
    for p in PLANTS:
        for name in (p.scientific, p.english, p.german):
            words = name if p.sex == "both" else f"{name} {p.sex}"
            assert found(words) == [p.id]
        for name in names(p):
            assert p.id in found(name)


def test_what_one_holds_is_meant_first() -> None:
    """There are several hazels, but one in the hand."""
    state = choose(table(hands=["EU33"]), "1", "2")
    assert play(state, "grow hazel 2.1") == play(state, "grow EU33 2.1")
    assert play(state, "Sell HASEL") == play(state, "sell EU33")
    both = choose(table(hands=["EU33"], tops=["EU14"]), "1", "2")
    told_ = refused(both, 0, "sell hazel")
    assert told_ == "'hazel' could be Turkish hazel EU14 or Common hazel EU33; type more"
    assert play(both, "sell turk") == play(both, "sell EU14")


def test_of_the_cards_to_pick_from_too() -> None:
    state = late(choose(table(storage=[3, 1], pile="EU33 EU12"), "special", "1"))
    state = play(state, "search discard")
    assert play(state, "pick hazel") == play(state, "pick EU33")


def test_names_are_those_of_the_deck_that_is_played_with(tmp_path: Path) -> None:
    deck_ = changed_deck(tmp_path, EU33={"english": "Zauberhasel"})
    state = choose(table(hands=["EU33"], plants=deck_), "1", "2")
    happened = transitions(state, "sell zauber")
    assert log_lines(happened)[0] == "sell EU33 (Zauberhasel, for 1 cube)"


# Short forms.


@pytest.mark.parametrize(
    ("short", "long"),
    [
        ("g EU12 3.2", "grow EU12 3.2"),
        ("GROW eu12 3.2", "grow EU12 3.2"),
        ("grow EU 12 3.2", "grow EU12 3.2"),
        ("grow EU12 3,2", "grow EU12 3.2"),
        ("grow EU12 at 3.2", "grow EU12 3.2"),
        ("grow wild service tree on 4.1", "grow EU12 4.1"),
        ("offer EU12 to player 4", "offer EU12 to 4"),
        ("o EU12 to 4", "offer EU12 to 4"),
        ("choose deck 3", "choose 3"),
        ("c 3", "choose 3"),
        ("c s", "choose special"),
        ("search pile", "search discard"),
        ("search d", "search discard"),
        ("sea deck 2", "search 2"),
        ("sw", "swap"),
        ("b 2", "bonus 2"),
        ("a", "accept"),
        ("r", "refuse"),
        ("de", "decline"),
    ],
)
def test_short_forms(short: str, long: str) -> None:
    assert read(short) == read(long)


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("", "no move begins with ''; there are: draw, choose, sell, "),
        ("plant EU12 3.2", "no move begins with 'plant'"),
        ("gorw EU12 3.2", "no move begins with 'gorw'; did you mean grow?"),
        ("s EU12", "'s' could be sell, swap or search; type more of it"),
        ("se EU12", "'se' could be sell or search; type more of it"),
        ("d 3", "'d' could be draw or decline; type more of it"),
        ("draw", "write it like: draw 3, a deck"),
        ("draw EU12", "write it like: draw 3, a deck"),
        ("choose 8", "there is no deck 8; try: choose 3, a deck, or choose special"),
        ("choose 0", "there is no deck 0"),
        ("search", "write it like: search 3, a deck, or search discard"),
        ("swap 2", "write it like: swap, and nothing else"),
        ("sell", "write it like: sell EU12, a card"),
        ("grow 3.2", "write it like: grow EU12 3.2, a card and where it goes"),
        ("grow EU12 7.1", "'7.1' is not a place; a place is row.place, as 3.2"),
        ("grow EU12 3.5", "'3.5' is not a place"),
        ("grow EU12 32", "'32' is not a place"),
        ("offer EU12 to 8", "there is no player 8; try: offer EU12 to 4, a card and a player"),
        ("sell EU65", "there is no plant 'EU65'; write it like: sell EU12"),
        ("sell gnikgo tree", "there is no plant 'gnikgo tree'; write it like: sell EU12"),
        ("pick nothing", "there is no plant 'nothing'; write it like: pick EU12"),
    ],
)
def test_what_is_no_move(move: str, reason: str) -> None:
    with pytest.raises(spinney.Refused) as caught:
        read(move)
    assert reason in str(caught.value)


def test_a_name_misspelt_is_guessed_from_the_hand() -> None:
    state = choose(table(hands=["EU33"]), "1", "2")
    assert "did you mean common hazel?" in refused(state, 0, "sell comon hazle")


# Refusals: why not, and what would do.


def drawing() -> State:
    return game().new(seed=1)


def choosing() -> State:
    return table(storage=[0, 1], left=[32, 0])


def playing() -> State:
    """Player 1 holds a hazel and a large tree; row 5 is full."""
    trees = plain(5)
    state = table([f"{trees[0]}@5.1"], hands=["EU33"], tops=[trees[1]], storage=[4, 2])
    return choose(state, "1", "2")


def selling() -> State:
    trees = plain(5)
    state = table(
        [f"{trees[0]}@5.1 {plain(2)[0]}@2.2"],
        players=2,
        hands=["EU33"],
        tops=[trees[1]],
        storage=[4, 5],
        direct_sale=True,
    )
    return choose(state, "1", "2")


def answering() -> State:
    return play(selling(), "offer EU33 to 2")


def acting() -> State:
    return late(choose(table(storage=[2, 1]), "special", "1"))


def picking() -> State:
    return play(acting(), "swap")


TREE = plain(5)[1]
NAME = f"{plant(TREE).english} {TREE}"


@pytest.mark.parametrize(
    ("transition", "move", "reason"),
    [
        (drawing, "draw 3", "there are 2 decks; try: draw 1, draw 2"),
        (drawing, "choose 1", "draw a first card to begin with; try: draw 1, draw 2"),
        (drawing, "sell EU12", "draw a first card to begin with"),
        (choosing, "choose 2", "deck 2 has no card left; try: choose 1"),
        (choosing, "choose 3", "there are 2 decks; try: choose 1"),
        (
            choosing,
            "choose special",
            "a special action costs a cube at least, and your storage is empty; try: choose 1",
        ),
        (choosing, "swap", "first choose in secret: an offer or a special action"),
        (choosing, "grow hazel 2.1", "first choose in secret"),
        (playing, "choose 1", "it is your turn to play; play one of your cards, as: sell EU"),
        (playing, "2.1", "a place alone is not a move; play one of your cards, as: sell EU"),
        (playing, "sell EU01", "EU01 is not in your hand; there: "),
        (
            playing,
            f"grow {TREE}",
            "row 5 is full, and 5.2 costs 5 cubes: you have 4; you can play: sell",
        ),
        (playing, f"grow {TREE} 5.2", "row 5 is full, and 5.2 costs 5 cubes: you have 4"),
        (playing, "grow EU33", "add the place where it grows; free: 2.1, 2.2, 2.3, 2.4"),
        (playing, "grow EU33 3.1", "row 3 is for small trees; Common hazel EU33 grows in row 2"),
        (playing, "grow EU33 6.1", "row 6 is for large trees; Common hazel EU33 grows in row 2"),
        (playing, "grow EU33 2.5", "2.5 is an additional place, for when row 2 is full; free: 2.1"),
        (playing, "offer EU33 to 2", "in this game you can't sell plants to other players"),
        (selling, "grow EU33 2.2", "2.2 is taken by "),
        (
            selling,
            "offer EU33",
            "add the player to whom you offer it; you can play: offer EU33 to 2",
        ),
        (selling, "offer EU33 to 1", "you can't sell to yourself; you can play: offer EU33 to 2"),
        (selling, "offer EU33 to 3", "there are 2 players; you can play: offer EU33 to 2"),
        (
            lambda: play(answering(), "refuse"),
            "offer EU33 to 2",
            "Common hazel EU33 has been offered to a player this round already; you can play: sell",
        ),
        (acting, "search 1", "a search costs 3 cubes, and you have 2; try: swap"),
        (
            acting,
            "choose 1",
            "now perform a special action: replace all offers for 1 cube, or ",
        ),
        (picking, "pick EU01", "EU01 is not among the cards to pick from; try: pick EU"),
        (picking, "swap", "pick one of the cards that you see; try: pick EU"),
    ],
)
def test_refusals(transition: object, move: str, reason: str) -> None:
    state = transition()  # type: ignore[operator]
    assert reason in refused(state, state.to_act[0], move)


def test_refusals_of_an_answer() -> None:
    reason = "player 1 offers you Common hazel EU33 for 3 cubes; try: accept, refuse"
    for move in ("sell EU33", "decline", "offer EU33 to 1"):
        assert refused(answering(), 1, move) == reason


def test_refusals_of_a_bonus() -> None:
    state = choose(table(left=[9, 1]), "1", "2")
    rigged = state.record
    rigged.who, rigged.doing, rigged.bonus, rigged.used[0] = 0, BONUS, COLOUR_BONUS, 1
    state = State(state.game, bytes(rigged))
    for move in ("sell EU01", "accept"):
        assert refused(state, 0, move) == (
            "you have earned a bonus: look at the top 7 cards of a deck and keep one, or decline; "
            "try: decline, bonus 1"
        )
    assert refused(state, 0, "bonus 2") == "deck 2 has no card left; try: decline, bonus 1"
    assert refused(state, 0, "bonus 3") == "there are 2 decks; try: decline, bonus 1"


def test_refusals_where_nobody_can_buy() -> None:
    state = choose(table(hands=["EU33"], storage=[9, 2], direct_sale=True), "1", "2")
    reason = refused(state, 0, "offer EU33 to 2")
    assert reason.startswith("nobody else can pay the 3 cubes it costs; you can play: sell EU33")


def test_refusals_where_one_can_buy_and_another_can_not() -> None:
    state = table(players=3, hands=["AS29"], storage=[1, 3, 2], direct_sale=True)
    state = choose(state, "1", "2", "3")
    assert refused(state, 0, "offer AS29 to 3") == (
        "player 3 has 2 cubes, and the price is 3; you can play: offer AS29 to 2"
    )


def test_refusals_of_searches_and_swaps() -> None:
    state = late(choose(table(storage=[5, 1], left=[0, 32]), "special", "2"))
    assert "deck 1 has no card left; try: " in refused(state, 0, "search 1")
    state = late(choose(table(storage=[5, 1], left=[1, 1]), "special", "1"))
    assert "no deck has a card left that could be turned up; try: search 2" in refused(
        state, 0, "swap"
    )


def test_refusals_of_an_additional_place_and_of_row_6() -> None:
    trees = plain(5)
    one = choose(table([f"{trees[0]}@5.1"], hands=[trees[1]], storage=[9, 1]), "1", "2")
    assert "6.1 is for when 5.2 is planted; free: 5.2" in refused(one, 0, f"grow {trees[1]} 6.1")
    garden = f"{trees[0]}@5.1 {trees[1]}@5.2"
    two = choose(table([garden], hands=[trees[2]], storage=[5, 1]), "1", "2")
    assert "row 5 is full, and 6.1 costs 6 cubes: you have 5" in refused(
        two, 0, f"grow {trees[2]} 6.1"
    )
    shrubs = plain(1)
    full = " ".join(f"{card}@1.{i + 1}" for i, card in enumerate(shrubs[:6]))
    three = choose(table([full], hands=[shrubs[6]], storage=[5, 1]), "1", "2")
    assert "row 1 is full, and so is its additional place" in refused(
        three, 0, f"grow {shrubs[6]} 1.1"
    )


def test_once_a_card_is_chosen_the_rest_can_be_said_alone() -> None:
    state = playing()
    begun = state.apply_action(0, GROW + EU33)
    assert begun.play(0, "2.1") == state.play(0, "grow EU33 2.1")
    assert "add the place where it grows; free: 2.1" in refused(begun, 0, f"sell {TREE}")
    assert "row 3 is for small trees" in refused(begun, 0, "3.1")
    offered = selling().apply_action(0, OFFER + EU33)
    assert offered.play(0, "to 2") == answering()
    assert "you can't sell to yourself" in refused(offered, 0, "to 1")


def test_refusals_out_of_turn_and_after_the_end() -> None:
    assert refused(drawing(), 1, "draw 1") == "it is not player 2's turn: player 1 must choose"
    state = table(storage=[0, 0], left=[0, 0], round_=21)
    assert refused(late(late(state)), 0, "swap") == "the game is over"


def test_a_refusal_tells_nothing_that_is_hidden() -> None:
    state = playing()
    view = state.observe(0)
    for seed in range(5):
        other = view.determinize(seed)
        for move in ("sell lime", "grow EU40 2.1", "pick pear", "search 2", "sell EU61"):
            assert refused(other, 0, move) == refused(state, 0, move)


WORDS = (
    "draw choose sell grow pick search bonus offer accept refuse decline swap special discard to "
    "1 2 3 8 EU33 EU12 EU01 hazel oak common 2.1 5.2 6.1 3.9 , . to at player deck s g ♀ male"
)


@settings(max_examples=60)
@given(
    st.lists(st.sampled_from(WORDS.split()) | st.text(max_size=5), max_size=5).map(" ".join),
    st.sampled_from((drawing, choosing, playing, selling, answering, acting, picking)),
)
def test_any_words_are_understood_or_refused(move: str, transition: object) -> None:
    state = transition()  # type: ignore[operator]
    for player in (0, 1):
        if move in state.legal(player):
            assert state.play(player, move).is_consistent
        else:
            assert len(refused(state, player, move)) > 5


# What is told.


def test_a_round_is_told_as_it_was_heard() -> None:
    state = table(storage=[3, 2], tops=["EU33", "EU12"])
    happened = transitions(choose(state, "1"), "choose 1")
    drawn = hand(happened[-1].state, 1)[-1]
    common = [
        "player 1 chooses 1 (Common hazel EU33); player 2 chooses 1 (Common hazel EU33)",
        (
            "player 1 and player 2 want Common hazel EU33; player 1, with the most in storage (3 "
            "to 2), takes it for 1 cube"
        ),
    ]
    assert log_lines(happened, 0) == [*common, "player 2 draws from deck 1"]
    assert log_lines(happened, 1) == [
        "choose 1",
        *common,
        f"player 2 draws from deck 1; it is {plant(drawn).english} {drawn}",
    ]


def test_the_alternative_offer_is_told() -> None:
    state = acting()
    thrown, below = offers(state)[1], deck(state, 1)[1]
    assert thrown
    lines = log_lines(transitions(state, "swap"))
    assert lines[0] == "swap (for 1 cube)"
    assert lines[1].startswith(f"discarded: {plant(thrown).english} {thrown}; turned up: 1 ")
    assert lines[1].endswith(f"2 {plant(below).english} {below}")


def test_offers_that_stay_are_told() -> None:
    state = late(choose(table(), "1", "1"))
    assert state.to_act == (1,)
    lines = log_lines(state.forfeit(1, 1))
    assert lines[-1].startswith("turned up: 1 ")
    assert "; still on offer: 2 " in lines[-1]


def test_with_nothing_to_turn_up_that_is_told() -> None:
    state = table(left=[0, 0], storage=[1, 0])
    happened = transitions(state, "choose special")
    assert log_lines(happened)[-1] == "no new offers; no deck has a card left"
