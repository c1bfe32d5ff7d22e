"""States and observations as codes and as JSON, and back."""

from __future__ import annotations

import base64
import json
import zlib
from typing import TYPE_CHECKING, Any

from spinney.core.errors import Refused

if TYPE_CHECKING:
    from spinney.core.game import Game
    from spinney.kernel.records import Record

MALFORMED_STATE = "this is not a state of {}: {}"


def write_code(data: bytes) -> str:
    """Return the bytes of a record as a word."""
    return base64.urlsafe_b64encode(zlib.compress(data, 9)).decode().rstrip("=")


def read_code(game: Game, code: str) -> bytes:
    """Return the bytes of a record that `write_code` wrote. Raises Refused."""
    if not isinstance(code, str):
        raise Refused(MALFORMED_STATE.format(game.title, f"its code is text, not {code!r}"))
    try:
        data = zlib.decompress(base64.urlsafe_b64decode(code + "=" * (-len(code) % 4)))
    except (ValueError, zlib.error) as problem:
        raise Refused(MALFORMED_STATE.format(game.title, problem)) from None
    if len(data) != game.record_class.dtype.itemsize:
        raise Refused(MALFORMED_STATE.format(game.title, "it has another size"))
    return data


def check_viewer(game: Game, player: Any) -> int:
    """Return whose view something is. Raises Refused if there is no such player."""
    if type(player) is not int or not -1 <= player < game.num_players:
        raise Refused(MALFORMED_STATE.format(game.title, f"it is nobody's view: {player!r}"))
    return player


def read_json(value: dict[str, Any] | str) -> tuple[Game, bytes, Any]:
    """Return the game, the bytes and the viewer of what `to_json` wrote. Raises Refused."""
    from spinney.core.registry import written

    try:
        parts = json.loads(value) if isinstance(value, str) else value
        game = written(parts["game"], parts["options"])
        record: Record = game.record_class.from_json(parts["fields"])
    except Refused:
        raise
    except KeyError as problem:
        raise Refused(f"this is not a state of a game: it has no {problem}") from None
    except (TypeError, ValueError, RecursionError) as problem:
        raise Refused(f"this is not a state of a game: {problem}") from None
    return game, bytes(record), parts.get("player")
