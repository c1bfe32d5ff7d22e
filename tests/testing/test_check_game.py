"""`check_game` passes what is right, and each of its promises can be broken."""

from __future__ import annotations

import importlib
from pathlib import Path
from random import Random

import pytest
from tests.hedges import hedge, spoilt

import spinney
from spinney.core import compilation
from spinney.core.errors import Refused
from spinney.core.state import State
from spinney.games.build_your_arboretum.text import rejections, suggestions
from spinney.games.build_your_arboretum.text.notation import RestNotation, write
from spinney.testing import Broken, check_game
from spinney.testing.notation import check_refusals, check_rest, examples
from spinney.testing.observation_arrays import Seen, check_arrays

pytestmark = pytest.mark.long


def test_the_example_game_keeps_every_promise() -> None:
    report = check_game(hedge(), games=10, often=0.3)
    assert report.counts["games"] == 10
    assert report.counts["views enumerated"] == 3
    assert report.counts["memories"] == 3
    assert report.counts["steps of a batch"] == 8
    assert "10 games" in str(report)


@pytest.mark.long
@pytest.mark.parametrize(("advantage", "games"), [("red", 4), ("blue", 1)])
def test_build_your_arboretum_keeps_every_promise(advantage: str, games: int) -> None:
    game = spinney.game("build-your-arboretum", dm_advantage=advantage)
    report = check_game(game, games=games, seed=5, often=0.08)
    assert report.counts["decisions"] > 75 * games
    assert report.counts["decisions compiled and interpreted"] > 75 * games


SPOILT = [
    # (what is put wrong, what it says, the promise that breaks)
    ("        if q != p:\n            s.chosen[q] = -1\n", "        pass\n",
     "same events, same observations"),
    ("            j = below(r, n + 1)", "            j = n", "known"),
    ("    j = below(r, n + 1)", "    j = below(r, n + 1) // 2 * 2", "uniform|known"),
    ("    s.turn = 0\n", "    pass\n", "used record"),
    ("return 1 if observer == p else 0", "return 1", "same observations, same events"),
    ("        out[q] = REVEALED + q * TREES + s.last[q]", "        out[q] = REVEALED", "events"),
    ("    out[0] = s.chosen[p]\n        return 1 if observer == p else 0",
     "    out[0] = s.chosen[p]\n        return 0", "same events, same observations"),
    ("    s.turn += 1\n", "    s.turn += 0\n", "legal action|every game ends|empty"),
    ("    apply(s, p, tree)\n", "    s.turn += 0\n", "a forfeit counts"),
    ("        s.where[s.chosen[q]] = PLANTED", "        s.where[s.chosen[q]] = ASIDE", "known"),
    ("turn: int = i8(holds=Amount(0, HAND_SIZE", "turn: int = i8(holds=Amount(0, 1",
     "within what their field holds"),
]  # fmt: skip
# Interpreted, these would stop at an index before the promise is asked about.
ASTRAY = [
    (
        "s.where[tree] != PLANTED and s.where[tree] != HAND + p",
        "s.where[tree] == ASIDE",
        "determinization|looks the same",
    ),
    ("            out[n] = tree\n", "            out[n] = TREES - tree\n", "ascend|below ACTIONS"),
]


@pytest.mark.parametrize(("old", "new", "promise"), SPOILT)
def test_a_broken_promise_is_found(tmp_path: Path, old: str, new: str, promise: str) -> None:
    """Most are found before anything is compiled, if that is put off."""
    with compilation.interpreting(), pytest.raises((Broken, IndexError), match=promise):
        check_game(spoilt(tmp_path, old, new), games=30, often=0.3, few=10)


@pytest.mark.parametrize(("old", "new", "promise"), ASTRAY)
def test_a_broken_promise_is_found_in_compiled_rules(
    tmp_path: Path, old: str, new: str, promise: str
) -> None:
    with pytest.raises(Broken, match=promise):
        check_game(spoilt(tmp_path, old, new), games=30, often=0.3, few=10)


@pytest.mark.parametrize(
    ("declared", "promise"),
    [("simultaneous=False", "several choose at once"), ("longest=lambda _: 5", "every game ends")],
)
def test_a_wrong_declaration_is_found(tmp_path: Path, declared: str, promise: str) -> None:
    game = spoilt(tmp_path, "full_margin=2", f"full_margin=2, {declared}", "__init__.py")
    with compilation.interpreting(), pytest.raises(Broken, match=promise):
        check_game(game, games=1, often=0.0)


