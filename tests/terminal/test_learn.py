"""A lesson in a terminal: step by step, left and gone on with."""

from pathlib import Path

from tests.terminal.running import call

import spinney
from spinney.lessons import begin_lesson, check_move, example, reply
from spinney.match.record_reader import read_record

FIRST_TURN = "draw deck\ndraw 2\nplay lilac8 4,0\ndiscard crabapple2\n"
SECOND_TURN = "draw deck\ndraw deck\nplay dogwood5 2,-1\ndiscard jacaranda3\n"
LAST_TURN = "draw deck\ndraw deck\nplay cassia8 4,-1\ndiscard cassia3\n"


def test_a_lesson_is_played_to_its_end(tmp_path: Path) -> None:
    done = call(tmp_path, "learn", "arboretum", said=FIRST_TURN + SECOND_TURN + LAST_TURN)
    text = " ".join(done.stdout.split())
    assert done.returncode == 0, done.stderr
    assert "Step 1 of 9 Every turn begins with two cards." in text
    assert "Step 9 of 9 Now finish alone" in text
    assert "That is the whole game" in text
    assert read_record((tmp_path / "lessons" / "arboretum.txt").read_text()).over


def test_what_does_not_fit_is_answered_and_can_be_said_anew(tmp_path: Path) -> None:
    said = "draw 2\nundo\ndraw deck\n"
    text = " ".join(call(tmp_path, "learn", "arboretum", said=said).stdout.split())
    assert "That pile will wait; draw from the deck first." in text
    assert "this is the start of the game" in text
    assert "Step 2 of 9" in text


def test_a_lesson_can_be_left_and_gone_on_with(tmp_path: Path) -> None:
    left = call(tmp_path, "learn", "arboretum", said=FIRST_TURN).stdout
    assert "Continue with: spinney learn arboretum" in left
    assert "Step 5 of 9" in call(tmp_path, "learn", "arboretum").stdout
    assert "Step 1 of 9" in call(tmp_path, "learn", "arboretum", "--again").stdout


def test_a_lesson_speaks_the_language_that_is_asked_for(tmp_path: Path) -> None:
    text = " ".join(call(tmp_path, "learn", "arboretum", "--language", "de").stdout.split())
    assert "Schritt 1 von 9" in text
    assert "Du: 6 gepflanzt Sämling: 6 gepflanzt" in text


def test_there_is_no_lesson_of_other_games(tmp_path: Path) -> None:
    done = call(tmp_path, "learn", "arboretuum")
    assert done.returncode == 2
    assert "did you mean arboretum" in done.stderr


def test_what_a_page_highlights_is_named(tmp_path: Path) -> None:
    forms = {
        "arboretum": ("", "Look at: deck Type: draw deck"),
        "build-your-arboretum": ("", "Look at: bulletin Type: bid 1b"),
        "forest-garden": ("choose 1\n", "Look at: EU27, 3.3 Type: grow EU27 3.3"),
        "spring-2021": ("GROW 3\nCOMPLETE 5\n", "Look at: 12 Type for example: SEED 12 "),
    }
    for game, (said, shown) in forms.items():
        text = " ".join(call(tmp_path, "learn", game, said=said).stdout.split())
        assert shown in text


def test_the_example_of_each_step_completes_it() -> None:
    match = begin_lesson(spinney.game("spring-2021"))
    for move in ("GROW 3", "COMPLETE 5"):
        assert example(match) == move
        match = match.play(0, move, 0)
        match = match.play(1, reply(match, 1), 0)
    check_move(match, 0, example(match))
    assert example(match).startswith("SEED 12 ")


def test_the_command_that_goes_on_with_a_lesson_keeps_the_language(tmp_path: Path) -> None:
    left = call(tmp_path, "learn", "arboretum", "--language", "de", said=FIRST_TURN).stdout
    assert "spinney learn arboretum --language de\n" in left
