"""A view of Chipik as numbers, in turn order: participant 0 is oneself, 1 plays next."""

from ludotheque.games.chipik.rules import AFTER_FIRST, DICE, OPENING, Facts
from ludotheque.games.chipik.view import Sight
from ludotheque.observation import Entry, number

MOST_TOKENS = 127


def layout(f: Facts) -> list[Entry]:
    entries = [number("first throw", 1), number("bin", MOST_TOKENS)]
    entries += [number(f"{which} die", 6) for which in ("lowest", "middle", "highest")]
    for k in range(f.players):
        entries += [number(f"tokens {k}", MOST_TOKENS), number(f"lucky {k}", 1)]
    return entries


def observe(f: Facts, v: Sight, out: list[int]) -> int:
    out[0] = 1 if v.phase == AFTER_FIRST else 0
    out[1] = min(v.bin, MOST_TOKENS)
    for die in range(DICE):
        out[2 + die] = v.dice[die]
    n = 2 + DICE
    at = place_of(f, v)
    for k in range(f.players):
        place = (at + k) % f.players
        seat = place if v.phase == OPENING else v.order[place]
        out[n] = min(v.tokens[seat], MOST_TOKENS)
        out[n + 1] = 1 if v.lucky == seat else 0
        n += 2
    return n


def place_of(f: Facts, v: Sight) -> int:
    """One's own place in the turn order; before it is settled, one's seat."""
    me = max(v.seat, 0)
    at = me
    if v.phase != OPENING:
        for place in range(f.players):
            if v.order[place] == me:
                at = place
    return at
