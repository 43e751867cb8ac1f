"""What the peers need of a game's rules, compiled: they are to be compared by their decisions, not by Python's speed.

The names below stand for the functions of the game, as in `ludotheque.bots.tree`.
"""

from collections import namedtuple
from functools import cache
from math import log, sqrt
from random import Random
from typing import Any

import numpy

from ludotheque.bits import count_bits
from ludotheque.bots import tree as champions
from ludotheque.bots.tree import DEEPEST, NONE, child_of, grow
from ludotheque.draws import COUNT, KEY, below, fresh, word
from ludotheque.engine.module import Work, module_of
from ludotheque.fields import Record
from ludotheque.game import Game
from ludotheque.kit.slots import AnyFacts, AnySight, AnyState, unfilled
from ludotheque.seats import CHANCE, OVER

actor, apply, blank, chance, clear, imagine = unfilled("actor", "apply", "blank", "chance", "clear", "imagine")
legal, sees, ticket, tickets, view, winners = unfilled("legal", "sees", "ticket", "tickets", "view", "winners")


# --- one step at a time: for OpenSpiel's search --------------------------------------------------


def guess_a_world(f: AnyFacts, v: AnySight, b: Any, draws: Any, s: AnyState) -> int:
    clear(s)
    imagine(f, v, b, draws, s)
    return actor(f, s)  # type: ignore[no-any-return]


def list_moves(f: AnyFacts, s: AnyState, out: Any) -> int:
    return legal(f, s, out)  # type: ignore[no-any-return]


def list_outcomes(f: AnyFacts, s: AnyState, out: Any, weights: Any) -> int:
    return chance(f, s, out, weights)  # type: ignore[no-any-return]


def play(f: AnyFacts, s: AnyState, action: int) -> tuple[int, int]:
    """Plays it; who saw that, as bits, and who is next."""
    seers = sees(f, s, action)
    apply(f, s, action)
    return seers, actor(f, s)


def look(f: AnyFacts, s: AnyState, seat: int, v: AnySight) -> None:
    blank(v)
    view(f, s, seat, v)


def who_won(f: AnyFacts, s: AnyState) -> int:
    return winners(f, s)  # type: ignore[no-any-return]


def play_out(f: AnyFacts, s: AnyState, draws: Any) -> int:
    """Everyone plays at random to the end; the seats that won, as bits."""
    while actor(f, s) != OVER:
        apply(f, s, ticket(f, s, below(draws, tickets(f, s))))
    return winners(f, s)  # type: ignore[no-any-return]


# --- a whole search: perfect-information Monte Carlo ---------------------------------------------


def ponder(
    f: AnyFacts, v: AnySight, b: Any, s: AnyState, tree: Any, room: Any, draws: Any, worlds: int, tries: int, daring: float
) -> None:
    """Plain UCT in each of some guessed worlds, as if everyone saw it; how often each move was tried adds up.

    A world is guessed again for every try, with the same draws, so it is the same world.
    """
    for _ in range(worlds):
        key = word(draws)
        tree.child[NONE] = NONE
        tree.visits[NONE] = 0
        tree.size[0] = 1
        for _ in range(tries):
            room.world[KEY] = key
            room.world[COUNT] = 0
            clear(s)
            imagine(f, v, b, room.world, s)
            depth = go_down(f, s, tree, room, draws, daring)
            won = play_out(f, s, draws)
            share = 1.0 / count_bits(won)
            tree.visits[NONE] += 1
            for step in range(depth):
                node = room.path[step]
                tree.visits[node] += 1
                if tree.mover[node] >= 0 and won >> tree.mover[node] & 1:
                    tree.reward[node] += share
        child = tree.child[NONE]
        while child != NONE:
            room.times[tree.label[child]] += tree.visits[child]
            room.reward[tree.label[child]] += tree.reward[child]
            child = tree.sibling[child]


