"""The sixth game on the shelf: what a third party's package says of its game, and all it has to say."""

from ludotheque.game import Rules, Ruleset
from tests.sixth_game import treize

SIXTH = Ruleset(
    id="treize",
    title="Treize",
    feel="A secret number, a die, and thirteen.",
    players=(2, 3),
    age=7,
    minutes="5",
    options=(),
    facts=lambda players: treize.Facts(players=players, target=13),
    faults_in_facts=treize.faults_in_facts,
    faults=treize.faults,
    rules=Rules.of(treize, treize, treize, events=treize),
    text=treize,
    scene=treize.scene,
    sight=treize,
    rulebook=treize.RULEBOOK,
)
