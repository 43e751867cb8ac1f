"""What people ask of a table, on the socket and by plain POST alike."""

from typing import Annotated

import msgspec

from ludotheque.table.events import House, Plan

Id = Annotated[str, msgspec.Meta(max_length=64, description="The client's own; the same one again does nothing twice.")]
SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=31)]
Text = Annotated[str, msgspec.Meta(max_length=64)]
Key = Annotated[str, msgspec.Meta(max_length=64)]
Nonce = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{32}$", description="32 hexadecimal digits, drawn by the client.")]


class Request(msgspec.Struct, kw_only=True, tag_field="do", tag=str.lower, forbid_unknown_fields=True):
    id: Id = ""
    seat: SeatNumber | None = None  # who asks; needed only by someone who holds several seats


class Move(Request):
    """Plays a move."""

    move: Text
    expected: int  # the seq the mover has seen


class Undo(Request):
    """Takes back one's last move, or asks the others whether one may."""

    expected: int


class Answer(Request):
    """Agrees that a move is taken back, or doesn't."""

    agrees: bool


class Sit(Request):
    """Takes a free seat."""

    at: SeatNumber
    name: Text
    nonce: Nonce


class Leave(Request):
    """Leaves a seat: free again before the beginning, played on by a bot afterwards."""


class Resign(Request):
    """Gives up; a bot plays on unless only one is left."""


class Back(Request):
    """Plays again oneself after a bot had taken over."""


class Link(Request):
    """Asks for a link that moves the seat to another device."""


class Follow(Request):
    """Takes the seat that a link moves."""

    link: Key


class Begin(Request):
    """The opener begins; bots take the seats that are open to anyone."""


class Seatbot(Request):
    """The opener puts a bot on a free seat."""

    at: SeatNumber
    level: Text = "casual"


class Remove(Request):
    """The opener asks somebody to leave, or takes a bot away."""

    at: SeatNumber


class Close(Request):
    """The opener closes the table."""


class Again(Request):
    """After the end: says at which table the same people go on."""

    match: Text


class Look(Request):
    """Goes on to another table with the same connection: from the seat that a ticket is for, or as an onlooker."""

    match: Text
    ticket: Key = ""
    since: int | None = None


class Seen(Request, kw_only=True):
    """A page has shown everything up to here; bots needn't wait for it any longer."""

    seq: int


class React(Request):
    """Waves to the others; nothing is kept of it."""

    face: Annotated[int, msgspec.Meta(ge=0, le=4)]


Any = Move | Undo | Answer | Sit | Leave | Resign | Back | Link | Follow | Begin | Seatbot | Remove | Close
ACTIONS: dict[str, type[Request]] = {kind.__struct_config__.tag: kind for kind in Any.__args__}


class Open(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Opens a table."""

    game: Text
    players: Annotated[int, msgspec.Meta(ge=1, le=32)] | None = None
    options: dict[Text, str | int | bool | tuple[int, ...]] = {}
    facts: dict[Text, int | tuple[int, ...]] = {}
    seats: tuple[Plan, ...] = ()  # empty: all open
    house: House = House()


decode = msgspec.json.Decoder(Any | Look | React | Seen).decode  # from the socket
