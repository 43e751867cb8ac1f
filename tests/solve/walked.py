"""Chipik as a graph of real positions, and the best answer to the champion in it, found by policy iteration.

Every turn is walked through `moves()`, `odds()` and `play()`; the champion says how often it plays each move. The
best answer is improved and evaluated exactly, by solving linear equations, until it stays. Nothing is shared with the
certificate but the numbers that positions have.
"""

from collections import defaultdict
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy

from ludotheque import CHANCE, Game
from ludotheque.bots.solved import SolvedBot, Turn
from ludotheque.position import Position
from tests.solve.positions import position_at, tokens_and_card

Array = numpy.ndarray[Any, Any]
Key = tuple[int, ...]  # a position within a turn: phase and dice
END = -1


@dataclass
class Node:
    mine: bool  # a decision of the mover, else a throw
    ways: list[tuple[float, "Key | int"]]  # how likely, and where it leads: on within the turn, or the number that follows


class Walk:
    """One turn, from the position with this number."""

    def __init__(self, game: Game, numbers: dict[Any, int], number: int) -> None:
        self.game, self.numbers, self.nodes = game, numbers, dict[Key, Node]()
        start = position_at(game, number, at=number % game.players)
        thrown = start.copy()
        thrown.play("roll 1 2 4")
        table = SolvedBot(game, Random(0)).table
        self.champion = Turn(table, thrown.view(thrown.actor))
        self.start = self.visit(start)

    def visit(self, position: Position) -> Key:
        s = position.state
        key = (s.phase, *s.dice)
        if key not in self.nodes:
            mine = position.actor is not CHANCE
            shares = dict(self.champion.shares(s)) if mine else {move.action: float(odds) for move, odds in position.odds()}
            moves = position.moves() if mine else [move for move, _ in position.odds()]
            assert abs(sum(shares.values()) - 1) < 1e-9
            assert set(shares) == {move.action for move in moves}
            self.nodes[key] = node = Node(mine, [])
            for move in moves:
                after = position.copy()
                after.play(move)
                ended = after.over or after.state.at != s.at
                node.ways.append((shares[move.action], self.number(after) if ended else self.visit(after)))
        return key

    def number(self, position: Position) -> int:
        if position.over:
            return END
        s, players = position.state, self.game.players
        order = [s.order[(s.at + place) % players] for place in range(players)]
        card = order.index(s.lucky) if s.lucky in order else players
        return self.numbers[tuple(s.tokens[seat] for seat in order), card]

    def ends(self) -> list[tuple[float, int]]:
        return [(share, there) for node in self.nodes.values() for share, there in node.ways if isinstance(there, int)]

    def odds(self, worth: Array | None = None) -> Array:
        """How likely each position follows (the end last): by the champion, or by whoever wants what is worth most."""
        ways = {key: self.nodes[key].ways for key in sorted(self.nodes)}  # phases follow each other, so these are in order
        if worth is not None:
            best: dict[Key | int, float] = {there: float(worth[there]) for _, there in self.ends()}
            for key in reversed(ways):
                if self.nodes[key].mine:
                    ways[key] = [(1.0, max((there for _, there in ways[key]), key=best.__getitem__))]
                best[key] = sum(share * best[there] for share, there in ways[key])
        reached: dict[Key | int, float] = defaultdict(float, {self.start: 1.0})
        out = numpy.zeros(len(self.numbers) + 1)
        for key in ways:
            for share, there in ways[key]:
                if isinstance(there, int):
                    out[there] += reached[key] * share
                else:
                    reached[there] += reached[key] * share
        return out


def walked_gains(game: Game) -> tuple[list[float], list[float]]:
    """From the opening, by place: the champion's winning chances, and what the best answer gains."""
    count = game.players + 1
    for place in range(game.players):
        count = count * (game.facts.tokens * game.players - place) // (place + 1)
    known = [tokens_and_card(game, number) for number in range(count)]
    numbers: dict[Any, int] = {(tuple(tokens), card): number for number, (tokens, card) in enumerate(known)}
    walks = [Walk(game, numbers, number) for number in range(count)]
    play = numpy.array([walk.odds() for walk in walks])
    opening = numbers[(game.facts.tokens,) * game.players, game.players]
    played = chances(play, play, game.players)
    answer, best = play, played
    while True:
        after_turn = numpy.append(best[-1], 1.0)
        better = numpy.array([walk.odds(after_turn) for walk in walks])
        improved = chances(better, play, game.players)
        if (improved[-1] - best[-1]).max() < 1e-13:
            break
        answer, best = better, improved
    assert answer is not play
    return [row[opening] for row in played], [high[opening] - low[opening] for high, low in zip(best, played, strict=True)]


def chances(mine: Array, others: Array, players: int) -> list[Array]:
    """By place, the winning chances of one who moves like `mine` among others, from linear equations."""
    moves, wins, pass_on = mine[:, :-1], mine[:, -1], others[:, :-1]
    around = numpy.linalg.matrix_power(pass_on, players - 1)
    last = numpy.linalg.solve(numpy.eye(len(mine)) - around @ moves, around @ wins)
    rows = [moves @ last + wins]
    while len(rows) < players:
        rows.append(pass_on @ rows[-1])
    return rows
