"""What players of Chipik do without much thought: a beginner's habit and an old hand's hunch."""

from ludotheque.games.chipik.rules import (
    ADDITION_BIN,
    ADDITION_LUCKY,
    AFTER_FIRST,
    DICE,
    DISCARD,
    DISCARDS,
    ODDS_LEFT,
    ODDS_RIGHT,
    REROLL,
    REROLLS,
    RUN_LEFT,
    RUN_RIGHT,
    TRIPLE_BOTH,
    TRIPLE_LEFT,
    Facts,
    State,
    dice_of_reroll,
    discards,
    left_of,
    right_of,
)

ALL_AGAIN = REROLLS - 1  # the last of the choices throws all dice
USUAL_ADDITION = 13  # R17
SAFE = 144  # of 216 ways: enough to let a combination go for

SIMULATIONS = 60_000  # of a search that takes about half a second on one core, were only two to play


def habit(f: Facts, s: State, draws: list[int]) -> int:
    """The first discard that comes to mind; nothing to discard, and all dice are thrown again."""
    choices = discards(f, s)
    for which in range(DISCARDS):
        if choices >> which & 1:
            return DISCARD + which
    return REROLL + dice_of_reroll(s, ALL_AGAIN)


def hunch(f: Facts, s: State, draws: list[int]) -> int:
    """Discards what it can, two tokens before one, to whoever has fewest; else throws what is likeliest to help."""
    choices = discards(f, s)
    if not choices:
        return REROLL + dice_of_reroll(s, promising(f, s))
    best = 0
    best_harm = -1
    for which in range(DISCARDS):
        if choices >> which & 1 and harm(f, s, which) > best_harm:
            best = which
            best_harm = harm(f, s, which)
    return DISCARD + best


def reflex(f: Facts, s: State, draws: list[int]) -> int:
    """A hunch, but hardly ever on the first throw: the Chance card that comes with it draws everybody's tokens.

    Where one die can be thrown again with little danger, that is better; two tokens, and the last ones, are worth
    the card. (So does the solution of the game.)
    """
    choices = discards(f, s)
    if s.phase == AFTER_FIRST and not choices >> TRIPLE_LEFT & 1 and s.tokens[s.order[s.at]] > 1:
        die = promising(f, s)
        if ways_with(f, s, die) >= SAFE:
            return REROLL + dice_of_reroll(s, die)
    return hunch(f, s, draws)


def harm(f: Facts, s: State, which: int) -> int:
    """Two tokens count before one, and a neighbour who is nearly done before one who is not; the bin harms nobody."""
    if which == ADDITION_BIN:
        return 0
    if which == ADDITION_LUCKY:
        return 64 - s.tokens[s.lucky]
    to_left = which == ODDS_LEFT or which == RUN_LEFT or which == TRIPLE_LEFT
    taker = left_of(f, s) if to_left else right_of(f, s)
    if which == ODDS_LEFT or which == ODDS_RIGHT or which == RUN_LEFT or which == RUN_RIGHT:
        return 64 - s.tokens[taker]
    if which == TRIPLE_BOTH:
        return 128 - (s.tokens[left_of(f, s)] + s.tokens[right_of(f, s)]) // 2
    return 128 - s.tokens[taker]


def promising(f: Facts, s: State) -> int:
    """The one die that makes a combination most often when it is thrown again; or all of them."""
    best = ALL_AGAIN
    for die in range(DICE):
        if ways_with(f, s, die) > ways_with(f, s, best):
            best = die
    return best


def ways_with(f: Facts, s: State, die: int) -> int:
    """Of 216 ways, how many make a combination when that die is thrown again; or all of them."""
    if die == ALL_AGAIN:
        return FRESH
    kept = s.dice[1] if die == 0 else s.dice[0]
    other = s.dice[1] if die == 2 else s.dice[2]
    ways = 0
    for face in range(1, f.faces + 1):
        if combines(f.addition, kept, other, face):
            ways += 216 // f.faces
    return ways


def combines(addition: int, low: int, high: int, face: int) -> bool:
    """Whether two dice, ascending, and one more make anything."""
    if low + high + face >= addition or low % 2 + high % 2 + face % 2 == 3:
        return True
    if low == high:
        return face == low
    if high == low + 1:
        return face == low - 1 or face == high + 1
    return high == low + 2 and face == low + 1


FRESH = sum(
    combines(USUAL_ADDITION, min(one, two), max(one, two), three)
    for one in range(1, 7)
    for two in range(1, 7)
    for three in range(1, 7)
)  # of the 216 ways in which three dice fall, how many make a combination
