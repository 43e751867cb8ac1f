"""What happens in 12 Chip Trick, in both editions."""

from typing import Any

from ludotheque.games.chip_trick.chips import chip_name, size, sum_of, values, written
from ludotheque.i18n import N_
from ludotheque.kit.events import COUNT, LOOK, READ, RESULT, SEAT, By, Entry, Event, Number, Says, Shown, Telling
from ludotheque.seats import ONLOOKER

CHIPS = Number("chips", lambda chips, names: written(chips))
SEATS = Number("seats", lambda seats, names: ", ".join(name for seat, name in enumerate(names) if seats >> seat & 1))


def own_chips(t: Telling) -> str:
    if t.v.seat == ONLOOKER:
        return t.say(N_("All chips are dealt."))
    return t.say(N_("Your chips: {chips}."), chips=", ".join(chip_name(t.f, value) for value in values(t.v.hand[t.v.seat])))


def to_display(t: Telling) -> str:
    display = t.v.shown[t.seat]
    if size(display) == 1:
        return t.say(N_("{name} took the {value} and laid it down."))
    return t.say(N_("{name} took the {value} and laid it down: {sum} there."), sum=sum_of(display))


def with_sum(sentence: str) -> Says:
    return lambda t: t.say(sentence, sum=sum_of(t.chips))


def naming(sentence: str) -> Says:
    return lambda t: t.say(sentence, names=SEATS.said(t.seats, t.names))


def of_total(clause: str, says: Says, shown: Shown, counts: str | tuple[str, ...] = (), **more: Any) -> Event:
    return Event(clause, says, shown, counts=counts, notes="chips", seat=SEAT, chips=CHIPS, total=COUNT, **more)


def halved(t: Telling) -> str:
    whole = N_("{name}: {sum}, more than {limit}: only half counts, {counts}.")
    rounded = N_("{name}: {sum}, more than {limit}: only half counts, rounded down to {counts}.")
    return t.say(rounded if t.total % 2 else whole, sum=sum_of(t.chips), counts=t.half)


def points(t: Telling) -> str:
    each = ", ".join(f"{t.names[seat]} {t.v.score[seat]}" for seat in range(t.f.players))
    return t.say(N_("Points after round {round} of {rounds}: {points}."), points=each)


def next_starter(t: Telling) -> str:
    last = N_("{name} had the last lead and will start round {round}.")
    return t.say(N_("The start moves on to the left. {name} will start round {round}.") if t.f.rounds else last)


COUNTS = Entry("total")


# --- the deal and the tricks ------------------------------------------------------------------

STARTER = Event("R16, root R4", N_("Lots were drawn. {name} will lead the first trick."), begins=True, seat=SEAT)
DEALT = Event("R13, root R6", own_chips)
LED = Event("R17, root R7", N_("{name} led the {value}."), fades=True, begins=True, seat=SEAT, value=COUNT)
PLAYED = Event("R17, root R7", N_("{name} played the {value}."), fades=True, seat=SEAT, value=COUNT)
GHOST_LED = Event("R44", N_("{name} led the {value} from its stack."), fades=True, begins=True, seat=SEAT, value=COUNT)
GHOST_PLAYED = Event("R44", N_("{name} played the {value} from its stack."), fades=True, seat=SEAT, value=COUNT)
WON = Event("R19, root R9", N_("{name} won the trick: the {value} is the highest."), LOOK, fades=True, seat=SEAT, value=COUNT)
WON_BY_FIRST = Event(
    "R20", N_("{name} won the trick: of two chips with {value} the first one wins."), READ, fades=True, seat=SEAT, value=COUNT
)
TOOK_TO_DISPLAY = Event("R24, root R13", to_display, seat=SEAT, value=COUNT)
TOOK = Event("R25, root R14", N_("{name} took the {value} in hand."), fades=True, seat=SEAT, value=COUNT)
GHOST_TOOK = Event("R46", N_("{name} took the {value} under its stack."), fades=True, seat=SEAT, value=COUNT)

# --- the end of a round -----------------------------------------------------------------------

ROUND_OVER = Event("R29, root R15", N_("The next to lead has no chips: round {round} is over."), LOOK, begins=True, round=COUNT)
SO_MANY_ABOVE = (
    N_("round: no total above the limit"),
    N_("round: one total above the limit"),
    N_("round: two totals above the limit"),
    N_("round: three totals above the limit"),
)
ABOVE = Event("R31, root R18", counts=By("n", SO_MANY_ABOVE), n=COUNT)
ALL_ABOVE = Event("R31, root R18", counts=N_("round: every total above the limit"))
TOTAL = of_total("R31, root R18", with_sum(N_("{name}: {sum}.")), LOOK, sheet=COUNTS)
AT_THE_LIMIT = N_("round: a total exactly at the limit")
PERFECT = of_total("R32, root A1", with_sum(N_("{name}: {sum}. Perfect!")), READ, AT_THE_LIMIT, sheet=COUNTS)
BOOM = of_total("R32", with_sum(N_("{name}: {sum}, more than {limit}: boom!")), READ, sheet=Entry("total", "bust"))
HALVED = of_total("R40, root R19", halved, READ, sheet=Entry("half"), half=COUNT)
ALL_BOOM = Event("R34", N_("Boom for everyone, so the highest total counts after all."), READ)
TILE = Event(
    "R33",
    N_("{name} earned a tile: {total} is the highest total that counts. Tiles: {n} of {tiles}."),
    RESULT,
    sheet=Entry(mark="won"),
    seat=SEAT,
    total=COUNT,
    n=COUNT,
)
SEVERAL_TILES = Event("R35", counts=N_("round: several earn a tile"), n=COUNT)
POINTS = Event("root R18", points, RESULT, round=COUNT)
NEXT_STARTER = Event("R37, root R20", next_starter, begins=True, seat=SEAT, round=COUNT)

# --- the end of the game ----------------------------------------------------------------------

NO_MORE_ROUNDS = Event("root R3", N_("That was the last round: the game is over."), LOOK)
LEVEL_TOLD = naming(N_("Level with {points} points: {names}. The last round decides."))
STILL_LEVEL = Event("root R24", LEVEL_TOLD, READ, points=COUNT, seats=SEATS)
LEVEL = Event("root R23", LEVEL_TOLD, READ, counts=N_("end: level, the last round decides"), points=COUNT, seats=SEATS)
ENOUGH_TILES = Event("R38", naming(N_("The game is over. First to {tiles} tiles: {names}.")), LOOK, seats=SEATS)
GHOST_WINS = Event(
    "R48",
    N_("Still, the player with more tiles than the other wins. Only if both are level, {ghost} wins."),
    counts=N_("end: the ghost has its tiles and wins"),
    ghost=SEAT,
)
GHOST_BEATEN = Event("R47", GHOST_WINS.says, counts=N_("end: the ghost has its tiles, a player wins"), ghost=SEAT)
