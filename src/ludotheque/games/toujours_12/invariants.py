"""What holds in every position of Toujours 12, and in every set of its facts."""

from ludotheque.fields import UNKNOWN
from ludotheque.games.toujours_12.cards import CARDS, DIGITS, EMPTY, PLACES, copies, digits, hand_size, hand_total, numbers
from ludotheque.games.toujours_12.rules import Facts, Phase, State, is_take, stock_size
from ludotheque.games.toujours_12.view import HANDS, Belief, Sight, believe, view
from ludotheque.seats import NOBODY, ONLOOKER
from ludotheque.trios import with_one


def faults_in_facts(f: Facts) -> str:
    if min(f.deck) < 0 or not f.hand * f.players <= sum(f.deck) <= CARDS:
        return f"the deck has enough cards for all hands, and at most {CARDS}"
    if not 1 <= f.hand <= 3:
        return "a hand has 1 to 3 cards"
    if not 0 <= f.target <= PLACES * (DIGITS - 1):
        return f"the target is 0 to {PLACES * (DIGITS - 1)}"
    if f.refill_at_once not in (0, 1) or f.chain_takes not in (0, 1):
        return "refill_at_once and chain_takes are 0 or 1"
    return ""


def longest(f: Facts) -> tuple[int, int]:
    """The most decisions and steps of chance of a game: every card is drawn and laid once, and one lot may decide who starts."""
    return sum(f.deck), sum(f.deck) + 1


def faults(f: Facts, s: State) -> list[str]:
    """What is wrong with this position; nothing, normally."""
    if not 0 <= s.laid <= CARDS or any(not EMPTY <= top < s.laid for top in s.top):
        return ["the tray holds cards that were never laid"]
    if any(not EMPTY <= s.under[n] < n or not 0 <= s.digit[n] < DIGITS for n in range(s.laid)):
        return ["a card lies under itself"]
    if any(not 0 <= layer < f.players for layer in s.layer[: s.laid]):
        return ["a card was laid by nobody"]
    acting = s.phase in (Phase.LAYING, Phase.REFILLING, Phase.DEALING)
    if not (0 if acting else NOBODY) <= s.turn < f.players:
        return ["a seat that does not exist is to act"]
    return faults_in_cards(f, s) + faults_in_hands(f, s) + faults_in_step(f, s)


def faults_in_cards(f: Facts, s: State) -> list[str]:
    """Every card is somewhere, once."""
    found = []
    lying = [number for place in range(PLACES) for number in numbers(s, place)]
    if len(set(lying)) < len(lying):
        found.append("a card lies in two places")
    if s.laid != len(lying) + sum(s.won) or any(won % PLACES for won in s.won) or min(s.won) < 0:
        found.append("the cards laid are not in the tray or won")
    for digit in range(DIGITS):
        laid = s.digit[: s.laid].count(digit)
        if s.stock[digit] < 0 or s.stock[digit] + laid + sum(copies(hand, digit) for hand in s.hand) != f.deck[digit]:
            found.append(f"the cards with {digit} do not add up")
    return found


def faults_in_hands(f: Facts, s: State) -> list[str]:
    sizes = [hand_size(hand) for hand in s.hand[: f.players]]
    if max(sizes) > f.hand or any(s.hand[f.players :]):
        return ["a hand is too large"]
    if s.phase == Phase.DEALING:
        dealt = [f.hand] * s.turn + [sizes[s.turn]] + [0] * (f.players - s.turn - 1)
        return [] if sizes == dealt and sizes[s.turn] < f.hand and s.laid == 0 else ["the deal went astray"]
    if s.phase == Phase.REFILLING and sizes[s.turn] + s.to_draw > f.hand:
        return ["a refill of a hand that is full"]
    if s.laid == 0 and [hand_total(hand) for hand in s.hand[: f.players]] != s.announced[: f.players]:
        return ["a hand is not what was announced"]  # R8
    return []


def faults_in_step(f: Facts, s: State) -> list[str]:
    found = []
    if s.phase == Phase.LAYING and not s.hand[s.turn]:
        found.append("the player to act has no card")
    if s.phase == Phase.REFILLING and not 0 < s.to_draw <= stock_size(f, s):
        found.append("a refill without cards")
    if s.phase == Phase.LAYING and s.laid_this_turn == 0 and f.chain_takes and is_take(f, s):
        found.append("a take was left lying")  # A4, A5
    if s.phase == Phase.FINISHED and s.laid != sum(f.deck):
        found.append("the game is over, and not all cards are laid")  # A13
    return found


def slow_faults(f: Facts, s: State) -> list[str]:
    """Whether the hands can have come from what was announced and laid; too slow for every step of a game."""
    v, b = Sight(UNKNOWN), Belief()
    view(f, s, ONLOOKER, v)
    believe(f, v, b)
    for seat in range(f.players):
        hand = 0
        for digit in digits(s.hand[seat]):
            hand = with_one(hand, digit + 1)
        if b.weight[seat * HANDS + hand] == 0.0:
            return ["a hand does not fit what was announced and laid"]
    return []
