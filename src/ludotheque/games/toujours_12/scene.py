"""Toujours 12 on the table: the tray with its four places, the stock, hands and winnings."""

from ludotheque.games.toujours_12.cards import PLACES, digits, pile, tops
from ludotheque.games.toujours_12.rules import Facts, Phase
from ludotheque.games.toujours_12.view import Sight
from ludotheque.i18n import _, counted, spoken
from ludotheque.scene import Scene, Thing, Zone, touching, waiting
from ludotheque.view import View


def scene(view: View) -> Scene:
    f: Facts = view.game.facts
    v: Sight = view.sight  # type: ignore[assignment]
    moves = tuple([str(move) for move in view.moves()])
    piles = [pile(v, place) for place in range(PLACES)]
    tray = tuple([on_place(str(place + 1), tuple(cards), moves) for place, cards in enumerate(piles)])
    zones = [Zone("tray", _("Tray"), tray, note=_("total {total}").format(total=sum(tops(v))), parts=tuple(tops(v)))]
    stock = (Thing("card", None, count=v.in_stock, name=cards_in_words(v.in_stock)),) if v.in_stock else ()
    zones.append(Zone("stock", _("Stock"), stock))
    for seat in range(f.players):
        if seat == v.seat:
            hand = tuple(card_thing(digit, moves) for digit in digits(v.hand[seat]))
        else:
            hand = tuple(Thing("card", None, name=_("a card, face down")) for _card in range(v.cards[seat]))
        zones.append(Zone(f"hand{seat}", _("Hand"), hand, seat))
        won = (Thing("card", None, count=v.won[seat], name=cards_in_words(v.won[seat])),) if v.won[seat] else ()
        zones.append(Zone(f"won{seat}", _("Winnings"), won, seat))
    scores = tuple((v.won[seat], cards_in_words(v.won[seat])) for seat in range(f.players))
    aim = _("Win the most cards: four tops that make {target} are yours.").format(target=f.target)
    turn = view.actor if view.actor >= 0 else None
    says = {move: in_words(move) for move in moves}
    return Scene(tuple(zones), ask(v, view), f.players, turn, moves, scores, said=says, aim=aim, line=f.target)


@spoken
def cards_in_words(number: int) -> str:
    return counted("{n} card", "{n} cards", number).format(n=number)


@spoken
def on_place(number: str, cards: tuple[int, ...], moves: tuple[str, ...]) -> Thing:
    touched = touching(moves, number, 2)
    if not cards:
        return Thing("place", label=number, moves=touched, name=_("place {place}, empty").format(place=number))
    says = _("place {place}: {digit}, on {under}").format(place=number, digit=cards[0], under=cards_in_words(len(cards) - 1))
    return Thing("card", str(cards[0]), moves=touched, label=number, count=len(cards), name=says)


def card_thing(digit: int, moves: tuple[str, ...]) -> Thing:
    return Thing("card", str(digit), moves=touching(moves, str(digit), 1), name=str(digit))


def in_words(move: str) -> str:
    _lay, digit, place = move.split()
    return _("Lay the {digit} on place {place}").format(digit=digit, place=place)


def ask(v: Sight, view: View) -> str:
    if view.actor != view.seat:
        return waiting(view.actor if view.actor >= 0 else None, v.phase == Phase.FINISHED)
    if v.extra:
        return _("You took four cards: lay one more.")
    return _("Lay a card so that the four tops total {target}.").format(target=view.game.facts.target)
