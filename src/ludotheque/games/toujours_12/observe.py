"""A view of Toujours 12 as numbers, from the seat's own place: participant 0 is oneself, 1 the next clockwise.

Of the piles the upper three cards are there, and of all cards laid how many of each digit; who
laid which is left out.
"""

from ludotheque.games.toujours_12.cards import CARDS, DIGITS, EMPTY, PLACES, copies
from ludotheque.games.toujours_12.rules import Facts
from ludotheque.games.toujours_12.view import Sight, own_hand
from ludotheque.observation import Entry, number

DEEP = 3  # cards of a pile that are told
MOST_IN_HAND = 15


def layout(f: Facts) -> list[Entry]:
    entries = [number("extra card", 1), number("stock", CARDS), number("laid this turn", MOST_IN_HAND)]
    entries += [number(f"{digit}s in hand", MOST_IN_HAND) for digit in range(DIGITS)]
    entries += [number(f"{digit}s laid", CARDS) for digit in range(DIGITS)]
    for place in range(PLACES):
        entries += [number(f"place {place}, {depth} below the top", DIGITS) for depth in range(DEEP)]
    for k in range(f.players):
        entries += [number(f"cards {k}", MOST_IN_HAND), number(f"won {k}", CARDS), number(f"announced {k}", 127)]
    return entries


def observe(f: Facts, v: Sight, out: list[int]) -> int:
    out[0] = v.extra
    out[1] = v.in_stock
    out[2] = min(v.laid_this_turn, MOST_IN_HAND)
    n = 3
    for digit in range(DIGITS):
        out[n] = copies(own_hand(v), digit)
        out[n + DIGITS] = 0
        n += 1
    for card in range(v.laid):
        out[n + v.digit[card]] += 1
    n += DIGITS
    for place in range(PLACES):
        card = v.top[place]
        for _ in range(DEEP):
            out[n] = 0
            if card != EMPTY:
                out[n] = v.digit[card] + 1
                card = v.under[card]
            n += 1
    me = max(v.seat, 0)
    for k in range(f.players):
        seat = (me + k) % f.players
        out[n] = v.cards[seat]
        out[n + 1] = v.won[seat]
        out[n + 2] = max(v.announced[seat], 0)
        n += 3
    return n
