"""12 Chip Trick, in both editions: one set of rules, two sets of facts.

A round deals two red and two blue chips to everyone. Each plays a chip, the highest wins, and
everyone takes one of the played chips back: the winner to the display, the others to the hand.
Whoever has no chip to lead ends the round, and the four chips of each are totalled.
Clauses: rulebook.md (R…, A…) and rulebook-root.md (root R…, root A…).
"""

from enum import IntEnum
from typing import Annotated, NamedTuple

from ludotheque.bits import count_bits, lowest_bit
from ludotheque.fields import EACH_SEAT, FLEETING, Int8, Int16, Int32, Open, Record, record
from ludotheque.games.chip_trick import events
from ludotheque.games.chip_trick.chips import ONE_EACH, VALUES, added, copies, dropped, lowest, merged, size, total
from ludotheque.kit.seeing import OWN, up_to
from ludotheque.kit.telling import tell
from ludotheque.seats import CHANCE, NOBODY, OVER, Seats, having_most

SEATS = Seats(4)
HAND = 4  # the most chips anyone owns (R27)
LOG = 2 * SEATS * (3 * SEATS + 1)  # plays and takes of the longest round

# Actions: what a player does first, then what chance does.
PLAY = 0
TAKE = PLAY + VALUES
DEAL = TAKE + VALUES
SHOW = DEAL + VALUES
START = SHOW + VALUES
STACK = START + SEATS
ACTIONS = STACK + (1 << HAND)
PLAYER_ACTIONS = DEAL
MOST_CHOICES = 1 << HAND

UNSEEN_RED, UNSEEN_BLUE = -1, -2  # in the ghost's stack: a chip nobody has looked at (A19)
SEAT, TAKEN = 16, 64  # in the log: value + SEAT * seat, + TAKEN for a take


class Phase(IntEnum):
    STARTING = 0
    DEALING = 1
    STACKING = 2
    SHOWING = 3
    PLAYING = 4
    TAKING = 5
    FINISHED = 6


class Reason(IntEnum):
    OK = 0
    GAME_OVER = 1
    NOT_YOUR_STEP = 2
    CHANCE_STEP = 3
    PLAY_FIRST = 4
    TAKE_FIRST = 5
    ON_DISPLAY = 6
    NOT_IN_HAND = 7
    NOT_IN_TRICK = 8
    RED_FIRST = 9
    NOT_POSSIBLE = 10


# Names of their own: quicker than asking the class.
STARTING, DEALING, STACKING, SHOWING, PLAYING, TAKING, FINISHED = Phase
OK = Reason.OK


class Facts(NamedTuple):
    """What differs between editions, player counts and variants."""

    players: int
    ghost: int  # 1: a ghost sits in the last seat (R42, A15)
    chips: int  # every chip, as a handful (R1, R10, R11, root R2)
    red: int  # both chips of every red value, as a handful (R2, R3, A2)
    reds: int  # red chips dealt to everyone (R13, root R6)
    blues: int  # blue chips, root's black ones, dealt to everyone
    limit: int  # a total above it explodes or is halved (R32, root R19)
    halving: int  # 1: it is halved, 0: it explodes (R40, A13)
    rounds: int  # rounds in a game; 0: until somebody owns enough tiles (R7, root R3)
    tiles: int  # tiles that win the game (R38)


@record
class State(Record):
    phase: Open[Int8]
    turn: Open[Int8]  # who deals with a chip now: is dealt to, plays or takes
    starter: Open[Int8]  # of this round
    leader: Open[Int8]  # of this trick
    winner: Open[Int8]  # of this trick, once all have played
    round: Open[Int16]  # rounds finished
    hand: Annotated[list[int], 32, SEATS, EACH_SEAT, OWN]  # of others' only the colours (R14, R15, R26, root A3, root A4)
    known: Open[Annotated[list[int], 32, SEATS, EACH_SEAT]]  # the chips of a hand that everyone has seen (A20)
    shown: Open[Annotated[list[int], 32, SEATS, EACH_SEAT]]  # the display
    trick: Open[Annotated[list[int], 8, SEATS, EACH_SEAT]]  # the value each has played, 0 for none yet
    lying: Open[Int32]  # the chips of the trick not yet taken
    pool: Int32  # chips not dealt and never seen; after the deal these are the ghost's
    stack: Annotated[list[int], 8, HAND, up_to("stacked")]  # the ghost's, top first (R43)
    stacked: Open[Int8]  # how many chips lie there
    score: Open[Annotated[list[int], 16, SEATS, EACH_SEAT]]  # tiles, or points with root
    last: Open[Annotated[list[int], 16, SEATS, EACH_SEAT]]  # what the last finished round counted
    final: Open[Annotated[list[int], 32, SEATS, EACH_SEAT]]  # everyone's chips at its end, turned up (R30, root R17)
    turned_up: Open[Annotated[int, 8, FLEETING]]  # a round has ended, and all hands lie face up: 1 and how many are added up
    logged: Open[Int8]
    log: Annotated[list[int], 8, LOG, up_to("logged")]  # this round's plays and takes, where twins make them tell more


