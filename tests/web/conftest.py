"""A fresh site for each test of the pages."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.web.site import Site, visited


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with visited(tmp_path) as site:
        yield site
