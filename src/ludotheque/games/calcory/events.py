"""What happens in Calcory."""

from typing import Any

from ludotheque.games.calcory.cells import cell_name, cells_in
from ludotheque.i18n import N_
from ludotheque.kit.events import ASIDE, COUNT, LOOK, READ, SEAT, VERDICT, Event, Number, Plural, Says, Shown, Telling, private

CELL = Number("cell", lambda cell, names: cell_name(cell))

IN_VAIN = N_("turn: stopped in vain")
COLLECTS = N_("turn: own marks collected")
MARKS = N_("turn: stopped, cards marked")


def sum_of(value: list[int], cells: int) -> str:
    """`4 + 7 = 11`, or the one number."""
    values = [value[cell] for cell in cells_in(cells)]
    return f"{' + '.join(map(str, values))} = {sum(values)}" if len(values) > 1 else str(values[0])


def with_turned(sentence: str) -> Says:
    """A sentence in which {sum} is reckoned from the turned cards."""
    return lambda t: t.say(sentence, sum=sum_of(t.v.value, t.v.turned))


def with_marked(sentence: str) -> Says:
    return lambda t: t.say(sentence, sum=sum_of(t.v.value, t.v.marked))


def turned(t: Telling) -> str:
    first = t.v.turned & t.v.turned - 1 == 0
    so_far = str(t.value) if first else f"{t.sum - t.value} + {t.value} = {t.sum}"
    return t.say(N_("{name} turned {cell}: {value}. Sum: {sum}."), sum=so_far)


def piles(t: Telling) -> str:
    each = ", ".join(f"{t.names[seat]} {t.v.pile[seat]}" for seat in range(t.f.players))
    return t.say(N_("Cards in the piles: {piles}."), piles=each)


STARTER = Event("R9", N_("Lots were drawn. {name} first!"), LOOK, seat=SEAT)

# --- a card turned ----------------------------------------------------------------------------

SHOWN = Event("R11", turned, LOOK, fades=True, seat=SEAT, cell=CELL, value=COUNT, sum=COUNT)  # for the first time
TURNED = Event("R11", turned, LOOK, notes="value", fades=True, seat=SEAT, cell=CELL, value=COUNT, sum=COUNT)
BUST = Event(
    "R12",
    N_("{total} is more than {target}: bust! The cards go back face down."),
    VERDICT,
    counts=N_("turn: bust, the sum too high"),
    seat=SEAT,
    total=COUNT,
)
SECOND_ZERO = Event(
    "R13", N_("A second 0: bust! The cards go back face down."), VERDICT, counts=N_("turn: bust by a second zero"), seat=SEAT
)
EXACT = Event(
    "R14",
    Plural("Exactly {target}! {name} captured the card.", "Exactly {target}! {name} captured the {n} cards.", "n"),
    READ,
    counts=N_("turn: thirteen made, cards captured"),
    seat=SEAT,
    n=COUNT,
)

# --- stopping ---------------------------------------------------------------------------------


def stopped(clause: str, sentence: str, shown: Shown, counts: str, **more: Any) -> Event:
    return Event(clause, with_turned(sentence), shown, counts=counts, fades=True, seat=SEAT, sum=COUNT, **more)


MARKED = stopped("R18", N_("{name} stopped and marked {sum}. Who can do better?"), READ, MARKS)
MARKED_MORE = stopped("R25", N_("{name} stopped and marked {sum}: better than {old}!"), READ, MARKS, old=COUNT)
MARKED_WITH_MORE = stopped(
    "R27", N_("{name} stopped and marked {sum}: the same sum with more cards, and that is better!"), READ, MARKS
)
TOO_FEW_CARDS = N_("{name} stopped at {sum}: too few cards, without a pile it takes {fewest}.")
TOO_FEW = stopped("R21", TOO_FEW_CARDS, VERDICT, IN_VAIN, fewest=COUNT)
TOO_LOW = stopped("R24", N_("{name} stopped at {sum}: not as much as the marked {old}."), VERDICT, IN_VAIN, old=COUNT)
SAME_SUM = N_("{name} stopped at {sum}: the same sum as the marks, but not with more cards.")
NOT_MORE = stopped("A6", SAME_SUM, VERDICT, IN_VAIN)
BACK = Event("R24", N_("The cards go back face down."), ASIDE, fades=True)

# --- marks ------------------------------------------------------------------------------------

STILL_MARKED = Event("R24", N_("{name}: the marks with {sum} still stand."), ASIDE, seat=SEAT, sum=COUNT)
MARKS_GONE = Event("R25", N_("{name}: the marks with {sum} are gone, the cards turned down."), LOOK, seat=SEAT, sum=COUNT)
COLLECTED = Event(
    "R28",
    with_marked(N_("{name} captured the marked cards, {sum}: nobody did better.")),
    READ,
    counts=COLLECTS,
    fades=True,
    seat=SEAT,
    sum=COUNT,
)
COLLECTED_ONE = Event(
    "R30",
    N_("{name} captured the marked {sum}: nobody did better. It was a single card, so the game is over."),
    READ,
    counts=(COLLECTS, N_("end: a lone card collected")),
    seat=SEAT,
    sum=COUNT,
)

# --- a card back, and the turn passes ---------------------------------------------------------

TO_RETURN = Event("R15", N_("One of the captured cards must go back face down."), ASIDE, fades=True, seat=SEAT)
PUT_BACK = Event(
    "A16",
    N_("{name} put {value} back on {cell}, face down."),
    LOOK,
    unseen=N_("{name} put a card back on {cell}, face down."),
    fades=True,
    seat=SEAT,
    value=private(COUNT),
    cell=CELL,
)
PILE = Event(
    "R15", Plural("{name}: {n} card in the pile now.", "{name}: {n} cards in the pile now.", "n"), ASIDE, seat=SEAT, n=COUNT
)
PASSED = Event("R32", N_("{name} passed: there is no card to turn."), LOOK, counts=N_("turn: passed, no card to turn"), seat=SEAT)

# --- the end ----------------------------------------------------------------------------------

NO_CARD_LEFT = Event("R32", N_("No card is left on the table: the game is over."), LOOK)
PATIENCE_OVER = Event(
    "A29",
    N_("{n} turns in a row without a mark or a capture: the game is over."),
    counts=N_("end: too many turns without mark or capture"),
    n=COUNT,
)
GAME_OVER = Event("R31", piles, ASIDE)
