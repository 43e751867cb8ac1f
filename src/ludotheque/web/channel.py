"""How frames come and go. ASGI's way costs tasks, locks and a queue for every frame, more than all rules of a move; where
the server is uvicorn, a whole frame that finds nothing waiting goes straight between the socket and whoever it is for."""

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import OPEN
from websockets.speedups import apply_mask

Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

FINAL, TEXT, MASKED, SHORT = 0x80, 0x1, 0x80, 126  # RFC 6455, 5.2
HEAD = 6  # bytes before a short message: two, and the mask


class Straight(WebSocketsSansIOProtocol):
    """uvicorn's protocol, with a way past its queue for short text messages that come whole."""

    takes: Callable[[bytes], bool] | None = None  # gets a message; False: not now, let it wait in line
    between_messages = True  # as far as is known; where a message came in pieces it isn't any more

    def data_received(self, data: bytes) -> None:
        if self.takes is not None and self.between_messages:
            if is_whole_text(data):
                if self.conn.state is OPEN and not self.close_sent and self.queue.empty():
                    text = apply_mask(data[HEAD:], data[2:HEAD])
                    if text.isascii() and self.takes(text):
                        return
            elif not are_whole_frames(data):
                self.between_messages = False
        super().data_received(data)


def is_whole_text(data: bytes) -> bool:
    """One short, masked text message and nothing else."""
    is_text = len(data) >= HEAD and data[0] == FINAL | TEXT and MASKED <= data[1] < MASKED | SHORT
    return is_text and len(data) == HEAD + data[1] - MASKED


def are_whole_frames(data: bytes) -> bool:
    """Short messages one after the other, none of them in pieces."""
    first = 0
    while first + HEAD <= len(data):
        if not data[first] & FINAL or not MASKED <= data[first + 1] < MASKED | SHORT:
            return False
        first += HEAD + data[first + 1] - MASKED
    return first == len(data)


class Channel:
    """The way of one connection."""

    def __init__(self, send: Send) -> None:
        self.send_by_asgi = send
        protocol = getattr(send, "__self__", None)
        self._protocol = protocol if isinstance(protocol, Straight) else None

    def deliver_to(self, takes: Callable[[bytes], bool] | None) -> None:
        """Messages go straight there."""
        if self._protocol is not None:
            self._protocol.takes = takes

    def send_at_once(self, text: bytes) -> bool:
        """False where it has to wait, or go the other way."""
        protocol = self._protocol
        if protocol is None or protocol.close_sent or not protocol.writable.is_set() or protocol.transport.is_closing():
            return False
        protocol.transport.write(framed(text))
        return True

    async def send(self, text: bytes) -> None:
        await self.send_by_asgi({"type": "websocket.send", "text": text.decode()})


def framed(text: bytes) -> bytes:
    """A whole text message of a server: RFC 6455, 5.2."""
    size = len(text)
    if size < SHORT:
        return b"\x81%c%b" % (size, text)
    if size < 1 << 16:
        return b"\x81\x7e%b%b" % (size.to_bytes(2, "big"), text)
    return b"\x81\x7f%b%b" % (size.to_bytes(8, "big"), text)
