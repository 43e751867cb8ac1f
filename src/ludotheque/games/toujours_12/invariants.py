"""What holds in every position of Toujours 12, and in every set of its facts."""

from ludotheque.games.toujours_12.rules import (
    CARDS,
    DIGITS,
    EMPTY,
    PLACES,
    Facts,
    Phase,
    State,
    copies,
    hand_size,
    has_empty_place,
    stock_size,
    tops_total,
)
from ludotheque.seats import NOBODY


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


def faults(f: Facts, s: State) -> list[str]:
    """What is wrong with this position; nothing, normally."""
    found = []
    if not 0 <= s.laid <= CARDS or any(not EMPTY <= top < s.laid for top in s.top):
        return ["the tray holds cards that were never laid"]
    if any(not EMPTY <= s.under[n] < n or not 0 <= s.digit[n] < DIGITS for n in range(s.laid)):
        return ["a card lies under itself"]
    in_tray = 0
    for place in range(PLACES):
        number = s.top[place]
        while number != EMPTY:
            in_tray += 1
            number = s.under[number]
    for digit in range(DIGITS):
        laid = s.digit[: s.laid].count(digit)
        if s.stock[digit] < 0 or s.stock[digit] + laid + sum(copies(hand, digit) for hand in s.hand) != f.deck[digit]:
            found.append(f"the cards with {digit} do not add up")  # every card is somewhere once
    if s.laid != in_tray + sum(s.won) or any(won % PLACES for won in s.won) or min(s.won) < 0:
        found.append("the cards laid are not in the tray or won")
    acting = s.phase in (Phase.LAYING, Phase.REFILLING, Phase.DEALING)
    if not (0 if acting else NOBODY) <= s.turn < f.players:
        found.append("a seat that does not exist is to act")
    elif s.phase == Phase.LAYING and not s.hand[s.turn]:
        found.append("the player to act has no card")
    if any(hand_size(hand) > f.hand for hand in s.hand) or any(s.hand[f.players :]):
        found.append("a hand is too large")
    if s.phase == Phase.REFILLING and not 0 < s.to_draw <= stock_size(s):
        found.append("a refill without cards")
    if s.phase == Phase.LAYING and s.laid_this_turn == 0 and f.chain_takes:
        if not has_empty_place(s) and tops_total(s) == f.target:
            found.append("a take was left lying")  # A4, A5
    if s.phase == Phase.FINISHED and s.laid != sum(f.deck):
        found.append("the game is over, and not all cards are laid")  # A13
    return found
