"""What a seat of Toujours 12 may know, and what the hands that it does not see could be.

Cards were laid in the open, but nobody may look under a top (A19): that is memory.
"""

from typing import Annotated, Any

from ludotheque.draws import share
from ludotheque.fields import EACH_SEAT, UNKNOWN, Int8, Record, record
from ludotheque.games.toujours_12.cards import DIGITS, PLACES, card, copies, digits, hand_size, pile, tops
from ludotheque.games.toujours_12.rules import DEALING, DRAW, SEATS, START, Facts, Phase, State, stock_size
from ludotheque.kit.seeing import of, seeing, sight
from ludotheque.seats import EVERYONE, ONLOOKER
from ludotheque.trios import distinct_in, numbers_in, orders, rest_of, size_of, sum_of, trio, trios_up_to, with_one

MOST_REFUSED = 3000  # guesses refused in a row before one is taken as it is
HANDS = trios_up_to(DIGITS)  # hands of up to three cards, as trios of digit + 1


def cards_in_hand(f: Facts, s: State, seat: int) -> int:
    return hand_size(s.hand[seat])


@sight
class Sight(State):
    seat: Int8
    cards: Annotated[list[int], 8, SEATS, EACH_SEAT, of(cards_in_hand)]
    in_stock: Annotated[int, 8, of(stock_size)]


view, view_own, known = seeing(Sight)


def own_hand(v: Sight) -> int:
    """An onlooker's is empty."""
    return 0 if v.seat == ONLOOKER else v.hand[v.seat]


def sees(f: Facts, s: State, action: int) -> int:
    """A drawn card is seen by whoever draws it, anything else by everyone."""
    if DRAW <= action < START:
        return 1 << s.turn
    return EVERYONE


def reveals(action: int) -> bool:
    """Whether it shows others what they could not know: a card of the hand does."""
    return action < DRAW


# --- what hands could be ------------------------------------------------------------------------


@record
class Belief(Record):
    """What a hand's plays say about it, before one asks which cards are left for it."""

    weight: Annotated[list[float], 64, SEATS * HANDS]  # of each hand of each seat
    held: Annotated[list[int], 8, SEATS]  # how many cards the weighed hands have
    ceiling: Annotated[list[float], 64, SEATS]  # above the weight of all hands a seat can have
    unseen: Annotated[list[int], 8, DIGITS]  # cards this seat has never seen
    later: Annotated[list[float], 64, HANDS]  # room to work in


def believe(f: Facts, v: Sight, b: Belief) -> None:
    """Weighs every hand of every seat by how its announced total and its plays came about.

    The weight of a hand is the number of ways to have drawn it, each counted by how likely a
    player who lays at random would have laid what was laid. It does not ask whether the cards
    were there to be drawn: that couples the hands, and `guess` does it.
    """
    for seat in range(f.players):
        weigh_dealt_hand(f, v, b, seat)
    stock = 0
    for digit in range(DIGITS):
        stock += f.deck[digit]
    stock -= f.hand * f.players
    laid_this_turn = 0
    for number in range(v.laid):
        seat = v.layer[number]
        weigh_lay(b, seat, v.digit[number] + 1)
        laid_this_turn += 1
        turn_goes_on = number + 1 < v.laid and v.layer[number + 1] == seat
        if number + 1 == v.laid:
            drawn = v.cards[seat] - b.held[seat]
        elif f.refill_at_once:
            drawn = min(1, stock)
        else:
            drawn = 0 if turn_goes_on else min(laid_this_turn, stock)
        for _ in range(drawn):
            weigh_draw(b, seat)
        stock -= drawn
        if not turn_goes_on:
            laid_this_turn = 0
    count_unseen(f, v, b)
    find_ceilings(f, v, b)


def weigh_dealt_hand(f: Facts, v: Sight, b: Belief, seat: int) -> None:
    """Every order of cards in the dealt hand, if it totals what was announced."""
    for hand in range(HANDS):
        b.weight[seat * HANDS + hand] = 0.0
    b.weight[seat * HANDS] = 1.0
    b.held[seat] = 0
    for _ in range(v.cards[seat] if v.phase == DEALING else f.hand):
        weigh_draw(b, seat)
    if v.announced[seat] != UNKNOWN:
        for hand in range(HANDS):
            if sum_of(hand) - size_of(hand) != v.announced[seat]:
                b.weight[seat * HANDS + hand] = 0.0


def weigh_draw(b: Belief, seat: int) -> None:
    """One more card, unseen: it may be any."""
    for hand in range(HANDS):
        b.later[hand] = 0.0
    for hand in range(HANDS):
        weight = b.weight[seat * HANDS + hand]
        if weight > 0.0:
            for number in range(1, DIGITS + 1):
                b.later[with_one(hand, number)] += weight
    b.held[seat] += 1
    keep_later(b, seat)


def weigh_lay(b: Belief, seat: int, number: int) -> None:
    """A card laid at random: from a hand of three different ones it was one in three."""
    for hand in range(HANDS):
        b.later[hand] = 0.0
    for hand in range(HANDS):
        weight = b.weight[seat * HANDS + hand]
        if weight > 0.0:
            rest = rest_of(hand, trio(0, 0, number))
            if rest >= 0:
                b.later[rest] += weight / distinct_in(hand)
    b.held[seat] -= 1
    keep_later(b, seat)


def keep_later(b: Belief, seat: int) -> None:
    for hand in range(HANDS):
        b.weight[seat * HANDS + hand] = b.later[hand]


