# mypy: disable-error-code="no-any-return"
"""The rest of a game that is known, walked to its end, as plain functions over the rules: interpreted, compiled, or on a GPU.

Everyone is taken to do what is best for himself, and who has several ways that are as good for him to take any of them.
It ends with the game, or with a round, if what the next ones are worth is known by how things stand before they are dealt.
Instead of calling itself it keeps what it came by in `room`, a row for every decision on its way, and what the world was
like there in `worlds`. Shares of the victory are whole numbers, so that every machine finds the same.

The names below stand for the functions of the game that the walk is made for.
"""

from typing import Any

from ludotheque.bits import count_bits
from ludotheque.kit.slots import AnyFacts, AnyState, unfilled, unfilled_number
from ludotheque.seats import CHANCE, OVER

actor, apply, legal, winners, standing, opener = unfilled("actor", "apply", "legal", "winners", "standing", "opener")
(what_follows,) = unfilled("what_follows")  # one of those below: what is worth how much where chance has its say
save, load = unfilled("save", "load")  # the world of a row, from `s` and back
PLAYERS = unfilled_number("PLAYERS")

DEEPEST = 48  # decisions one after the other
NOT_THE_END = 0
WHOLE = 60 << 18  # a victory: up to six can share it, and a hundred such fit into 32 bits
PARTS = (0, *(WHOLE // among for among in range(1, 9)))
SLIGHT = 64  # parts of it: about that much makes no difference, for on the way a part is lost at every decision
NO_DIFFERENCE = SLIGHT / WHOLE


def walk(f: AnyFacts, s: AnyState, worlds: Any, room: Any, most: int) -> int:
    """What every move is worth to everyone is in `room.found` then, in the order of `room.moves[0]`; to play on, in `room.share`.

    Returns how many decisions it looked at; nothing if they are more than `most`, or if nobody knows what follows. `s` is in
    the first of `worlds` then.
    """
    save(worlds, 0, s)
    if actor(f, s) < 0:
        return NOT_THE_END
    decisions = 1
    depth = 0
    room.choices[0] = legal(f, s, room.moves[0])
    arrive(room, 0, actor(f, s))
    while depth >= 0:
        if room.tried[depth] == room.choices[depth]:
            settle(room, depth)
            depth -= 1
            if depth >= 0:
                come_back(room, depth)
        else:
            if room.tried[depth]:  # else it has only just arrived there
                load(worlds, depth, s)
            apply(f, s, int(room.moves[depth][room.tried[depth]]))
            room.tried[depth] += 1
            who = go_on(f, s, room, depth + 1)
            if who == CHANCE and not what_follows(f, s, room):
                return NOT_THE_END
            if who == OVER:
                share_out(f, s, room)
            if who < 0:
                come_back(room, depth)
            else:
                decisions += 1
                depth += 1
                if decisions > most or depth == DEEPEST:
                    return NOT_THE_END
                save(worlds, depth, s)
                arrive(room, depth, who)
    return decisions


def go_on(f: AnyFacts, s: AnyState, room: Any, depth: int) -> int:
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
    room.best[depth] = -WHOLE


def share_out(f: AnyFacts, s: AnyState, room: Any) -> None:
    won = winners(f, s)
    part = PARTS[count_bits(won)]
    for seat in range(PLAYERS):
        room.share[seat] = part if won >> seat & 1 else 0


def nobody_knows(f: AnyFacts, s: AnyState, room: Any) -> bool:
    """What chance will bring."""
    return False


def by_standing(f: AnyFacts, s: AnyState, room: Any) -> bool:
    """What was learned of how things stand, from `room.worth`: for each standing a share a seat, from who opens the round on."""
    first = standing(f, s) * PLAYERS
    if first < 0 or first + PLAYERS > len(room.worth):
        return False
    for place in range(PLAYERS):
        room.share[(opener(f, s) + place) % PLAYERS] = room.worth[first + place]
    return True


def settle(room: Any, depth: int) -> None:
    """On the mean of what is as good for the mover."""
    ways = room.alike[depth]
    for seat in range(PLAYERS):
        total = room.total[depth, seat]
        room.share[seat] = total if ways == 1 else total // ways  # dividing takes longest of all


def come_back(room: Any, depth: int) -> None:
    """With what the move that was tried last is worth."""
    his = room.share[room.mover[depth]]
    if his > room.best[depth] + SLIGHT:
        room.best[depth] = his
        room.alike[depth] = 0
        for seat in range(PLAYERS):
            room.total[depth, seat] = 0
    if his >= room.best[depth] - SLIGHT:
        room.alike[depth] += 1
        for seat in range(PLAYERS):
            room.total[depth, seat] += room.share[seat]
    if depth == 0:
        for seat in range(PLAYERS):
            room.found[room.tried[0] - 1, seat] = room.share[seat]
    elif room.best[depth] == WHOLE:
        room.tried[depth] = room.choices[depth]  # whoever wins alone need not look further: other ways are no better for anyone
