"""What happens in Toujours 12.

Names stand before a colon or alone, so that `You` fits wherever `Anna` does, in every language.
"""

from ludotheque.games.toujours_12.cards import PLACES, added, digits, listed, tops
from ludotheque.i18n import N_
from ludotheque.kit.events import (
    ASIDE,
    COUNT,
    LOOK,
    READ,
    SEAT,
    VERDICT,
    By,
    Event,
    Number,
    Plural,
    Says,
    Sentence,
    Telling,
    private,
)
from ludotheque.seats import ONLOOKER

DIGIT = Number("digit", lambda digit, names: str(digit))
PLACE = Number("place", lambda place, names: str(place + 1))


def with_tops(sentence: Sentence) -> Says:
    """A sentence in which {sum} is reckoned from the tops."""
    return lambda t: t.say(sentence, sum=added(tops(t.v)))


def own_hand(t: Telling) -> str:
    return "" if t.v.seat == ONLOOKER else t.say(N_("Your hand: {sum}."), sum=added(digits(t.v.hand[t.v.seat])))


def each(t: Telling, numbers: list[int]) -> str:
    return listed(f"{t.names[seat]} {numbers[seat]}" for seat in range(t.f.players))


def who_have(t: Telling, most: int, numbers: list[int]) -> str:
    return listed(t.names[seat] for seat in range(t.f.players) if numbers[seat] == most)


def skipped(t: Telling) -> str:
    """Those between the one who laid and the next one."""
    steps = (t.next - t.seat - 1) % t.f.players
    names = listed(t.names[(t.seat + 1 + step) % t.f.players] for step in range(steps))
    return t.say(N_("No cards left, so skipped: {names}."), names=names)


# --- the deal ---------------------------------------------------------------------------------

ANNOUNCED = Event("R8", notes="total", seat=SEAT, total=COUNT)
DEALT = Event("R6", own_hand)
TOTALS = Event("R8", lambda t: t.say(N_("The hands total: {sums}."), sums=each(t, t.v.announced)), READ)
STARTER = Event("R9", N_("{total} is the most. {name} first!"), LOOK, seat=SEAT, total=COUNT)
LEVEL = Event(
    "A2",
    lambda t: t.say(N_("{names}: {total} each, so lots are drawn for the start."), names=who_have(t, t.total, t.v.announced)),
    READ,
    total=COUNT,
)
LOT = Event("A2", N_("Lots were drawn. {name} first!"), LOOK, counts=N_("start: by lot"), seat=SEAT)

# --- a card laid ------------------------------------------------------------------------------

LAID = Event("R10", N_("{name} laid the {digit} on place {place}."), fades=True, seat=SEAT, digit=DIGIT, place=PLACE)
TAKE = Event("R15", with_tops(N_("Tops: {sum}, a take!")), VERDICT, fades=True, seat=SEAT)
ANOTHER_TAKE = Event("A5", with_tops(N_("Tops: {sum}, another take!")), VERDICT, fades=True, seat=SEAT)
WON = Event(
    "R16", lambda t: t.say(N_("{name} got four cards: {sum}."), sum=added([t.won - PLACES, PLACES])), seat=SEAT, won=COUNT
)
CHAINS = (N_("card laid: one take"), N_("card laid: a chain of two takes"), N_("card laid: a chain of three takes or more"))
TAKES_DONE = Event("A5", counts=By("takes", CHAINS, first=1), seat=SEAT, takes=COUNT)
TRAY_EMPTY = Event("R20", N_("The tray is empty now."), counts=N_("card laid: a take empties the tray"))
PLACES_EMPTY = Event(
    "R14",
    with_tops(Plural("Tops: {sum}, and {n} place is empty.", "Tops: {sum}, and {n} places are empty.", "n")),
    ASIDE,
    fades=True,
    n=COUNT,
)
TWELVE_STANDS = Event("A5", with_tops(N_("Tops: {sum}, but only a card just laid takes.")), LOOK, fades=True)
NO_TAKE = Event("R15", with_tops(N_("Tops: {sum}, not {target}.")), ASIDE, fades=True)
ONE_MORE = Event("R18", N_("{name} must lay one more card."), ASIDE, seat=SEAT)
NONE_FOR_MORE = Event("A12", N_("{name}: no card left for one more."), seat=SEAT)
SKIPPED = Event("A11", skipped, seat=SEAT, next=SEAT)

# --- draws ------------------------------------------------------------------------------------

DRAWN = Event("R11", N_("Your new card: {digit}."), ASIDE, fades=True, seat=SEAT, digit=private(DIGIT))
STOCK_EMPTY = Event("A10", N_("The stock is empty: now the hands are played out."), LOOK)

# --- the end ----------------------------------------------------------------------------------

ALL_LAID = N_("All cards are laid.")
NONE_LEFT = Event("A13", ALL_LAID, LOOK, counts=N_("end: no card left in the tray"))
SOME_LEFT = Event("R24", ALL_LAID, LOOK, counts=N_("end: cards left in the tray"))
CARDS_WON = Event("R23", lambda t: t.say(N_("Cards won: {cards}."), cards=each(t, t.v.won)), READ)
WINNER = Event("R23", N_("{won} is the most. The winner: {name}."), READ, seat=SEAT, won=COUNT)
SHARED = Event(
    "A15", lambda t: t.say(N_("{names}: {won} each, a shared victory."), names=who_have(t, t.won, t.v.won)), READ, won=COUNT
)
