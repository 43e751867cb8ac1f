"""Every refusal says its status in a number that browsers and proxies know."""

from http import HTTPStatus

import pytest

from ludotheque.table.refusal import No


@pytest.mark.parametrize("no", No)
def test_every_status_is_one_of_http(no: No) -> None:
    assert HTTPStatus(no.status) >= HTTPStatus.BAD_REQUEST


def test_who_asks_too_much_is_told_to_slow_down() -> None:
    assert No.TOO_FAST.status == HTTPStatus.TOO_MANY_REQUESTS
    assert No.TOO_SLOW.status == HTTPStatus.REQUEST_TIMEOUT
    assert No.TOO_LARGE.status == HTTPStatus.REQUEST_ENTITY_TOO_LARGE
