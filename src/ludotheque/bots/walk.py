# mypy: disable-error-code="no-any-return"
"""The rest of a game that is known, walked to its end, as plain functions over the rules: interpreted, or compiled with them.

Everyone is taken to do what is best for himself, and who has several ways that are as good for him to take any of them.
Instead of calling itself it keeps what it came by in `room`, a row for every decision on its way, so that a GPU can do it.

The names below stand for the functions of the game that the walk is made for.
"""

from typing import Any

from ludotheque.bits import count_bits
from ludotheque.seats import CHANCE, OVER


def _unfilled(*_: Any) -> Any:
    raise NotImplementedError("the walk is made for a game; it does not run by itself")


actor = apply = legal = winners = _unfilled
PLAYERS = 0

DEEPEST = 48  # decisions one after the other
NOT_THE_END = 0
FINEST = 1_000_000  # of a victory: a smaller part than one in so many makes no difference, in shorter floats too


def walk(f: Any, worlds: Any, room: Any, most: int) -> int:
    """What every move in the first world is worth to everyone is in `room.found` then, in the order of `room.moves[0]`.

    Returns how many decisions it looked at; nothing if they are more than `most`, or if chance has its say.
    """
    if actor(f, worlds[0]) < 0:
        return NOT_THE_END
    decisions = 1
    depth = 0
    room.choices[0] = legal(f, worlds[0], room.moves[0])
    arrive(room, 0, actor(f, worlds[0]))
    while depth >= 0:
        if room.tried[depth] == room.choices[depth]:
            for seat in range(PLAYERS):
                room.share[seat] = room.total[depth][seat] / room.alike[depth]
            depth -= 1
            if depth >= 0:
                come_back(room, depth)
        else:
            keep(worlds, depth + 1, depth)
            apply(f, worlds[depth + 1], int(room.moves[depth][room.tried[depth]]))
            room.tried[depth] += 1
            who = go_on(f, worlds[depth + 1], room, depth + 1)
            if who == CHANCE:
                return NOT_THE_END
            if who == OVER:
                share_out(f, worlds[depth + 1], room)
                come_back(room, depth)
            else:
                decisions += 1
                depth += 1
                if decisions > most or depth == DEEPEST:
                    return NOT_THE_END
                arrive(room, depth, who)
    return decisions


def go_on(f: Any, s: Any, room: Any, depth: int) -> int:
    """Plays what is forced; returns who has a choice then."""
    who = actor(f, s)
    while who >= 0:
        room.choices[depth] = legal(f, s, room.moves[depth])
        if room.choices[depth] > 1:
            return who
        apply(f, s, int(room.moves[depth][0]))
        who = actor(f, s)
    return who


def arrive(room: Any, depth: int, who: int) -> None:
    room.mover[depth] = who
    room.tried[depth] = 0
    room.best[depth] = -1.0


def share_out(f: Any, s: Any, room: Any) -> None:
    won = winners(f, s)
    for seat in range(PLAYERS):
        room.share[seat] = 1.0 / count_bits(won) if won >> seat & 1 else 0.0


def come_back(room: Any, depth: int) -> None:
    """With what the move that was tried last is worth."""
    more = (room.share[room.mover[depth]] - room.best[depth]) * FINEST
    if more > 1:
        room.best[depth] = room.share[room.mover[depth]]
        room.alike[depth] = 0
        for seat in range(PLAYERS):
            room.total[depth][seat] = 0.0
    if more > -1:
        room.alike[depth] += 1
        for seat in range(PLAYERS):
            room.total[depth][seat] += room.share[seat]
    if depth == 0:
        for seat in range(PLAYERS):
            room.found[room.tried[0] - 1][seat] = room.share[seat]
    elif room.best[depth] == 1.0:
        room.tried[depth] = room.choices[depth]  # whoever wins alone need not look further: other ways are no better for anyone


def keep(worlds: Any, to: int, of: int) -> None:
    """A copy, where worlds lie side by side in memory."""
    worlds[to] = worlds[of]
