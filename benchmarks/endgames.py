"""How well the search plays out an endgame that can be solved: Toujours 12, two players, once the stock is empty.

    python benchmarks/endgames.py [--games 200]

Nothing is hidden then from somebody who counts cards, and nothing is left to chance. Every decision of a level, with the
thinking of the table, is held against the exact solution; what is told is how much of a victory it gives away in a game.
The game before the endgame is played by club players in a hurry.
"""

import argparse
from collections.abc import Iterator
from random import Random
from typing import Any

from resultfile import shown, write_result
from rich.console import Console
from rich.progress import track

from ludotheque.bots import bot
from ludotheque.games import game
from ludotheque.games.toujours_12.rules import EMPTY, State
from ludotheque.lab.intervals import estimate
from ludotheque.move import Move
from ludotheque.position import Position

PACKAGES = ("ludotheque", "numba", "numpy")
GAME = game("toujours-12", 2)
LEVELS = ("club", "expert", "champion")
SEED = 1000
HURRY = 0.1


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=200)
    wish = parser.parse_args()
    console = Console(width=110)
    rows = []
    for level in LEVELS:
        given: list[list[float]] = []
        for number in track(range(wish.games), level, console=console):
            given += given_away(level, number)
        told = {"level": level, "decisions": sum(map(len, given)), "wrong": sum(away > 0 for one in given for away in one)}
        rows.append({**told, **estimate([sum(one) for one in given])._asdict()})
        console.print(
            f"{level}: {told['wrong']} of {told['decisions']} decisions wrong; given away a game {rows[-1]['mean']:.4f} "
            f"({rows[-1]['low']:.4f} to {rows[-1]['high']:.4f})"
        )
    content = {"game": GAME.spec, "seed": SEED, "games": wish.games, "rows": rows}
    console.print(f"written: {shown(write_result('endgames', PACKAGES, content))}")


def given_away(level: str, number: int) -> list[list[float]]:
    """One game: of each player, what every decision of the endgame gave away."""
    rng, position = Random(f"{SEED} {number}"), GAME.start()
    thinking = [bot(level, GAME, rng.getrandbits(32)) for _ in range(GAME.players)]
    hurried = bot("club", GAME, rng.getrandbits(32), HURRY)
    given: list[list[float]] = [[] for _ in range(GAME.players)]
    while not position.over:
        seat = position.actor
        if seat < 0:
            position.play(position.draw(rng))
            continue
        ends = not any(position.state.stock)  # type: ignore[attr-defined]
        move = (thinking[seat] if ends else hurried).choose(position.view(seat))
        moves = different_moves(position)
        if ends and len(moves) > 1:
            solved: dict[Any, float] = {}
            values = {each: after(position, each, seat, solved) for each in moves}
            assert GAME.rules.alike
            chosen = GAME.ruleset.moves[int(GAME.rules.alike(GAME.facts, position.state, move.action))]
            given[seat].append(max(values.values()) - values[chosen])
        position.play(move)
    return given


def different_moves(position: Position) -> list[Move]:
    assert GAME.rules.worth
    out = GAME.rules.room(GAME.rules.most_choices)
    number = int(GAME.rules.worth(GAME.facts, position.state, out))
    return [GAME.ruleset.moves[int(action)] for action in out[:number]]


def after(position: Position, move: Move, seat: int, solved: dict[Any, float]) -> float:
    twin = position.copy()
    twin.play(move)
    return value(twin, seat, solved)


def value(position: Position, seat: int, solved: dict[Any, float]) -> float:
    """What a position without chance is worth to a seat when both play it out as well as can be."""
    if position.over:
        return position.returns()[seat]
    key = what_matters(position.state)  # type: ignore[arg-type]
    if key not in solved:
        best = max if position.actor == seat else min
        solved[key] = best(after(position, move, seat, solved) for move in different_moves(position))
    return solved[key]


def what_matters(s: State) -> tuple[Any, ...]:
    return s.turn, s.extra, *s.hand[:2], *s.won[:2], *(tuple(pile(s, card)) for card in s.top)


def pile(s: State, card: int) -> Iterator[int]:
    while card != EMPTY:
        yield s.digit[card]
        card = s.under[card]


if __name__ == "__main__":
    main()