APPLY = "@rule\ndef apply(s: Hedgerow, p: int, action: int) -> None:\n"
MID_MOVE = "@rule\ndef mid_move(s: Hedgerow, p: int) -> bool:\n    return True\n\n\n"
ADVICE = """from spinney.kernel.rule import rule


@rule
def prior(s, player, actions, n, weights):
    for i in range(n):
        weights[i] = {weight}
"""


@pytest.mark.parametrize("compiled", [False, True])
def test_a_move_without_end_is_found(tmp_path: Path, compiled: bool) -> None:
    game = spoilt(tmp_path, APPLY, f"{MID_MOVE}{APPLY}    return\n")
    with pytest.raises(ValueError, match="a move of more than 64 actions"):
        check_game(game, games=1, often=0.0, compiled=compiled)


@pytest.mark.parametrize("weight", ["0.0", "i - 0.5"])
def test_a_prior_that_leaves_nothing_to_choose_is_found(tmp_path: Path, weight: str) -> None:
    game = spoilt(tmp_path, "full_margin=2", "full_margin=2.0", "__init__.py")
    (tmp_path / game.package / "advice.py").write_text(ADVICE.format(weight=weight))
    importlib.invalidate_caches()
    with compilation.interpreting(), pytest.raises(Broken, match="no action weighs less than 0"):
        check_game(game, games=1, often=1.0)


def test_words_that_read_back_otherwise_are_found(tmp_path: Path) -> None:
    game = spoilt(tmp_path, "actions[0] + 1", "max(2, actions[0] + 1)", "notation.py")
    with compilation.interpreting(), pytest.raises(Broken, match=r"listed once|read back"):
        check_game(game, games=20, seed=3, often=0.5)


def bidding() -> State:
    return spinney.game("build-your-arboretum").new(seed=1).play(0, "first red")


def check_rests(count: int) -> None:
    for seed in range(count):
        check_rest(bidding(), 1, Random(seed))


def test_a_rest_that_is_described_otherwise_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    check_rests(20)
    monkeypatch.setattr(suggestions, "sent_groups", lambda _record, _player: [])
    with pytest.raises(Broken, match="the rest is described as the move is"):
        check_rests(20)


def test_a_rest_that_reads_back_otherwise_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(RestNotation, "write", lambda _self, actions: write(actions))
    with pytest.raises(Refused, match="to send no more, try: done"):
        check_rests(20)


@pytest.mark.parametrize("way", ["try: bid 9g", "name it, as: bid 1g or bid 9g", "try: a; or: b"])
def test_advice_that_is_refused_is_found(way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    check_refusals(bidding(), Random(1))
    monkeypatch.setattr(rejections, "refuse", lambda *_args: f"no; {way}")
    with pytest.raises(Broken, match="what a refusal says to try can be played"):
        check_refusals(bidding(), Random(1))


@pytest.mark.parametrize(
    ("message", "moves"),
    [
        ("no; try: draw deck, draw 2 (cassia7), … (4 in all)", ["draw deck", "draw 2"]),
        ("no; add a cell, as: play lilac1 0,1; open cells: 0,1, 1,0", ["play lilac1 0,1"]),
        ("name them, as: bid 3b 2g; or: bid none", ["bid 3b 2g", "bid none"]),
        ("play one, as: sell EU14 or grow EU21 3.3", ["sell EU14", "grow EU21 3.3"]),
    ],
)
def test_the_examples_of_a_refusal_are_found(message: str, moves: list[str]) -> None:
    assert examples(message, understood=True) == moves
    assert examples(message, understood=False) == (moves if "try:" in message else [])


def test_a_report_that_gives_a_secret_away_is_found(tmp_path: Path) -> None:
    leak = "def refuse(view, actions, at):\n    return str(view.record.where[0])\n\n\ndef tell("
    game = spoilt(tmp_path, "def tell(", leak, "notation.py")
    check_game(game, games=2, compiled=False)  # an observation has nothing to give away


def test_an_encoding_that_leaves_something_out_is_found(tmp_path: Path) -> None:
    blank = "holds=Amount(0, 11, blanks={-1: 'none'})"
    chosen = "chosen: Ints = i8(PLAYERS, seats=0, holds="
    game = spoilt(tmp_path, f"{chosen}TREE", chosen + blank.removeprefix("holds="))
    with compilation.interpreting():
        state = next(s for s in map(game.new, range(20)) if 0 in s.legal_actions(0))
        seen, rng = Seen(), Random(1)
        check_arrays(state, state.observe(0), rng, seen)
        after = state.apply_action(0, 0)
        with pytest.raises(Broken, match="what looks different has different tensors"):
            check_arrays(after, after.observe(0), rng, seen)
