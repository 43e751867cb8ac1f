"""Tables these tests set up: a deal, the last trick of a round, and whole rounds written out trick by trick.

Chips are written as in a position text, `5.6.1.11`, and seats in their order, seat 0 first.
"""

from typing import Any

import pytest

from ludotheque import IllegalMove, Position
from tests.table import at, plain_state, play

TWO, THREE, FOUR, ROOT = "chip-trick players=2", "chip-trick players=3", "chip-trick players=4", "chip-trick-root"


def dealt(game: str, hands: str, leader: int = 0) -> Position:
    """Everyone holds these chips, and the leader is to play: `dealt(THREE, "5.6.1.11 7.8.10.12 4.9.2.3")`."""
    each = ",".join(hands.split())
    return at(f"{game} | phase=playing turn={leader} starter={leader} leader={leader} winner=-1 hand={each}")


def last_trick(game: str, owned: str, leader: int = 0, winner: int = 0, starter: int = 0, **fields: str) -> Position:
    """The winner has three chips on display and is to take from the last trick of the round.

    `owned` is what everyone will own in the end, first the chip to take now. A third hand beside two players is the
    ghost's stack.
    """
    chips = [hand.split(".") for hand in owned.split()]
    lying = sorted((hand[0] for hand in chips), key=int)
    trick = lying[:-1]
    trick.insert(winner, lying[-1])
    rest = [".".join(hand[1:]) for hand in chips]
    ghost = len(chips) - 1 if game.startswith(TWO) else None
    fields |= {
        "phase": "taking", "turn": f"{winner}", "winner": f"{winner}", "leader": f"{leader}", "starter": f"{starter}",
        "hand": ",".join("-" if seat in (winner, ghost) else rest[seat] for seat in range(len(chips))),
        "shown": ",".join(rest[seat] if seat == winner else "-" for seat in range(len(chips))),
        "trick": ",".join(trick), "lying": ".".join(lying),
    }  # fmt: skip
    if ghost:
        fields |= {"stack": ",".join(chips[ghost][1:]), "stacked": "3"}
    return at(f"{game} | {' '.join(f'{name}={value}' for name, value in fields.items())}")


def after_round(game: str, owned: str, leader: int = 0, winner: int = 0, starter: int = 0, **fields: str) -> Position:
    """The same when everyone has taken, so the round has ended with these chips in front of everyone."""
    position = last_trick(game, owned, leader, winner, starter, **fields)
    chips = [hand.split(".") for hand in owned.split()]
    order = [(winner + turn) % len(chips) for turn in range(len(chips))]
    play(position, *[f"take {chips[seat][0]}" for seat in order if seat < position.game.players])
    turned_up = [entry["chips"] for entry in position.view(None).seen["last_round"]]
    assert turned_up == [sorted(map(int, hand)) for hand in chips]
    return position


def counted(position: Position) -> list[int]:
    """What the last round counted for each."""
    return [entry["counted"] for entry in position.view(None).seen["last_round"]]


def round_of(table: str) -> list[str]:
    """The moves of a round: a line of hands, then tricks as `5 12 2 > 5 2 12`, what was played and what was taken."""
    hands, *tricks = table.split("\n")
    moves = [f"deal {value}" for hand in hands.split() for value in hand.split(".")]
    for trick in tricks:
        played, taken = trick.split(">")
        moves += [f"play {value}" for value in played.split()] + [f"take {value}" for value in taken.split()]
    return moves


def round_with_ghost(table: str) -> list[str]:
    """The moves of a round for two, where the ghost plays and takes by itself what everyone has seen."""
    return [move for line in table.split("\n") for move in line.split(", ")]


def owned_by(position: Position, seat: int) -> int:
    """How many chips lie in front of a seat: in its hand, on its display and, for the ghost, in its stack."""
    state = plain_state(position)
    held: int = state.hand[seat].bit_count() + state.shown[seat].bit_count()
    return held + (state.stacked if position.game.facts.ghost and seat == position.game.players else 0)


def refused(position: Position, move: str) -> IllegalMove:
    """The complaint about a move that is not possible; the position stays as it was."""
    before = plain_state(position).copy()
    with pytest.raises(IllegalMove) as caught:
        position.play(move)
    assert plain_state(position) == before
    return caught.value


def fields_of(position: Position, *names: str) -> list[Any]:
    state = plain_state(position)
    return [getattr(state, name) for name in names]


# Three players: the shortest round there can be, four tricks all won by seat 0, and the longest, ten.
SHORTEST_OF_THREE = round_of("""7.5.12.10 4.6.1.11 8.9.2.3
5 1 3 > 5 3 1
12 6 1 > 6 12 1
7 3 1 > 7 3 1
10 3 9 > 9 10 3""")

LONGEST_OF_THREE = round_of("""9.6.11.1 4.5.10.12 7.8.2.3
6 4 2 > 6 4 2
1 12 2 > 2 1 12
10 1 11 > 10 1 11
12 4 11 > 4 11 12
9 1 12 > 9 1 12
7 1 5 > 5 7 1
3 7 12 > 7 12 3
11 8 3 > 8 11 3
1 11 3 > 3 1 11
12 1 11 > 1 11 12""")

# Four players: four tricks, and thirteen.
SHORTEST_OF_FOUR = round_of("""9.6.10.12 9.4.10.1 5.4.11.3 8.7.3.2
6 1 5 3 > 5 6 3 1
12 4 4 7 > 4 4 7 12
9 9 7 2 > 9 9 7 2
10 10 7 1 > 7 1 10 10""")

LONGEST_OF_FOUR = round_of("""5.4.10.1 8.6.2.10 4.9.3.3 7.9.11.12
1 10 9 9 > 9 9 10 1
8 4 7 10 > 4 7 8 10
5 7 8 12 > 8 5 7 12
10 4 6 12 > 6 4 12 10
9 4 5 7 > 4 7 5 9
3 11 12 2 > 2 12 11 3
1 12 11 3 > 3 1 11 12
10 3 11 5 > 5 3 11 10
7 12 9 10 > 7 9 12 10
3 11 1 10 > 10 3 11 1
9 3 10 1 > 9 10 1 3
11 10 1 12 > 11 1 10 12
3 1 10 12 > 1 12 10 3""")

# Two players and the ghost: four tricks, and ten.
SHORTEST_OF_TWO = round_with_ghost("""deal 8, deal 6, deal 12, deal 2, deal 4, deal 7, deal 3, deal 1, stack rrbb
play 2, play 4, show 5, take 5, take 2
show 9, play 6, play 3, take 9, take 3
show 10, play 5, play 2, take 10, take 2
show 11, play 9, play 2, take 2, take 11""")

LONGEST_OF_TWO = round_with_ghost("""deal 6, deal 7, deal 2, deal 12, deal 9, deal 5, deal 11, deal 3, stack bbrr
play 7, play 3, show 10, take 10, take 3
show 1, play 12, play 3, take 12, take 1
play 10, play 1, show 4, take 4, take 1
play 6, play 1, show 8, take 8, take 1
play 2, play 9, take 9, take 3
play 1, play 8, take 1, take 10
play 3, play 11, take 3, take 11
play 5, play 11, take 5, take 11
play 1, play 10, take 10, take 2
play 11, play 2, take 1, take 11""")

DEAL_TO_TWO = SHORTEST_OF_TWO[:8]  # 8.6.12.2 and 4.7.3.1; the ghost's are 5.9.10.11
DEAL_TO_THREE = SHORTEST_OF_THREE[:12]