def participants(f: Facts) -> int:
    """The players and, when two play, the ghost as a third (R12, R42)."""
    return f.players + f.ghost


def following(f: Facts, seat: int) -> int:
    """The next seat clockwise (R17, R22, root A7, root A15); the ghost sits third (A15)."""
    return (seat + 1) % (f.players + f.ghost)


def is_ghost(f: Facts, seat: int) -> bool:
    return seat == f.players


def has_twins(f: Facts) -> bool:
    """Whether a value exists twice (R4, A3)."""
    return f.chips & ~ONE_EACH != 0


def has_to_lead(f: Facts, s: State, seat: int) -> bool:
    """Whether a chip is left to lead with (R29, root R15)."""
    if is_ghost(f, seat):
        return s.stacked > 0  # A17
    return s.hand[seat] != 0


def takeable(f: Facts, s: State) -> int:
    """Red chips as long as there are any, whoever takes (R23, A6, root R11, root R12); one's own too (A5)."""
    reds = s.lying & f.red
    return reds if reds else s.lying


# --- whose step, what is possible -------------------------------------------------------------


def begin(f: Facts, s: State) -> None:
    """Nothing dealt, nobody chosen to start."""
    s.phase = STARTING


def actor(f: Facts, s: State) -> int:
    if s.phase == PLAYING or s.phase == TAKING:
        return s.turn
    return OVER if s.phase == FINISHED else CHANCE


def legal(f: Facts, s: State, out: list[int]) -> int:
    """Any chip of the hand may be played (R18, root R8), any takeable chip taken; twins count once (A3)."""
    if s.phase == PLAYING:
        choices, first = s.hand[s.turn], PLAY
    elif s.phase == TAKING:
        choices, first = takeable(f, s), TAKE
    else:
        return 0
    choices &= ONE_EACH
    n = 0
    while choices:
        out[n] = first + lowest(choices) - 1
        choices &= choices - 1
        n += 1
    return n


def chance(f: Facts, s: State, out: list[int], weights: list[int]) -> int:
    """Every outcome of a chance step with its weight."""
    if s.phase == STARTING:  # anyone, the ghost too (R16, A16, A25, root R4, root A14)
        for seat in range(f.players + f.ghost):
            out[seat] = START + seat
            weights[seat] = 1
        return f.players + f.ghost
    if s.phase == STACKING:  # any order of its colours (R43)
        n = 0
        for order in range(1 << f.reds + f.blues):
            if count_bits(order) == f.reds:
                out[n] = STACK + order
                weights[n] = 1
                n += 1
        return n
    if s.phase == DEALING:
        drawn, first = next_dealt(f, s), DEAL
    elif s.phase == SHOWING:
        drawn, first = next_shown(f, s), SHOW
    else:
        return 0
    n = 0
    values = drawn & ONE_EACH
    while values:
        out[n] = first + lowest(values) - 1
        weights[n] = copies(drawn, lowest(values))
        values &= values - 1
        n += 1
    return n


def next_dealt(f: Facts, s: State) -> int:
    """The chips that may be dealt next: the reds first, shuffled apart from the blues (R9, R13, root R5, root A2)."""
    return s.pool & (f.red if size(s.hand[s.turn]) < f.reds else ~f.red)


def next_shown(f: Facts, s: State) -> int:
    """The chips that the top of the ghost's stack may turn out to be: unseen ones of its colour (R44)."""
    return s.pool & (f.red if s.stack[0] == UNSEEN_RED else ~f.red)


def reason(f: Facts, s: State, action: int) -> Reason:
    """Why this action is not possible now, or OK."""
    if s.phase == FINISHED:
        return Reason.GAME_OVER
    if action >= DEAL:
        return chance_reason(f, s, action)
    if s.phase != PLAYING and s.phase != TAKING:
        return Reason.CHANCE_STEP
    if action < TAKE:
        value = action - PLAY + 1
        if s.phase != PLAYING:
            return Reason.TAKE_FIRST
        if copies(s.hand[s.turn], value):
            return OK
        if copies(s.shown[s.turn], value):
            return Reason.ON_DISPLAY
        return Reason.NOT_IN_HAND
    value = action - TAKE + 1
    if s.phase != TAKING:
        return Reason.PLAY_FIRST
    if not copies(s.lying, value):
        return Reason.NOT_IN_TRICK
    if not copies(takeable(f, s), value):
        return Reason.RED_FIRST
    return OK


