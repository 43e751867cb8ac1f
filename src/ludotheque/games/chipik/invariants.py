"""What holds in every position of Chipik, and in every set of its facts."""

from ludotheque.games.chipik.rules import DICE, Facts, Phase, State, has_combination
from ludotheque.seats import NOBODY


def faults_in_facts(f: Facts) -> str:
    if not 1 <= f.tokens <= 12:
        return "tokens are 1 to 12"
    if not 4 <= f.addition <= 18:
        return "an Addition needs 4 to 18"
    if not 2 <= f.faces <= 6:
        return "dice have 2 to 6 faces"
    return "" if f.by_roll in (0, 1) else "by_roll is 0 or 1"


def faults(f: Facts, s: State) -> list[str]:
    """What is wrong with this position; nothing, normally."""
    found = []
    if sum(s.tokens) + s.bin != f.tokens * f.players or any(s.tokens[f.players :]) or min(s.tokens) < 0 or s.bin < 0:
        found.append(f"{sum(s.tokens)} tokens and {s.bin} in the bin")  # R2, R21
    if not (0 <= s.at < f.players) or not (NOBODY <= s.lucky < f.players):
        found.append("a seat that does not exist is to act or holds the card")
    elif s.phase == Phase.OPENING:
        found += faults_in_opening(f, s)
    else:
        found += faults_in_turns(f, s)
    lying = sum(1 for face in s.dice if face) if s.dice == sorted(s.dice) else -1
    expected = {Phase.OPENING: (0,), Phase.FIRST_THROW: (0,), Phase.SECOND_THROW: (0, 1, 2)}
    if lying not in expected.get(Phase(s.phase), (DICE,)) or not set(s.dice) <= set(range(f.faces + 1)):
        found.append(f"dice on the table: {lying}")
    elif s.phase == Phase.AFTER_SECOND and not has_combination(f, s):
        found.append("a second throw without a combination waits for a decision")
    return found


def faults_in_opening(f: Facts, s: State) -> list[str]:
    """Nothing has happened but throws: level seats have the same number ahead, and some of one such group throw."""
    everyone = range(f.players)
    ahead, level, throwing = s.ahead[: f.players], s.level[: f.players], s.throwing[: f.players]
    if s.at or s.lucky != NOBODY or s.bin or s.tokens[: f.players] != [f.tokens] * f.players:
        return ["tokens, turn or card moved before the opening was over"]
    ranked = all(place == sum(1 for other in ahead if other < place) for place in ahead)
    first_level = min((place for place in ahead if ahead.count(place) > 1), default=-1)
    throws = first_level >= 0 and (f.by_roll or first_level == 0)  # as seated only the start is thrown for (A2, A3)
    whole = throws and level == [int(place == first_level) for place in ahead]
    left = [throwing[seat] for seat in everyone if level[seat]]  # those who have thrown sit before the others
    in_order = left == sorted(left) and 0 < sum(left) == sum(throwing) and set(throwing) <= {0, 1}
    return [] if ranked and whole and in_order else ["the opening throws are muddled"]


def faults_in_turns(f: Facts, s: State) -> list[str]:
    everyone = list(range(f.players))
    order = s.order[: f.players]
    if sorted(order) != everyone:
        return ["the turn order is not everyone once"]
    if not f.by_roll and order != [(order[0] + place) % f.players for place in everyone]:
        return ["the turn order is not as seated"]  # A3
    found = []
    finished = s.phase == Phase.FINISHED
    if any(s.tokens[seat] == 0 and not (finished and seat == s.order[s.at]) for seat in everyone):
        found.append("someone without tokens has not won")  # A20
    if finished and s.tokens[s.order[s.at]]:
        found.append("the game is over, and its winner has tokens")
    return found
