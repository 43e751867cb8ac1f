"""What holds in every position of Calcory, and in every set of its facts."""

from ludotheque.bits import count_bits
from ludotheque.games.calcory.rules import COLUMNS, ROWS, UNSEEN, VALUES, Facts, Phase, State, grid
from ludotheque.games.calcory.view import cells_in
from ludotheque.seats import NOBODY


def faults_in_facts(f: Facts) -> str:
    if not (1 <= f.rows <= ROWS and 1 <= f.columns <= COLUMNS):
        return f"the grid has 1 to {ROWS} rows and 1 to {COLUMNS} columns"
    if min(f.deck) < 0 or sum(f.deck) != f.rows * f.columns:
        return f"the deck must fill the grid of {f.rows} × {f.columns}"
    if not 1 <= f.target <= 100 or f.first_turns < 1:
        return "the target is 1 to 100, and at least one card is turned"
    if f.clear_on_target not in (0, 1) or not 1 <= f.patience <= 30_000:
        return "clear_on_target is 0 or 1, patience 1 to 30000"
    return ""


def faults(f: Facts, s: State) -> list[str]:
    """What is wrong with this position; nothing, normally."""
    found = []
    if s.cards & ~grid(f) or (s.turned | s.marked | s.secret) & ~s.cards or s.turned & s.marked or min(s.cards, 0):
        return ["cards lie beside the grid or over each other"]
    lying = [s.value[cell] for cell in cells_in(s.cards)]
    waiting = sum(s.captured) if s.phase == Phase.RETURNING else 0
    owed = 1 if waiting else 0
    if count_bits(s.cards) + sum(s.pile) + owed != sum(f.deck) or min(s.pile) < 0 or min(s.captured) < 0:
        found.append("the cards on the grid and in the piles do not add up")
    if min(s.unseen) < 0 or sum(s.unseen) != lying.count(UNSEEN):
        found.append("the unseen cards do not add up")
    if any(s.unseen[v] + lying.count(v) > f.deck[v] for v in range(VALUES)) or not all(UNSEEN <= v < VALUES for v in lying):
        found.append("more cards of a value lie there than the deck has")
    if any(s.value[cell] == UNSEEN for cell in cells_in(s.turned | s.marked | s.secret)):
        found.append("a card lies open without a value")
    if s.sum != sum(s.value[cell] for cell in cells_in(s.turned)) or s.sum > f.target:
        found.append(f"the turned cards do not total {s.sum}")
    if s.marked_sum != sum(s.value[cell] for cell in cells_in(s.marked)) or s.marked_sum >= f.target:
        found.append(f"the marked cards do not total {s.marked_sum}")
    if (s.marker == NOBODY) != (s.marked == 0) or not NOBODY <= s.marker < f.players:
        found.append("marks stand without an owner")
    if not 0 <= s.turn < f.players:
        found.append("a seat that does not exist is to act")
    if s.zeros != sum(1 for cell in cells_in(s.turned) if s.value[cell] == 0) or s.zeros > 1:
        found.append("the zeros turned are miscounted")
    for cell in cells_in(s.secret):
        if not 0 <= s.keeper[cell] < f.players or not s.options[cell] >> s.value[cell] & 1:
            found.append("a card put back is none of those captured")  # A16
    if s.phase == Phase.RETURNING and waiting < 2:
        found.append("nothing was captured that could go back")
    if s.phase == Phase.TURNING and not s.cards & ~s.marked:
        found.append("there is nothing to turn")
    if s.phase == Phase.SHOWING and not (s.cards >> max(s.asked, 0) & 1 and s.value[s.asked] == UNSEEN and s.asked >= 0):
        found.append("the card to be shown is not there")
    if not 0 <= s.quiet <= f.patience:
        found.append("the quiet turns are miscounted")
    return found
