"""Turns what somebody asks into what happens, or refuses it. Nothing is changed here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any
from unicodedata import normalize

import msgspec

from ludotheque.bots import LEVELS
from ludotheque.errors import IllegalMove, Listed, UnreadableMove
from ludotheque.i18n import LANGUAGES, speaking, translated
from ludotheque.position import Position
from ludotheque.table import events, requests
from ludotheque.table.keys import hashed
from ludotheque.table.match import Match
from ludotheque.table.refusal import No, Refused
from ludotheque.table.seal import Seal

LONGEST_NAME = 24
SECRET_ID = 16  # letters of an id that nobody guesses


@dataclass(frozen=True)
class Who:
    """Whoever asks: the hashed tokens they hold; or the house itself, playing a seat."""

    tokens: frozenset[str] = frozenset()
    plays: int | None = None  # the house plays this seat
    by: Any = "person"


class Decided(msgspec.Struct, frozen=True):
    event: events.Event
    position: Position | None = None  # what a move leads to
    gives: dict[str, str] = {}  # what only the asker gets: a token, a link
    ends: bool = False  # nothing can happen afterwards


def decide(match: Match, who: Who, request: requests.Request, key: str, new_token: Callable[[], str]) -> Decided:
    if match.closed:
        raise Refused(No.CLOSED)
    match request:
        case requests.Move():
            return decide_move(match, who, request, key)
        case requests.Undo():
            return decide_undo(match, who, request, key)
        case requests.Answer(agrees=agrees):
            seat = asker(match, who, request)
            if not match.asking or seat not in match.asking.missing:
                raise Refused(No.NOT_ASKED)
            if agrees and match.asking.missing == {seat}:
                return Decided(events.TookBack(id=key, seat=match.asking.seat, step=match.asking.step))
            return Decided(events.AnsweredBack(id=key, seat=seat, agrees=agrees))
        case requests.Sit(at=number, name=name, nonce=nonce):
            seat_of(match, number)
            before_the_beginning(match)
            if match.seats[number].taken:
                raise Refused(No.SEAT_TAKEN)
            token = new_token()
            sits = events.Seated(id=key, seat=number, name=good_name(name), token=hashed(token), nonce=nonce)
            return Decided(sits, gives={"token": token, "seat": str(number)})
        case requests.Leave():
            seat = asker(match, who, request)
            return Decided(events.Freed(id=key, seat=seat, how="left"))
        case requests.Resign():
            seat = asker(match, who, request)
            in_play(match)
            not_resigned(match, seat)
            standing = sum(not other.resigned for other in match.seats)
            return Decided(events.Resigned(id=key, seat=seat), ends=standing == 2)
        case requests.Back():
            seat = asker(match, who, request)
            if not match.seats[seat].away:
                raise Refused(No.NOT_AWAY)
            return Decided(events.CameBack(id=key, seat=seat))
        case requests.Again(match=other):
            seat = asker(match, who, request)
            if not match.over:
                raise Refused(No.NOT_OVER)
            if match.again:
                raise Refused(No.MOVED_ON)
            return Decided(events.Again(id=key, seat=seat, match=other))
        case requests.Link():
            seat = asker(match, who, request)
            link = new_token()
            return Decided(events.Linked(id=key, seat=seat, link=hashed(link)), gives={"link": link, "seat": str(seat)})
        case requests.Follow(link=link):
            moved = [number for number, seat in enumerate(match.seats) if seat.link and seat.link == hashed(link)]
            if not moved:
                raise Refused(No.BAD_LINK)
            return rekeyed(moved[0], key, new_token, hashed(link))
        case _:
            return decide_for_opener(match, who, request, key)


def decide_for_opener(match: Match, who: Who, request: requests.Request, key: str) -> Decided:
    if not match.opened_by(who.tokens):
        raise Refused(No.OPENER_ONLY)
    match request:
        case requests.Begin():
            before_the_beginning(match)
            kept = [n for n, seat in enumerate(match.seats) if seat.plan.kind == "person" and not seat.taken]
            if kept:
                raise Refused(No.SEATS_FREE, seats=kept)
            return beginning(match, key)
        case requests.Seatbot(at=number, level=level):
            seat_of(match, number)
            before_the_beginning(match)
            if match.seats[number].taken:
                raise Refused(No.SEAT_TAKEN)
            return Decided(events.BotSeated(id=key, seat=number, level=good_level(level)))
        case requests.Remove(at=number):
            seat = seat_of(match, number)
            if match.ended:
                raise Refused(No.OVER)
            if not match.seats[seat].taken or (match.position and not match.seats[seat].token):
                raise Refused(No.NOT_SEATED)
            return Decided(events.Freed(id=key, seat=seat, how="removed"))
        case requests.Close():
            return Decided(events.Closed(id=key, why="opener"), ends=True)
        case _:
            raise AssertionError(request)


def beginning(match: Match, id: str = "") -> Decided:
    """Every seat is taken or open to a bot: the first draws."""
    match.check_rules()
    position = match.game.replay(match.texts)
    draws = Seal(match.id, match.secret, match.nonces()).play_chance(position)
    return Decided(events.Began(id=id, draws=draws), position, ends=position.over)


def decide_move(match: Match, who: Who, request: requests.Move, key: str) -> Decided:
    seat = asker(match, who, request)
    position = in_play(match)
    if who.plays is None:
        not_resigned(match, seat)
    if match.turn != seat:
        raise Refused(No.NOT_YOUR_TURN)
    as_expected(match, request.expected)
    next_position = position.copy()
    try:
        next_position.play(request.move)
    except IllegalMove as problem:
        raise Refused(
            No.ILLEGAL, why=problem, reason=problem.code, clause=problem.clause, move=problem.move, **problem.numbers
        ) from None
    except UnreadableMove as problem:
        raise Refused(No.UNREADABLE_MOVE, problem=problem) from None
    move = next_position.last
    assert match.seal is not None
    draws = match.seal.play_chance(next_position)
    moved = events.Moved(id=key, seat=seat, move=move, draws=draws, by=who.by)
    return Decided(moved, next_position, ends=next_position.over)


def decide_undo(match: Match, who: Who, request: requests.Undo, key: str) -> Decided:
    """One's own moves until something was revealed or another moved; beyond, everyone is asked, while nothing was revealed."""
    seat = asker(match, who, request)
    in_play(match)
    if match.house.undo == "none":
        raise Refused(No.UNDO_OFF)
    as_expected(match, request.expected)
    step = match.step_back(seat)
    if step is None:
        raise Refused(No.NO_UNDO)
    if step != match.own_step(seat) and match.others_than(seat):
        return Decided(events.AskedBack(id=key, seat=seat))
    return Decided(events.TookBack(id=key, seat=seat, step=step))


