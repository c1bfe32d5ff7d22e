"""Objects in JSON as programs write them, or what is wrong with them in plain words."""

from __future__ import annotations

import json
from typing import Any

from spinney.core.errors import Refused

MISTAKES = {
    "Expecting ',' delimiter": "expected a comma",
    "Expecting ':' delimiter": "expected a colon",
    "Expecting value": "expected a value",
    "Expecting property name": "expected a name in double quotes",
    "Illegal trailing comma": "a comma with nothing after it",
    "Extra data": "more after the end",
    "Unterminated string": "a string that does not end, begun",
    "Invalid control character": "a control character that is not escaped",
    "Invalid \\": "an unknown escape",
    "Unexpected UTF-8 BOM": "a byte order mark",
}
"""What the messages of `json` begin with, and what they mean."""


def read_object(line: str) -> dict[str, Any]:
    """Return the object of a line. Raises Refused if it is none."""
    try:
        value = json.loads(line)
    except json.JSONDecodeError as problem:
        mistake = _plain(problem.msg)
        raise Refused(f"it is not JSON: {mistake} at column {problem.colno}") from None
    except RecursionError:
        raise Refused("it is nested too deeply") from None
    except ValueError:
        raise Refused("it has a number with too many digits") from None
    if not isinstance(value, dict):
        raise Refused("it is not a JSON object")
    return value


def _plain(message: str) -> str:
    found = (plain for begin, plain in MISTAKES.items() if message.startswith(begin))
    return next(found, "a mistake")


def member(parts: dict[str, Any], name: str) -> Any:
    """Return a member of an object. Raises Refused if it has none of that name."""
    if name not in parts:
        raise Refused(f"the object has no `{name}`")
    return parts[name]


def string_member(parts: dict[str, Any], name: str) -> str:
    """Return a string among the members of an object. Raises Refused if there is none."""
    value = member(parts, name)
    if not isinstance(value, str):
        raise Refused(f"`{name}` must be a string")
    return value


def number_member(parts: dict[str, Any], name: str) -> float:
    """Return a number among the members of an object. Raises Refused if there is none."""
    value = member(parts, name)
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise Refused(f"`{name}` must be a number")
    return value
