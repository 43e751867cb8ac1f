"""A position as one line of text that parses back.

    chip-trick players=3 scoring=explosion | phase=playing turn=1 hand=4.5.1.2,6.7.3.10,8.9.11.12 …

First the game, then every field that differs from a blank table; a field of several numbers has
commas between them, and what is missing at its end is blank.
"""

from ludotheque.errors import LudothequeError, UnreadablePosition, shortened
from ludotheque.fields import Field, Record
from ludotheque.game import Game
from ludotheque.games import from_spec
from ludotheque.i18n import N_
from ludotheque.notation import NUMBER, Format, WholeFormat
from ludotheque.position import Position

LONGEST = 4000  # characters; no position is half as long


def write(position: Position) -> str:
    game = position.game
    rules = game.rules
    state, blank = rules.plain(rules.State, position.state), rules.plain(rules.State, game.start().state)
    words = []
    for name, field in rules.State.FIELDS.items():
        value, usual = getattr(state, name), getattr(blank, name)
        if value != usual and not field.fleeting:
            words.append(f"{name}={write_field(formats(game).get(name, NUMBER), field, value, usual)}")
    return f"{game.spec} | {' '.join(words)}".rstrip()


def write_field(format: Format | WholeFormat, field: Field, value: int | list[int], usual: int | list[int]) -> str:
    if isinstance(format, WholeFormat) or isinstance(value, int) or isinstance(usual, int):
        return format.write(value)  # type: ignore[arg-type]
    last = max(i for i in range(field.length) if value[i] != usual[i])
    return ",".join(format.write(number) for number in value[: last + 1])


def formats(game: Game) -> dict[str, Format | WholeFormat]:
    table: dict[str, Format | WholeFormat] = game.ruleset.text.FORMATS
    return table


def read(text: str) -> Position:
    """The position a line describes; it starts a history of its own."""
    spec, bar, rest = str(text).strip()[: LONGEST + 1].partition("|")
    if not bar or not spec.strip() or len(str(text).strip()) > LONGEST:
        raise UnreadablePosition(
            N_("a position is one line: a game, a bar | and its fields; this is '{text}'"), text=shortened(text)
        )
    try:
        game = from_spec(spec)
    except LudothequeError as problem:
        raise UnreadablePosition(N_("the game of this position can't be read: {problem}"), problem=problem) from None
    start = game.start()
    state: Record = game.rules.plain(game.rules.State, start.state)
    for word in rest.split():
        name, equals, value = word.partition("=")
        field = state.FIELDS.get(name)
        if field is None or field.fleeting or not equals:
            raise UnreadablePosition(N_("'{word}' is no field of a {game} position"), word=shortened(word), game=game.id)
        try:
            setattr(state, name, read_field(formats(game).get(name, NUMBER), field, value, getattr(state, name)))
        except (ValueError, OverflowError):
            raise UnreadablePosition(N_("the field {name} can't be '{value}'"), name=name, value=shortened(value)) from None
    faults = game.ruleset.faults(game.facts, state) or game.ruleset.slow_faults(game.facts, state)
    if faults:
        raise UnreadablePosition(N_("this position can't be: {fault}"), fault=faults[0])
    return Position(game, game.rules.from_plain(state))


def read_field(format: Format | WholeFormat, field: Field, text: str, usual: int | list[int]) -> int | list[int]:
    if isinstance(format, WholeFormat):
        return format.read(text)
    if isinstance(usual, int):
        return fitting(field, format.read(text))
    numbers = [fitting(field, format.read(word)) for word in text.split(",")]
    if len(numbers) > field.length:
        raise ValueError(text)
    return numbers + usual[len(numbers) :]


def fitting(field: Field, number: int) -> int:
    if not -(1 << field.bits - 1) <= number < 1 << field.bits - 1:
        raise OverflowError(number)
    return number
