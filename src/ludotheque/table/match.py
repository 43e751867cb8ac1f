"""What the events of a match add up to. Nothing here reads a clock, draws or stores: a log gives the same match always."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

from ludotheque.game import Game
from ludotheque.games import from_spec
from ludotheque.position import OVER, Position
from ludotheque.table import events
from ludotheque.table.refusal import No, Refused
from ludotheque.table.seal import BOT, Seal

REMEMBERED = 64  # requests of one asker whose repetition is recognised; an older one names a seq that has passed


@dataclass(slots=True)
class Seat:
    plan: events.Plan
    name: str = ""
    token: str = ""  # hash; empty: nobody holds this seat
    nonce: str = ""
    bot: str = ""  # the level of the bot that sits here
    away: bool = False  # a bot plays for the person
    resigned: bool = False
    link: str = ""  # hash of a link that moves the seat to another device
    followed: str = ""  # hash of the one that did

    @property
    def taken(self) -> bool:
        return bool(self.token or self.bot)

    def player(self, house: events.House) -> str:
        """The level of the bot that moves here; empty: a person does."""
        return self.bot or (house.level if self.away or self.resigned or not self.token else "")


@dataclass(slots=True)
class Play:
    seat: int
    step: int  # where its move stands in the history
    revealed: bool  # a secret was shown or chance drew


@dataclass(slots=True)
class Asking:
    """A request to take back more than one's own last moves."""

    seat: int
    step: int
    missing: set[int] = field(default_factory=set)  # the people who have not agreed yet


