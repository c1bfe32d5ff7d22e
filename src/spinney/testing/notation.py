"""Promises about sentences and steps: what is legal is accepted, and nothing else."""

from __future__ import annotations

from random import Random

from spinney.core import notation
from spinney.core.errors import Refused
from spinney.core.state import State
from spinney.testing.violations import hold

LISTED = 400
"""Up to so many sentences are listed whole."""


def check_steps(state: State, player: int, chance: Random) -> None:
    """The legal steps are ascending numbers of the action space, and only they are accepted."""
    steps, actions = state.steps(player), state.game.rules.ACTIONS
    hold(list(steps) == sorted(set(steps)), "legal steps ascend", state, steps)
    hold(steps[0] >= 0 and steps[-1] < actions, "steps are below ACTIONS", state, steps)
    for step in {chance.randrange(actions) for _ in range(5)} | {-1, actions}:
        hold(_accepts(state, player, step) == (step in steps), "only legal steps do", state, step)


def _accepts(state: State, player: int, step: int) -> bool:
    try:
        return state.step(player, step) is not None
    except Refused:
        return False


def check_sentences(state: State, player: int, chance: Random) -> None:
    """Listing, counting, sampling, reading and playing sentences all agree."""
    legal = state.legal(player)
    drawn = [legal.sample(chance.getrandbits(60)) for _ in range(3)]
    if len(legal) <= LISTED:
        listed = list(legal)
        hold(len(listed) == len(set(listed)) == len(legal), "sentences are listed once", state)
        hold(set(drawn) <= set(listed), "samples are among the sentences", state, drawn)
        drawn += chance.sample(listed, min(5, len(listed)))
    for sentence in drawn:
        check_sentence(state, player, sentence)


def check_sentence(state: State, player: int, sentence: str) -> None:
    """A legal sentence reads to steps that are written the same, and plays as they do."""
    steps = notation.read(state.observe(player), sentence)
    hold(state.game.sentences.write(steps) == sentence, "words read back", state, sentence)
    hold(sentence in state.legal(player), "a legal sentence is in `legal`", state, sentence)
    stepped = state
    for step in steps:
        stepped = stepped.step(player, step)
    hold(state.play(player, sentence) == stepped, "a sentence is its steps", state, sentence)
    odd = f"  {sentence.replace(' ', '   ')} "
    hold(state.play(player, odd) == stepped, "spaces don't matter", state, odd)


def check_refusals(state: State, chance: Random) -> None:
    """What is not legal is refused in words, whoever says it."""
    for player in range(state.game.players):
        for sentence in garbage(state, chance):
            if refusal(state, player, sentence) is None:
                legal = sentence in state.legal(player)
                hold(legal and player in state.awaits, "only legal sentences do", state, sentence)


def garbage(state: State, chance: Random) -> list[str]:
    """Return a few sentences that are mostly wrong."""
    speaker = chance.choice(state.awaits)
    words = state.legal(speaker).sample(chance.getrandbits(60)).split()
    swapped = chance.sample(words, len(words))
    return ["", "?", "x" * 300, " ".join(words), " ".join(swapped), " ".join(words[:-1]),
            " ".join([*words, words[-1]])]  # fmt: skip


def refusal(state: State, player: int, sentence: str) -> str | None:
    """Return the words with which a sentence is refused, None if it is accepted."""
    try:
        state.play(player, sentence)
    except Refused as refused:
        hold(bool(str(refused)), "a refusal says why", state, sentence)
        return str(refused)
    return None
