"""Every game's lesson, played to its end in every language; and the engine that runs them."""

import ast
import inspect
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest
from tests.hedges import hedge, ridges

import spinney
from spinney import lessons
from spinney.core import compilation
from spinney.core.errors import Refused
from spinney.core.lesson import OTHERWISE, Lesson
from spinney.i18n import LONG, in_language, languages
from spinney.lessons import engine
from spinney.match import Match
from spinney.match.settings import MatchSettings
from spinney.match.undo_without_consent import undo_or_fix
from spinney.players import choose
from spinney.testing import Broken, check_lesson

OWN = [game for game in spinney.all_games().values() if game.package.startswith("spinney.")]
GAMES = [game for game in OWN if lessons.lesson_of(game)]
PLAYED = [
    *(("en", seed) for seed in range(3)),
    *((language, 0) for language in (*languages(), LONG) if language != "en"),
]
"""Languages and seeds. A language changes what is said, not what the moves are drawn from."""


choose_once = cache(choose)
"""In every language the opponents think about the same positions."""


@pytest.fixture(autouse=True)
def interpreted(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A lesson is short: it spares compiling, and checks every index."""
    monkeypatch.setattr(engine, "choose", choose_once)
    with compilation.interpreting():
        yield


def lesson(name: str) -> tuple[Match, Lesson]:
    game = spinney.game(name)
    found = lessons.lesson_of(game)
    assert found is not None
    return lessons.begin_lesson(game), found


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@pytest.mark.parametrize(("language", "seed"), PLAYED)
def test_a_lesson_can_be_played_to_its_end(game: spinney.Game, language: str, seed: int) -> None:
    with in_language(language):
        match = check_lesson(game, seed)
        assert match is not None
        end = lessons.status(match)
    assert match.over
    assert end.text
    assert not end.waits


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_texts_of_a_lesson_are_marked_for_translation(game: spinney.Game) -> None:
    module, found = game.part("lesson"), lessons.lesson_of(game)
    assert module is not None
    assert found is not None
    tree = ast.parse(inspect.getsource(module))
    marked = {
        node.args[0].value
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "N_"
        and isinstance(node.args[0], ast.Constant)
    }
    said = {found.about, found.ending, *(step.text for step in found.steps)}
    answers = {step.otherwise for step in found.steps} - {OTHERWISE}
    assert said | answers == marked


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_lesson_has_few_steps_and_the_last_leaves_its_learner_alone(game: spinney.Game) -> None:
    found = lessons.lesson_of(game)
    assert found is not None
    assert 8 <= len(found.steps) <= 15
    assert 3 <= found.minutes <= 8
    *guided, last = found.steps
    assert all(step.points for step in guided)
    assert not last.moves


def test_a_move_that_does_not_fit_gets_a_sentence_and_a_second_try() -> None:
    match, found = lesson("arboretum")
    with pytest.raises(Refused, match="draw from the deck first"):
        lessons.check_move(match, 0, "draw 2")
    assert lessons.status(match).number == 1
    with pytest.raises(Refused, match="draw"):  # an illegal one is refused as ever
        lessons.check_move(match, 0, "discard lilac2")
    lessons.check_move(match, 0, "draw deck")
    assert lessons.status(match.play(0, "draw deck", 0)).number == 2
    assert lessons.status(match).text == found.steps[0].text


def test_a_lesson_goes_back_with_its_match_but_not_before_its_beginning() -> None:
    match, _ = lesson("arboretum")
    rules = MatchSettings(lesson=True, opening=match.version)
    with pytest.raises(Refused, match="start of the game"):
        undo_or_fix(match, rules, (0,), 0)
    further = match.play(0, "draw deck", 0).play(0, "draw 2", 0)
    assert lessons.status(further).number == 3
    back = undo_or_fix(further, rules, (0,), 0)
    assert lessons.status(back).number == 2
    assert lessons.status(undo_or_fix(back, rules, (0,), 0)).number == 1


def test_while_the_opponent_chooses_nothing_is_pointed_at() -> None:
    match, _ = lesson("arboretum")
    for move in ("draw deck", "draw 2", "play lilac8 4,0", "discard crabapple2"):
        match = match.play(0, move, 0)
    now = lessons.status(match)
    assert not now.waits
    assert not now.points
    assert now.number == 5


def test_a_step_that_cannot_be_done_any_more_is_passed_over() -> None:
    match, found = lesson("arboretum")
    match = match.play(0, "draw deck", 0).play(0, "draw 2", 0)
    match = match.play(0, "play dogwood5 2,-1", 0)  # not as the lesson has it
    match = match.play(0, "discard crabapple2", 0)
    while lessons.status(match).number < len(found.steps):
        player = match.to_act[0]
        said = lessons.reply(match, player) if player else next(iter(match.view(0).legal))
        match = match.play(player, said, 0)
    assert not match.over


def test_a_sealed_choice_that_is_changed_is_one_step() -> None:
    match, _ = lesson("build-your-arboretum")
    match = match.play(0, "bid 1b", 0, finish=False).play(0, "bid 1b", 0)
    assert lessons.status(match).number == 2


def test_a_game_without_a_lesson_says_so() -> None:
    with pytest.raises(Refused, match="has no lesson"):
        lessons.begin_lesson(hedge())


def test_the_example_game_has_one() -> None:
    match = check_lesson(ridges(), 1)
    assert match is not None
    assert match.over


def test_a_lesson_that_promises_too_much_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    module = ridges().part("lesson")
    assert module is not None
    good = module.LESSON
    first, *others = good.steps
    spoilt = {
        "points at pieces": replace(first, points=("west",)),
        "every step": replace(first, moves=("plant 9 south",)),
    }
    for promise, broken in spoilt.items():
        monkeypatch.setattr(module, "LESSON", replace(good, steps=(broken, *others)))
        with pytest.raises(Broken, match=promise):
            check_lesson(ridges(), 1)
