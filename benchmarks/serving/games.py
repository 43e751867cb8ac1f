"""Random games of chip-trick-root, a line of JSON each: replay.js plays them again on boardgame.io.

python benchmarks/serving/games.py [--games 300] [--seed 12] | node benchmarks/serving/peer/replay.js
"""

import argparse
import json
from collections.abc import Iterator
from random import Random
from typing import Any

import ludotheque
from ludotheque.position import Position

GAME = "chip-trick-root"
PLAYERS = range(3)
THOROUGH = 10  # in every tenth game all moves that are not allowed are tried, too


def random_games(number: int, seed: int) -> Iterator[dict[str, Any]]:
    rng = Random(seed)
    for n in range(number):
        yield {**random_game(rng), "thorough": n % THOROUGH == 0}


def random_game(rng: Random) -> dict[str, Any]:
    position = ludotheque.game(GAME, players=3).start()
    steps: list[dict[str, Any]] = []
    deals: list[list[int]] = []
    while not position.over:
        if position.actor is ludotheque.CHANCE:
            position.play(position.draw(rng))
            word, number = position.last.split()
            if word == "deal":
                deals.append([*deals.pop(), int(number)] if deals and len(deals[-1]) < 4 else [int(number)])
            continue
        moves = position.moves()
        move = rng.choice(moves)
        texts = [move.text for move in moves]
        steps.append({"actor": position.actor, "moves": texts, "move": move.text, "hands": hands(position)})
        position.play(move)
    return {
        "starter": int(position.history[0].removeprefix("start ")),
        "deals": [deals[first : first + 3] for first in range(0, len(deals), 3)],  # every hand was dealt as a whole
        "steps": steps,
        "scores": position.scores(),
        "winners": position.winners(),
    }


def hands(position: Position) -> list[dict[str, Any]]:
    """Everyone's chips, and the colours of them that all may know."""
    counts = position.view(None).now["hands"]
    return [
        {"chips": position.view(seat).now["hand"], "red": counts[seat]["red"], "black": counts[seat]["blue"]} for seat in PLAYERS
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--seed", type=int, default=12)
    wish = parser.parse_args()
    for game in random_games(wish.games, wish.seed):
        print(json.dumps(game))


if __name__ == "__main__":
    main()
