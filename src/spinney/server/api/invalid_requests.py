"""Say in plain words which part of a request doesn't fit, and what would.

Like all problems of the API these are English. What was sent is not repeated, but for the name of
a member that isn't known.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fastapi.exceptions import RequestValidationError

from spinney.server.api.types import UNKNOWN_MEMBER

LONGEST = 300
"""The most characters of a problem."""

_WHOLE_NUMBER = "must be a whole number, such as 3"
_TRUE_OR_FALSE = "must be true or false"
_OBJECT = "must be a JSON object, such as {{…}}"
_WHAT_FITS = {
    "missing": "is missing",
    "string_type": 'must be a text in quotes, such as "…"',
    "string_unicode": "must be text in UTF-8",
    "string_too_long": "must have at most {max_length} characters",
    "string_too_short": "must have at least {min_length} characters",
    "int_type": _WHOLE_NUMBER,
    "int_parsing": _WHOLE_NUMBER,
    "int_parsing_size": "is too large a number",
    "int_from_float": _WHOLE_NUMBER,
    "bool_type": _TRUE_OR_FALSE,
    "bool_parsing": _TRUE_OR_FALSE,
    "list_type": "must be a list, such as […]",
    "dict_type": _OBJECT,
    "model_type": _OBJECT,
    "model_attributes_type": _OBJECT,
    "too_long": "must have a length of at most {max_length}",
    "too_short": "must have a length of at least {min_length}",
    "greater_than_equal": "must be at least {ge}",
    "greater_than": "must be more than {gt}",
    "less_than_equal": "must be at most {le}",
    "less_than": "must be less than {lt}",
    "literal_error": "must be {expected}",
    UNKNOWN_MEMBER: "has no member '{member}'; there are: {members}",
}
"""What is said of each kind of error, by pydantic's names for them."""
_PLACES = {"query": "'{name}' in the address", "path": "'{name}' in the address"}
_BODY = "the body of the request"


def explain(problem: RequestValidationError) -> str:
    """Return in words what is wrong first with a request, and what would fit."""
    first: Mapping[str, Any] = problem.errors()[0]
    kind, where = first["type"], tuple(first["loc"])
    if kind == "json_invalid":
        at = f", at character {where[1] + 1}" if isinstance(where[-1], int) else ""
        return f"{_BODY} is not valid JSON{at}"
    fits = _WHAT_FITS.get(kind, "doesn't fit here")
    if kind == "missing" and where == ("body",):
        fits = "is missing; it must be a JSON object"
    return f"{_place(where)} {fits.format(**first.get('ctx', {}))}"[:LONGEST]


def _place(where: tuple[str | int, ...]) -> str:
    """Return which part of a request it is: ``'rules.fix'``, ``'seats[1]'``."""
    source, *parts = where
    is_key = bool(parts) and parts[-1] == "[key]"
    if is_key:  # what stands before is the key itself
        parts = parts[:-2]
    name = "".join(f"[{p}]" if isinstance(p, int) else f".{p}" for p in parts).removeprefix(".")
    if not name:
        return _BODY
    place = _PLACES.get(str(source), "'{name}'").format(name=name)
    return f"a name in {place}" if is_key else place
