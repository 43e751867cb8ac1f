"""A random step of Calcory as a lottery: so many tickets, each as likely, each an action."""

from ludotheque.bits import count_bits, nth_bit
from ludotheque.games.calcory.cells import CELLS
from ludotheque.games.calcory.rules import (
    RETURN,
    RETURNING,
    SHOW,
    START,
    STARTING,
    STOP,
    TURN,
    TURNING,
    VALUES,
    Facts,
    State,
    captured_values,
    empty_cells,
    face_down,
    may_stop,
)


def tickets(f: Facts, s: State) -> int:
    if s.phase == TURNING:
        return count_bits(face_down(s)) + (1 if may_stop(f, s) else 0)
    if s.phase == RETURNING:
        return count_bits(captured_values(s)) * count_bits(empty_cells(f, s))
    if s.phase == STARTING:
        return f.players
    unseen = 0
    for value in range(VALUES):
        unseen += s.unseen[value]
    return unseen


def ticket(f: Facts, s: State, n: int) -> int:
    if s.phase == TURNING:
        down = face_down(s)
        return TURN + nth_bit(down, n) if n < count_bits(down) else STOP
    if s.phase == RETURNING:
        cells = empty_cells(f, s)
        room = count_bits(cells)
        return RETURN + nth_bit(captured_values(s), n // room) * CELLS + nth_bit(cells, n % room)
    if s.phase == STARTING:
        return START + n
    value = 0
    while n >= s.unseen[value]:
        n -= s.unseen[value]
        value += 1
    return SHOW + value
