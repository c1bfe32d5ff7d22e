"""What tests of games share."""

from collections.abc import Iterator

import pytest

from spinney.core import warmth


@pytest.fixture(scope="module")
def interpreted() -> Iterator[None]:
    """The rules run interpreted: it spares compiling them, and checks every index."""
    warmth.interpret()
    yield
    warmth.interpret(False)
