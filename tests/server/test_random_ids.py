"""Random ids that nobody can guess."""

from __future__ import annotations

import re

from spinney.server.random_ids import random_id


def test_none_is_taken_for_an_option_or_needs_to_be_quoted() -> None:
    words = [random_id(6) for _ in range(2000)]  # of 64 one would begin with a dash
    assert all(re.fullmatch(r"[A-Za-z0-9_][A-Za-z0-9_-]{7}", word) for word in words)
    assert len({*words}) == len(words)
