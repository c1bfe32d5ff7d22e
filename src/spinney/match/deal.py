"""Verifiable deals from a committed secret.

A deal between people comes from a *secret*: 128 bits, written as 32 hexadecimal digits. Its SHA-256
is shown before the match begins, the secret itself when it is over, and then anyone can check:

* the hash: ``printf %s SECRET | sha256sum``;
* the order: what a game shuffles (``shuffles`` of its ``notation``) is shuffled by Fisher and Yates
  from the last place down, each number drawn from the blocks
  SHA-256(``SECRET NAME 0``), SHA-256(``SECRET NAME 1``), …, taken as 64-bit numbers, the first byte
  the highest. A number that would favour some places over others is passed over. Where that is not
  yet a deal, the game arranges it (``deal_from``).

A game where nothing is hidden, and so nothing shuffled, is dealt from the first half of the digits
as its seed; the other half keeps the hash from being guessed.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from typing import Any

from spinney.core.errors import Refused
from spinney.core.game import Game

DIGITS = 32
"""The length of a secret."""
_WORD = 1 << 64


def check_secret(secret: str) -> None:
    """Refuse text that is not the secret of a deal."""
    if not re.fullmatch(f"[0-9a-f]{{{DIGITS}}}", secret):
        raise Refused(f"a secret is {DIGITS} hexadecimal digits in small letters")


def commitment(secret: str) -> str:
    """Return the hash of a secret, which can be shown before the match begins."""
    return hashlib.sha256(secret.encode("ascii")).hexdigest()


def deal_from_secret(game: Game, secret: str) -> tuple[int | None, dict[str, list[str]]]:
    """Return the deal of a secret: a seed, or the argument of `Game.opening` in its place."""
    shuffles = getattr(game.notation, "shuffles", None)
    if shuffles is None:
        seed = int(secret[: DIGITS // 2], 16)
        return (seed if seed < _WORD // 2 else seed - _WORD), {}
    record = _any_deal(game)
    parts = shuffles(record).items()
    drawn = {name: shuffled(words, f"{secret} {name}")[:n] for name, (words, n) in parts}
    deal_from = getattr(game.notation, "deal_from", None)
    return None, deal_from(game, record, drawn) if deal_from else drawn


def _any_deal(game: Game) -> Any:
    """Return a dealt record of the game: it has everything to be shuffled, in any order."""
    engine = game.engine
    batch = engine.rows(1)
    engine.rules.deal_at(batch, 0, engine.array(game.settings), 0)
    return game.record_class.from_bytes(engine.save(batch))


def shuffled(words: Sequence[str], key: str) -> list[str]:
    """Return the words in the order that a key determines."""
    order, numbers = list(words), _numbers(key)
    for last in range(len(order) - 1, 0, -1):
        other = _below(last + 1, numbers)
        order[last], order[other] = order[other], order[last]
    return order


def _numbers(key: str) -> Iterator[int]:
    """Yield 64-bit numbers without end."""
    count = 0
    while True:
        block = hashlib.sha256(f"{key} {count}".encode()).digest()
        yield from (int.from_bytes(block[i : i + 8], "big") for i in range(0, len(block), 8))
        count += 1


def _below(n: int, numbers: Iterator[int]) -> int:
    """Return a number 0 <= x < n, each as likely as any other."""
    fair = _WORD - _WORD % n
    return next(x for x in numbers if x < fair) % n
