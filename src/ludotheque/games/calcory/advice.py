"""What speaks for or against a move of Calcory: the new sum where the card is known, else how many cards would do what."""

from ludotheque.bits import count_bits
from ludotheque.games.calcory.cells import CELLS
from ludotheque.games.calcory.events import sum_of
from ludotheque.games.calcory.rules import RETURN, STOP, TURN, UNSEEN, VALUES, Facts, betters, fewest_cards, knows
from ludotheque.games.calcory.view import Sight
from ludotheque.i18n import _, counted
from ludotheque.move import Move
from ludotheque.seats import NOBODY
from ludotheque.view import View


def because(view: View, move: Move) -> str:
    f: Facts = view.game.facts
    v: Sight = view.sight  # type: ignore[assignment]
    if move.action == STOP:
        return about_stopping(f, v)
    if move.action >= RETURN:
        return about_putting_back(f, (move.action - RETURN) // CELLS)
    cell = move.action - TURN
    if not knows(f, v, v.seat, cell):
        return about_a_secret(f, v, cell)
    return about_the_unseen(f, v) if v.value[cell] == UNSEEN else about_a_known_card(f, v, v.value[cell])


def busts(f: Facts, v: Sight, value: int) -> bool:
    return v.sum + value > f.target or (value == 0 and v.zeros > 0)


def about_a_known_card(f: Facts, v: Sight, value: int) -> str:
    so_far = f"{v.sum} + {value} = {v.sum + value}" if v.turned else str(value)
    if value == 0 and v.zeros:
        return _("You know this card: it is a second 0, and that busts.")
    if busts(f, v, value):
        return _("You know this card: {sum}, more than {target}.").format(sum=so_far, target=f.target)
    if v.sum + value == f.target:
        return _("You know this card: {sum}, exactly!").format(sum=so_far)
    return _("You know this card: {sum}.").format(sum=so_far)


def about_a_secret(f: Facts, v: Sight, cell: int) -> str:
    """Somebody else put it back: it may be any of the cards captured then."""
    may_be = [value for value in range(VALUES) if v.options[cell] >> value & 1]
    over = sum(busts(f, v, value) for value in may_be)
    says = counted(
        "This card was put back and can only be a {values}; {over} of {n} would bust.",
        "This card was put back and is one of {values}; {over} of {n} would bust.",
        len(may_be),
    )
    return says.format(values=", ".join(map(str, may_be)), over=over, n=len(may_be))


def about_the_unseen(f: Facts, v: Sight) -> str:
    cards = [value for value in range(VALUES) for _card in range(v.unseen[value])]
    exact = sum(v.sum + value == f.target for value in cards)
    over = sum(busts(f, v, value) for value in cards)
    says = _("Of the {n} cards that nobody has seen, {exact} would make {target} and {over} would bust.")
    return says.format(n=len(cards), exact=exact, target=f.target, over=over)


def about_stopping(f: Facts, v: Sight) -> str:
    numbers = {"sum": sum_of(v.value, v.turned), "old": v.marked_sum, "fewest": fewest_cards(f, v)}
    if count_bits(v.turned) < fewest_cards(f, v):
        says = _("There is nothing left to turn, and {sum} with fewer than {fewest} cards marks nothing.")
    elif v.marker == NOBODY:
        says = _("{sum} is marked, and everyone else has one turn to do better.")
    elif betters(v):
        says = _("{sum} does better than the marked {old}.")
    else:
        says = _("{sum} does not do better than the marked {old}: the cards go back.")
    return says.format(**numbers)


def about_putting_back(f: Facts, value: int) -> str:
    rest = f.target - value
    if rest < VALUES:
        return _("You will know where the {value} lies: with a {rest} it makes {target}.").format(
            value=value, rest=rest, target=f.target
        )
    says = _("You will know where the {value} lies: it takes two more cards to make {target}.")
    return says.format(value=value, target=f.target)
