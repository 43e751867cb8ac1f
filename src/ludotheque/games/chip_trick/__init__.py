"""12 Chip Trick on the shelf: Mandoo's edition of 2023 and root's original."""

from dataclasses import replace
from pathlib import Path

from ludotheque.game import Option, Rules, Ruleset
from ludotheque.games.chip_trick import advice, events, memory, observe, rules, scene, sense, standing, text, tickets, view
from ludotheque.games.chip_trick.chips import handful_of
from ludotheque.games.chip_trick.instances import MANDOO_INSTANCES, ROOT_INSTANCES
from ludotheque.games.chip_trick.invariants import faults, faults_in_facts, longest
from ludotheque.games.chip_trick.recall import RECALL
from ludotheque.games.chip_trick.sums import sums
from ludotheque.i18n import N_

TWELVE = handful_of(range(1, 13))  # R1, root R2
EXTRA = [3, 4, 9, 10]  # for four players (R4, R11)
RED = handful_of([*range(4, 10), *range(4, 10)])  # 4 to 9, the extra 4 and 9 too (R2, R3, A2)


def mandoo_facts(players: int, scoring: str) -> rules.Facts:
    """Two play with a ghost and the twelve chips of three (R10, R12, A1); the scoring goes with any count (A14)."""
    return rules.Facts(
        players=players,
        ghost=1 if players == 2 else 0,
        chips=handful_of([*range(1, 13), *EXTRA]) if players == 4 else TWELVE,
        red=RED,
        reds=2,
        blues=2,
        limit=21,
        halving=1 if scoring == "halving" else 0,
        rounds=0,
        tiles=3,
    )


def root_facts(players: int) -> rules.Facts:
    """Three players, three rounds, and 21 is halved already (root R1, root R3, root A1)."""
    return mandoo_facts(players, "halving")._replace(limit=20, rounds=3)


SCORES = N_("a total above 21 explodes"), N_("a total above 21 counts half")
SCORING = Option("scoring", N_("More than 21"), ("explosion", "halving"), SCORES)

MANDOO = Ruleset(
    id="chip-trick",
    title=N_("12 Chip Trick"),
    feel=N_("Nerve and timing: closest to 21 without going over."),
    players=(2, 3, 4),  # R6
    age=8,
    minutes="20",
    options=(SCORING,),
    facts=mandoo_facts,
    faults_in_facts=faults_in_facts,
    faults=faults,
    rules=Rules.of(rules, tickets, view, observe, sense, events=events),
    text=text,
    scene=scene.scene,
    because=advice.because,
    sight=view,
    fade=memory.fade,
    recall=RECALL,
    sums=sums,
    rulebook=Path(__file__).with_name("rulebook.md"),
    longest=longest,
    instances=MANDOO_INSTANCES,
)

ROOT = replace(
    MANDOO,
    id="chip-trick-root",
    title=N_("12 Chip Trick, the original"),
    feel=N_("Three rounds, and everything over 20 counts half."),
    players=(3,),  # root R1, root A16
    options=(),
    facts=root_facts,
    rules=Rules.of(rules, tickets, view, observe, sense, standing, events),
    rulebook=Path(__file__).with_name("rulebook-root.md"),
    instances=ROOT_INSTANCES,
    clause_prefix="root ",
)
