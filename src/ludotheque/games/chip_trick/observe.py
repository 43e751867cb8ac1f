"""A view of 12 Chip Trick as numbers, from the seat's own place: participant 0 is oneself, 1 the next clockwise.

The chips of past rounds are left out, which can't matter any more, and so is the order in which this
round's were played, which can: a learner that is to play well remembers it (recall.py).
"""

from ludotheque.games.chip_trick.chips import VALUES
from ludotheque.games.chip_trick.rules import HAND, TAKING, Facts, participants
from ludotheque.games.chip_trick.view import Sight
from ludotheque.observation import Entry, digits, number

MOST_POINTS = 127  # of a whole game of root's edition, with room
UNSEEN = VALUES + 1  # in the ghost's stack: a red chip nobody has looked at; one more, a blue one


def handful(name: str) -> Entry:
    """Two bits a value: 0 none, 1 one chip, 3 both twins."""
    return digits(name, VALUES, 2, 3)


def layout(f: Facts) -> list[Entry]:
    entries = [number("taking", 1), handful("hand"), handful("to take"), number("round", 31)]
    for k in range(participants(f)):
        entries += [handful(f"known {k}"), handful(f"display {k}"), number(f"trick {k}", VALUES)]
        entries += [number(f"reds {k}", HAND), number(f"blues {k}", HAND), number(f"score {k}", MOST_POINTS)]
        entries += [number(f"leads {k}", 1), number(f"won trick {k}", 1)]
    if f.ghost:
        entries += [number(f"ghost's chip {depth} down", UNSEEN + 1) for depth in range(HAND)]
    return entries


def observe(f: Facts, v: Sight, out: list[int]) -> int:
    me = max(v.seat, 0)
    out[0] = 1 if v.phase == TAKING else 0
    out[1] = v.hand[me] if v.seat >= 0 else 0
    out[2] = v.lying
    out[3] = min(v.round, 31)
    n = 4
    for k in range(participants(f)):
        seat = (me + k) % participants(f)
        out[n] = v.known[seat]
        out[n + 1] = v.shown[seat]
        out[n + 2] = v.trick[seat]
        out[n + 3] = v.reds[seat]
        out[n + 4] = v.blues[seat]
        out[n + 5] = min(v.score[seat], MOST_POINTS)
        out[n + 6] = 1 if v.leader == seat else 0
        out[n + 7] = 1 if v.winner == seat and v.phase == TAKING else 0
        n += 8
    if f.ghost:
        for depth in range(HAND):
            chip = v.stack[depth] if depth < v.stacked else 0
            out[n] = chip if chip >= 0 else VALUES - chip  # unseen ones are below zero there
            n += 1
    return n
