"""Calcory told: each step in sentences, with what followed by itself.

A step is acted out on a scratch state that holds only what the seat may know; whatever is turned
or marked lies open to all, so nothing more is needed.
"""

from ludotheque.bits import count_bits
from ludotheque.games.calcory.rules import (
    FINISHED,
    SHOWING,
    UNSEEN,
    Facts,
    State,
    betters,
    cell_bit,
    clear_turned,
    face_down,
    fewest_cards,
    take_marks_away,
)
from ludotheque.games.calcory.text import read_cell
from ludotheque.games.calcory.view import Sight, cell_name, cells_in
from ludotheque.i18n import _, counted
from ludotheque.seats import NOBODY
from ludotheque.view import View


def story(before: View, after: View, names: list[str]) -> list[str]:
    """The last step in sentences, as the seat of these views may know it."""
    f: Facts = after.game.facts
    was: Sight = before.sight  # type: ignore[assignment]
    v: Sight = after.sight  # type: ignore[assignment]
    s = scratch(was)
    word, *rest = after.history[-1].split()
    if word == "start":
        told = [_("{name} will start.").format(name=names[int(rest[0])])]
    elif word == "stop":
        told = stopped(f, s, v, names)
    elif word == "return":
        told = put_back(f, s, rest[0], rest[1], names)
    elif word == "show":
        told = turned(f, s, v, was.asked, int(rest[0]), names)
    elif v.phase == SHOWING:
        return []  # the value is told when it shows
    else:
        cell = read_cell(rest[0]) or 0
        told = turned(f, s, v, cell, f.target - was.sum if v.value[cell] == UNSEEN else v.value[cell], names)
    return [*told, piles(f, v, names)] if v.phase == FINISHED else told


def scratch(v: Sight) -> State:
    """What is known, to act the step out on."""
    s, known = State(), v.copy()
    for field in State.FIELDS:
        setattr(s, field, getattr(known, field))
    return s


def sum_of(s: State, cells: int) -> str:
    """`4 + 7 = 11`, or the one number."""
    values = [s.value[cell] for cell in cells_in(cells)]
    return f"{' + '.join(map(str, values))} = {sum(values)}" if len(values) > 1 else str(values[0])


def piles(f: Facts, v: Sight, names: list[str]) -> str:
    each = ", ".join(f"{names[seat]} {v.pile[seat]}" for seat in range(f.players))
    return _("Cards in the piles: {piles}.").format(piles=each)


# --- a card turned ----------------------------------------------------------------------------


def turned(f: Facts, s: State, v: Sight, cell: int, value: int, names: list[str]) -> list[str]:
    """The card with its value and the running sum, then a bust or a capture."""
    total = s.sum + value
    so_far = f"{s.sum} + {value} = {total}" if s.turned else str(value)
    says = _("{name} turned {cell}: {value}. Sum: {sum}.")
    told = [says.format(name=names[s.turn], cell=cell_name(cell), value=value, sum=so_far)]
    s.value[cell] = value
    s.turned |= cell_bit(cell)
    if total > f.target:
        told.append(_("{total} is more than {target}: bust! The cards go back face down.").format(total=total, target=f.target))
        return told + failed(f, s, v, names)
    if value == 0 and s.zeros:
        told.append(_("A second 0: bust! The cards go back face down."))
        return told + failed(f, s, v, names)
    return told + captured(f, s, v, names) if total == f.target else told


def failed(f: Facts, s: State, v: Sight, names: list[str]) -> list[str]:
    """Nothing marked, nothing captured: standing marks stay, and one more quiet turn is over."""
    s.quiet += 1
    return marks_stand(s, v, names) + handed_on(f, s, names)


def captured(f: Facts, s: State, v: Sight, names: list[str]) -> list[str]:
    number = count_bits(s.turned)
    says = counted("Exactly {target}! {name} captured the card.", "Exactly {target}! {name} captured the {n} cards.", number)
    told = [says.format(target=f.target, name=names[s.turn], n=number)]
    if f.clear_on_target:
        told += marks_down(s, names)
        take_marks_away(s)
    told += marks_stand(s, v, names)
    s.cards &= ~s.turned
    s.quiet = 0
    return [*told, one_goes_back()] if number > 1 else told + handed_on(f, s, names)


