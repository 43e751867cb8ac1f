"""What holds in every position of Chipik, and in every set of its facts."""

from ludotheque.games.chipik.rules import DICE, SEATS, Facts, Phase, State, has_combination
from ludotheque.seats import NOBODY
from ludotheque.trios import size_of


def faults_in_facts(f: Facts) -> str:
    if not 1 <= f.tokens <= 12:
        return "tokens are 1 to 12"
    if not 4 <= f.addition <= 18:
        return "an Addition needs 4 to 18"
    return "" if f.by_roll in (0, 1) else "by_roll is 0 or 1"


def faults(f: Facts, s: State) -> list[str]:
    """What is wrong with this position; nothing, normally."""
    everyone = range(f.players)
    found = []
    if sum(s.tokens) + s.bin != f.tokens * f.players or any(s.tokens[f.players :]) or min(s.tokens) < 0 or s.bin < 0:
        found.append(f"{sum(s.tokens)} tokens and {s.bin} in the bin")  # R2, R21
    finished = s.phase == Phase.FINISHED
    if any(s.tokens[seat] == 0 and not (finished and seat == s.order[s.at]) for seat in everyone):
        found.append("someone without tokens has not won")  # A20
    if finished and s.tokens[s.order[s.at]]:
        found.append("the game is over, and its winner has tokens")
    if max(s.tokens) > (f.tokens - 1) * f.players + 1:
        found.append("someone holds too many tokens")
    if s.phase == Phase.OPENING:
        if not any(s.throwing[:f.players]):
            found.append("nobody is left to throw for the start")
    elif sorted(s.order[: f.players]) != list(everyone):
        found.append("the turn order is not everyone once")
    if not (0 <= s.at < f.players) or not (NOBODY <= s.lucky < f.players):
        found.append("a seat that does not exist is to act or holds the card")
    dice_lying = size_of(s.dice) if 0 <= s.dice < 84 else -1
    expected = {Phase.OPENING: (0,), Phase.FIRST_THROW: (0,), Phase.SECOND_THROW: (0, 1, 2)}
    if dice_lying not in expected.get(Phase(s.phase), (DICE,)):
        found.append(f"{dice_lying} dice lie on the table")
    elif s.phase == Phase.AFTER_SECOND and not has_combination(f, s.dice):
        found.append("a second throw without a combination waits for a decision")
    if any(flag not in (0, 1) for flag in s.throwing + s.level) or not all(0 <= a < SEATS for a in s.ahead):
        found.append("the opening throws are muddled")
    return found
