"""What a seat of 12 Chip Trick may know, and what the rest could be.

Values in a hand are secret, colours are not (R14, R15, R26, root A3, root A4). A chip that was
taken back was seen by all, and remembering it is up to the players (A20).
"""

from typing import Annotated, Any

from ludotheque.bits import count_bits
from ludotheque.draws import below, share
from ludotheque.fields import EACH_SEAT, Int8
from ludotheque.games.chip_trick.chips import ONE_EACH, added, copies, dropped, merged, nth_chip, size, values, without
from ludotheque.games.chip_trick.rules import (
    DEAL,
    FINISHED,
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
from ludotheque.kit.seeing import of, seeing, sight
from ludotheque.seats import EVERYONE


def reds_in_hand(f: Facts, s: State, seat: int) -> int:
    return count_bits(s.hand[seat] & f.red)


def blues_in_hand(f: Facts, s: State, seat: int) -> int:
    return count_bits(s.hand[seat] & ~f.red)


@sight
class Sight(State):
    seat: Int8
    reds: Annotated[list[int], 8, SEATS, EACH_SEAT, of(reds_in_hand)]
    blues: Annotated[list[int], 8, SEATS, EACH_SEAT, of(blues_in_hand)]


view, view_own, known = seeing(Sight)


def sees(f: Facts, s: State, action: int) -> int:
    """Who sees what this action says: a dealt chip only its owner, anything else everyone."""
    if DEAL <= action < SHOW:
        return 1 << s.turn
    return EVERYONE


def reveals(action: int) -> bool:
    """Whether it shows others what they could not know: a chip of the hand does, one taken does not."""
    return action < TAKE


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
    known(f, v, s)
    deal_unseen(f, v, draws, s)
    if has_twins(f):
        likeliest = 1.0
        tries = 1
        while share(draws) * likeliest >= plausibility(f, v, s):
            if tries == TRIES:
                likeliest = highest_plausibility(f, v)
            deal_unseen(f, v, draws, s)
            tries += 1


def deal_unseen(f: Facts, v: Sight, draws: list[int], s: State) -> None:
    """Deals the chips this seat has never seen to those who hold them; the rest is the pool."""
    s.pool = unseen(f, v)
    for seat in range(f.players):
        if seat != v.seat:
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
        rest = without(rest, v.hand[seat] if seat == v.seat else v.known[seat])
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
    single_twins = rest & ~(rest >> 1) & f.chips >> 1 & ONE_EACH  # of values that exist twice, one unseen
    for _ in range(count_bits(hand >> 1 & single_twins)):
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


# --- the same as data -------------------------------------------------------------------------


def own(f: Facts, v: Sight) -> dict[str, Any]:
    """The part of `now` that lies open to this seat alone."""
    return {"hand": values(v.hand[v.seat]) if v.seat >= 0 else None}


def now(f: Facts, v: Sight) -> dict[str, Any]:
    """What lies open to this seat at this moment."""
    everyone = range(participants(f))
    over = v.phase == FINISHED
    return {
        "step": Phase(v.phase).name.lower(),
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
        **({"turned_up": [values(turned_up(v, s)) for s in everyone]} if v.turned_up else {}),
    }


def turned_up(v: Sight, seat: int) -> int:
    """What somebody had left in hand, or in the stack, when a round ended (R30, A23, root R17)."""
    return without(v.final[seat], v.shown[seat])


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
