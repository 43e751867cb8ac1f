"""What happens in Chipik.

Names stand before a colon or alone, so that `You` fits wherever `Anna` does, in every language.
"""

from ludotheque.games.chipik.dice import added, faces, is_addition, is_odds, is_run, is_triple, listed, lying
from ludotheque.i18n import N_
from ludotheque.kit.events import ASIDE, COUNT, LOOK, READ, SEAT, By, Event, Number, Plural, Says, Sentence, Telling
from ludotheque.seats import NOBODY

HANDFUL = Number("dice", lambda dice, names: listed(faces(dice)))


def with_dice(sentence: str) -> Says:
    """A sentence about the dice that lie there: {dice}, or {sum}."""
    return lambda t: t.say(sentence, dice=listed(lying(t.v)), sum=added(lying(t.v)))


def with_tokens(sentence: Sentence) -> Says:
    """A sentence in which {sum} is reckoned from the tokens that were there and those that came."""
    return lambda t: t.say(sentence, sum=added([t.now - t.n, t.n]))


# --- the opening throws -----------------------------------------------------------------------


def level(t: Telling) -> str:
    seats = [seat for seat in range(t.f.players) if t.v.level[seat]]
    names = listed(t.names[seat] for seat in seats)
    return t.say(N_("{names}: {total} each, so another throw!"), names=names, total=t.v.opening[seats[0]])


def order(t: Telling) -> str:
    return t.say(N_("Turn order: {names}."), names=listed(t.names[seat] for seat in t.v.order[: t.f.players]))


OPENING_THROWN = Event(
    "R7", lambda t: t.say(N_("{name}, opening throw: {sum}."), sum=added(faces(t.thrown))), seat=SEAT, thrown=HANDFUL
)
LEVEL = Event("A2", level, LOOK, counts=N_("opening: level seats throw again"))
ORDER = Event("R9", order, LOOK)
STARTER = Event("R8", N_("The highest throw begins. {name} first!"), ASIDE, seat=SEAT)

# --- throws -----------------------------------------------------------------------------------


def made(t: Telling) -> str:
    fits = {
        N_("Addition"): is_addition(t.v, t.f.addition),
        N_("Odds"): is_odds(t.v),
        N_("Run"): is_run(t.v),
        N_("Triple"): is_triple(t.v),
    }
    return t.say(N_("That makes: {combinations}."), combinations=listed(t.say(name) for name in fits if fits[name]))


def taken(t: Telling) -> str:
    if not lying(t.v):
        return t.say(N_("{name}: throwing all the dice again."))
    return t.say(N_("{name}: keeping {kept}, throwing {thrown} again."), kept=listed(lying(t.v)))


THROWN = Event("R13", with_dice(N_("{name} threw {sum}.")), LOOK, begins=True, seat=SEAT)
TAKEN = Event("R14", taken, seat=SEAT, thrown=HANDFUL)
THROWN_AGAIN = Event("R12", with_dice(N_("{name} threw again: {sum}.")), LOOK, seat=SEAT)
MADE = Event("R11", made, ASIDE, seat=SEAT)
NOTHING_YET = Event("A7", N_("No combination yet."), ASIDE, seat=SEAT)
NOTHING_MADE = Event(
    "R16", N_("No combination this time, so no token is handed on."), counts=N_("turn without a combination"), seat=SEAT
)

# --- discards ---------------------------------------------------------------------------------

ADDITION = Event("R17", with_dice(N_("{name}: Addition! {sum}, and {addition} is enough.")), seat=SEAT)
TO_BIN = Event(
    "R21",
    with_tokens(N_("1 token into the bin: {sum} there now.")),
    counts=N_("discard: Addition, to the bin"),
    n=COUNT,
    now=COUNT,
)
TO_LUCKY = Event(
    "R22",
    with_tokens(N_("1 token to the lucky one: {name}, now {sum}.")),
    counts=N_("discard: Addition, to the lucky player"),
    seat=SEAT,
    n=COUNT,
    now=COUNT,
)
ODDS = Event("R18", with_dice(N_("{name}: Odds! {dice} are all odd.")), counts=N_("discard: Odds"), seat=SEAT)
RUN = Event("R19", with_dice(N_("{name}: Run! {dice} are three in a row.")), counts=N_("discard: Run"), seat=SEAT)
THREE_ALIKE = with_dice(N_("{name}: Triple! {dice} are three alike."))
TRIPLE = Event("R20", THREE_ALIKE, counts=N_("discard: Triple, to one neighbour"), seat=SEAT)
TRIPLE_SHARED = Event("R23", THREE_ALIKE, counts=N_("discard: Triple, to both neighbours"), seat=SEAT)


def handed(sentence: Plural) -> Event:
    return Event("R10", with_tokens(sentence), seat=SEAT, n=COUNT, now=COUNT)


TO_LEFT = handed(Plural("{n} token to the left: {name}, now {sum}.", "{n} tokens to the left: {name}, now {sum}.", "n"))
TO_RIGHT = handed(Plural("{n} token to the right: {name}, now {sum}.", "{n} tokens to the right: {name}, now {sum}.", "n"))
KEPT = Event(
    "R4",
    Plural("{name}: {had} − {given} = {left} token left.", "{name}: {had} − {given} = {left} tokens left.", "left"),
    ASIDE,
    seat=SEAT,
    had=COUNT,
    given=COUNT,
    left=COUNT,
)

# --- the Chance card and the end --------------------------------------------------------------


def dry(t: Telling) -> str:
    if t.before == NOBODY:
        return t.say(N_("Done on the first throw: the Chance card leaves the centre. Lucky now: {name}."))
    if t.before == t.seat:
        return t.say(N_("Done on the first throw: the Chance card stays. Lucky still: {name}."))
    return t.say(N_("Done on the first throw: the Chance card moves. Lucky before: {before}. Lucky now: {name}."))


DRY = Event("R15", dry, LOOK, counts=N_("dry discard, on the first throw"), seat=SEAT, before=SEAT)
LUCKY_HIT = Event("R29", N_("The lucky one was hit ({name}): the Chance card goes back to the centre."), LOOK, seat=SEAT)
WON = Event(
    "R31",
    N_("No token left! The winner: {name}."),
    READ,
    counts=By(
        "holder",
        (
            N_("end: the winner holds the Chance card"),
            N_("end: another player holds the Chance card"),
            N_("end: nobody holds the Chance card"),
        ),
    ),
    seat=SEAT,
    holder=COUNT,  # of the Chance card, in this order
)