class Match:
    __slots__ = (
        "id", "code", "secret", "game", "house", "seats", "opener", "commitment", "seq", "changed", "since",
        "position", "plays", "asking", "done", "order", "closed", "other_rules", "seal", "touched", "over", "turn",
        "texts", "again",
    )  # fmt: skip

    def __init__(self, id: str, code: str, secret: bytes, opened: events.Opened, at: int) -> None:
        self.id = id
        self.code = code
        self.secret = secret
        self.game: Game = from_spec(opened.game)
        self.other_rules = opened.version if opened.version != self.game.ruleset.version else 0
        self.house = opened.house
        self.seats = [Seat(plan, bot=plan.level if plan.kind == "bot" else "") for plan in opened.seats]
        self.opener = opened.opener
        self.commitment = opened.commitment
        self.seq = 0  # of the last event
        self.changed = 0  # the seq of the last event that changed what can be played
        self.since = at  # when people have seen it, in milliseconds: the clock of the one to move runs from here
        self.touched = at
        self.position: Position | None = None
        self.plays: list[Play] = []
        self.asking: Asking | None = None
        self.done: dict[str, int] = {}  # the seq of the event that answered a request
        self.order: dict[str, deque[str]] = {}  # the same by who asked, the oldest first
        self.closed = ""
        self.seal: Seal | None = None
        self.texts = opened.texts  # steps of another game that this one goes on from
        self.again = ""  # the table where the same people go on
        self.over = False
        self.turn: int | None = None  # the seat to move, if the game waits for one

    # --- questions --------------------------------------------------------------------------------

    @property
    def ended(self) -> bool:
        """Nothing more can happen."""
        return self.over or bool(self.closed)

    @property
    def last_standing(self) -> int | None:
        """The only seat that has not resigned, if all others have."""
        standing = [number for number, seat in enumerate(self.seats) if not seat.resigned]
        return standing[0] if len(standing) == 1 and len(self.seats) > 1 else None

    def winners(self) -> list[int]:
        if self.position is None or not self.over:
            return []
        return self.position.winners() if self.position.over else [self.last_standing or 0]

    def deadline(self) -> int | None:
        """When the clock of the seat to move runs out, in milliseconds."""
        return self.since + 1000 * self.house.seconds if self.house.seconds and self.turn is not None else None

    def seats_of(self, tokens: frozenset[str]) -> list[int]:
        """The seats that these hashed tokens hold."""
        return [
            number for number, seat in enumerate(self.seats)
            if seat.token and seat.token in tokens
        ]  # fmt: skip

    def opened_by(self, tokens: frozenset[str]) -> bool:
        return self.opener in tokens

    def nonces(self) -> list[str]:
        return [seat.nonce or BOT for seat in self.seats]

    def names(self) -> list[str]:
        return [seat.name for seat in self.seats]

    def own_step(self, seat: int) -> int | None:
        """The step of this seat's last move, if nothing was revealed and nobody else moved since."""
        last = self.plays[-1] if self.plays else None
        return last.step if last and last.seat == seat and not last.revealed else None

    def consented_step(self, seat: int) -> int | None:
        """The same where others have moved, but still nothing was revealed."""
        for play in reversed(self.plays):
            if play.revealed:
                return None
            if play.seat == seat:
                return play.step
        return None

    def step_back(self, seat: int) -> int | None:
        """The step that this seat may take back, or ask the others for; nothing where it can't."""
        own = self.own_step(seat) if self.house.undo != "none" else None
        return self.consented_step(seat) if own is None and self.house.undo == "consent" else own

    def check_rules(self) -> None:
        """A match of other rules is never replayed under these."""
        if self.other_rules:
            raise Refused(No.OTHER_RULES, theirs=self.other_rules, ours=self.game.ruleset.version)

    # --- what happens -----------------------------------------------------------------------------

    def apply(self, event: events.Event, at: int, position: Position | None = None) -> None:
        """One event further. Who has played its move already hands over the position that it led to."""
        self.seq += 1
        self.touched = at
        if event.id:
            self.remember(event.id)
        if self.other_rules and isinstance(event, (events.Began, events.Moved, events.TookBack)):
            return  # its seats can be looked at, its game can't
        match event:
            case events.Moved():
                self.moved(event, at, position)
            case events.Seated(seat=number, name=name, token=token, nonce=nonce):
                seat = self.seats[number]
                seat.name, seat.token, seat.nonce, seat.bot = name, token, nonce, ""
            case events.BotSeated(seat=number, level=level):
                self.seats[number].bot = level
            case events.Freed(seat=number):
                self.freed(number)
            case events.Began():
                self.begun(event, at, position)
            case events.AskedBack(seat=number):
                self.asking = Asking(number, self.consented_step(number) or 0, self.others_than(number))
            case events.AnsweredBack(seat=number, agrees=agrees):
                if self.asking and agrees:
                    self.asking.missing.discard(number)
                else:
                    self.asking = None
            case events.TookBack(step=step):
                self.taken_back(step, at)
            case events.Linked(seat=number, link=link):
                self.seats[number].link = link
            case events.Rekeyed(seat=number, token=token, link=link):
                self.seats[number].token, self.seats[number].link, self.seats[number].followed = token, "", link
            case events.TakenOver(seat=number):
                self.seats[number].away = True
            case events.CameBack(seat=number):
                self.seats[number].away = False
                self.since = at if self.turn == number else self.since
            case events.Resigned(seat=number):
                self.seats[number].resigned = True
                self.changed, self.asking = self.seq, None
            case events.Closed(why=why):
                self.closed, self.changed = why, self.seq
            case events.Again(match=match):
                self.again = match
        if self.position is not None and self.changed == self.seq:
            actor = self.position.actor
            self.over = actor is OVER or self.last_standing is not None
            self.turn = actor if actor >= 0 and not self.ended else None

    def remember(self, id: str) -> None:
        self.done[id] = self.seq
        order = self.order.setdefault(id.partition(":")[0], deque())
        order.append(id)
        if len(order) > REMEMBERED:
            del self.done[order.popleft()]

    def begun(self, event: events.Began, at: int, position: Position | None) -> None:
        for seat in self.seats:
            if not seat.taken:
                seat.bot = self.house.level
        self.position = position or self.game.replay((*self.texts, *event.draws))
        self.seal = Seal(self.id, self.secret, self.nonces())
        self.changed, self.since = self.seq, at + event.shows

    def moved(self, event: events.Moved, at: int, position: Position | None) -> None:
        assert self.position is not None
        step = self.position.steps
        revealed = bool(event.draws) or self.game.ruleset.sight.reveals(self.game.ruleset.read(event.move).action)
        if position is None:
            played(self.position, event)
        else:
            self.position = position
        self.plays.append(Play(event.seat, step, revealed))
        if event.by == "person":
            self.seats[event.seat].away = False
        self.changed, self.since, self.asking = self.seq, at + event.shows, None

    def freed(self, number: int) -> None:
        seat = self.seats[number]
        seat.token = seat.link = seat.followed = ""
        seat.away = False
        if self.position is None:
            seat.name = seat.nonce = seat.bot = ""
        else:
            seat.bot = self.house.level
            self.asking = None

    def taken_back(self, step: int, at: int) -> None:
        assert self.position is not None
        self.position = self.game.replay(self.position.history[:step])
        self.plays = [play for play in self.plays if play.step < step]
        self.changed, self.since, self.asking = self.seq, at, None

    def others_than(self, number: int) -> set[int]:
        """The other people who play themselves: they are asked."""
        return {other for other, seat in enumerate(self.seats) if other != number and not seat.player(self.house)}


def played(position: Position, event: events.Moved) -> Position:
    """That position, after a move and what chance brought next."""
    for text in (event.move, *event.draws):
        position.play(text)
    return position
