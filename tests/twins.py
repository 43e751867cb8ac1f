"""Twin positions: two that a seat can't tell apart. What happens in them next must give that seat the same bytes.

    python -m tests.twins [--pairs 10000]      that many pairs of every game, and a result file

The seat's view of a random position is guessed anew; the same step is played in both. Where the step itself shows the
seat which of the two it is (a card turned up), the pair says nothing and is not counted. Between the games of every
setting come small ones, in which happens what hardly ever does in others.
"""

import argparse
import json
from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from rich.progress import track

import ludotheque
from benchmarks.resultfile import write_result
from ludotheque import Game, Move, Position
from ludotheque.game import Ruleset
from ludotheque.happened import seen_by
from ludotheque.kit.telling import Moment
from ludotheque.rulebook import cited
from tests.table import NAMES

OTHER_WORLDS = 3  # guesses tried for a step that is possible in both
ROW = {"rows": 1, "target": 3}
SELDOM: dict[str, tuple[tuple[int, dict[str, Any]], ...]] = {
    "toujours-12": ((2, {"hand": 1, "deck": (0, 0, 1, 2, 1, 0, 0)}),),  # the last card takes what is left
    "calcory": (
        (2, ROW | {"columns": 3, "patience": 3, "deck": (0, 1, 1, 1, 0, 0, 0, 0, 0, 0)}),  # marked but for one card or two
        (3, ROW | {"columns": 4, "patience": 4, "deck": (0, 2, 2, 0, 0, 0, 0, 0, 0, 0)}),
        (2, ROW | {"columns": 3, "patience": 2, "deck": (0, 0, 0, 3, 0, 0, 0, 0, 0, 0)}),  # each card is taken alone
        (2, ROW | {"columns": 4, "first_turns": 1, "deck": (0, 2, 2, 0, 0, 0, 0, 0, 0, 0)}),  # 1 + 1 betters a lone 2
    ),
}


class Pair(NamedTuple):
    seat: int | None
    one: list[Moment]
    other: list[Moment]
    game: Game


def pairs(game: Game, rng: Random) -> Iterator[Pair]:
    """Pairs of one random game."""
    position = game.start()
    while not position.over:
        move = position.draw(rng)
        seat = rng.choice([*range(game.players), None])
        pair = pair_of(position, move, seat, rng)
        if pair:
            yield pair
        position.play(move)


def pair_of(position: Position, move: Move, seat: int | None, rng: Random) -> Pair | None:
    game, view = position.game, position.view(seat)
    for _ in range(OTHER_WORLDS):
        other = game.guess(view, rng)
        step = as_good_as(position, move, other, seat, rng)
        if step is not None:
            one = position.copy()
            mine, theirs = Told(one, move, seat), Told(other, step, seat)
            return Pair(seat, mine.moments, theirs.moments, game) if mine.after == theirs.after else None
    return None


def as_good_as(position: Position, move: Move, other: Position, seat: int | None, rng: Random) -> Move | None:
    """A step of the other position that the seat sees as the same."""
    here, there = position.odds(), other.odds()
    possible = [step for step, _ in there] if here else other.moves()
    text = seen_text(position, move, seat)
    same = [step for step in possible if seen_text(other, step, seat) == text]
    return rng.choice(same) if same else None


def seen_text(position: Position, move: Move, seat: int | None) -> str:
    game = position.game
    seers = int(game.rules.sees(game.facts, position.state, move.action))
    bit = game.players if seat is None else seat
    return move.text if seers >> bit & 1 else str(game.ruleset.text.hidden(move.action))


class Told:
    """A step played: what was told, and all that the seat knows after it."""

    def __init__(self, position: Position, move: Move, seat: int | None) -> None:
        note = position.copy().play_and_note(move)
        self.moments = position.play_and_tell(move)
        view = position.view(seat)
        self.after = note, view.sight.as_dict(), position.actor, [str(move) for move in view.moves()]


def bytes_for(game: Game, seat: int | None, moments: list[Moment]) -> bytes:
    """All that the seat is told of these: data, sentences, the table as it is drawn and as it is for bots."""
    told = []
    for one in seen_by(game, seat, moments):
        told.append([one.to_dict(), one.says(NAMES), one.sight.as_dict(), repr(game.ruleset.scene(one.view))])
    return json.dumps(told, sort_keys=True).encode()


def leaks(pair: Pair) -> bool:
    return bytes_for(pair.game, pair.seat, pair.one) != bytes_for(pair.game, pair.seat, pair.other)


def settings(id: str) -> Iterator[Game]:
    """Every number of players and value of options, in turn, and the small games."""
    ruleset, number = ludotheque.GAMES[id], 0
    while True:
        options = {o.name: o.values[number // len(ruleset.players) % len(o.values)] for o in ruleset.options if o.values}
        yield ruleset.game(ruleset.players[number % len(ruleset.players)], **options)
        yield from small_games(id)
        number += 1


def small_games(id: str) -> Iterator[Game]:
    for players, facts in SELDOM.get(id, ()):
        yield ludotheque.GAMES[id].game(players).with_facts(**facts)


def some_pairs(id: str, number: int, seed: int = 0) -> Iterator[Pair]:
    """So many pairs that told something, from random games."""
    rng, found = Random(f"{id} {seed}"), 0
    for game in settings(id):
        for pair in pairs(game, rng):
            if pair.one or pair.other:
                yield pair
                found += 1
                if found == number:
                    return


def declared(ruleset: Ruleset) -> set[str]:
    """The names of the events that this edition of the game has."""
    prefix = ruleset.clause_prefix
    clauses = {event.name: cited(event.clause, prefix) for event in ruleset.rules.events}
    return {name for name, clause in clauses.items() if (clause.startswith(prefix) if prefix else " " not in clause)}


def main() -> None:
    parser = argparse.ArgumentParser(description="Compares what seats are told in twin positions.")
    parser.add_argument("--pairs", type=int, default=10_000, help="of each game")
    wish = parser.parse_args()
    rows = {}
    for id in ludotheque.GAMES:
        told, kinds, found = 0, set(), 0
        for pair in track(some_pairs(id, wish.pairs), id, total=wish.pairs):
            told += len(pair.one)
            kinds |= {moment.event.name for moment in pair.one}
            found += leaks(pair)
        never = sorted(declared(ludotheque.GAMES[id]) - kinds)
        rows[id] = {"pairs": wish.pairs, "moments": told, "leaks": found, "never_told": never}
        print(id, rows[id])
    print("written:", write_result("twins", ("ludotheque",), {"games": rows}))


if __name__ == "__main__":
    main()
