"""The contact sheet that ``make shots`` makes can be made."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.web import shots

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.mark.browser
def test_the_contact_sheet_has_a_picture_of_each_page(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of one game, at its begin and its end, at one width."""
    monkeypatch.setattr(shots, "GAMES", ("spring-2021",))
    monkeypatch.setattr(shots, "VARIANTS", ((375, "dark"),))
    monkeypatch.setattr(shots, "PHASES", 1)
    count = shots.take_all(browser, Namespace(out=tmp_path, only="spring", language="de"))
    pictures = {path.name for path in tmp_path.glob("*spring-2021*-375-dark.png")}
    assert len(pictures) == count == 7
    sheet = (tmp_path / "index.html").read_text(encoding="utf-8")
    assert all(f'src="{name}"' in sheet for name in pictures)
    assert (tmp_path / "sheet-01.png").stat().st_size > 10_000
