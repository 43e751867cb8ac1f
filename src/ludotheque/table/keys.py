"""Tokens, links and codes: what people hold. Only hashes of them are kept."""

import hashlib
import secrets

LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"  # no I or O: they look like 1 and 0
CODE_LETTERS = 6


def new_token() -> str:
    """128 bits, for a cookie or a link."""
    return secrets.token_urlsafe(16)


def hashed(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def new_code() -> str:
    """Short enough to be typed and read aloud."""
    return "".join(secrets.choice(LETTERS) for _ in range(CODE_LETTERS))


def typed_code(text: str) -> str:
    """A code as it was meant."""
    return "".join(text.upper().replace("-", "").split())


def new_match() -> str:
    """The id in a table's link: who has the link may look and sit down."""
    return secrets.token_urlsafe(9)
