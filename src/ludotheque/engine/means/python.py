"""Interpreted: to read, to debug, and to compare the other devices with."""

from collections.abc import Callable
from typing import Any

from ludotheque.bits import count_bits, lowest_bit
from ludotheque.engine.lottery import below, open_stream

__all__ = ["below", "count_bits", "lowest_bit", "open_stream"]


def jit(function: Callable[..., Any]) -> Callable[..., Any]:
    return function


loop = jit


def uint32(number: int) -> int:
    return int(number) & 0xFFFFFFFF


def int32(number: int) -> int:
    return (int(number) + (1 << 31) & 0xFFFFFFFF) - (1 << 31)


def float32(number: float) -> float:
    return number


def count(table: Any, entry: int) -> None:
    table[entry] += 1


def add(table: Any, entry: int, number: int) -> None:
    table[entry] += number


def raise_to(table: Any, entry: int, number: int) -> None:
    table[entry] = max(table[entry], number)


def any_lane(holds: bool) -> bool:
    return holds


def together(phase: int, phases: int) -> int:
    return 1


def all_lanes(lanes: int, holds: bool) -> bool:
    return holds
