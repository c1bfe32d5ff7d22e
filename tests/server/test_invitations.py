"""Links for friends as QR codes."""

from __future__ import annotations

import re

import segno

from spinney.server.tables.invitations import QUIET_ZONE, qr_code

LINK = "https://garden.example:8443/join/AbCdEfGhIjKlMnOpQrStUv_w"


def test_a_qr_code_has_its_modules_and_a_quiet_zone() -> None:
    svg = qr_code(LINK)
    size = int(re.findall(r'viewBox="0 0 (\d+) \1"', svg)[0])
    drawn = {
        (int(x) + n, int(y))
        for x, y, width in re.findall(r"M(\d+) (\d+)h(\d+)v1h-\3z", svg)
        for n in range(int(width))
    }
    wanted = segno.make(LINK, error="m", micro=False)
    modules = enumerate(wanted.matrix_iter(border=QUIET_ZONE))
    assert drawn == {(x, y) for y, row in modules for x, dark in enumerate(row) if dark}
    assert size == wanted.symbol_size(border=QUIET_ZONE)[0]
    assert "currentColor" in svg
