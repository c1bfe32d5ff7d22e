"""Move input: the words that may come next."""

from __future__ import annotations

import pytest

import spinney
from spinney import Refused
from spinney.server.play import move_input


def test_a_tree_is_as_short_as_can_be() -> None:
    assert move_input.tree([]) == {}
    assert move_input.tree(["skip", "plant Q7 D5", "plant Q7 D6"]) == {
        "skip": 1,
        "plant": {"Q7": {"D5": 1, "D6": 1}},
    }
    assert move_input.tree(["hire Q7", "hire Q7 T4"]) == {"hire": {"Q7": {"": 1, "T4": 1}}}


def _walk(tree: move_input.Tree, said: str = "") -> list[str]:
    ways = []
    for word, below in tree.items():
        text = f"{said} {word}".strip()
        ways += [text] if below == 1 else _walk(below, text)
    return ways


@pytest.mark.parametrize("depth", [1, 2, 12, 20])
def test_the_tree_has_all_that_can_be_said(depth: int) -> None:
    state = spinney.game("build-your-arboretum").new(seed=3)
    for number in range(depth):
        state = state.play(state.to_act[0], state.legal(state.to_act[0]).sample(number))
    view = state.observe(state.to_act[0])
    assert sorted(_walk(move_input.whole(view) or {})) == sorted(view.legal)


def test_step_by_step_reaches_every_move() -> None:
    state = spinney.game("build-your-arboretum").new(seed=3).play(0, "first red")
    view = state.observe(1)

    def spelled(said: str) -> set[str]:
        found = set()
        for rest in move_input.following(view, said).items():
            found |= _go(said, *rest)
        return found

    def _go(said: str, word: str, below: object) -> set[str]:
        text = f"{said} {word}".strip()
        if below == 1:
            return {text}
        if below == {}:
            return spelled(text)
        assert isinstance(below, dict)
        return {way for item in below.items() for way in _go(text, *item)}

    assert spelled("") == set(view.legal)
    assert move_input.following(view, "BID  3B")["2g"] == {}
    with pytest.raises(Refused, match="begins with"):
        move_input.following(view, "bid 3b 4g")
