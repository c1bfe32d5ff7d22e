"""Someone who speaks to a server over its API."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx2
from tests.waiting import LIMITS, NO_TLS, PATIENCE

from spinney.server.services import Services

GAME = "build-your-arboretum"


class Caller:
    """A program with a token; without one it is nobody in particular."""

    def __init__(self, address: str, token: str = "", person: str = "") -> None:
        self.address, self.token, self.person = address, token, person
        headers = {"authorization": f"Bearer {token}"} if token else {}
        self.client = httpx2.Client(
            base_url=f"{address}/api",
            timeout=PATIENCE,
            limits=LIMITS,
            verify=NO_TLS,
            headers=headers,
        )

    @staticmethod
    def named(address: str, services: Services, name: str) -> Caller:
        """Someone new of that name."""
        person = services.accounts.guest(secrets.token_hex(8), name)
        return Caller(address, services.accounts.issue_api_token(person.id, "rex"), person.id)

    def get(self, path: str) -> Any:
        """What is there; it must be."""
        answer = self.client.get(path)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def post(self, path: str, **sent: Any) -> Any:
        """What came of something that must be right."""
        answer = self.client.post(path, json=sent)
        assert answer.status_code in (200, 201), answer.text
        return answer.json()

    def refused(self, path: str, **sent: Any) -> tuple[int, str]:
        """How something is refused."""
        answer = self.client.post(path, json=sent)
        assert answer.status_code >= 400
        return answer.status_code, answer.json()["problem"]

    def open(self, *seats: str, **more: Any) -> str:
        """Open a public table, and return its id."""
        sent = {"game": GAME, "seats": seats, "rules": {"public": True}} | more
        return str(self.post("/tables", **sent)["id"])

    @contextmanager
    def stream(self, match: str, since: int = 0) -> Iterator[Iterator[Any]]:
        """The lines of a match as it goes on."""
        path = f"/matches/{match}/stream?since={since}"
        with self.client.stream("GET", path) as answer:
            assert answer.headers["content-type"] == "application/x-ndjson"
            yield map(json.loads, answer.iter_lines())

    def close(self) -> None:
        self.client.close()
