"""Chipik on the shelf."""

from pathlib import Path

from ludotheque.game import Option, Rules, Ruleset
from ludotheque.games.chipik import advice, events, observe, rules, scene, sense, text, tickets, view
from ludotheque.games.chipik.instances import INSTANCES
from ludotheque.games.chipik.invariants import faults, faults_in_facts
from ludotheque.i18n import N_


def facts(players: int, seating: str) -> rules.Facts:
    return rules.Facts(players=players, tokens=4, addition=13, by_roll=1 if seating == "by-roll" else 0, faces=6)


CHIPIK = Ruleset(
    id="chipik",
    title=N_("Chipik"),
    feel=N_("Throw, gloat, and hand your tokens to the neighbours."),
    players=tuple(range(3, 9)),  # R1, A1
    age=6,
    minutes="12-32",
    options=(
        Option(
            "seating",
            N_("Who plays after whom"),
            ("by-roll", "as-seated"),  # A3
            (N_("the opening throws decide the turn order"), N_("the opening throws only decide who starts")),
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
    rulebook=Path(__file__).with_name("rulebook.md"),
    instances=INSTANCES,
)
