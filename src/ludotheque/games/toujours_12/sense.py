"""What players of Toujours 12 do without much thought: a beginner's habit, an old hand's hunch, and which moves differ at all."""

from ludotheque.bits import lowest_bit
from ludotheque.games.toujours_12.cards import DIGITS, EMPTY, PLACES, copies
from ludotheque.games.toujours_12.rules import LAY, Facts, State, legal, open_places

SCORING = 1  # a high score is good all along
SIMULATIONS = 16_000  # of a search that takes about half a second on one core, were only two to play


def worth(f: Facts, s: State, out: list[int]) -> int:
    """Every legal move, but one of those that come to the same: empty places are alike, and equal cards with nothing under."""
    n = 0
    for k in range(legal(f, s, out)):
        place = (out[k] - LAY) % PLACES
        if first_like(s, place) == place:
            out[n] = out[k]
            n += 1
    return n


def alike(f: Facts, s: State, action: int) -> int:
    """The move that `worth` lists for this one."""
    return action - (action - LAY) % PLACES + first_like(s, (action - LAY) % PLACES)


def first_like(s: State, place: int) -> int:
    """The first place on which a card comes to the same: this one, or an earlier one like it."""
    for earlier in range(place):
        if s.top[earlier] == EMPTY or s.top[place] == EMPTY:
            if s.top[earlier] == s.top[place]:
                return earlier
        elif s.digit[s.top[earlier]] == s.digit[s.top[place]]:
            if s.under[s.top[earlier]] == EMPTY and s.under[s.top[place]] == EMPTY:
                return earlier
    return place


def habit(f: Facts, s: State, draws: list[int]) -> int:
    """Twelve with his highest card or the next, if they make it; else the highest, where it comes first."""
    highest = next_lower(s, DIGITS)
    for digit in (highest, next_lower(s, highest)):
        for place in range(PLACES):
            if digit >= 0 and tray_total(s, digit, place) == f.target:
                return LAY + digit * PLACES + place
    return highest_first(s)


def highest_first(s: State) -> int:
    """His highest card, on the first place that he may lay it on."""
    return LAY + next_lower(s, DIGITS) * PLACES + lowest_bit(open_places(s))


def next_lower(s: State, digit: int) -> int:
    """The highest card in hand below that one, or -1."""
    digit -= 1
    while digit >= 0 and not copies(s.hand[s.turn], digit):
        digit -= 1
    return digit


def hunch(f: Facts, s: State, draws: list[int]) -> int:
    """Twelve if it is to be had; else the highest, where it comes first: what that leaves the next player is not seen."""
    lay = twelve(f, s)
    return lay if lay >= 0 else highest_first(s)


def reflex(f: Facts, s: State, draws: list[int]) -> int:
    """Twelve if it is to be had; else what leaves the next player fewest cards that make it.

    Of equals the highest: low ones are good to keep.
    """
    lay = twelve(f, s)
    if lay >= 0:
        return lay
    places = open_places(s)
    best = 0
    least = 1 << 20
    for digit in range(DIGITS - 1, -1, -1):
        if copies(s.hand[s.turn], digit):
            for place in range(PLACES):
                if places >> place & 1 and first_like(s, place) == place:
                    danger = cards_for_twelve(f, s, digit, place)
                    if danger < least:
                        least = danger
                        best = LAY + digit * PLACES + place
    return best


def tray_total(s: State, digit: int, place: int) -> int:
    """What the tops add up to with the card laid there; below zero while a place stays empty."""
    points = digit
    for other in range(PLACES):
        if other != place:
            if s.top[other] == EMPTY:
                return -1
            points += s.digit[s.top[other]]
    return points


def twelve(f: Facts, s: State) -> int:
    """A move that wins four cards, or -1."""
    for digit in range(DIGITS):
        if copies(s.hand[s.turn], digit):
            for place in range(PLACES):
                if tray_total(s, digit, place) == f.target:
                    return LAY + digit * PLACES + place
    return -1


def cards_for_twelve(f: Facts, s: State, digit: int, place: int) -> int:
    """How many cards not laid yet would make twelve on one of the places after this."""
    points = tray_total(s, digit, place)
    if points < 0:
        return 0
    cards = 0
    for other in range(PLACES):
        lying = digit if other == place else s.digit[s.top[other]]
        needed = f.target - points + lying
        if 0 <= needed < DIGITS:
            cards += 1 + s.stock[needed]  # one more: hands hold some too
    return cards
