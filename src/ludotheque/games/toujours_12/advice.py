"""What speaks for or against a move of Toujours 12: the new tops added up, and how many cards would make twelve of them."""

from ludotheque.games.toujours_12.cards import DIGITS, PLACES, added, pile
from ludotheque.games.toujours_12.rules import LAY, Facts
from ludotheque.games.toujours_12.view import Belief, Sight, count_unseen
from ludotheque.i18n import _, counted
from ludotheque.move import Move
from ludotheque.view import View


def because(view: View, move: Move) -> str:
    f: Facts = view.game.facts
    v: Sight = view.sight  # type: ignore[assignment]
    digit, place = divmod(move.action - LAY, PLACES)
    piles = [pile(v, where) for where in range(PLACES)]
    piles[place].insert(0, digit)
    tops = [cards[0] for cards in piles if cards]
    if len(tops) < PLACES:
        empty = PLACES - len(tops)
        says = counted("The tops make {sum}; {n} place stays empty.", "The tops make {sum}; {n} places stay empty.", empty)
        return says.format(sum=added(tops), n=empty)
    if sum(tops) == f.target:
        return _("{sum}: {cards} cards are yours.").format(sum=added(tops), cards=cards_taken(f, piles))
    return what_it_leaves(f, v, tops)


def cards_taken(f: Facts, piles: list[list[int]]) -> int:
    """Four, and four more wherever a take uncovers another one."""
    cards = 0
    while all(piles) and sum(cards[0] for cards in piles) == f.target and (f.chain_takes or not cards):
        for top in piles:
            top.pop(0)
        cards += PLACES
    return cards


def what_it_leaves(f: Facts, v: Sight, tops: list[int]) -> str:
    """Of the cards that this seat has not seen, those that make twelve on one of the places."""
    known = Belief()
    count_unseen(f, v, known)
    needed = {f.target - sum(tops) + top for top in tops}
    helpful = sum(known.unseen[digit] for digit in range(DIGITS) if digit in needed)
    says = _("The tops make {sum}; {n} of the {unseen} cards you have not seen would make them {target}.")
    return says.format(sum=added(tops), n=helpful, unseen=sum(known.unseen), target=f.target)
