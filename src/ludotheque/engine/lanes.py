"""One step of one game in a batch: the loops that are compiled for `Batch`, as loops.py's are for playouts."""

from typing import Any

from ludotheque.bits import count_bits, nth_bit
from ludotheque.engine.lottery import below, open_stream
from ludotheque.engine.slots import (
    ACTIONS,
    PLAYERS,
    actor,
    apply,
    begin,
    blank,
    clear,
    float32,
    legal,
    observe,
    ticket,
    tickets,
    uint32,
    view,
    winners,
    write_allowed,
    write_seen,
)
from ludotheque.fields import Int64
from ludotheque.kit.slots import AnyFacts, AnySight, AnyState
from ludotheque.seats import CHANCE, OVER


def step_lane(
    f: AnyFacts, s: AnyState, v: AnySight, rng: Any, room: Any, row: Any, b: Any, seed: Int64, lane: int, lanes: int, fresh: bool
) -> None:
    """Plays the lane's action and what chance does then; a game that is over is followed by the next.

    An action that is not legal changes nothing but `refused`. A fresh lane begins its first game instead.
    """
    action = int(b.action[lane])
    refused = not fresh and (action < 0 or action >= ACTIONS or not is_allowed(b.allowed, lane, action))
    if not fresh and not refused:
        apply(f, s, action)
        let_chance_play(f, s, rng)
    over = not fresh and not refused and actor(f, s) == OVER
    won = winners(f, s) if over else 0
    share = float32(1.0) / float32(max(count_bits(won), 1))
    for seat in range(PLAYERS):
        b.reward[lane, seat] = share if won >> seat & 1 else float32(0.0)
    b.done[lane] = over
    b.refused[lane] = refused
    if over:
        b.number[lane] += lanes
    if over or fresh:
        begin_game(f, s, rng, seed, int(b.number[lane]))
    show_lane(f, s, v, room, row, b, lane)


def begin_game(f: AnyFacts, s: AnyState, rng: Any, seed: Int64, number: int) -> None:
    open_stream(rng, seed, number)
    clear(s)
    begin(f, s)
    let_chance_play(f, s, rng)


def let_chance_play(f: AnyFacts, s: AnyState, rng: Any) -> None:
    while actor(f, s) == CHANCE:
        apply(f, s, ticket(f, s, below(rng, tickets(f, s))))


def show_lane(f: AnyFacts, s: AnyState, v: AnySight, room: Any, row: Any, b: Any, lane: int) -> None:
    """Whose turn it is, what he may do, and what he sees."""
    seat = actor(f, s)
    b.seat[lane] = seat
    choices = legal(f, s, room)
    note_allowed(b.allowed, lane, room, choices)
    write_allowed(b, lane, room, choices)
    blank(v)
    view(f, s, seat, v)
    observe(f, v, row)
    write_seen(b.observation, lane, row)


def choose_lane(rng: Any, b: Any, seed: Int64, lane: int, number: int) -> None:
    """One of the actions that are allowed, each as likely, by draws that are not the game's."""
    open_stream(rng, ~seed, number)
    b.action[lane] = nth_allowed(b.allowed, lane, below(rng, how_many_allowed(b.allowed, lane)))


# --- what is allowed ------------------------------------------------------------------------------
#
# The engine's own note of it, in bits: whoever writes into the mask that is handed out changes nothing here.


def is_allowed(allowed: Any, lane: int, action: int) -> Any:
    return allowed[lane, action // 32] >> action % 32 & 1 != 0


def note_allowed(allowed: Any, lane: int, room: Any, choices: int) -> None:
    if ACTIONS <= 32:
        bits = 0
        for choice in range(choices):
            bits |= 1 << room[choice]
        allowed[lane, 0] = uint32(bits)
    else:
        for word in range((ACTIONS + 31) // 32):
            allowed[lane, word] = 0
        for choice in range(choices):
            word = room[choice] // 32
            allowed[lane, word] = uint32(int(allowed[lane, word]) | 1 << room[choice] % 32)


def how_many_allowed(allowed: Any, lane: int) -> int:
    number = 0
    for word in range((ACTIONS + 31) // 32):
        number += count_bits(allowed[lane, word])
    return number


def nth_allowed(allowed: Any, lane: int, n: int) -> int:
    word = 0
    while n >= count_bits(allowed[lane, word]):
        n -= count_bits(allowed[lane, word])
        word += 1
    return word * 32 + nth_bit(allowed[lane, word], n)


def write_allowed_in_bits(b: Any, lane: int, room: Any, choices: int) -> None:
    for word in range((ACTIONS + 31) // 32):
        b.mask[lane, word] = b.allowed[lane, word]


def write_allowed_in_bytes(b: Any, lane: int, room: Any, choices: int) -> None:
    for action in range(ACTIONS):
        b.mask[lane, action] = 0
    for choice in range(choices):
        b.mask[lane, room[choice]] = 1


# --- many lanes on a processor --------------------------------------------------------------------


def step_lanes(
    f: AnyFacts, states: Any, v: AnySight, rngs: Any, room: Any, row: Any, b: Any,
    seed: Int64, first: int, last: int, lanes: int, fresh: bool,
) -> None:  # fmt: skip
    for lane in range(first, last):
        step_lane(f, states[lane], v, rngs[lane], room, row, b, seed, lane, lanes, fresh)


def choose_lanes(rng: Any, b: Any, seed: Int64, first: int, last: int, before: int) -> None:
    for lane in range(first, last):
        choose_lane(rng, b, seed, lane, before + lane)
