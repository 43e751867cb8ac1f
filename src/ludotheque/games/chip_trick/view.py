"""What a seat of 12 Chip Trick may know, and what the rest could be.

Values in a hand are secret, colours are not (R14, R15, R26, root A3, root A4). A chip that was
taken back was seen by all, and remembering it is up to the players (A20).
"""

from functools import lru_cache
from typing import Annotated, Any

from ludotheque.bits import count_bits
from ludotheque.draws import below, share
from ludotheque.fields import EACH_SEAT, UNKNOWN, Int8, Int16, Int32, Record, record
from ludotheque.games.chip_trick.chips import (
    ONE_EACH,
    added,
    copies,
    dropped,
    lowest,
    merged,
    nth_chip,
    size,
    without,
)
from ludotheque.games.chip_trick.rules import (
    DEAL,
    DEALING,
    FINISHED,
    HAND,
    LOG,
    SEAT,
    SEATS,
    SHOW,
    STARTING,
    TAKE,
    TAKEN,
    TAKING,
    UNSEEN_RED,
    Facts,
    Phase,
    State,
    has_twins,
    participants,
)
from ludotheque.seats import EVERYONE


@record
class Sight(Record):
    seat: Int8
    phase: Int8
    turn: Int8
    starter: Int8
    leader: Int8
    winner: Int8
    round: Int16
    hand: Int32  # one's own
    reds: Annotated[list[int], 8, SEATS, EACH_SEAT]  # in every hand
    blues: Annotated[list[int], 8, SEATS, EACH_SEAT]
    known: Annotated[list[int], 32, SEATS, EACH_SEAT]
    shown: Annotated[list[int], 32, SEATS, EACH_SEAT]
    trick: Annotated[list[int], 8, SEATS, EACH_SEAT]
    lying: Int32
    stack: Annotated[list[int], 8, HAND]
    stacked: Int8
    score: Annotated[list[int], 16, SEATS, EACH_SEAT]
    last: Annotated[list[int], 16, SEATS, EACH_SEAT]
    final: Annotated[list[int], 32, SEATS, EACH_SEAT]
    logged: Int8
    log: Annotated[list[int], 8, LOG]


@record
class Own(Record):
    """The part of a Sight that lies open to its seat alone."""

    seat: Int8
    hand: Int32


def sees(f: Facts, s: State, action: int) -> int:
    """Who sees what this action says: a dealt chip only its owner, anything else everyone."""
    if DEAL <= action < SHOW:
        return 1 << s.turn
    return EVERYONE


def reveals(action: int) -> bool:
    """Whether it shows others what they could not know: a chip of the hand does, one taken does not."""
    return action < TAKE


def disclosed(f: Facts, s: State, phase: int, action: int, out: list[int]) -> int:
    """What a step showed to everyone beside what it says: at the end of a round all chips are turned up (R30)."""
    if phase != TAKING or (s.phase != DEALING and s.phase != FINISHED):
        return 0
    for seat in range(participants(f)):
        out[seat] = s.final[seat]
    return participants(f)


def view_own(f: Facts, s: State, seat: int, v: Sight | Own) -> None:
    """Copies in what that seat alone may know."""
    v.seat = seat
    if seat >= 0:
        v.hand = s.hand[seat]


def view(f: Facts, s: State, seat: int, v: Sight) -> None:
    """Copies into a blank view what that seat may know."""
    view_own(f, s, seat, v)
    for other in range(participants(f)):
        v.reds[other] = count_bits(s.hand[other] & f.red)
        v.blues[other] = count_bits(s.hand[other] & ~f.red)
        v.known[other] = s.known[other]
        v.shown[other] = s.shown[other]
        v.trick[other] = s.trick[other]
        v.score[other] = s.score[other]
        v.last[other] = s.last[other]
        v.final[other] = s.final[other]
    v.phase = s.phase
    v.turn = s.turn
    v.starter = s.starter
    v.leader = s.leader
    v.winner = s.winner
    v.round = s.round
    v.lying = s.lying
    v.stacked = s.stacked
    for depth in range(s.stacked):
        v.stack[depth] = s.stack[depth]
    v.logged = s.logged
    for entry in range(s.logged):
        v.log[entry] = s.log[entry]


