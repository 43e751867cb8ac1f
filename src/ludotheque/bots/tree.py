# mypy: disable-error-code="no-any-return"
"""Information-set tree search, as plain functions over the rules of whatever game: interpreted, or compiled with them.

One tree for what the thinking seat can tell apart. Every simulation guesses what is hidden, goes down
the tree with it, grows it by one decision, and plays on by reflex (Cowling, Powley and Whitehouse,
2012: a move is chosen among those possible in this guess, by how often each was possible). Steps that
the seat would not see share a branch.

The names below stand for the functions of the game that the search is made for; `how` says what it
goes by (see search.py), `tree` and `room` are where it works.
"""

from math import log, sqrt
from typing import Any

from ludotheque.bits import count_bits
from ludotheque.draws import below
from ludotheque.kit.slots import AnyFacts, AnySight, AnyState, unfilled, unfilled_number
from ludotheque.seats import CHANCE, OVER

actor, apply, believe, clear, guess, habit, hunch = unfilled("actor", "apply", "believe", "clear", "guess", "habit", "hunch")
imagine, reflex, scores, sees, ticket, tickets, winners, worth = unfilled(
    "imagine", "reflex", "scores", "sees", "ticket", "tickets", "winners", "worth"
)
HIDDEN = unfilled_number("HIDDEN")  # the label of steps that the seat does not see: one beyond all actions

NONE = 0  # no node: the root is nobody's child
GUESSED, PLAYED = 0, 1  # two worlds: as it was guessed, and as it goes on
DEEPEST = 200  # steps that the tree is followed down


# --- what is called from outside --------------------------------------------------------------


def prepare(f: AnyFacts, v: AnySight, b: Any) -> None:
    """What the plays so far say, once for all guesses."""
    believe(f, v, b)


def think(
    f: AnyFacts, v: AnySight, b: Any, worlds: Any, tree: Any, room: Any, draws: Any, how: Any, simulations: int, even: int
) -> None:
    """Plays so many simulations from what the view leaves open, a few in every world that is guessed.

    `even`: all moves of the root equally often.
    """
    favourite = HIDDEN
    for number in range(simulations):
        if number % how.in_a_world == 0:
            s: AnyState = worlds[GUESSED]
            clear(s)
            imagine(f, v, b, draws, s)
            if number == 0:
                favourite = instinct(f, s, draws, how)
        keep(worlds, PLAYED, GUESSED)
        s = worlds[PLAYED]
        depth = descend(f, s, tree, room, draws, how, v.seat, favourite, number if even else -1)
        play_on(f, s, draws, how)
        settle(f, s, room, how)
        for step in range(depth):
            node = room.path[step]
            tree.visits[node] += 1
            if tree.mover[node] >= 0:
                tree.reward[node] += room.reward[tree.mover[node]]


def feel(f: AnyFacts, v: AnySight, b: Any, worlds: Any, draws: Any, beginner: int) -> int:
    """The hunch, or a beginner's habit, that one guess leads to."""
    s: AnyState = worlds[GUESSED]
    clear(s)
    imagine(f, v, b, draws, s)
    return habit(f, s, draws) if beginner else hunch(f, s, draws)


# --- down the tree ----------------------------------------------------------------------------


def descend(f: AnyFacts, s: AnyState, tree: Any, room: Any, draws: Any, how: Any, seat: int, favourite: int, turn: int) -> int:
    """Plays along the tree until it has grown by a decision; the way is in the room, and this long."""
    node = NONE
    depth = 0
    grown = 0
    who = actor(f, s)
    while who != OVER and not grown and depth < DEEPEST and (depth == 0 or tree.visits[node] >= how.patience):
        if who == CHANCE:
            action = ticket(f, s, below(draws, tickets(f, s)))
        elif turn >= 0 and depth == 0:
            action = turn % worth(f, s, room.moves)
            action = room.moves[action]
        else:
            action = choose(f, s, tree, room, draws, how, node, seat, favourite if depth == 0 else HIDDEN)
        label = action if sees(f, s, action) >> seat & 1 else HIDDEN
        child = child_of(tree, node, label)
        if child == NONE:
            if tree.size[0] == tree.size[1]:
                break
            child = grow(tree, node, label, who)
            grown = 1 if who >= 0 else 0
        apply(f, s, action)
        node = child
        room.path[depth] = node
        depth += 1
        who = actor(f, s)
    return depth


