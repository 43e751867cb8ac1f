"""Plain functions over the rules of whatever game, made to work for one, as they stand."""

from types import FunctionType, ModuleType
from typing import Any

from ludotheque.fields import Record


def is_from(module: ModuleType, part: Any) -> bool:
    return isinstance(part, FunctionType) and part.__module__ == module.__name__


def bound(module: ModuleType, filled: dict[str, Any]) -> dict[str, Any]:
    """The names of a module, its functions among them, with those filled in that stand for something of the game."""
    names = dict(vars(module))
    for name, part in vars(module).items():
        if is_from(module, part):
            names[name] = FunctionType(part.__code__, names, name)
    names |= {name: names[part.__name__] if is_from(module, part) else part for name, part in filled.items()}
    names["clear"] = lambda state: state.__init__()
    names["keep"] = lambda worlds, to, of: worlds.__setitem__(to, worlds[of].copy())
    names["save"] = lambda worlds, row, state: worlds.__setitem__(row, state.copy())
    names["load"] = lambda worlds, row, state: become(state, worlds[row])
    return names


def become(state: Record, other: Record) -> None:
    for name, value in other.copy().as_dict().items():
        setattr(state, name, value)
