"""Who asks, by the cookies that hold seats. Scripts can't read them and other sites can't use them."""

from collections.abc import Mapping

from starlette.requests import Request
from starlette.responses import Response

from ludotheque.table.deciding import Who
from ludotheque.table.hall import Done
from ludotheque.table.keys import hashed

MOST = 40  # tokens that are looked at


def who(cookies: Mapping[str, str]) -> Who:
    held = [value for name, value in cookies.items() if name.startswith("seat") or name == "opener"]
    return Who(frozenset(hashed(value) for value in held[:MOST]))


def with_cookies(request: Request, answer: Response, done: Done) -> Response:
    """Who sits down or opens a table gets a cookie, for this table alone."""
    path = f"{request.scope.get('root_path', '')}/api/v1/matches/{done.match.id}"
    secure = request.url.scheme == "https"
    age = int(request.app.state.api.settings.days * 24 * 3600)  # as long as the table is kept
    for given, name in (("token", f"seat{done.gives.get('seat')}"), ("opener", "opener")):
        if given in done.gives:
            answer.set_cookie(name, done.gives[given], path=path, httponly=True, samesite="strict", secure=secure, max_age=age)
    return answer
