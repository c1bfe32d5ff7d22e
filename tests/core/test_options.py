"""Options of games: values, words for them, and values put together of parts."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from spinney.core.errors import Refused
from spinney.core.game import FileOption, Game, Option

WOOD = Option("wood", "any", ("any",), "Wood", parts=("oak", "pine", "yew"))


@pytest.mark.parametrize(
    ("given", "value", "number"),
    [
        ("any", "any", 0),
        ("ANY", "any", 0),
        ("yew", "yew", 4),
        ("yew oak", "oak yew", 5),
        ("Yew, oak,yew", "oak yew", 5),
        (["pine", "oak"], "oak pine", 3),
        (("oak", "pine", "yew"), "oak pine yew", 7),
    ],
)
def test_a_value_can_be_put_together_of_parts(given: object, value: str, number: int) -> None:
    assert WOOD.check(given) == value
    assert WOOD.word(value) == value
    assert WOOD.number(value) == number
    assert WOOD.check(WOOD.word(value)) == value


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ("oka", "wood can't be 'oka'; did you mean oak?"),
        ("elm", "wood can't be 'elm'; there are: any, oak, pine, yew"),
        ("PNIE", "wood can't be 'PNIE'; did you mean pine?"),
        ("oak elm", "wood can't be 'elm'; there are: oak, pine, yew"),
        ("oak any", "wood can't be 'any'; there are: oak, pine, yew"),
        ("", "wood can't be ''"),
        ([], "wood can't be ''"),
        (7, "wood can't be 7; it can be: any"),
    ],
)
def test_other_parts_are_refused(given: object, reason: str) -> None:
    with pytest.raises(Refused) as caught:
        WOOD.check(given)
    assert str(caught.value).startswith(reason)


def test_a_page_says_values_and_parts_in_words() -> None:
    labels = {"any": "Any wood", "yew": "Eibe"}
    wood = Option("wood", "any", ("any",), "Wood", parts=WOOD.parts, labels=labels)
    assert [*map(wood.value_label, ("any", "yew", "oak yew"))] == ["Any wood", "Eibe", "Oak, Eibe"]
    assert Option("often", 1, (0, 1), "Often", ("no", "yes")).value_label(1) == "Yes"


def test_options_without_parts_have_their_values_only() -> None:
    plain = Option("size", 2, (2, 3), "Size", ("small", "large"))
    assert [plain.check(given) for given in (3, "large", "SMALL")] == [3, 3, 2]
    assert plain.word(3) == "large"
    with pytest.raises(Refused, match="size can't be 'oak'; it can be: small, large"):
        plain.check("oak")


def test_a_game_can_refuse_settings_that_do_not_go_together() -> None:
    def unfit(chosen: Mapping[str, Any]) -> str:
        many = chosen["size"] < len(chosen["wood"].split())
        return f"{chosen['size']} trees can't be of more kinds" if many else ""

    size = Option("size", 2, (2, 3), "Size")
    game = Game("wood", "Wood", "", "tests", "Wood", options=(size, WOOD), unfit=unfit)
    assert game.with_options(wood="oak pine yew", size=3).settings == [3, 7]
    with pytest.raises(Refused, match="2 trees can't be of more kinds"):
        game.with_options(wood="oak pine yew")


# What a file says.


def _pack(path: Path) -> str:
    return f"tune-{len(path.read_text())}"


def _tables(chosen: Mapping[str, Any]) -> Mapping[str, Any]:
    return {"PITCH": chosen["tune"]}


def _name(word: str) -> str:
    """A word is ``tune-3``; the name of all others is refused."""
    if not word.startswith("tune-"):
        raise Refused("no tune")
    return f"{word.removeprefix('tune-')} notes"


def tuned(**chosen: Any) -> Game:
    """A game with a tune of its own, or one from a file."""
    size = Option("size", 2, (2, 3), "Size")
    tune = FileOption("tune", "own", ("own",), "Tune", pack=_pack, name_of=_name)
    game = Game("song", "Song", "", "tests", "Song", options=(size, tune), tables=_tables)
    return game.with_options(**chosen)


@pytest.fixture
def score(tmp_path: Path) -> Path:
    (tmp_path / "secret name").write_text("cegc")
    return tmp_path / "secret name"


def test_a_file_is_given_by_its_path_and_kept_as_what_it_says(score: Path) -> None:
    for given in (score, str(score)):
        game = tuned(tune=given)
        assert game.chosen["tune"] == "tune-4"
        assert game.constants == {"PITCH": "tune-4"}
        assert game.settings == [2, 1]
        assert repr(game) == "spinney.game('song', tune='4 notes')"
    assert tuned().settings == [2, 0]
    assert tuned(tune="OWN") == tuned()


def test_what_a_file_says_reads_back_without_the_file(score: Path) -> None:
    game = tuned(tune=score)
    score.unlink()
    option = game.options[1]
    assert (option.word("tune-4"), option.write("tune-4")) == ("4 notes", "tune-4")
    assert tuned().written({"tune": option.write(game.chosen["tune"])}) == game
    assert tuned(tune="tune-4") == game


def test_a_strangers_words_open_no_file(score: Path) -> None:
    with pytest.raises(Refused, match=r"tune can't be .*; it can be: own"):
        tuned().written({"tune": str(score)})


def test_games_share_their_rules_unless_a_file_tells_them_apart(score: Path) -> None:
    assert tuned(size=2).link_key == tuned(size=3).link_key
    assert tuned(tune=score).link_key == tuned(tune=score, size=3).link_key != tuned().link_key