def chance_reason(f: Facts, s: State, action: int) -> Reason:
    if s.phase == PLAYING or s.phase == TAKING:
        return Reason.NOT_YOUR_STEP
    possible = False
    if action < SHOW:
        possible = s.phase == DEALING and copies(next_dealt(f, s), action - DEAL + 1) > 0
    elif action < START:
        possible = s.phase == SHOWING and copies(next_shown(f, s), action - SHOW + 1) > 0
    elif action < STACK:
        possible = s.phase == STARTING and action - START < f.players + f.ghost
    else:
        order = action - STACK
        possible = s.phase == STACKING and order < 1 << f.reds + f.blues and count_bits(order) == f.reds
    return OK if possible else Reason.NOT_POSSIBLE


# --- what happens -----------------------------------------------------------------------------


def apply(f: Facts, s: State, action: int) -> None:
    """The one place where the state changes; the action must be possible."""
    if action < TAKE:
        play(f, s, action - PLAY + 1)
    elif action < DEAL:
        take(f, s, action - TAKE + 1)
    elif action < SHOW:
        deal(f, s, action - DEAL + 1)
    elif action < START:
        show(f, s, action - SHOW + 1)
    elif action < STACK:
        start(f, s, action - START)
    else:
        stack(f, s, action - STACK)
    ghost_acts(f, s)


def start(f: Facts, s: State, seat: int) -> None:
    s.starter = seat
    begin_round(f, s)
    tell(s, events.STARTER, seat)


def begin_round(f: Facts, s: State) -> None:
    """All chips are shuffled again (R36, root R21)."""
    s.phase = DEALING
    s.pool = f.chips
    s.turn = 0
    s.leader = s.starter
    s.winner = NOBODY
    s.logged = 0
    for seat in range(SEATS):
        s.hand[seat] = 0
        s.known[seat] = 0
        s.shown[seat] = 0


def deal(f: Facts, s: State, value: int) -> None:
    s.pool = dropped(s.pool, value)
    s.hand[s.turn] = added(s.hand[s.turn], value)
    if size(s.hand[s.turn]) == f.reds + f.blues:
        s.turn += 1
    if s.turn == f.players:
        tell(s, events.DEALT)
        if f.ghost:
            s.phase = STACKING
        else:
            begin_trick(s)


def stack(f: Facts, s: State, order: int) -> None:
    """The ghost's chips stay face down; their colours and order show (R43, A19)."""
    s.stacked = f.reds + f.blues
    for depth in range(s.stacked):
        s.stack[depth] = UNSEEN_RED if order >> depth & 1 else UNSEEN_BLUE
    begin_trick(s)


def begin_trick(s: State) -> None:
    s.phase = PLAYING
    s.turn = s.leader


def play(f: Facts, s: State, value: int) -> None:
    """A chip of the hand goes to the middle (R17, root R7)."""
    s.hand[s.turn] = dropped(s.hand[s.turn], value)
    if copies(s.known[s.turn], value):
        s.known[s.turn] = dropped(s.known[s.turn], value)
    lay(f, s, value)
    if s.turn == s.leader:
        tell(s, events.LED, s.turn, value)
    else:
        tell(s, events.PLAYED, s.turn, value)
    play_on(f, s)


def show(f: Facts, s: State, value: int) -> None:
    """The ghost's top chip, which nobody has seen, gets its value as it is played (R44)."""
    s.pool = dropped(s.pool, value)
    s.phase = PLAYING
    s.stack[0] = value


def lay(f: Facts, s: State, value: int) -> None:
    write_down(f, s, value)
    s.trick[s.turn] = value
    s.lying = added(s.lying, value)


def play_on(f: Facts, s: State) -> None:
    """The next player's turn; once all have played somebody has won the trick."""
    s.turn = following(f, s.turn)
    if s.turn == s.leader:
        s.winner = trick_winner(f, s)
        s.turn = s.winner
        s.phase = TAKING
        if copies(s.lying, s.trick[s.winner]) > 1:
            tell(s, events.WON_BY_FIRST, s.winner, s.trick[s.winner])
        else:
            tell(s, events.WON, s.winner, s.trick[s.winner])