def find_ceilings(f: Facts, v: Sight, b: Belief) -> None:
    """A limit on the weight of all hands a seat may get once others have theirs.

    So many cards are left then, which can be drawn in so many ways; at best these are the heaviest there are now.
    """
    cards_left = 0
    for digit in range(DIGITS):
        cards_left += b.unseen[digit]
    for seat in range(f.players):
        if seat != v.seat:
            draws = 1.0
            for drawn in range(v.cards[seat]):
                draws *= cards_left - drawn
            b.ceiling[seat] = weight_of_heaviest(b, seat, draws)
            cards_left -= v.cards[seat]


def weight_of_heaviest(b: Belief, seat: int, draws: float) -> float:
    """What so many draws of a hand weigh, if no others are heavier; a hand comes in several orders."""
    for hand in range(HANDS):
        low, middle, high = numbers_in(hand)
        b.later[hand] = b.weight[seat * HANDS + hand] / orders(low, middle, high) if ways_to_draw(b.unseen, hand) else 0.0
    everything = 0.0
    heaviest = 1.0
    while draws > 0.0 and heaviest > 0.0:
        heaviest = 0.0
        for hand in range(HANDS):
            heaviest = max(heaviest, b.later[hand])
        for hand in range(HANDS):
            if heaviest > 0.0 and b.later[hand] == heaviest:
                low, middle, high = numbers_in(hand)
                some = min(draws, ways_to_draw(b.unseen, hand) * orders(low, middle, high))
                everything += heaviest * some
                draws -= some
                b.later[hand] = 0.0
    return everything


def ways_to_draw(cards: list[int], hand: int) -> int:
    """In how many ways a hand comes from so many cards of each digit."""
    low, middle, high = numbers_in(hand)
    ways = 1
    if low:
        ways *= cards[low - 1]
    if middle:
        ways *= cards[middle - 1] - (1 if middle == low else 0)
    if high:
        ways *= cards[high - 1] - (1 if high == middle else 0) - (1 if high == low else 0)
    return ways


def count_unseen(f: Facts, v: Sight, b: Belief) -> None:
    """How many cards of each digit this seat has never seen."""
    for digit in range(DIGITS):
        b.unseen[digit] = f.deck[digit] - copies(own_hand(v), digit)
    for number in range(v.laid):
        b.unseen[v.digit[number]] -= 1


def guess(f: Facts, v: Sight, b: Belief, draws: list[int], s: State) -> None:
    """Fills a blank state that could have led to this view, as often as it would have.

    Hand after hand is drawn by its weight from the cards still unseen. Early hands would then be
    drawn as if later ones did not matter; refusing a guess as often as it makes the later hands
    unlikely puts that right, exactly. (With freak decks hardly any guess would be kept; then one
    that can be is taken after MOST_REFUSED, and only the frequencies suffer.)
    """
    known(f, v, s)
    refused = 0
    keep = draw_hands(f, v, b, draws, s)
    while share(draws) >= keep and (refused < MOST_REFUSED or keep == 0.0):
        refused += 1
        keep = draw_hands(f, v, b, draws, s)


def draw_hands(f: Facts, v: Sight, b: Belief, draws: list[int], s: State) -> float:
    """Deals the others' hands and says how often such a guess is to be kept."""
    for digit in range(DIGITS):
        s.stock[digit] = b.unseen[digit]
    keep = 1.0
    for seat in range(f.players):
        if seat != v.seat:
            everything = weight_of_hands(b, s, seat)
            keep *= everything / b.ceiling[seat]
            if everything == 0.0:
                return 0.0
            draw_hand(b, draws, s, seat, everything)
    return keep


def hand_weight(b: Belief, s: State, seat: int, hand: int) -> float:
    weight = b.weight[seat * HANDS + hand]
    return weight * ways_to_draw(s.stock, hand) if weight > 0.0 else 0.0


def weight_of_hands(b: Belief, s: State, seat: int) -> float:
    everything = 0.0
    for hand in range(HANDS):
        everything += hand_weight(b, s, seat, hand)
    return everything


def draw_hand(b: Belief, draws: list[int], s: State, seat: int, everything: float) -> None:
    left = share(draws) * everything
    chosen = 0
    for hand in range(HANDS):
        weight = hand_weight(b, s, seat, hand)
        if weight > 0.0 and left >= 0.0:
            chosen = hand
            left -= weight
    s.hand[seat] = 0
    for number in numbers_in(chosen):
        if number:
            s.hand[seat] += card(number - 1)
            s.stock[number - 1] -= 1


# --- the same as data -------------------------------------------------------------------------


def own(f: Facts, v: Sight) -> dict[str, Any]:
    """The part of `now` that lies open to this seat alone."""
    return {"hand": None if v.seat == ONLOOKER else digits(own_hand(v))}


def now(f: Facts, v: Sight) -> dict[str, Any]:
    """What lies open to this seat at this moment."""
    everyone = range(f.players)
    piles = [pile(v, place) for place in range(PLACES)]
    return {
        "step": Phase(v.phase).name.lower(),
        **own(f, v),
        "hands": [v.cards[s] for s in everyone],
        "tray": [cards[0] if cards else None for cards in piles],
        "depth": [len(cards) for cards in piles],
        "total": sum(tops(v)),
        "stock": v.in_stock,
        "extra": bool(v.extra),
        "won": [v.won[s] for s in everyone],
    }


def seen(f: Facts, v: Sight) -> dict[str, Any]:
    """What this seat saw or heard earlier and could remember."""
    return {
        "announced": [None if v.announced[s] == UNKNOWN else v.announced[s] for s in range(f.players)],
        "piles": [pile(v, place) for place in range(PLACES)],
        "laid": [[v.layer[n], v.digit[n]] for n in range(v.laid)],
    }
