"""A fresh site for each test of the pages, or one for a module of tests in a browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from fastapi import FastAPI
from tests.lent_pages import lent_page
from tests.patient_server import (  # noqa: F401 - fixtures
    patient_databases,
    patient_workers,
    still_rates,
)
from tests.web.site import Site, served, visited
from tests.web.visitor import Visitor

if TYPE_CHECKING:
    from playwright.sync_api import Browser

DESK = {"width": 1280, "height": 800}
PHONE = {"width": 375, "height": 812}


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with visited(tmp_path) as site:
        yield site


@pytest.fixture(scope="module")
def services(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, FastAPI]]:
    with served(tmp_path_factory.mktemp("data")) as serving:
        yield serving


@pytest.fixture
def visitor(services: tuple[str, FastAPI], browser: Browser) -> Iterator[Visitor]:
    """Who sits at a desk and wants nothing to move."""
    yield from _visiting(services, browser, viewport=DESK, reduced_motion="reduce")


@pytest.fixture
def animated(services: tuple[str, FastAPI], browser: Browser) -> Iterator[Visitor]:
    """Who sits at a desk and sees things move."""
    yield from _visiting(services, browser, viewport=DESK)


@pytest.fixture
def phone(services: tuple[str, FastAPI], browser: Browser) -> Iterator[Visitor]:
    """Who has a phone, and touches it."""
    yield from _visiting(services, browser, viewport=PHONE, reduced_motion="reduce", has_touch=True)


def _visiting(
    services: tuple[str, FastAPI], browser: Browser, **options: object
) -> Iterator[Visitor]:
    with lent_page(browser, **options) as page:
        visitor = Visitor(*services, page)
        yield visitor
    assert visitor.complaints == []
