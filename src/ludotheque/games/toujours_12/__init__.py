"""Toujours 12 on the shelf."""

from pathlib import Path
from typing import Any

from ludotheque.game import Option, Rules, Ruleset
from ludotheque.games.toujours_12 import advice, events, memory, observe, rules, scene, sense, text, tickets, view
from ludotheque.games.toujours_12.cards import CARDS, DIGITS
from ludotheque.games.toujours_12.instances import INSTANCES
from ludotheque.games.toujours_12.invariants import faults, faults_in_facts, longest, slow_faults
from ludotheque.i18n import N_

# An assumption: the print does not say how the 72 cards divide (A1).
DECK = (10, 10, 10, 12, 10, 10, 10)
DECK_SAYS = N_("seven counts, for the digits 0 to 6, that total 72, such as 10,10,10,12,10,10,10")


def facts(players: int, deck: tuple[int, ...], refill: str, chain_takes: bool) -> rules.Facts:
    return rules.Facts(
        players=players,
        deck=deck,  # type: ignore[arg-type]  # seven counts, as read_deck made sure
        hand=3,  # R6
        target=12,  # R5
        refill_at_once=1 if refill == "immediate" else 0,
        chain_takes=1 if chain_takes else 0,
    )


def read_deck(wish: Any) -> tuple[int, ...]:
    """Seven counts that total 72, as a tuple or as text such as `10,10,10,12,10,10,10`."""
    counts = [int(word) for word in wish.split(",")] if isinstance(wish, str) else list(wish)
    whole = all(isinstance(count, int) and not isinstance(count, bool) and count >= 0 for count in counts)
    if not whole or len(counts) != DIGITS or sum(counts) != CARDS:
        raise ValueError
    return tuple(counts)


TOUJOURS_12 = Ruleset(
    id="toujours-12",
    title=N_("Toujours 12"),
    feel=N_("Four cards on top, and they must make twelve."),
    players=tuple(range(2, 7)),  # R1
    age=8,
    minutes="20",
    options=(
        Option("deck", N_("The cards"), (DECK,), (DECK_SAYS,), read_deck),
        Option(
            "refill",
            N_("New cards"),
            ("immediate", "end-of-turn"),  # A8
            (N_("every card laid is replaced at once"), N_("cards are replaced at the end of the turn")),
        ),
        Option(
            "chain_takes",
            N_("One take after another"),
            (True, False),  # A5
            (N_("tops uncovered by a take may be taken too"), N_("only a card just laid makes a take")),
        ),
    ),
    facts=facts,
    faults_in_facts=faults_in_facts,
    faults=faults,
    rules=Rules.of(rules, tickets, view, observe, sense, events=events),
    text=text,
    scene=scene.scene,
    because=advice.because,
    sight=view,
    fade=memory.fade,
    slow_faults=slow_faults,
    rulebook=Path(__file__).with_name("rulebook.md"),
    longest=longest,
    instances=INSTANCES,
)
