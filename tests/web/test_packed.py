"""Sockets are packed, and quickly."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor

from fastapi import FastAPI
from uvicorn import Config
from uvicorn.server import ServerState
from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory

from spinney.web.packed import FASTEST, Packed


def test_a_socket_offers_to_be_packed_quickly() -> None:
    async def one() -> Packed:
        config = Config(FastAPI(), ws=Packed, log_config=None)
        return Packed(config, ServerState(), {}, asyncio.get_running_loop())

    with ThreadPoolExecutor(1) as apart:  # here a browser of other tests may have a loop running
        socket = apart.submit(lambda: asyncio.run(one())).result()
    extensions = list(socket.conn.available_extensions or ())
    (packing,) = (e for e in extensions if isinstance(e, ServerPerMessageDeflateFactory))
    assert packing.compress_settings is not None
    assert packing.compress_settings["level"] == FASTEST
    assert packing.server_max_window_bits == 12, "what uvicorn sets besides is kept"
