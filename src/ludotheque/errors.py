"""What can go wrong, one class per cause. Each says what was tried, why it failed, and what to do."""

from collections.abc import Mapping
from typing import Any

from ludotheque.i18n import N_, _, translated


class LudothequeError(Exception):
    """Any complaint of this library: a sentence with its numbers, put together when it is shown."""

    def __init__(self, sentence: str, **numbers: Any) -> None:
        super().__init__(sentence, numbers)
        self.sentence = sentence
        self.numbers: Mapping[str, Any] = numbers

    def __str__(self) -> str:
        return translated(self.sentence).format(**self.numbers)

    def __reduce__(self) -> tuple[Any, ...]:
        return rebuilt, (type(self), self.__dict__)


def rebuilt(kind: type[LudothequeError], content: dict[str, Any]) -> LudothequeError:
    """An error as it was, in another process or as a copy."""
    error = kind.__new__(kind)
    error.__dict__.update(content)
    return error


class OptionError(LudothequeError, ValueError):
    """No such game, player count, option or fact; the message names what is accepted."""


class UnreadableMove(LudothequeError, ValueError):
    """Text that is no move of this game at all."""


class IllegalMove(LudothequeError, ValueError):
    """A move that can be read but is not possible now.

    `code` names the reason, `clause` the rule behind it, `numbers` the arithmetic in it.
    """

    def __init__(self, move: str, code: str, clause: str, sentence: str, **numbers: Any) -> None:
        super().__init__(sentence, **numbers)
        self.move = move
        self.code = code
        self.clause = clause

    @property
    def why(self) -> str:
        """The sentence alone, without the move and the clause."""
        return super().__str__()

    def __str__(self) -> str:
        if not self.clause:
            return _("illegal '{move}': {why}").format(move=self.move, why=self.why)
        return _("illegal '{move}': {why} ({clause})").format(move=self.move, why=self.why, clause=self.clause)


class UnreadablePosition(LudothequeError, ValueError):
    """A position text that is damaged or describes a table that can't be."""


class DamagedRecord(LudothequeError, ValueError):
    """A game record that can't be read, with the place where it goes wrong."""

    def __init__(self, line: int, column: int, sentence: str, **numbers: Any) -> None:
        super().__init__(sentence, **numbers)
        self.line = line
        self.column = column

    def __str__(self) -> str:
        place = {"line": self.line, "column": self.column, "why": super().__str__()}
        return _("line {line}, column {column}: {why}").format(**place)


def named(given: object) -> str:
    """Whatever was given, as it can be shown: a text in quotes unless it is a word."""
    return shortened(repr(given) if isinstance(given, str) and not given.isidentifier() else given)


def shortened(text: object) -> str:
    """A text as it can be shown in a message: printable and not longer than a line."""
    try:
        said = str(text)
    except ValueError:  # a number of thousands of digits
        said = type(text).__name__
    shown = "".join(c if c.isprintable() else "\ufffd" for c in said[:41])
    return shown[:40] + "…" if len(shown) > 40 else shown


def listed(items: "list[Any] | tuple[Any, ...]") -> str:
    """`4`, `4 or 6`, `4, 5 or 6`, in the reader's language."""
    words = [str(item) for item in items]
    if len(words) < 2:
        return "".join(words)
    return _(OR).format(rest=", ".join(words[:-1]), last=words[-1])


OR = N_("{rest} or {last}")


class Phrase(str):
    """A text within a message that is translated when it is shown."""

    def __format__(self, spec: str) -> str:
        return translated(str(self))


class Listed(tuple[Any, ...]):
    """Numbers of a message that are put together with commas and a last "or" when it is shown."""

    def __format__(self, spec: str) -> str:
        return listed(self)
