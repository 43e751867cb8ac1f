"""Calcory on the shelf."""

from pathlib import Path

from ludotheque.game import Option, Rules, Ruleset
from ludotheque.games.calcory import advice, events, memory, observe, rules, scene, sense, text, tickets, view
from ludotheque.games.calcory.cells import COLUMNS, ROWS
from ludotheque.games.calcory.instances import INSTANCES
from ludotheque.games.calcory.invariants import faults, faults_in_facts
from ludotheque.i18n import N_


def facts(players: int, marks_on_13: str) -> rules.Facts:
    return rules.Facts(
        players=players,
        rows=ROWS,
        columns=COLUMNS,
        deck=(5, 10, 5, 5, 5, 5, 5, 10, 5, 5),  # R2
        target=13,  # R6
        first_turns=2,  # R21
        clear_on_target=1 if marks_on_13 == "clear" else 0,
        patience=200,  # A29
    )


CALCORY = Ruleset(
    id="calcory",
    title=N_("Calcory"),
    feel=N_("Remember where the numbers lie, and stop at thirteen."),
    players=(2, 3, 4),  # R1
    age=7,
    minutes="15",
    options=(
        Option(
            "marks_on_13",
            N_("When somebody makes 13"),
            ("stay", "clear"),  # A5
            (N_("somebody's 13 leaves the marks of others standing"), N_("somebody's 13 turns the marks of others down")),
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
    rulebook=Path(__file__).with_name("rulebook.md"),
    instances=INSTANCES,
)
