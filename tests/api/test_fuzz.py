"""Random requests to the API: no internal error, and answers as its description allows."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from schemathesis import checks
from schemathesis.specs.openapi import checks as openapi
from tests.api.caller import Caller
from tests.waiting import PATIENCE
from tests.web.shared_server import opened
from tests.web.site import until
from websockets.exceptions import WebSocketException
from websockets.sync.client import connect
from websockets.typing import Origin

from spinney.server.middleware.security import SESSION
from spinney.server.rate_limits.attempts import Attempts
from spinney.server.rate_limits.request_rates import Rate
from spinney.server.services import Services

CHECKED = [
    checks.not_a_server_error,
    openapi.status_code_conformance,
    openapi.content_type_conformance,
    openapi.response_schema_conformance,
]
EXAMPLES = 8


class Played:
    """A server with a match in it, and who plays there."""

    def __init__(self, address: str, services: Services, caller: Caller) -> None:
        self.address, self.services, self.caller = address, services, caller
        self.match = caller.open("me", "level:seedling")
        self.waiting = caller.open("me", "open")


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Played]:
    folder: Path = tmp_path_factory.mktemp("server")
    with opened(f"sqlite:///{folder / 'server.sqlite'}") as (address, services):
        services.limits.requests.rates = dict.fromkeys(
            services.limits.requests.rates, Rate(1e9, 1e9)
        )
        services.limits.attempts.limits = dict.fromkeys(
            services.limits.attempts.limits, Attempts(10**9, 1)
        )
        with closing(Caller.named(address, services, "Ann")) as caller:
            yield Played(address, services, caller)


@pytest.fixture(scope="module")
def api(played: Played) -> Any:
    found = schemathesis.openapi.from_url(f"{played.address}/api/openapi.json", timeout=PATIENCE)
    # A stream goes on for as long as its match does.
    return found.exclude(path_regex="/stream$")


@pytest.mark.long
def test_the_api_keeps_to_its_own_description(api: Any, played: Played) -> None:
    """Each operation, with what its description allows and with what it doesn't."""
    operations = [found.ok() for found in api.get_all_operations()]
    assert len(operations) > 15
    for operation in operations:
        for mode in schemathesis.GenerationMode:
            with suppress(Unsatisfiable):  # nothing can be wrong where nothing is sent
                _try(played, operation, operation.as_strategy(generation_mode=mode))


def _try(played: Played, operation: Any, cases: Any) -> None:
    answered = set[int]()
    ids = st.booleans()  # a fault shows with a match that there is, or with none

    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.generate],
    )
    @given(case=cases, known=ids)
    def hold(case: Any, known: bool) -> None:
        if known and case.path_parameters:
            case.path_parameters = {
                name: played.match if name == "match_id" else played.waiting
                for name in case.path_parameters
            }
        token = {"authorization": f"Bearer {played.caller.token}"}
        answer = case.call_and_validate(checks=CHECKED, headers=token, timeout=PATIENCE)
        answered.add(answer.status_code)

    hold()
    if "{match_id}" in operation.path:
        assert answered != {404}, f"{operation.label} was never asked about a match that there is"


def test_the_description_is_whole(played: Played) -> None:
    spec = played.caller.client.get("/openapi.json").json()
    assert spec["servers"] == [{"url": "/api"}]
    for path, methods in spec["paths"].items():
        for method, operation in methods.items():
            assert operation["description"], (method, path)
            assert {"401", "404", "422", "429", "503"} <= set(operation["responses"])
    assert json.dumps(spec).count("HTTPValidationError") == 0
    for reference in set(re.findall(r'"#/components/schemas/(\w+)"', json.dumps(spec))):
        assert reference in spec["components"]["schemas"]


# What no description allows.

JUNK = st.one_of(
    st.binary(max_size=200),
    st.text(max_size=200).map(lambda text: text.encode("utf-8", "replace")),
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=9), inner),
        max_leaves=12,
    ).map(lambda value: json.dumps(value).encode()),
)
PATHS = ("/tables", "/tables/{}/sit", "/tables/{}/stand", "/join", "/matches/{}/move", "/nowhere")


@pytest.mark.long
@settings(max_examples=60, deadline=None)
@given(
    body=JUNK, path=st.sampled_from(PATHS), kind=st.sampled_from(["", "application/json", "a/b"])
)
def test_junk_is_refused(played: Played, body: bytes, path: str, kind: str) -> None:
    answer = played.caller.client.post(
        path.format(played.match), content=body, headers={"content-type": kind}
    )
    assert answer.status_code < 500
    if answer.status_code >= 400:
        assert set(answer.json()) == {"problem"}


@settings(max_examples=25, deadline=None)
@given(
    frames=st.lists(
        st.tuples(st.integers(0, 255), st.binary(max_size=300), st.booleans()), max_size=6
    )
)
def test_broken_frames_end_a_socket_and_nothing_else(
    played: Played, frames: list[tuple[int, bytes, bool]]
) -> None:
    """Frames with any first byte, of any length, masked or not."""
    with _socket(played) as socket:
        socket.recv(PATIENCE)
        for first, body, masked in frames:
            _send(socket, _frame(first, body, masked))
    assert played.caller.client.get("/me").status_code == 200


@pytest.mark.parametrize(
    "raw",
    [
        b"\x81\xff" + b"\xff" * 8 + b"\0\0\0\0",  # a text longer than there can be
        b"\x81\x85\0\0\0\0\xff\xfe\xfd\xfc\xfb",  # no UTF-8
        b"\xf1\x80\0\0\0\0",  # of a kind that was never agreed on
        b"\x88\x81\0\0\0\0x",  # a close that is too short
        b"GET / HTTP/1.1\r\n\r\n",
    ],
)
def test_frames_that_are_none_end_a_socket(played: Played, raw: bytes) -> None:
    with _socket(played) as socket:
        socket.recv(PATIENCE)
        _send(socket, raw)
        with pytest.raises(WebSocketException):
            _drain(socket)
    # Whoever was there is noted to have gone.
    until(lambda: played.services.tables.table(played.match).present == frozenset())  # type: ignore[union-attr]  # there is one


def _socket(played: Played) -> Any:
    return connect(
        f"ws://{urlsplit(played.address).netloc}/match/{played.match}/socket",
        origin=Origin(played.address),
        additional_headers={"cookie": f"{SESSION}=nobody"},
        max_size=None,
        open_timeout=PATIENCE,
        close_timeout=1,
    )


def _drain(socket: Any) -> None:
    """Read until the other side has ended it."""
    for _ in range(20):
        socket.recv(PATIENCE)


def _send(socket: Any, raw: bytes) -> None:
    try:
        socket.socket.sendall(raw)
    except OSError:  # it has ended already
        return


def _frame(first: int, body: bytes, masked: bool) -> bytes:
    length = (
        bytes([len(body) | masked << 7])
        if len(body) < 126
        else bytes([126 | masked << 7]) + len(body).to_bytes(2, "big")
    )
    return bytes([first]) + length + (b"\0\0\0\0" if masked else b"") + body
