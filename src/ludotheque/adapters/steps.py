"""A step of one table, compiled together with the rules of its game: what InterpretedTable does by itself.

The names of the rules are filled in for each game, as in the engine's own loops.
"""

from typing import Any

from ludotheque.draws import below
from ludotheque.engine.slots import (
    ACTIONS,
    actor,
    apply,
    begin,
    blank,
    clear,
    legal,
    observe,
    ticket,
    tickets,
    view,
    winners,
    write_seen,
)
from ludotheque.kit.slots import AnyFacts, AnySight, AnyState
from ludotheque.seats import CHANCE

BEGIN = -1  # instead of an action
REFUSED = -3  # instead of a seat: the action is not allowed
CHOICES, DRAWS = 0, 1  # in `notes`: how many actions are allowed; where the stream of chance begins, two numbers long


def step_table(
    f: AnyFacts, states: Any, sights: Any, notes: Any, room: Any, row: Any, seen: Any, allowed: Any, action: int
) -> int:
    """Plays an action and what chance does then, or begins a game: who is to move, OVER or REFUSED."""
    if action == BEGIN:
        clear(states[0])
        begin(f, states[0])
    elif is_legal(notes, room, action):
        apply(f, states[0], action)
    else:
        return REFUSED
    return go_on(f, states[0], sights[0], notes, room, row, seen, allowed)


def is_legal(notes: Any, room: Any, action: int) -> bool:
    """By the table's own note of it: whoever writes into the mask that is handed out changes nothing here."""
    for choice in range(notes[CHOICES]):
        if room[choice] == action:
            return True
    return False


def go_on(f: AnyFacts, s: AnyState, v: AnySight, notes: Any, room: Any, row: Any, seen: Any, allowed: Any) -> int:
    """Whatever chance does; then who is to move, what he may do and what he sees."""
    while actor(f, s) == CHANCE:
        apply(f, s, ticket(f, s, below(notes[DRAWS:], tickets(f, s))))
    for action in range(ACTIONS):
        allowed[action] = 0
    notes[CHOICES] = legal(f, s, room)
    for choice in range(notes[CHOICES]):
        allowed[room[choice]] = 1
    seat = int(actor(f, s))
    if seat >= 0:
        look(f, s, v, row, seen, seat)
    return seat


def look(f: AnyFacts, s: AnyState, v: AnySight, row: Any, seen: Any, seat: int) -> None:
    blank(v)
    view(f, s, seat, v)
    observe(f, v, row)
    write_seen(seen, 0, row)


def look_at_table(f: AnyFacts, states: Any, sights: Any, row: Any, seen: Any, seat: int) -> None:
    look(f, states[0], sights[0], row, seen, seat)


def winners_at_table(f: AnyFacts, states: Any) -> int:
    return int(winners(f, states[0]))
