"""Options of games: values, words for them, and values put together of parts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from spinney.core.game import Game, Option
from spinney.core.refusal import Refused

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
    assert WOOD.say(value) == value
    assert WOOD.number(value) == number
    assert WOOD.check(WOOD.say(value)) == value


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ("oka", "wood can't be 'oka'; did you mean oak?"),
        ("oak elm", "wood can't be 'elm'; there are: any, oak, pine, yew"),
        ("", "wood can't be ''"),
        ([], "wood can't be ''"),
        (7, "wood can't be 7; it can be: any"),
    ],
)
def test_other_parts_are_refused(given: object, why: str) -> None:
    with pytest.raises(Refused) as caught:
        WOOD.check(given)
    assert str(caught.value).startswith(why)


def test_options_without_parts_have_their_values_only() -> None:
    plain = Option("size", 2, (2, 3), "Size", ("small", "large"))
    assert [plain.check(given) for given in (3, "large", "SMALL")] == [3, 3, 2]
    assert plain.say(3) == "large"
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
