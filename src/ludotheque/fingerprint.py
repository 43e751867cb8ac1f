"""What decides how a game goes, in one number: results of other code are never mixed with these."""

from functools import cache
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

HOUSE = Path(__file__).parent
ROOMS = ("games", "engine", "solve", "bots", "lab")  # and the ground floor
PACKAGES = ("numba", "numpy")  # a bot thinks less without the engine


@cache
def fingerprint() -> str:
    """A hash of everything that plays: rules, engine, bots with what they have learnt, and the lab."""
    files = list(HOUSE.glob("*.py"))
    for room in ROOMS:
        files += (file for file in (HOUSE / room).rglob("*") if file.is_file() and "__pycache__" not in file.parts)
    digest = sha256(" ".join(map(version_of, PACKAGES)).encode())
    for file in sorted(files):
        digest.update(f"{file.relative_to(HOUSE).as_posix()}\0{file.stat().st_size}\0".encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


def version_of(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "none"
