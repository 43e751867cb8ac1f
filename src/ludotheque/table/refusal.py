"""What the table says no to: a code with arguments on the wire, a sentence for people."""

from enum import Enum, unique
from typing import Any

from ludotheque.errors import LudothequeError
from ludotheque.i18n import N_


@unique  # equal values would be one refusal with two names
class No(Enum):
    """Every refusal: the status a plain request gets, and the sentence."""

    NO_TABLE = 404, N_("there is no such table; it may have been deleted")
    NO_SUCH_SEAT = 404, N_("this table has seats 0 to {last}")
    NO_SUCH_GAME = 400, N_("no such table can be opened: {problem}")
    NO_SUCH_BOT = 400, N_("there is no bot {level}; there are {levels}")
    BAD_SEATS = 400, N_("say for each of the {players} seats who sits there")
    BAD_NAME = 400, N_("a name has 1 to {longest} letters")
    NAME_OF_ALL = 400, N_("everyone is called {name} on their own screen; choose another name")
    BAD_NONCE = 400, N_("a nonce is 32 hexadecimal digits")
    BAD_REQUEST = 400, N_("this request can't be read: {problem}")
    UNREADABLE_MOVE = 400, N_("{problem}")
    TOO_LARGE = 413, N_("a request has at most {most} bytes")
    TOO_SLOW = 408, N_("the request did not arrive within {seconds} seconds")
    NO_PAGE = 404, N_("there is nothing at this address")
    WRONG_METHOD = 405, N_("this address wants another method of request")
    WRONG_ORIGIN = 403, N_("this page comes from somewhere else and may not play here")
    TOO_FAST = 429, N_("that was too fast; wait {seconds} seconds")
    NOT_SEATED = 403, N_("you don't sit at this table; take a seat first")
    NOT_YOUR_SEAT = 403, N_("this is somebody else's seat")
    WHICH_SEAT = 400, N_("you hold several seats here; say which one")
    OPENER_ONLY = 403, N_("only the one who opened the table may do that")
    NO_WATCHING = 403, N_("this table is not open to onlookers")
    SEAT_TAKEN = 409, N_("somebody sits there already; take another seat")
    SEATS_FREE = 409, N_("seats are still kept for people: {seats}")
    NOT_BEGUN = 409, N_("the game has not begun; it does when every seat is taken")
    BEGUN = 409, N_("the game has begun already")
    OVER = 409, N_("the game is over")
    CLOSED = 409, N_("this table is closed")
    NOT_OVER = 409, N_("the game goes on; the record is there when it is over")
    NOT_YOUR_TURN = 409, N_("it is not your turn")
    MOVED_ON = 409, N_("something happened since you looked; look again")
    RESIGNED = 409, N_("you have resigned; a bot plays on for you")
    ILLEGAL = 409, N_("{why}")
    NO_UNDO = 409, N_("nothing can be taken back: since your last move something was shown or drawn")
    UNDO_OFF = 409, N_("nothing is taken back at this table")
    NOT_ASKED = 409, N_("nobody asks to take a move back")
    NOT_AWAY = 409, N_("no bot plays for you")
    BAD_LINK = 403, N_("this link was used already or never was one; ask for a new one")
    BAD_TICKET = 403, N_("your connection has expired; connect again")
    HINTS_OFF = 409, N_("there are no hints at this table")
    OTHER_RULES = (
        409,
        N_("this game began under version {theirs} of its rules; here is version {ours}; it can't go on here"),
    )
    FAULT = 500, N_("something went wrong on the server; it has been recorded")
    BUSY = 429, N_("others have asked before you; try again in a moment")
    NOT_STORED = 503, N_("this could not be stored, so it has not happened; try again")
    FULL = 503, N_("there are too many tables open; try again later")
    STOPPING = 503, N_("the house is about to restart; try again in a moment")

    @property
    def status(self) -> int:
        return self.value[0]

    @property
    def sentence(self) -> str:
        return self.value[1]


class Refused(LudothequeError):
    def __init__(self, no: No, /, **arguments: Any) -> None:
        super().__init__(no.sentence, **arguments)
        self.no = no

    @property
    def code(self) -> str:
        return self.no.name.lower()
