"""What each standing between two rounds is worth to everyone, as the critic learned it while a policy played against itself.

    python -m ludotheque.solve.standings trained/chip-trick-root-3.critic.pt 'chip-trick-root players=3' --out trained

It depends on little, and what occurs he has seen often; the rest is there so that standings are easily numbered. Champions
reckon with it at the end of a round.
"""

import argparse
from pathlib import Path

from ludotheque.errors import LudothequeError, OptionError
from ludotheque.fields import UNKNOWN
from ludotheque.games import from_spec
from ludotheque.i18n import N_, _
from ludotheque.observation import digit_by_digit
from ludotheque.seats import CHANCE
from ludotheque.solve.judging import Critic, read_critic
from ludotheque.solve.lanes import Lanes
from ludotheque.solve.networks import torch
from ludotheque.standingsfile import standings_name, write_standings


def shares_of_standings(lanes: Lanes, critic: Critic) -> list[float]:
    """Everyone's share of the victory, from who opens the round on, standing after standing."""
    game, device = lanes.game, lanes.device
    rules, facts = game.rules, game.facts
    if rules.standings is None:
        raise OptionError(N_("in {game} nothing is known of how things stand between rounds"), game=game.spec)
    layout, seen = rules.layout(facts), []
    row, outcomes, weights = (rules.room(size) for size in (len(layout), rules.most_choices, rules.most_choices))
    for state in rules.standings(facts):
        while rules.actor(facts, state) == CHANCE:  # any hands: who judges a standing does not look at them
            rules.chance(facts, state, outcomes, weights)
            rules.apply(facts, state, outcomes[0])
        sight = rules.Sight(UNKNOWN)
        rules.view(facts, state, rules.actor(facts, state), sight)
        rules.observe(facts, sight, row)
        seen.append(digit_by_digit(layout, row))
    with torch.no_grad():
        numbers = torch.tensor(seen, dtype=torch.uint8, device=device)
        nothing = torch.zeros(len(seen), len(lanes.recalled.layout), dtype=torch.uint8, device=device)  # was played yet
        everyone = torch.full((len(seen), game.players + 1), -1, dtype=torch.int32, device=device)  # all learn
        standing = lanes.standing(lanes.inputs(torch.cat([numbers, nothing], 1)), everyone)
        return [float(share) for share in critic.of_openings(standing).exp().flatten()]


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m ludotheque.solve.standings", description=_("Writes down what standings between rounds are worth.")
    )
    parser.add_argument("critic", type=Path)
    parser.add_argument("game", help=_("such as 'chip-trick-root players=3'"))
    parser.add_argument("--out", type=Path, default=Path(), help=_("the folder for what comes out"))
    wish = parser.parse_args()
    if not wish.critic.is_file():
        parser.error(_("there is no critic {file}").format(file=wish.critic))
    try:
        game = from_spec(wish.game)
        shares = shares_of_standings(Lanes(game, 1, 0, "cpu"), read_critic(wish.critic, "cpu"))
    except LudothequeError as problem:
        parser.error(str(problem))
    wish.out.mkdir(parents=True, exist_ok=True)
    path = wish.out / standings_name(game)
    write_standings(game, shares, path)
    print(_("written: {file}").format(file=path))


if __name__ == "__main__":
    main()
