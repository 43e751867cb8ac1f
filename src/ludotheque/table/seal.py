"""The sealed shuffle: docs/sealed-shuffle.md is its specification.

The server keeps a secret and shows its hash before anyone sits down; every person adds a nonce;
from both every draw follows, so neither side could choose a deal, and once the secret is out
anyone can compute every draw again.
"""

import hashlib
import hmac
import secrets
from collections.abc import Sequence
from math import gcd

from ludotheque.move import Move
from ludotheque.position import CHANCE, Position

SECRET_BYTES = 32
NONCE_DIGITS = 32
BOT = "bot"  # what a bot adds: the server must not choose anything after the hash is out


def new_secret() -> bytes:
    return secrets.token_bytes(SECRET_BYTES)


def commitment(match: str, secret: bytes) -> str:
    return hashlib.sha256(b"ludotheque seal 1\n" + match.encode() + b"\n" + secret).hexdigest()


def is_nonce(text: str) -> bool:
    return len(text) == NONCE_DIGITS and all(digit in "0123456789abcdef" for digit in text)


class Seal:
    """The draws of one match, by secret and nonces."""

    def __init__(self, match: str, secret: bytes, nonces: Sequence[str]) -> None:
        told = "".join(f"{line}\n" for line in ("ludotheque draw 1", match, *nonces))
        self._keyed = hmac.new(secret, told.encode(), hashlib.sha256)

    def number(self, step: int, below: int) -> int:
        """A number from 0 up to `below`, all as likely: bits that make too large a number are thrown away."""
        bits = (below - 1).bit_length()
        attempt = 0
        while True:
            keyed = self._keyed.copy()
            keyed.update(b"%d %d\n" % (step, attempt))
            number = int.from_bytes(keyed.digest(), "big") >> (256 - bits)
            if number < below:
                return number
            attempt += 1

    def draw(self, position: Position) -> Move:
        """What chance brings at this step: outcomes by their texts, each as many numbers wide as it is likely."""
        game = position.game
        out, weights = game.rules.room(game.rules.most_choices), game.rules.room(game.rules.most_choices)
        n = game.rules.chance(game.facts, position.state, out, weights)
        moves = game.ruleset.moves
        widest = gcd(*weights[:n])
        outcomes = sorted((moves[out[i]].text, weights[i] // widest, out[i]) for i in range(n))
        number = self.number(position.steps, sum(width for _text, width, _action in outcomes))
        for _text, width, action in outcomes:
            if number < width:
                return game.ruleset.move(action)
            number -= width
        raise AssertionError("a number beyond all widths")

    def play_chance(self, position: Position) -> tuple[str, ...]:
        """Plays every step of chance that comes next, and says them."""
        drawn = []
        while position.actor is CHANCE:
            move = self.draw(position)
            position.play(move)
            drawn.append(move.text)
        return tuple(drawn)
