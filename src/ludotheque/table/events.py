"""What can happen at a table. A match is the list of these, and they are all that is stored of it.

No event holds the secret of the shuffle or a token; tokens are here as hashes.
"""

from typing import Literal

import msgspec


class House(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How this table wants it."""

    undo: Literal["own", "consent", "none"] = "consent"  # own: one's own moves; consent: more, if everyone agrees
    hints: bool = False
    help: Literal["now", "memory"] = "now"  # memory: what was seen earlier is shown as well
    seconds: int = msgspec.field(default=0, name="seconds_per_move")  # 0: no clock
    watch: Literal["anyone", "nobody"] = "anyone"
    shelf: Literal["anyone", "nobody"] = "nobody"  # who finds the game on the shelf when it is over, without names
    away: int = msgspec.field(default=120, name="seconds_away")  # until a bot plays for someone who went away; 0: never
    level: str = "casual"  # of the bots that stand in


class Plan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who a seat is for: a person, a bot, or whoever comes first (`open`; a bot if nobody does)."""

    kind: Literal["person", "open", "bot"] = "open"
    level: str = "casual"


class Event(msgspec.Struct, omit_defaults=True, kw_only=True, tag_field="is", tag=str.lower):
    id: str = ""  # the request it answers, `asker:id`; the same request again does nothing


class Opened(Event):
    game: str  # Game.spec
    version: int  # of its rules
    seats: tuple[Plan, ...]
    house: House
    commitment: str
    opener: str  # hash of the opener's token
    texts: tuple[str, ...] = ()  # steps of another game that this one goes on from


class Seated(Event):
    seat: int
    name: str
    token: str  # hash
    nonce: str


class BotSeated(Event):
    seat: int
    level: str


class Freed(Event):
    """Before the beginning a seat is free again, afterwards a bot plays on."""

    seat: int
    how: Literal["left", "removed"]


class Began(Event):
    draws: tuple[str, ...]
    shows: int = 0  # milliseconds that people need to see what happened; the next move's clock runs from then


class Moved(Event):
    seat: int
    move: str
    draws: tuple[str, ...] = ()  # what chance brought next
    by: Literal["person", "bot", "clock"] = "person"
    shows: int = 0


class AskedBack(Event):
    seat: int


class AnsweredBack(Event):
    seat: int
    agrees: bool


class TookBack(Event):
    seat: int
    step: int  # the game is again as it was before this step


class Linked(Event):
    """The seat may be moved to another device, once."""

    seat: int
    link: str  # hash


class Rekeyed(Event):
    seat: int
    token: str  # hash
    link: str = ""  # hash of the link that was followed


class TakenOver(Event):
    """A bot plays for someone who is away."""

    seat: int


class CameBack(Event):
    seat: int


class Resigned(Event):
    seat: int


class Closed(Event):
    why: Literal["opener", "rules"]


class Again(Event):
    """After the end: the same people go on at another table."""

    seat: int
    match: str


Any = (
    Opened | Seated | BotSeated | Freed | Began | Moved | AskedBack | AnsweredBack | TookBack | Linked | Rekeyed
    | TakenOver | CameBack | Resigned | Closed | Again
)  # fmt: skip

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(Any).decode
