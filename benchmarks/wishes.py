"""What people ask of a benchmark."""

from argparse import ArgumentTypeError


def at_least_one(word: str) -> int:
    number = int(word)
    if number < 1:
        raise ArgumentTypeError(f"{number} is too few, one is the least")
    return number
