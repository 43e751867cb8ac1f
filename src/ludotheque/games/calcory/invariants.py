"""What holds in every position of Calcory, and in every set of its facts."""

from ludotheque.bits import count_bits
from ludotheque.games.calcory.cells import CELLS, COLUMNS, ROWS, cells_in
from ludotheque.games.calcory.rules import UNSEEN, VALUES, Facts, Phase, State, grid
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
    if s.cards & ~grid(f) or (s.turned | s.marked | s.secret) & ~s.cards or s.turned & s.marked or s.cards < 0:
        return ["cards lie beside the grid or over each other"]
    if s.secret & (s.turned | s.marked):
        return ["a card that lies open is secret"]
    if not 0 <= s.turn < f.players or not NOBODY <= s.marker < f.players or any(s.pile[f.players :]):
        return ["a seat that does not exist is to act, or has marks or cards"]
    return faults_in_cards(f, s) + faults_in_sums(f, s) + faults_in_step(f, s)


def faults_in_cards(f: Facts, s: State) -> list[str]:
    found = []
    lying = [s.value[cell] for cell in cells_in(s.cards)]
    owed = 1 if any(s.captured) else 0  # one of the captured cards is to go back
    if count_bits(s.cards) + sum(s.pile) + owed != sum(f.deck) or min(s.pile) < 0 or min(s.captured) < 0:
        found.append("the cards on the grid and in the piles do not add up")
    if min(s.unseen) < 0 or sum(s.unseen) != lying.count(UNSEEN):
        found.append("the unseen cards do not add up")
    if any(s.unseen[v] + lying.count(v) > f.deck[v] for v in range(VALUES)) or not all(UNSEEN <= v < VALUES for v in lying):
        found.append("more cards of a value lie there than the deck has")
    if any(s.value[cell] == UNSEEN for cell in cells_in(s.turned | s.marked | s.secret)):
        found.append("a card lies open without a value")
    for cell in cells_in(s.secret):
        possible = 0 < s.options[cell] < 1 << VALUES and s.options[cell] >> max(s.value[cell], 0) & 1
        if not 0 <= s.keeper[cell] < f.players or not possible:
            found.append("a card put back is none of those captured")  # A16
    return found


def faults_in_sums(f: Facts, s: State) -> list[str]:
    found = []
    turned, marked = [[s.value[cell] for cell in cells_in(cells)] for cells in (s.turned, s.marked)]
    if s.sum != sum(turned) or s.sum >= f.target or s.zeros != turned.count(0):
        found.append(f"the turned cards do not total {s.sum}, or are not below the target")
    if s.marked_sum != sum(marked) or s.marked_sum >= f.target:
        found.append(f"the marked cards do not total {s.marked_sum}, or are not below the target")
    if turned.count(0) > 1 or marked.count(0) > 1:
        found.append("two zeros were no bust")  # R13
    if sum(value * s.captured[value] for value in range(VALUES)) > f.target:
        found.append("the captured cards are above the target")
    if (s.marker == NOBODY) != (s.marked == 0):
        found.append("marks stand without an owner")
    return found


def faults_in_step(f: Facts, s: State) -> list[str]:
    found = []
    waiting = sum(s.captured)
    if waiting == 1 or (waiting > 1) != (s.phase == Phase.RETURNING) or (waiting and s.turned):
        found.append("captured cards wait at the wrong moment")
    if s.marker == s.turn and s.phase != Phase.FINISHED:
        found.append("own marks wait to be collected")  # R28
    if s.phase == Phase.TURNING and not s.cards & ~s.marked:
        found.append("there is nothing to turn")
    if (s.asked != NOBODY) != (s.phase == Phase.SHOWING):
        found.append("a card is shown at the wrong moment")
    elif s.asked != NOBODY and not (0 <= s.asked < CELLS and s.cards >> s.asked & 1 and s.value[s.asked] == UNSEEN):
        found.append("the card to be shown is not there")
    if s.phase == Phase.STARTING and (s.turned or s.turn or s.marked or any(s.pile)):
        found.append("cards were turned before anyone started")
    if not 0 <= s.quiet <= f.patience - (s.phase != Phase.FINISHED):
        found.append("the quiet turns are miscounted")
    return found
