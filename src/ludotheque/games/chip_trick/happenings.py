"""What is counted in many games of 12 Chip Trick: how rounds end, and what decides the game."""

from ludotheque.bits import count_bits
from ludotheque.games.chip_trick.chips import total
from ludotheque.games.chip_trick.rules import DEALING, FINISHED, Facts, State, explodes, participants, winners
from ludotheque.i18n import N_

HAPPENINGS: tuple[str, ...] = (
    N_("round: no total above the limit"),
    N_("round: one total above the limit"),
    N_("round: two totals above the limit"),
    N_("round: three totals above the limit"),
    N_("round: every total above the limit"),
    N_("round: a total exactly at the limit"),
    N_("round: several earn a tile"),
    N_("end: level, the last round decides"),
    N_("end: the ghost has its tiles and wins"),
    N_("end: the ghost has its tiles, a player wins"),
)
NONE_ABOVE, ONE_ABOVE, TWO_ABOVE, THREE_ABOVE, ALL_ABOVE, AT_LIMIT, SEVERAL_TILES, LEVEL, GHOST_WINS, GHOST_BEATEN = (
    1 << n for n in range(len(HAPPENINGS))
)


def happened(f: Facts, s: State, phase: int, action: int) -> int:
    """A trick ended the round if the next deal, or nothing, follows it."""
    if s.phase != DEALING and s.phase != FINISHED:
        return 0
    if phase <= DEALING:
        return 0
    marks = totals_above(f, s)
    if not f.rounds and tiles_earned(f, s) > 1:
        marks |= SEVERAL_TILES
    if s.phase == FINISHED:
        marks |= decision(f, s)
    return marks


def totals_above(f: Facts, s: State) -> int:
    """How many exploded or were halved; all of them is a case of its own."""
    above = 0
    marks = 0
    for seat in range(participants(f)):
        points = total(s.final[seat])
        if points > f.limit:
            above += 1
        if points == f.limit:
            marks |= AT_LIMIT
    return marks | (ALL_ABOVE if above == participants(f) else NONE_ABOVE << above)


def tiles_earned(f: Facts, s: State) -> int:
    """How many earned a tile in this round: those with the best total that counts, or of all if none does."""
    best = 0
    best_of_all = 0
    for seat in range(participants(f)):
        best_of_all = max(best_of_all, s.last[seat])
        if not explodes(f, s.last[seat]):
            best = max(best, s.last[seat])
    if best == 0:
        best = best_of_all
    earned = 0
    for seat in range(participants(f)):
        if s.last[seat] == best:
            earned += 1
    return earned


def decision(f: Facts, s: State) -> int:
    """What else than points or tiles decided the game."""
    if f.rounds:
        best = 0
        level = 0
        for seat in range(f.players):
            if s.score[seat] > best:
                best = s.score[seat]
                level = 0
            if s.score[seat] == best:
                level += 1
        return LEVEL if level > count_bits(winners(f, s)) else 0
    if f.ghost and s.score[f.players] >= f.tiles:
        return GHOST_WINS if winners(f, s) >> f.players & 1 else GHOST_BEATEN
    return 0
