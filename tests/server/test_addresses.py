"""The addresses that a server prints when it starts."""

from __future__ import annotations

import pytest

from spinney.server import addresses
from spinney.server.addresses import start_messages


@pytest.mark.parametrize(
    ("host", "network", "said"),
    [
        ("127.0.0.1", "", ["http://127.0.0.1:80/ ", "Only this computer"]),
        ("::1", "", ["http://[::1]:80/ ", "--host 0.0.0.0"]),
        ("0.0.0.0", "192.168.1.5", ["http://127.0.0.1:80/ ", "http://192.168.1.5:80/"]),  # noqa: S104 - nothing is bound
        ("0.0.0.0", "", ["http://127.0.0.1:80/ ", "name or address, port 80"]),  # noqa: S104 - likewise
        ("::", "2001:db8::5", ["http://[::1]:80/ ", "http://[2001:db8::5]:80/"]),
        ("192.168.1.5", "", ["http://192.168.1.5:80/ "]),
    ],
)
def test_a_server_says_who_can_open_it_and_where(
    monkeypatch: pytest.MonkeyPatch, host: str, network: str, said: list[str]
) -> None:
    monkeypatch.setattr(addresses, "own_address", lambda _: network)
    lines = start_messages(host, 80)
    assert len(lines) == len(said)
    assert all(part in line for part, line in zip(said, lines, strict=True))
