"""Which faults are planted: drawn evenly over the statements of the product, by a seed fixed beforehand."""

from pathlib import Path
from random import Random

from tests.faults import in_python, in_scripts
from tests.faults.fault import Fault, Statement, fault_in

ROOMS = ("games", "table", "web", "bots", "engine")
PRODUCT = "src/ludotheque"
SEED = 26
NUMBER = 440


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
    """A statement is drawn, then one of the kinds of fault that it can have, then one of the places."""
    rng = Random(seed)
    sources = {file: (root / file).read_bytes() for file in files(root)}
    everything = [(file, statement) for file, source in sources.items() for statement in statements_in(file, source)]
    found = []
    for file, statement in rng.sample(everything, number):
        kind = rng.choice(sorted({change.kind for change in statement.changes}))
        change = rng.choice([change for change in statement.changes if change.kind == kind])
        found.append(fault_in(file, sources[file], change))
    return found
