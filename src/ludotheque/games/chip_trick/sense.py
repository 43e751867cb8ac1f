"""What players of 12 Chip Trick do without much thought: a beginner's habit and an old hand's hunch."""

from ludotheque.bits import count_bits
from ludotheque.draws import below
from ludotheque.games.chip_trick.chips import ONE_EACH, VALUES, copies, nth_chip, total
from ludotheque.games.chip_trick.rules import PLAY, PLAYING, TAKE, Facts, State, owned, round_score, takeable

USUAL = 6  # what one may expect to take back for a chip

SCORING = 1  # a high score is good all along
SIMULATIONS = 16_000  # of a search that takes about half a second on one core, were only two to play


def habit(f: Facts, s: State, draws: list[int]) -> int:
    """Likes high chips: plays the highest and takes the highest."""
    if s.phase == PLAYING:
        return PLAY + highest(s.hand[s.turn]) - 1
    return TAKE + highest(takeable(f, s)) - 1


def hunch(f: Facts, s: State, draws: list[int]) -> int:
    """Takes what counts most now; plays the chip without which the usual one would do best, or just any."""
    if s.phase == PLAYING:
        hand = s.hand[s.turn]
        if below(draws, 2):
            return PLAY + nth_chip(hand & ONE_EACH, below(draws, count_bits(hand & ONE_EACH))) - 1
        return PLAY + best_without(f, s, hand) - 1
    return TAKE + best_with(f, s, takeable(f, s)) - 1


def highest(handful: int) -> int:
    """The highest value in a handful that is not empty."""
    value = VALUES
    while not copies(handful, value):
        value -= 1
    return value


def counted(f: Facts, points: int) -> int:
    """What a total is worth; one that explodes is worth nothing."""
    if f.halving:
        return round_score(f, points)
    return points if points <= f.limit else 0


def best_with(f: Facts, s: State, chips: int) -> int:
    """The chip to take that makes the best total, the higher one of equals."""
    best, own = highest(chips), total(owned(f, s, s.turn))
    for value in range(best - 1, 0, -1):
        if copies(chips, value) and counted(f, own + value) > counted(f, own + best):
            best = value
    return best


def best_without(f: Facts, s: State, chips: int) -> int:
    """The chip to play that leaves the best total with the usual chip for it."""
    best, own = highest(chips), total(owned(f, s, s.turn))
    for value in range(best - 1, 0, -1):
        if copies(chips, value) and counted(f, own - value + USUAL) > counted(f, own - best + USUAL):
            best = value
    return best
