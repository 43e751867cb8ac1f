"""What decides how a game goes, in one number: results of other code are never mixed with these."""

from functools import cache
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, entry_points, version
from importlib.util import find_spec
from pathlib import Path

HOUSE = Path(__file__).parent
ROOMS = ("games", "engine", "solve", "bots", "lab")  # and the ground floor
PACKAGES = ("numba", "numpy")  # a bot thinks less without the engine


@cache
def fingerprint() -> str:
    """A hash of everything that plays: rules, guests' too, engine, bots with what they have learnt, and the lab."""
    files = list(HOUSE.glob("*.py"))
    for room in ROOMS:
        files += (file for file in (HOUSE / room).rglob("*") if file.is_file() and "__pycache__" not in file.parts)
    digest = sha256(" ".join(map(version_of, PACKAGES)).encode())
    for file in (*sorted(files), *files_of_guests()):
        name = file.relative_to(HOUSE).as_posix() if file.is_relative_to(HOUSE) else file.name
        digest.update(f"{name}\0{file.stat().st_size}\0".encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


def files_of_guests() -> list[Path]:
    """Games that other packages bring: the whole folder where it is a package, else the file."""
    files: list[Path] = []
    for point in sorted(entry_points(group="ludotheque.games")):
        found = find_spec(point.module)
        if found and found.origin:
            origin = Path(found.origin)
            files += sorted(origin.parent.rglob("*.py")) if origin.name == "__init__.py" else [origin]
    return files


def version_of(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "none"