def certain(f: Facts, s: State, seat: int) -> bool:
    """Of each colour at most one other holds chips that the seat has not seen: so it can tell which (R15, root A4)."""
    reds = 1 if s.pool & f.red else 0
    blues = 1 if s.pool & ~f.red else 0
    for other in range(f.players):
        if other != seat:
            unseen = s.hand[other] & ~s.known[other]
            if unseen & f.red:
                reds += 1
            if unseen & ~f.red:
                blues += 1
    return reds <= 1 and blues <= 1


# --- what the rest could be -------------------------------------------------------------------

TRIES = 16  # at a deal that fits the plays, before it is worth knowing how well any could fit


def guess(f: Facts, v: Sight, draws: list[int], s: State) -> None:
    """Fills a blank state that could have led to this view, as often as it would have.

    Every deal is as likely as any other, and a play at random from a hand tells nothing about
    the rest of it, except where twins make two plays one: there a deal counts by how likely it
    made the plays that were seen.
    """
    copy_open(f, v, s)
    deal_unseen(f, v, draws, s)
    if has_twins(f):
        likeliest = 1.0
        tries = 1
        while share(draws) * likeliest >= plausibility(f, v, s):
            if tries == TRIES:
                likeliest = highest_plausibility(f, v)
            deal_unseen(f, v, draws, s)
            tries += 1


def copy_open(f: Facts, v: Sight, s: State) -> None:
    for seat in range(participants(f)):
        s.known[seat] = v.known[seat]
        s.shown[seat] = v.shown[seat]
        s.trick[seat] = v.trick[seat]
        s.score[seat] = v.score[seat]
        s.last[seat] = v.last[seat]
        s.final[seat] = v.final[seat]
    s.phase = v.phase
    s.turn = v.turn
    s.starter = v.starter
    s.leader = v.leader
    s.winner = v.winner
    s.round = v.round
    s.lying = v.lying
    s.stacked = v.stacked
    for depth in range(v.stacked):
        s.stack[depth] = v.stack[depth]
    s.logged = v.logged
    for entry in range(v.logged):
        s.log[entry] = v.log[entry]


def deal_unseen(f: Facts, v: Sight, draws: list[int], s: State) -> None:
    """Deals the chips this seat has never seen to those who hold them; the rest is the pool."""
    s.pool = unseen(f, v)
    for seat in range(f.players):
        if seat == v.seat:
            s.hand[seat] = v.hand
        else:
            s.hand[seat] = v.known[seat]
            draw_hidden(s, draws, seat, f.red, v.reds[seat] - count_bits(v.known[seat] & f.red))
            draw_hidden(s, draws, seat, ~f.red, v.blues[seat] - count_bits(v.known[seat] & ~f.red))


def draw_hidden(s: State, draws: list[int], seat: int, colour: int, number: int) -> None:
    for _ in range(number):
        value = nth_chip(s.pool & colour, below(draws, size(s.pool & colour)))
        s.pool = dropped(s.pool, value)
        s.hand[seat] = added(s.hand[seat], value)


def unseen(f: Facts, v: Sight) -> int:
    """Every chip of this round that this seat has never seen; none before the deal and after the end."""
    if v.phase == STARTING or v.phase == FINISHED:
        return 0
    rest = without(f.chips, v.lying)
    for seat in range(participants(f)):
        rest = without(rest, v.hand if seat == v.seat else v.known[seat])
        rest = without(rest, v.shown[seat])
    for depth in range(v.stacked):
        if v.stack[depth] > 0:
            rest = dropped(rest, v.stack[depth])
    return rest


def plausibility(f: Facts, v: Sight, s: State) -> float:
    """How likely the others' plays were from the hands in `s`, against the most likely they could be."""
    share_of_best = 1.0
    rest = unseen(f, v)
    for seat in range(f.players):
        if seat != v.seat:
            share_of_best *= plausibility_of_hand(f, v, rest, seat, s.hand[seat])
    return share_of_best


