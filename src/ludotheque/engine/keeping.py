# mypy: allow-untyped-calls
"""Compiled code is kept on disk where that is possible; where it is not, or what is kept is damaged, it is compiled again."""

import os
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from numba import njit
from numba.core.caching import FunctionCache


class Kept(FunctionCache):
    """Numba's, but a damaged file counts as none and a full disk keeps nothing."""

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        try:
            return super().load_overload(sig, target_context)
        except Exception:  # whatever unpickling half a file leads to
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        try:
            try:
                super().save_overload(sig, data)
            except OSError:
                raise
            except Exception:  # a damaged index, which is read before it is written: begun anew
                self.flush()
                super().save_overload(sig, data)
        except OSError:
            self.disable()


def kept(**how: Any) -> Callable[[Any], Any]:
    """Compiles a function the way that is asked for, and keeps what comes out."""

    def compiled(function: Any) -> Any:
        dispatcher = njit(**how)(function)
        with suppress(OSError, RuntimeError):  # there may be no file beside which it could be kept
            dispatcher._cache = Kept(function)
        return dispatcher

    return compiled


def cache_folder() -> Path | None:
    """None where nobody's home is: then nothing is kept."""
    if named := os.environ.get("LUDOTHEQUE_CACHE"):
        return Path(named)
    try:
        return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "ludotheque"
    except RuntimeError:
        return None


def written_down(name: str, source: str) -> str:
    """The file of this source, in a folder of its own that can be written to; else a name that is no file's."""
    nowhere = f"<{name}>"
    folder = cache_folder()
    if folder is None:
        return nowhere
    path, content = folder / name / "game.py", source.encode()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_bytes() != content:
            replace(path, content)
        return str(path) if os.access(path.parent, os.W_OK) else nowhere
    except OSError:
        return nowhere


def replace(path: Path, content: bytes) -> None:
    """At once, so that another process reads all or nothing."""
    with tempfile.NamedTemporaryFile(dir=path.parent, suffix=".tmp", delete=False) as file:
        try:
            file.write(content)
            file.flush()
            os.replace(file.name, path)
        except OSError:
            os.unlink(file.name)
            raise