def go_down(f: AnyFacts, s: AnyState, tree: Any, room: Any, draws: Any, daring: float) -> int:
    """Plays along the tree until it has grown by a decision; the way is in the room, and this long."""
    node = NONE
    depth = 0
    grown = 0
    who = actor(f, s)
    while who != OVER and not grown and depth < DEEPEST and tree.size[0] < tree.size[1]:
        action = ticket(f, s, below(draws, tickets(f, s))) if who == CHANCE else pick(f, s, tree, room, draws, node, daring)
        child = child_of(tree, node, action)
        if child == NONE:
            child = grow(tree, node, action, who)
            grown = 1 if who >= 0 else 0
        apply(f, s, action)
        node = child
        room.path[depth] = node
        depth += 1
        who = actor(f, s)
    return depth


def pick(f: AnyFacts, s: AnyState, tree: Any, room: Any, draws: Any, node: int, daring: float) -> int:
    """Any move that was not tried yet; else the one with the highest upper confidence bound."""
    child = tree.child[node]
    while child != NONE:
        room.found[tree.label[child]] = child
        child = tree.sibling[child]
    best = -1.0
    chosen = 0
    fresh = 0
    untried = 0
    for k in range(legal(f, s, room.moves)):
        action = room.moves[k]
        child = room.found[action]
        if child == NONE:
            untried += 1
            if below(draws, untried) == 0:
                fresh = action
        else:
            bound = tree.reward[child] / tree.visits[child] + daring * sqrt(log(tree.visits[node]) / tree.visits[child])
            if bound > best:
                best = bound
                chosen = action
    child = tree.child[node]
    while child != NONE:
        room.found[tree.label[child]] = NONE
        child = tree.sibling[child]
    return fresh if untried else chosen


# --- with a game's records and tables ------------------------------------------------------------

STEPS = (guess_a_world, list_moves, list_outcomes, play, look, who_won, play_out, ponder)
NODES = 1 << 15

Tree = namedtuple("Tree", ["child", "sibling", "label", "mover", "visits", "possible", "reward", "size"])
Room = namedtuple("Room", ["moves", "found", "path", "world", "times", "reward"])


@cache
def compiled(game: Game) -> Any:
    rules = game.ruleset.rules
    imagine = champions.guess_by_belief if rules.believe else champions.guess_freely
    steps = (champions.prepare, *STEPS) if rules.believe else STEPS
    return module_of(game, "cpu", Work("peers", steps, {"imagine": imagine}))


class Sight:
    """What one view shows, as compiled functions read it, with what the plays so far say about the hidden."""

    def __init__(self, game: Game, sight: Record) -> None:
        self.game, self.module = game, compiled(game)
        self.known = numpy.zeros(1, numpy.dtype(self.module.SIGHT, align=True))[0]
        self.belief = numpy.zeros(1, game.ruleset.rules.Belief.dtype())[0]
        for name in self.known.dtype.names or ():
            value = getattr(sight, name)
            self.known[name] = value[: len(self.known[name])] if isinstance(value, list) else value
        if game.ruleset.rules.believe:
            self.module.prepare(self.known, self.belief)


def blank_states(game: Game, number: int) -> Any:
    return numpy.zeros(number, numpy.dtype(compiled(game).STATE, align=True))


def stream(rng: Random) -> Any:
    return numpy.array(fresh(rng), numpy.int64)


@cache
def tables(game: Game) -> tuple[Tree, Room]:
    rules = game.ruleset.rules
    links = [numpy.zeros(NODES, numpy.int32) for _ in range(6)]
    sizes = rules.most_choices, rules.actions + 1, DEEPEST, 2, rules.actions
    rooms = [numpy.zeros(size, numpy.int64) for size in sizes]
    tree = Tree._make([*links, numpy.zeros(NODES), numpy.array([1, NODES], numpy.int32)])
    return tree, Room._make([*rooms, numpy.zeros(rules.actions)])


def returns(won: int, players: int) -> list[float]:
    """1/k for each of the k winners, a ghost included."""
    return [1 / won.bit_count() if won >> seat & 1 else 0.0 for seat in range(players)]
