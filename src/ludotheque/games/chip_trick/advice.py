"""What speaks for or against a move of 12 Chip Trick: what one's chips add up to with the chip or without it."""

from ludotheque.games.chip_trick.chips import added, dropped, sum_of, total
from ludotheque.games.chip_trick.rules import PLAY, TAKE, Facts, explodes, owned, round_score
from ludotheque.games.chip_trick.view import Sight
from ludotheque.i18n import _
from ludotheque.move import Move
from ludotheque.view import View


def because(view: View, move: Move) -> str:
    f: Facts = view.game.facts
    v: Sight = view.sight  # type: ignore[assignment]
    own = owned(f, v, v.turn)
    if move.action < TAKE:
        return about_playing(v, move.action - PLAY + 1, own)
    return about_taking(f, move.action - TAKE + 1, own)


def about_playing(v: Sight, value: int, own: int) -> str:
    """What is left for the total, and whether the chip wins the trick so far."""
    highest = max(v.trick)
    if v.lying == 0:
        says = _("You lead the {value}. Without it your chips make {sum}.")
    elif value > highest:
        says = _("The {value} beats the {highest}. Without it your chips make {sum}.")
    else:
        says = _("The {value} does not beat the {highest}. Without it your chips make {sum}.")
    return says.format(value=value, highest=highest, sum=sum_of(dropped(own, value)))


def about_taking(f: Facts, value: int, own: int) -> str:
    """What the total would count if the round ended with these chips."""
    chips = added(own, value)
    points = total(chips)
    if explodes(f, points):
        says = _("With the {value} your chips make {sum}: more than {limit}, and would explode if the round ended so.")
    elif points > f.limit:
        says = _("With the {value} your chips make {sum}: more than {limit}, so only {counts} would count if the round ended so.")
    else:
        says = _("With the {value} your chips make {sum}, which would count in full if the round ended so.")
    return says.format(value=value, sum=sum_of(chips), limit=f.limit, counts=round_score(f, points))
