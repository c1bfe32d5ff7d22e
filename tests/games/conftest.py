"""Fixtures of the games' tests."""

from collections.abc import Iterator

import pytest

from spinney.core import compilation


@pytest.fixture(scope="module")
def interpreted() -> Iterator[None]:
    """The rules run interpreted: it spares compiling them, and checks every index."""
    compilation.interpret()
    yield
    compilation.interpret(False)
