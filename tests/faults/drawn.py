"""Which faults are planted: drawn evenly over the statements of the product, by a seed fixed beforehand."""

from collections import Counter
from hashlib import sha256
from pathlib import Path
from random import Random

from tests.faults import in_python, in_scripts
from tests.faults.fault import Fault, Statement, fault_in

ROOMS = ("games", "kit", "table", "web", "bots", "engine")
PRODUCT = "src/ludotheque"
SEED = 26
NUMBER = 460


def files(root: Path) -> list[str]:
    """The rooms' own code; libraries that pages bring along are other people's."""
    found = []
    for room in ROOMS:
        folder = root / PRODUCT / room
        found += [*folder.rglob("*.py"), *(file for file in folder.rglob("*.js") if file.parent.name != "lib")]
    return sorted(str(file.relative_to(root)) for file in found)


def statements_in(file: str, source: bytes) -> list[Statement]:
    return in_scripts.statements(source) if file.endswith(".js") else in_python.statements(source)


def drawn(root: Path, number: int = NUMBER, seed: int = SEED) -> list[Fault]:
    """Every statement has a lot, made from its own text; the lowest are drawn, so that a change elsewhere draws them again.

    Each gets one of the kinds of fault that it can have, and then one of the places.
    """
    lots = []
    for file in files(root):
        source = (root / file).read_bytes()
        lines = source.splitlines()
        alike: Counter[bytes] = Counter()
        for statement in statements_in(file, source):
            text = b"\n".join(line.strip() for line in lines[statement.line - 1 : statement.last_line])
            lot = sha256(b"%d %s %s %d" % (seed, file.encode(), text, alike[text])).digest()
            alike[text] += 1
            lots.append((lot, file, statement))
    found = []
    for lot, file, statement in sorted(lots)[:number]:
        rng = Random(lot)
        kind = rng.choice(sorted({change.kind for change in statement.changes}))
        change = rng.choice([change for change in statement.changes if change.kind == kind])
        found.append(fault_in(file, (root / file).read_bytes(), change, lot.hex()[:8]))
    return found