def asked_by(match: Match, who: Who, request: requests.Request) -> str:
    """Whose request it is: two who number theirs alike don't get into each other's way."""
    match request:
        case requests.Sit(at=number):
            return f"sit {number}"
        case requests.Follow():
            return "follow"
        case requests.Begin() | requests.Seatbot() | requests.Remove() | requests.Close():
            return "opener" if match.opened_by(who.tokens) else "nobody"
        case _:
            return str(asker(match, who, request))


def repeated(match: Match, request: requests.Request, new_token: Callable[[], str]) -> Decided | None:
    """Who sat down or moved a seat and never heard the answer asks again and gets a key to it; else nothing is left to do."""
    match request:
        case requests.Sit(at=number, nonce=nonce, id=id):
            seat = match.seats[number] if number < len(match.seats) else None
            if seat and seat.token and seat.nonce == nonce and len(id) >= SECRET_ID:  # nonces are public, the id is not
                return rekeyed(number, "", new_token)
        case requests.Follow(link=link):
            for number, seat in enumerate(match.seats):
                if seat.token and seat.followed == hashed(link):
                    return rekeyed(number, "", new_token, hashed(link))
    return None


def rekeyed(seat: int, key: str, new_token: Callable[[], str], link: str = "") -> Decided:
    token = new_token()
    return Decided(events.Rekeyed(id=key, seat=seat, token=hashed(token), link=link), gives={"token": token, "seat": str(seat)})


def looks_from(match: Match, who: Who, wish: str | None) -> int | None:
    """The seat to look from: the one named, the only one held, or none. Before the game, whoever has the link may come in."""
    held = match.seats_of(who.tokens)
    waits = match.position is None and not match.ended
    if wish in ("onlooker", None, ""):
        if wish is None and len(held) == 1:
            return held[0]
        if not held and match.house.watch == "nobody" and not waits and not match.opened_by(who.tokens):
            raise Refused(No.NO_WATCHING)
        return None
    seat = int(wish) if wish and wish.isdecimal() and len(wish) < 3 else None
    if seat not in held:
        raise Refused(No.NOT_YOUR_SEAT)
    return seat


def came_late(match: Match, who: Who) -> bool:
    """Whether they come to a game that is over and was not theirs: who played there is none of their business."""
    return match.over and not match.seats_of(who.tokens) and not match.opened_by(who.tokens)


# --- what has to hold -------------------------------------------------------------------------------


def asker(match: Match, who: Who, request: requests.Request) -> int:
    """The seat that asks."""
    if who.plays is not None:
        return who.plays
    if request.seat is not None:
        if match.seats[seat_of(match, request.seat)].token not in who.tokens:
            raise Refused(No.NOT_YOUR_SEAT)
        return request.seat
    held = match.seats_of(who.tokens)
    if not held:
        raise Refused(No.NOT_SEATED)
    if len(held) > 1:
        raise Refused(No.WHICH_SEAT)
    return held[0]


def seat_of(match: Match, number: int) -> int:
    if not 0 <= number < len(match.seats):
        raise Refused(No.NO_SUCH_SEAT, last=len(match.seats) - 1)
    return number


def before_the_beginning(match: Match) -> None:
    if match.position or match.other_rules:
        raise Refused(No.BEGUN)


def in_play(match: Match) -> Position:
    match.check_rules()
    if match.position is None:
        raise Refused(No.NOT_BEGUN)
    if match.over:
        raise Refused(No.OVER)
    return match.position


def not_resigned(match: Match, seat: int) -> None:
    if match.seats[seat].resigned:
        raise Refused(No.RESIGNED)


def as_expected(match: Match, expected: int) -> None:
    """The asker has seen what the game is now; that someone sat down or left since does no harm."""
    if not match.changed <= expected <= match.seq:
        raise Refused(No.MOVED_ON)


def good_name(name: str) -> str:
    shown = " ".join("".join(c if c.isprintable() else " " for c in name).split())
    if not 0 < len(shown) <= LONGEST_NAME:
        raise Refused(No.BAD_NAME, longest=LONGEST_NAME)
    if alike(shown) in {alike(you) for you in spoken_to()}:
        raise Refused(No.NAME_OF_ALL, name=shown)
    return shown


def alike(name: str) -> str:
    """The same for what looks the same: wide letters, capitals."""
    return normalize("NFKC", name).casefold()


@cache
def spoken_to() -> tuple[str, ...]:
    """What pages call whoever looks at them."""
    found = []
    for code in LANGUAGES:
        with speaking(code):
            found.append(translated("You"))
    return tuple(found)


def good_level(level: str) -> str:
    if level not in LEVELS:
        raise Refused(No.NO_SUCH_BOT, level=level, levels=Listed(LEVELS))
    return level
