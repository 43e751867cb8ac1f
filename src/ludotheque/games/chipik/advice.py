"""What speaks for or against a move of Chipik: how often a throw helps, where the tokens go and who had how many."""

from itertools import product

from ludotheque.games.chipik.dice import faces, is_triple, lying
from ludotheque.games.chipik.rules import (
    ADDITION_BIN,
    ADDITION_LUCKY,
    AFTER_FIRST,
    DISCARD,
    REROLL,
    TRIPLE_BOTH,
    Facts,
    State,
    discard,
    has_combination,
    left_of,
    pick_up_dice,
    right_of,
)
from ludotheque.games.chipik.view import Sight, guess
from ludotheque.i18n import _, counted
from ludotheque.move import Move
from ludotheque.view import View


def because(view: View, move: Move) -> str:
    f: Facts = view.game.facts
    v: Sight = view.sight  # type: ignore[assignment]
    s = State()
    guess(f, v, [], s)  # nothing is hidden, so there is nothing to draw
    if move.action < DISCARD:
        return about_throwing(f, s, move.action - REROLL)
    return about_discarding(f, s, move.action - DISCARD)


def about_throwing(f: Facts, s: State, dice: int) -> str:
    """In how many ways the dice that are thrown again fall so that all three make a combination."""
    thrown = faces(dice)
    pick_up_dice(s, dice)
    kept = lying(s)
    throws = list(product(range(1, f.faces + 1), repeat=len(thrown)))
    ways = triples = 0
    for fallen in throws:
        s.dice = sorted([*kept, *fallen])
        ways += has_combination(f, s)
        triples += is_triple(s)
    if triples:
        says = _("That makes a combination in {ways} of {all} ways, {triples} of them a Triple.")
    else:
        says = _("That makes a combination in {ways} of {all} ways.")
    return says.format(ways=ways, all=len(throws), triples=triples)


def about_discarding(f: Facts, s: State, which: int) -> str:
    """Where the tokens go, how many one keeps, and whether it is done on the first throw."""
    seat, dry = s.order[s.at], s.phase == AFTER_FIRST
    said = [where_to(f, s, which)]
    discard(f, s, which)
    left = s.tokens[seat]
    if left == 0:
        return " ".join([*said, _("You have no token left, and that wins.")])
    said.append(counted("You keep {n} token.", "You keep {n} tokens.", left).format(n=left))
    return " ".join([*said, _("The Chance card is yours.")] if dry else said)


def where_to(f: Facts, s: State, which: int) -> str:
    left, right = left_of(f, s), right_of(f, s)
    if which == ADDITION_BIN:
        return _("1 token goes into the bin, where it harms nobody.")
    if which == ADDITION_LUCKY:
        return _("1 token goes to the lucky one, who had {had}.").format(had=s.tokens[s.lucky])
    if which == TRIPLE_BOTH:
        says = _("1 token goes to the left, who had {left}, and 1 to the right, who had {right}.")
        return says.format(left=s.tokens[left], right=s.tokens[right])
    after = s.copy()
    discard(f, after, which)
    to_left = after.tokens[left] - s.tokens[left]
    if to_left:
        says = counted("{n} token goes to the left, who had {had}.", "{n} tokens go to the left, who had {had}.", to_left)
        return says.format(n=to_left, had=s.tokens[left])
    to_right = after.tokens[right] - s.tokens[right]
    says = counted("{n} token goes to the right, who had {had}.", "{n} tokens go to the right, who had {had}.", to_right)
    return says.format(n=to_right, had=s.tokens[right])
