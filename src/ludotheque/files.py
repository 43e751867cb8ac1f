"""Files that a person asked for: whether they can be written is found out before the work, not after it."""

from pathlib import Path

from ludotheque.errors import LudothequeError, shortened
from ludotheque.i18n import N_


def make_sure_of_files(*files: Path | None) -> None:
    for file in files:
        if file:
            try:
                is_new = not file.exists()
                file.open("ab").close()
                if is_new:
                    file.unlink()
            except OSError as problem:
                raise unwritable(file, problem) from None


def unwritable(file: Path, problem: OSError) -> LudothequeError:
    return LudothequeError(N_("{file} can't be written: {problem}"), file=shortened(file), problem=problem.strerror)
