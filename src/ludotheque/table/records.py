"""A finished match as a file: the game's record with what is needed to check its draws."""

from datetime import UTC, datetime

from ludotheque import gamerecord
from ludotheque.errors import LudothequeError
from ludotheque.gamerecord import GameRecord
from ludotheque.i18n import N_
from ludotheque.position import CHANCE, Position
from ludotheque.table.match import Match
from ludotheque.table.refusal import No, Refused
from ludotheque.table.seal import BOT, SECRET_BYTES, Seal, commitment, is_nonce


def record_of(match: Match, named: bool = True) -> str:
    """Only when the game is over: until then the record would tell what is hidden. With names, if they may be read."""
    match.check_rules()
    if match.position is None or not match.over:
        raise Refused(No.NOT_OVER)
    headers = {
        "date": f"{datetime.fromtimestamp(match.touched / 1000, UTC):%Y-%m-%d}",
        "seats": ", ".join(
            (named and plain_name(seat.name)) or f"{seat.player(match.house) or 'player'} {n + 1}"
            for n, seat in enumerate(match.seats)
        ),
        "match": match.id,
        "commitment": match.commitment,
        "nonces": " ".join(match.nonces()),
        "secret": match.secret.hex(),
    }
    if match.texts:
        headers["goes-on-from"] = f"{len(match.texts)} steps of another game"
    return gamerecord.write(match.position, **headers)


def plain_name(name: str) -> str:
    """Without what means something in a record."""
    return " ".join(name.replace(",", " ").replace("#", " ").split())


class NotAsSealed(LudothequeError):
    """The record's draws are not those of its seal."""


def uncovered(record: GameRecord) -> int:
    """How many steps come from another game, so that this one's seal says nothing about them."""
    said = record.headers.get("goes-on-from", "0").split()[:1]
    steps = int(said[0]) if said and said[0].isdecimal() and len(said[0]) < 10 else -1
    if not 0 <= steps <= record.position.steps:
        raise NotAsSealed(N_("the secret or the nonces of this record are damaged"))
    return steps


def verify(record: GameRecord) -> int:
    """Computes every draw again; says how many there were, or raises where one differs, or where there is none."""
    headers = record.headers
    for name in ("match", "commitment", "nonces", "secret"):
        if name not in headers:
            raise NotAsSealed(N_("the record has no header '{name}'; only games of a table have a sealed shuffle"), name=name)
    try:
        secret = bytes.fromhex(headers["secret"])
    except ValueError:
        secret = b""
    nonces = headers["nonces"].split()
    game = record.position.game
    if len(secret) != SECRET_BYTES or len(nonces) != game.players or not all(n == BOT or is_nonce(n) for n in nonces):
        raise NotAsSealed(N_("the secret or the nonces of this record are damaged"))
    if commitment(headers["match"], secret) != headers["commitment"]:
        raise NotAsSealed(N_("the secret is not the one whose hash was shown before the game"))
    draws = compare(record.position, Seal(headers["match"], secret, nonces), uncovered(record))
    if not draws:
        raise NotAsSealed(N_("nothing in this record was drawn by its seal"))
    return draws


def compare(played: Position, seal: Seal, first: int = 0) -> int:
    """The steps before the first are another game's."""
    position, draws = played.game.start(), 0
    for step, text in enumerate(played.history):
        if position.actor is CHANCE and step >= first:
            drawn = seal.draw(position).text
            draws += 1
            if drawn != text:
                raise NotAsSealed(
                    N_("step {step} is '{text}', but the sealed shuffle draws '{drawn}'"), step=step + 1, text=text, drawn=drawn
                )
        position.play(text)
    return draws
