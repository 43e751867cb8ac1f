# mypy: ignore-errors
"""Compiled for a GPU: one lane a thread, 32 lanes together, tables shared by many."""

from numba import cuda, float32, int8, int16, int32, int64, uint32, uint64  # noqa: F401

ALL = 0xFFFFFFFF  # lanes

jit = loop = cuda.jit(device=True)


@jit
def count_bits(word):
    return int32(cuda.popc(word))


@jit
def lowest_bit(word):
    return int32(cuda.ffs(word) - 1)


@jit
def count(table, entry):
    cuda.atomic.add(table, entry, 1)


@jit
def add(table, entry, number):
    cuda.atomic.add(table, entry, number)


@jit
def raise_to(table, entry, number):
    cuda.atomic.max(table, entry, number)


# Lanes in different phases would take turns in every step. So the phase that most lanes are in
# steps alone, and the others wait until theirs is the one.


@jit
def any_lane(holds):
    return cuda.any_sync(ALL, holds)


@jit
def together(phase, phases):
    chosen = int32(0)
    most = int32(0)
    for other in range(int32(phases)):
        lanes = cuda.popc(cuda.ballot_sync(ALL, phase == other))
        if lanes > most:
            most = lanes
            chosen = other
    lanes = cuda.ballot_sync(ALL, phase == chosen)
    return lanes if phase == chosen else lanes ^ lanes


@jit
def all_lanes(lanes, holds):
    return cuda.all_sync(lanes, holds)


# The draws of lottery.py in words of 32 bits.


@jit
def scrambled(number):
    number = uint32((number ^ number >> uint32(16)) * uint32(0x85EBCA6B))
    number = uint32((number ^ number >> uint32(13)) * uint32(0xC2B2AE35))
    return uint32(number ^ number >> uint32(16))


@jit
def open_stream(rng, seed, game):
    one = scrambled(uint32(uint32(seed) + uint32(0x9E3779B9)))
    two = scrambled(uint32(uint32(uint32(seed >> 32) + uint32(0x7F4A7C15)) ^ one))
    low = scrambled(uint32(uint32(game) + one))
    high = scrambled(uint32(uint32(uint32(game >> 32) ^ low) + two))
    rng[0] = scrambled(uint32(uint32(low ^ high) + one))
    rng[1] = uint32(scrambled(uint32(uint32(high + rng[0]) ^ two)) | uint32(1))


@jit
def word(rng):
    one = rng[0]
    two = uint32(rng[1] ^ one)
    mixed = uint32(one * uint32(0x9E3779BB))
    rng[0] = uint32(uint32(one << uint32(26) | one >> uint32(6)) ^ two ^ uint32(two << uint32(9)))
    rng[1] = uint32(two << uint32(13) | two >> uint32(19))
    return uint32(uint32(mixed << uint32(5) | mixed >> uint32(27)) * uint32(5))


@jit
def below(rng, n):
    n = uint32(n)
    wide = uint64(word(rng)) * uint64(n)
    if uint32(wide) < n:
        least = uint32(uint32(0 - n) % n)
        while uint32(wide) < least:
            wide = uint64(word(rng)) * uint64(n)
    return int32(wide >> uint64(32))