def plausibility_of_hand(f: Facts, v: Sight, rest: int, seat: int, hand: int) -> float:
    """How likely a seat's plays were if it holds this hand now.

    Walks back through the round: what the hand holds today, less what it took since, and what it
    played since put back. At the beginning stands the hand that was dealt: two twins come to one
    hand in half as many ways as to two, which the draw of a single unseen twin could not know.
    """
    share_of_best = 1.0
    known = v.known[seat]
    for entry in range(v.logged - 1, -1, -1):
        what = v.log[entry]
        value = what % SEAT
        if what % TAKEN // SEAT == seat:
            if what < TAKEN:
                hand = added(hand, value)
                known = added(known, value)
                fewest = max(count_bits(known & ONE_EACH), (size(hand) + 1) // 2)
                share_of_best *= fewest / count_bits(hand & ONE_EACH)
            elif v.log[entry - 1] >= TAKEN:  # else the winner's take, which went to the display
                hand = dropped(hand, value)
                known = dropped(known, value)
    for _ in range(count_bits(hand >> 1 & single_twins(rest, f.chips))):
        share_of_best *= 0.5
    return share_of_best


def highest_plausibility(f: Facts, v: Sight) -> float:
    """At least that of any deal: every other seat's likeliest hand, each on its own.

    After a long round no deal comes near what is possible play by play, and all would be thrown away.
    """
    share_of_best = 1.0
    rest = unseen(f, v)
    for seat in range(f.players):
        if seat != v.seat:
            highest = 0.0
            reds = v.reds[seat] - count_bits(v.known[seat] & f.red)
            blues = v.blues[seat] - count_bits(v.known[seat] & ~f.red)
            hidden = rest
            while hidden >= 0:
                is_handful = hidden >> 1 & ONE_EACH & ~hidden == 0
                if is_handful and count_bits(hidden & f.red) == reds and count_bits(hidden & ~f.red) == blues:
                    hand = merged(v.known[seat], hidden)
                    highest = max(highest, plausibility_of_hand(f, v, rest, seat, hand))
                hidden = hidden - 1 & rest if hidden else -1
            share_of_best *= highest
    return share_of_best


def single_twins(handful: int, chips: int) -> int:
    """The values that exist twice and of which the handful holds one, as one chip each."""
    twins = chips >> 1 & ONE_EACH
    return handful & ~(handful >> 1) & twins


# --- the same as data -------------------------------------------------------------------------


@lru_cache(maxsize=1 << 12)
def values_of(handful: int) -> tuple[int, ...]:
    found = []
    while handful:
        found.append(lowest(handful))
        handful &= handful - 1
    return tuple(found)


def values(handful: int) -> list[int]:
    """`[4, 5, 12]`, lowest first."""
    return list(values_of(handful))


STEPS = [phase.name.lower() for phase in Phase]


def own(f: Facts, v: Sight | Own) -> dict[str, Any]:
    """The part of `now` that lies open to this seat alone."""
    return {"hand": values(v.hand) if v.hand != UNKNOWN else None}


def now(f: Facts, v: Sight) -> dict[str, Any]:
    """What lies open to this seat at this moment."""
    everyone = range(participants(f))
    over = v.phase == FINISHED
    return {
        "step": STEPS[v.phase],
        "round": v.round if over else v.round + 1,
        "leader": v.leader,
        "trick_winner": v.winner if v.phase == TAKING else None,
        **own(f, v),
        "hands": [{"red": v.reds[s], "blue": v.blues[s]} for s in everyone],
        "display": [values(v.final[s] if over else v.shown[s]) for s in everyone],
        "trick": [v.trick[s] or None for s in everyone],
        "to_take": values(v.lying) if v.phase == TAKING else [],
        "ghost_stack": ["red" if is_red_in_stack(f, v.stack[d]) else "blue" for d in range(v.stacked)] if f.ghost else None,
        "scores": [v.score[s] for s in everyone],
    }


def seen(f: Facts, v: Sight) -> dict[str, Any]:
    """What this seat saw earlier and could remember."""
    everyone = range(participants(f))
    return {
        "hands": [values(v.known[s]) for s in everyone],
        "ghost_stack": [max(v.stack[d], 0) or None for d in range(v.stacked)] if f.ghost else None,
        "last_round": [{"chips": values(v.final[s]), "counted": v.last[s]} for s in everyone] if v.round else None,
    }


def is_red_in_stack(f: Facts, entry: int) -> bool:
    return entry == UNSEEN_RED or (entry > 0 and copies(f.red, entry) > 0)