def child_of(tree: Any, node: int, label: int) -> int:
    child = tree.child[node]
    while child != NONE and tree.label[child] != label:
        child = tree.sibling[child]
    return child


def grow(tree: Any, node: int, label: int, who: int) -> int:
    new = tree.size[0]
    tree.size[0] = new + 1
    tree.child[new] = NONE
    tree.label[new] = label
    tree.mover[new] = who
    tree.visits[new] = 0
    tree.possible[new] = 1
    tree.reward[new] = 0.0
    tree.sibling[new] = tree.child[node]
    tree.child[node] = new
    return new


def choose(f: AnyFacts, s: AnyState, tree: Any, room: Any, draws: Any, how: Any, node: int, seat: int, favourite: int) -> int:
    """The one with the highest hope of those tried here; now and then, and at the root at once, one more is tried.

    Deep down the first one tried is the reflex, and others join it as the node is visited more: whoever
    tries everything first looks at moves that nobody would make, and learns from them. At the root the
    favourite is believed in a while longer.
    """
    child = tree.child[node]
    while child != NONE:
        room.found[tree.label[child]] = child
        child = tree.sibling[child]
    chosen = NONE
    best = -1.0
    tried = 0
    untried = 0
    fresh = NONE
    for k in range(worth(f, s, room.moves)):
        action = room.moves[k]
        child = room.found[action if sees(f, s, action) >> seat & 1 else HIDDEN]
        if child == NONE:
            untried += 1
            if below(draws, untried) == 0:
                fresh = action
        else:
            tried += 1
            tree.possible[child] += 1
            visits = tree.visits[child]
            hope = tree.reward[child] / visits + how.daring * sqrt(log(tree.possible[child]) / visits)
            if action == favourite:
                hope += how.faith / visits
            if hope > best:
                best = hope
                chosen = action
    child = tree.child[node]
    while child != NONE:
        room.found[tree.label[child]] = NONE
        child = tree.sibling[child]
    if untried and (favourite != HIDDEN or 0 < tried * tried < tree.visits[node]):
        return fresh
    return chosen if tried else instinct(f, s, draws, how)


# --- beyond the tree --------------------------------------------------------------------------


def instinct(f: AnyFacts, s: AnyState, draws: Any, how: Any) -> int:
    """What comes to mind in the middle of thinking: reflex, as often as it was practised."""
    return reflex(f, s, draws) if below(draws, 100) < how.practised else hunch(f, s, draws)


def play_on(f: AnyFacts, s: AnyState, draws: Any, how: Any) -> None:
    """Everyone goes by instinct, chance by its odds, for so many decisions."""
    horizon = how.horizon
    who = actor(f, s)
    while who != OVER and horizon:
        if who == CHANCE:
            apply(f, s, ticket(f, s, below(draws, tickets(f, s))))
        else:
            apply(f, s, instinct(f, s, draws, how))
            horizon -= 1
        who = actor(f, s)


def settle(f: AnyFacts, s: AnyState, room: Any, how: Any) -> None:
    """What everyone gets: a share of the victory, and as much for the lead as greed wants.

    Where a high score is good, a lead tells sooner than the victory which moves are: a short search
    goes by it more, and one that does not play to the end by nothing else.
    """
    won = winners(f, s)
    seats = scores(f, s, room.points)
    everything = 0
    for seat in range(seats):
        everything += room.points[seat]
    for seat in range(seats):
        others = (everything - room.points[seat]) / (seats - 1)
        lead = 0.5 + (room.points[seat] - others) / how.scale
        victory = lead
        if won:
            victory = 1.0 / count_bits(won) if won >> seat & 1 else 0.0
        room.reward[seat] = victory + how.greed * (lead - victory)


# --- what games may leave open ----------------------------------------------------------------


def keep(worlds: Any, to: int, of: int) -> None:
    """A copy, where worlds lie side by side in memory."""
    worlds[to] = worlds[of]


def guess_freely(f: AnyFacts, v: AnySight, b: Any, draws: Any, s: AnyState) -> None:
    guess(f, v, draws, s)


def guess_by_belief(f: AnyFacts, v: AnySight, b: Any, draws: Any, s: AnyState) -> None:
    guess(f, v, b, draws, s)


def any_move(f: AnyFacts, s: AnyState, draws: Any) -> int:
    """For games that bring no sense of their own."""
    return ticket(f, s, below(draws, tickets(f, s)))