def trick_winner(f: Facts, s: State) -> int:
    """The highest value, colour ignored; of equals the one played first (R19, R20, A4, root R9, root A6)."""
    best = s.leader
    seat = following(f, s.leader)
    while seat != s.leader:
        if s.trick[seat] > s.trick[best]:
            best = seat
        seat = following(f, seat)
    return best


def take(f: Facts, s: State, value: int) -> None:
    """The winner takes first, to the display; the others into the hand, seen by all (R21, R24, R25, A20).

    The same in root's edition (root R10, root R13, root R14, root A5).
    """
    write_down(f, s, TAKEN + value)
    s.lying = dropped(s.lying, value)
    if s.turn == s.winner:
        s.shown[s.turn] = added(s.shown[s.turn], value)
        tell(s, events.TOOK_TO_DISPLAY, s.turn, value)
    elif is_ghost(f, s.turn):
        s.stack[s.stacked] = value  # under the stack (R46)
        s.stacked += 1
        tell(s, events.GHOST_TOOK, s.turn, value)
    else:
        s.hand[s.turn] = added(s.hand[s.turn], value)
        s.known[s.turn] = added(s.known[s.turn], value)
        tell(s, events.TOOK, s.turn, value)
    s.turn = following(f, s.turn)
    if s.lying == 0:
        end_trick(f, s)


def end_trick(f: Facts, s: State) -> None:
    """The winner leads the next trick; without a chip to lead with the round is over (R28, R29, root R16).

    All have taken by then, so everyone owns four chips (A8, R27, root A8), and nobody but the
    winner can be out of chips (A9, root A9, root A10).
    """
    for seat in range(SEATS):
        s.trick[seat] = 0
    if has_to_lead(f, s, s.winner):
        s.leader = s.winner
        begin_trick(s)
    else:
        end_round(f, s)


def ghost_acts(f: Facts, s: State) -> None:
    """The ghost plays the top of its stack and takes the lowest it may (R44, R45, A17, A18)."""
    while s.turn == f.players and (s.phase == PLAYING or s.phase == TAKING):
        if s.phase == TAKING:
            take(f, s, lowest(takeable(f, s)))
        elif s.stack[0] < 0:
            s.phase = SHOWING
        else:
            value = s.stack[0]
            s.stacked -= 1
            for depth in range(s.stacked):
                s.stack[depth] = s.stack[depth + 1]
            lay(f, s, value)
            if s.turn == s.leader:
                tell(s, events.GHOST_LED, s.turn, value)
            else:
                tell(s, events.GHOST_PLAYED, s.turn, value)
            play_on(f, s)


def write_down(f: Facts, s: State, what: int) -> None:
    """With twins the order of play tells which hands were possible, so `guess` needs it."""
    if has_twins(f):
        s.log[s.logged] = what + SEAT * s.turn
        s.logged += 1


# --- the end of a round and of the game -------------------------------------------------------


def end_round(f: Facts, s: State) -> None:
    """All chips are turned up and totalled (R30, R31, root R17, root R18); the ghost's like the others' (A23)."""
    for seat in range(participants(f)):
        chips = owned(f, s, seat)
        s.final[seat] = chips
        s.last[seat] = round_score(f, total(chips))
    s.turned_up = 1
    tell(s, events.ROUND_OVER, s.round + 1)
    tell_totals(f, s)
    if f.rounds:
        for seat in range(f.players):
            s.score[seat] += s.last[seat]  # root R18, root A11
        tell(s, events.POINTS, s.round + 1)
    else:
        give_tiles(f, s)
    clear_hands(f, s)
    s.round += 1
    if s.round == f.rounds or (f.rounds == 0 and with_enough_tiles(f, s)):  # root R3, or R7, R38
        finish(f, s)
    else:
        # root's next starter sits left of the last one (root R20); Mandoo's led the last trick (R37, A7).
        s.starter = following(f, s.starter) if f.rounds else s.leader
        begin_round(f, s)
        tell(s, events.NEXT_STARTER, s.starter, s.round + 1)


def owned(f: Facts, s: State, seat: int) -> int:
    """Display and hand, or the ghost's stack, together (R27)."""
    chips = merged(s.shown[seat], s.hand[seat])
    if is_ghost(f, seat):
        chips = merged(chips, s.pool)  # what nobody saw of its stack
        for depth in range(s.stacked):
            if s.stack[depth] > 0:
                chips = added(chips, s.stack[depth])
    return chips


def clear_hands(f: Facts, s: State) -> None:
    s.turned_up = 0
    for seat in range(participants(f)):
        s.hand[seat] = 0
        s.known[seat] = 0
    s.stacked = 0
    s.pool = 0