def one_goes_back() -> str:
    return _("One of them must go back face down.")


def marks_stand(s: State, v: Sight, names: list[str]) -> list[str]:
    """Said of marks that are there after the step too."""
    if s.marker == NOBODY or v.marker != s.marker:
        return []
    return [_("{name}: the marks with {sum} still stand.").format(name=names[s.marker], sum=s.marked_sum)]


def marks_down(s: State, names: list[str]) -> list[str]:
    if s.marker == NOBODY:
        return []
    return [_("{name}: the marks with {sum} are gone, the cards turned down.").format(name=names[s.marker], sum=s.marked_sum)]


# --- stopping ---------------------------------------------------------------------------------


def stopped(f: Facts, s: State, v: Sight, names: list[str]) -> list[str]:
    numbers = {"name": names[s.turn], "sum": sum_of(s, s.turned), "old": s.marked_sum, "fewest": fewest_cards(f, s)}
    enough = count_bits(s.turned) >= fewest_cards(f, s)
    if enough and (s.marker == NOBODY or betters(s)):
        told = [marked_how(s).format(**numbers), *marks_down(s, names)]
        s.marked, s.marked_sum, s.marker, s.quiet = s.turned, s.sum, s.turn, 0
        return told + handed_on(f, s, names)
    return [failed_why(s, enough).format(**numbers), _("The cards go back face down."), *failed(f, s, v, names)]


def marked_how(s: State) -> str:
    if s.marker == NOBODY:
        return _("{name} stopped and marked {sum}. Who can do better?")
    if s.sum > s.marked_sum:
        return _("{name} stopped and marked {sum}: better than {old}!")
    return _("{name} stopped and marked {sum}: the same sum with more cards, and that is better!")


def failed_why(s: State, enough: bool) -> str:
    if not enough:
        return _("{name} stopped at {sum}: too few cards, without a pile it takes {fewest}.")
    if s.sum < s.marked_sum:
        return _("{name} stopped at {sum}: not as much as the marked {old}.")
    return _("{name} stopped at {sum}: the same sum as the marks, but not with more cards.")


# --- a card back, and the turn passes ---------------------------------------------------------


def put_back(f: Facts, s: State, value: str, where: str, names: list[str]) -> list[str]:
    """Everyone sees where, only who did it knows which."""
    says = (
        _("{name} put a card back on {cell}, face down.") if value == "?" else _("{name} put {value} back on {cell}, face down.")
    )
    told = [says.format(name=names[s.turn], value=value, cell=where)]
    number = s.pile[s.turn]
    says = counted("{name}: {n} card in the pile now.", "{name}: {n} cards in the pile now.", number)
    told.append(says.format(name=names[s.turn], n=number))
    s.cards |= cell_bit(read_cell(where) or 0)
    return told + handed_on(f, s, names)


def handed_on(f: Facts, s: State, names: list[str]) -> list[str]:
    """The turn passes: to somebody who can turn a card, or to the owner of the marks."""
    clear_turned(s)
    told: list[str] = []
    while s.quiet < f.patience:
        if not s.cards:
            return [_("No card is left on the table: the game is over.")]
        s.turn = (s.turn + 1) % f.players
        if s.marker == s.turn:
            return told + collected(s, names)
        if face_down(s):
            return told
        s.quiet += 1
        told.append(_("{name} passed: there is no card to turn.").format(name=names[s.turn]))
    return [*told, _("{n} turns in a row without a mark or a capture: the game is over.").format(n=f.patience)]


def collected(s: State, names: list[str]) -> list[str]:
    name, cards = names[s.turn], sum_of(s, s.marked)
    if count_bits(s.marked) > 1:
        return [_("{name} captured the marked cards, {sum}: nobody did better.").format(name=name, sum=cards), one_goes_back()]
    says = _("{name} captured the marked {sum}: nobody did better. It was a single card, so the game is over.")
    return [says.format(name=name, sum=cards)]
