"""A second implementation of docs/sealed-shuffle.md. It shares no code with the server: it imports nothing of it.

What chance can bring at each step is worked out here from the record itself and the printed rules.
"""

import hashlib
import hmac
from collections import Counter
from itertools import combinations_with_replacement
from math import factorial, gcd, prod

RED = range(4, 10)


def read_record(text: str) -> tuple[dict[str, str], list[str]]:
    head, _, body = text.partition("\n\n")
    headers = dict(line.split(": ", 1) for line in head.splitlines()[1:])
    return headers, [line for line in body.splitlines() if line and not line.startswith("=")]


def number(secret: bytes, match: str, nonces: list[str], step: int, n: int) -> tuple[int, int]:
    """The number below n, and the attempt that gave it."""
    attempt = 0
    while True:
        message = "\n".join(["ludotheque draw 1", match, *nonces, f"{step} {attempt}"]) + "\n"
        bits = "".join(f"{byte:08b}" for byte in hmac.digest(secret, message.encode("ascii"), "sha256"))
        taken = bits[: len(f"{n - 1:b}") if n > 1 else 0]
        value = int(taken, 2) if taken else 0
        if value < n:
            return value, attempt
        attempt += 1


def drawn(outcomes: dict[str, int], secret: bytes, match: str, nonces: list[str], step: int) -> str:
    shared = gcd(*outcomes.values())
    line = [text for text in sorted(outcomes, key=str.encode) for _ in range(outcomes[text] // shared)]
    return line[number(secret, match, nonces, step, len(line))[0]]


def check(text: str) -> int:
    """How many draws of the record are as sealed; raises AssertionError at one that isn't."""
    headers, steps = read_record(text)
    secret, match, nonces = bytes.fromhex(headers["secret"]), headers["match"], headers["nonces"].split()
    sealed = hashlib.sha256(b"ludotheque seal 1\n" + match.encode() + b"\n" + secret).hexdigest()
    assert sealed == headers["commitment"], "another secret than was promised"
    id, *words = headers["game"].split()
    options = dict(word.split("=") for word in words)
    chance = {"chip-trick": chips, "chip-trick-root": chips, "chipik": dice, "toujours-12": digits, "calcory": cards}[id]
    draws = 0
    for step, outcomes in enumerate(chance(steps, int(options["players"]), options)):
        if outcomes:
            draws += 1
            assert drawn(outcomes, secret, match, nonces, step) == steps[step], f"step {step} is {steps[step]}"
    return draws


Chances = list[dict[str, int]]  # for each step what chance could bring, with its weight; nothing where a player moved


def chips(steps: list[str], players: int, options: dict[str, str]) -> Chances:
    extra = [3, 4, 9, 10] if players == 4 else []
    unseen: Counter[int] = Counter()
    chances: Chances = []
    dealt = 0
    for step in steps:
        word, *values = step.split()
        outcomes: dict[str, int] = {}
        if word == "start":
            outcomes = {f"start {seat}": 1 for seat in range(max(players, 3))}
        elif word == "stack":
            outcomes = {f"stack {order}": 1 for order in ("rrbb", "rbrb", "rbbr", "brrb", "brbr", "bbrr")}
        elif word in ("deal", "show"):
            value = int(values[0])
            if word == "deal":
                if dealt % (4 * players) == 0:
                    unseen = Counter([*range(1, 13), *extra])
                red = dealt % 4 < 2
                dealt += 1
            else:
                red = value in RED
            outcomes = {f"{word} {chip}": count for chip, count in unseen.items() if count and (chip in RED) == red}
            unseen[value] -= 1
        chances.append(outcomes)
    return chances


def dice(steps: list[str], players: int, options: dict[str, str]) -> Chances:
    chances: Chances = []
    for number, step in enumerate(steps):
        outcomes: dict[str, int] = {}
        if step.startswith("roll"):
            before = steps[number - 1].split() if number else []
            thrown = len(before) - 1 if before and before[0] == "reroll" else 3
            for faces in combinations_with_replacement("123456", thrown):
                ways = factorial(thrown) // prod(factorial(count) for count in Counter(faces).values())
                outcomes[" ".join(("roll", *faces))] = ways
        chances.append(outcomes)
    return chances


def digits(steps: list[str], players: int, options: dict[str, str]) -> Chances:
    stock = dict(enumerate(map(int, options["deck"].split(","))))
    hands = [0] * players
    chances: Chances = []
    for number, step in enumerate(steps):
        outcomes: dict[str, int] = {}
        if step.startswith("draw"):
            outcomes = {f"draw {digit}": count for digit, count in stock.items() if count}
            digit = int(step.split()[1])
            stock[digit] -= 1
            if number < 3 * players:
                hands[number // 3] += digit
        elif step.startswith("start"):
            outcomes = {f"start {seat}": 1 for seat in range(players) if hands[seat] == max(hands)}
        chances.append(outcomes)
    return chances


def cards(steps: list[str], players: int, options: dict[str, str]) -> Chances:
    unseen = Counter([*range(10), 1, 7] * 5)
    chances: Chances = []
    for step in steps:
        outcomes: dict[str, int] = {}
        if step.startswith("start"):
            outcomes = {f"start {seat}": 1 for seat in range(players)}
        elif step.startswith("show"):
            outcomes = {f"show {value}": count for value, count in unseen.items() if count}
            unseen[int(step.split()[1])] -= 1
        chances.append(outcomes)
    return chances