def tell_totals(f: Facts, s: State) -> None:
    """What became of each total, and how many were above the limit (R31, R32, R40)."""
    above = 0
    for seat in range(participants(f)):
        points = total(s.final[seat])
        s.turned_up = 2 + seat
        if points > f.limit:
            above += 1
        if explodes(f, points):
            tell(s, events.BOOM, seat, s.final[seat], points)
        elif points > f.limit:
            tell(s, events.HALVED, seat, s.final[seat], points, s.last[seat])
        elif points == f.limit:
            tell(s, events.PERFECT, seat, s.final[seat], points)
        else:
            tell(s, events.TOTAL, seat, s.final[seat], points)
    if above == participants(f):
        tell(s, events.ALL_ABOVE)
    else:
        tell(s, events.ABOVE, above)


def round_score(f: Facts, points: int) -> int:
    """With halving, a total above the limit counts half, rounded down (R40, A14, root R19, root A1)."""
    return points // 2 if f.halving and points > f.limit else points


def explodes(f: Facts, points: int) -> bool:
    """A total above the limit explodes, 21 itself does not (R32); with halving nothing does (R41, A13)."""
    return not f.halving and points > f.limit


def give_tiles(f: Facts, s: State) -> None:
    """The highest total that did not explode earns a tile, every equal one too (R33, R35, R41, A12).

    If all exploded, the highest of all (R34, A24). Tiles are counters and never run out (A10).
    """
    best = -1
    for seat in range(participants(f)):
        if not explodes(f, s.last[seat]):
            best = max(best, s.last[seat])
    if best < 0:
        tell(s, events.ALL_BOOM)
        for seat in range(participants(f)):
            best = max(best, s.last[seat])
    earned = 0
    for seat in range(participants(f)):
        if s.last[seat] == best:
            s.score[seat] += 1
            earned += 1
            tell(s, events.TILE, seat, best, s.score[seat])
    if earned > 1:
        tell(s, events.SEVERAL_TILES, earned)


def with_enough_tiles(f: Facts, s: State) -> int:
    """These seats, as bits."""
    seats = 0
    for seat in range(participants(f)):
        if s.score[seat] >= f.tiles:
            seats |= 1 << seat
    return seats


def finish(f: Facts, s: State) -> None:
    """The game is over (root R3, R38), and what decides it may need a word (R47, R48, root R23, root R24)."""
    s.phase = FINISHED
    if f.rounds:
        tell(s, events.NO_MORE_ROUNDS)
        level = ahead(f, s)
        best = s.score[lowest_bit(level)]
        if better_last_round(f, s, level) != level:
            tell(s, events.LEVEL, best, level)
        elif count_bits(level) > 1:
            tell(s, events.STILL_LEVEL, best, level)
    else:
        tell(s, events.ENOUGH_TILES, with_enough_tiles(f, s))
        if ghost_is_done(f, s):
            if ghost_clause(f, s) >> f.players:
                tell(s, events.GHOST_WINS, f.players)
            else:
                tell(s, events.GHOST_BEATEN, f.players)


def scores(f: Facts, s: State, out: list[int]) -> int:
    for seat in range(participants(f)):
        out[seat] = s.score[seat]
    return participants(f)


def winners(f: Facts, s: State) -> int:
    """The seats that won, as a set of bits; nobody before the end."""
    if s.phase != FINISHED:
        return 0
    if ghost_is_done(f, s):
        return ghost_clause(f, s)
    return better_last_round(f, s, ahead(f, s)) if f.rounds else ahead(f, s)


def ahead(f: Facts, s: State) -> int:
    """Who has most, of the players, not the ghost: several may share the victory (R39, A11, A22, root R22)."""
    return having_most(f, s.score)


def ghost_is_done(f: Facts, s: State) -> bool:
    return f.ghost == 1 and s.score[f.players] >= f.tiles


def ghost_clause(f: Facts, s: State) -> int:
    """The ghost has its three tiles, alone or not: the player with more tiles wins, else the ghost (R47, R48, A21)."""
    return ahead(f, s) if count_bits(ahead(f, s)) == 1 else 1 << f.players


def better_last_round(f: Facts, s: State, level: int) -> int:
    """Of those level, who counted more in the last round; level again, they share (root R23, root R24, root A12, root A13)."""
    best, won = -1, 0
    for seat in range(f.players):
        if level >> seat & 1 and s.last[seat] > best:
            best, won = s.last[seat], 0
        if level >> seat & 1 and s.last[seat] == best:
            won |= 1 << seat
    return won
