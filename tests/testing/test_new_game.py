"""A new game's folder passes its check at once; what is broken is shown so that Python takes it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from tests.hedges import ridges
from tests.terminal.running import SPINNEY, environment

import spinney
from spinney.core import compilation
from spinney.core.registry import register_folder
from spinney.testing import Broken, check_game
from spinney.testing.new_game import write_game

pytestmark = pytest.mark.long

LONGEST = 900
"""Seconds for a check on a busy machine: it may have to compile."""


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*SPINNEY, *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        env=environment(folder / "data"),
        check=False,
        timeout=LONGEST,
    )


@pytest.mark.timeout(2 * LONGEST)
def test_a_new_game_passes_its_check(tmp_path: Path) -> None:
    written = run(tmp_path, "new-game", "lost-trees")
    assert written.returncode == 0, written.stderr
    assert sorted(file.name for file in (tmp_path / "lost_trees").iterdir()) == [
        "__init__.py",
        "guide.md",
        "lesson.py",
        "notation.py",
        "rules.py",
    ]
    assert "my-game" not in (tmp_path / "lost_trees" / "__init__.py").read_text()
    checked = run(tmp_path, "check-game", "lost-trees", "--seconds", "1", "--games", "3")
    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert "Lost Trees keeps every promise" in checked.stdout
    assert "hidden from somebody: cards of deck, cards of hand\n" in checked.stdout
    assert "compiling" in checked.stdout


@pytest.mark.timeout(2 * LONGEST)
def test_a_broken_promise_is_shown_as_python(tmp_path: Path) -> None:
    folder = write_game("lost-trees", tmp_path)
    rules = folder / "rules.py"
    rules.write_text(
        rules.read_text().replace("return fill_zones(s, TOTALS, ORDERED, r)", "return r")
    )
    checked = run(tmp_path, "check-game", "lost-trees")
    assert checked.returncode == 1, checked.stdout + checked.stderr
    assert "broken: " in checked.stdout
    code = checked.stdout.partition("In Python:")[2]
    shown = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=LONGEST
    )
    assert shown.returncode == 0, shown.stderr
    assert "hand:" in shown.stdout


@pytest.mark.timeout(2 * LONGEST)
def test_code_that_raises_is_shown_with_the_state(tmp_path: Path) -> None:
    folder = write_game("lost-trees", tmp_path)
    rules = folder / "rules.py"
    rules.write_text(
        rules.read_text().replace("take_card(s, HAND + p, action)", "s.cards[9, 0] = 1")
    )
    checked = run(tmp_path, "check-game", "lost-trees")
    assert checked.returncode == 1
    assert "IndexError: cards[(9, 0)] is outside" in checked.stdout
    assert "at = spinney.game('lost-trees').state(" in checked.stdout


@pytest.mark.parametrize("name", ["Lost", "1st", "lost_trees", "arboretum", "json", "", "class"])
def test_a_name_that_cannot_be_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(spinney.Refused):
        write_game(name, tmp_path)
    assert not list(tmp_path.iterdir())


def test_a_folder_is_never_overwritten(tmp_path: Path) -> None:
    write_game("lost-trees", tmp_path)
    with pytest.raises(spinney.Refused, match="there is a"):
        write_game("lost-trees", tmp_path)


def test_there_is_no_such_game(tmp_path: Path) -> None:
    refused = run(tmp_path, "check-game", "lost-trees")
    assert refused.returncode == 2
    assert "there is no game 'lost-trees'" in refused.stderr


# Equal cards.


def test_equal_cards_are_dealt_uniformly_over_deals() -> None:
    report = check_game(ridges(), games=3, often=0.3, few=6)
    assert report.counts["views enumerated"] == 6


def test_equal_cards_fail_where_their_multiplicity_is_not_said(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = ridges()
    monkeypatch.delattr(game.rules, "multiplicity")
    with pytest.raises(Broken, match="are uniform"):
        check_game(game, games=10, often=0.3, few=20)


# Words on pieces.

SPACED = """
from spinney.drawing import Area, Board, slot


def boards(view, layout="wide", rows=()):
    return [Board("table", "Table", 90, 90, slot("deck", 5, 5, 60, word="play 1"))]


def areas(layout="wide"):
    return ["table"]
"""


def test_a_word_with_a_space_on_a_piece_is_refused(tmp_path: Path) -> None:
    (write_game("spaced-words", tmp_path) / "view.py").write_text(SPACED)
    game = register_folder(tmp_path / "spaced_words")
    with compilation.interpreting(), pytest.raises(Broken, match="bears one word") as found:
        check_game(game, games=2, often=1, compiled=False)
    assert found.value.where is not None
    assert "'play 1' on 'table'" in found.value.detail


def test_observations_have_a_code(tmp_path: Path) -> None:
    with compilation.interpreting():
        view = ridges().new(seed=3).observe(1)
    assert eval(repr(view)) == view  # noqa: S307
    with pytest.raises(spinney.Refused, match="nobody's view"):
        view.game.observation(2, view.code)
    with pytest.raises(spinney.Refused):
        view.game.observation(0, "x")
