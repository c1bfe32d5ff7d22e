"""Compression of WebSocket messages: once per message, where it is rendered.

ISA-L takes a third of the time of zlib's least effort; and a fresh window for each message, large
enough for all of it, packs better than a small one that goes on from the last, of which every
socket would have to keep its own. So a page is packed where it is rendered (`pack`), and only sent
here (`send`): while something is packed, everything else waits.
"""

from __future__ import annotations

import logging
import zlib
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from fastapi import WebSocket
from isal import isal_zlib
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions import Extension
from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory
from websockets.frames import CloseCode, Frame, Opcode
from websockets.http11 import Request

LARGEST_FRAME = 4096
"""The most bytes a browser may send through a socket: it has next to nothing to say there."""
LEVEL = 1
"""The effort to take: of zlib the least, of ISA-L one more."""
DEFLATE = ServerPerMessageDeflateFactory(
    server_no_context_takeover=True,
    client_no_context_takeover=True,
    compress_settings={"level": LEVEL},
)
END = b"\x00\x00\xff\xff"
"""How packed messages end, and what is left out of them (RFC 7692, 7.2.1)."""
EXTENSION = "spinney.packed"
"""The extension of ASGI by which a server says that it takes messages that are ``packed``."""

_faults = logging.getLogger(__name__)
_faults.setLevel(logging.WARNING)


def pack(message: bytes) -> bytes:
    """Return a message as it is sent."""
    packer = isal_zlib.compressobj(LEVEL, wbits=-zlib.MAX_WBITS)
    return (packer.compress(message) + packer.flush(zlib.Z_SYNC_FLUSH)).removesuffix(END)


def unpack(packed: bytes) -> str:
    """Return what was packed."""
    return zlib.decompressobj(-zlib.MAX_WBITS).decompress(packed + END).decode()


async def send(websocket: WebSocket, packed: bytes) -> None:
    """Send a message that has been packed; as text to a client that can't unpack it."""
    if EXTENSION in websocket.scope.get("extensions", {}):
        await websocket.send({"type": "websocket.send", "packed": packed})
    else:
        await websocket.send_text(unpack(packed))


class PerMessageDeflate(Extension):
    """Takes messages as packed before."""

    def encode(self, frame: Frame) -> Frame:
        """Mark one as packed."""
        return replace(frame, rsv1=True)


class CompressedProtocol(WebSocketsSansIOProtocol):
    """One socket.

    Attributes:
        release: to be called when it is closed.
    """

    release: Callable[[], None] | None = None

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        # uvicorn's own says the address of each socket, which may let somebody in, and websockets'
        # says at level debug all that is sent.
        self.logger = self.conn.logger = _faults
        self.conn.debug = False
        if self.conn.available_extensions:
            self.conn.available_extensions = [DEFLATE]

    def handle_connect(self, event: Request) -> None:
        """Say whether both sides pack messages: it is agreed upon with the request."""
        super().handle_connect(event)
        if self.conn.extensions:
            self.scope["extensions"][EXTENSION] = {}

    def connection_lost(self, exc: Exception | None) -> None:
        """Count it no more."""
        super().connection_lost(exc)
        if self.release is not None:
            self.release()
            self.release = None

    def keepalive_timeout(self) -> None:
        """End it without waiting for a peer that takes nothing."""
        super().keepalive_timeout()
        self.transport.abort()

    def send_receive_event_to_app(self) -> None:
        """Hand a message on; close the socket if it is text that is not UTF-8 (RFC 6455, 8.1)."""
        if self.curr_msg_data_type == "text" and not self.close_sent:
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self.frames = []
                self.conn.fail(CloseCode.INVALID_DATA, "text must be UTF-8")
                self.handle_parser_exception()
                return
        super().send_receive_event_to_app()

    async def send(self, message: Any) -> None:
        """Send a message; one that has been packed as it is."""
        packed = message.get("packed")
        if packed is None or self.close_sent:
            await super().send(message)
            if message["type"] == "websocket.accept":
                self._forget_how_it_began()
            return
        await self.writable.wait()
        if not self.disconnected:
            frame = Frame(Opcode.TEXT, packed)
            self.transport.write(frame.serialize(mask=False, extensions=[PerMessageDeflate()]))

    def _forget_how_it_began(self) -> None:
        """Let go of what was sent to agree on the socket: a quarter of what a socket takes."""
        self.request.headers.clear()
        self.response.headers.clear()
