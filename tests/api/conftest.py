"""A shared server, and programs that speak to it over its API."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest
from tests.api.caller import Caller
from tests.patient_server import (  # noqa: F401 - fixtures
    patient_databases,
    patient_workers,
    still_rates,
)
from tests.web.shared_server import opened

from spinney.server.services import Services

Named = Callable[[str], Caller]


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Services]]:
    """The address of a server, and the server."""
    folder: Path = tmp_path_factory.mktemp("server")
    with opened(f"sqlite:///{folder / 'server.sqlite'}") as (address, services):
        yield address, services


@pytest.fixture
def services(served: tuple[str, Services]) -> Services:
    return served[1]


@pytest.fixture
def named(served: tuple[str, Services]) -> Iterator[Named]:
    """Makes people with a token; nobody in particular of an empty name."""
    with ExitStack() as stack:

        def make(name: str) -> Caller:
            one = Caller.named(*served, name) if name else Caller(served[0])
            return stack.enter_context(closing(one))

        yield make
