"""How plain requests are read and answered."""

from typing import Any, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from ludotheque.table.refusal import No, Refused
from ludotheque.web import frames

T = TypeVar("T")


async def body_of(request: Request, kind: type[T]) -> T:
    try:
        return msgspec.json.decode(await request.body(), type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as problem:
        raise Refused(No.BAD_REQUEST, problem=str(problem)) from None


def number(text: str | None) -> int | None:
    if text is None:
        return None
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise Refused(No.BAD_REQUEST, problem="this should be a number")
    return int(text)


def json_answer(data: Any, status: int = 200) -> Response:
    return Response(frames.encode(data), status, media_type="application/json")
