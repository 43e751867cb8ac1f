"""What a best answer to root's policy gains at the ends of rounds alone: once its seat knows who holds which chip.

    python benchmarks/endings.py [--games 300] [--processes 2]

Three play the policy. Within a round nothing is dealt any more, so from the moment on when a seat knows every chip, the
rest of it is a tree that it can walk: it chooses what is best for it, and the others as likely as the policy does. What
that is worth more than playing the policy itself is its gain: exactly in the last round, and before it by what the next
round is worth as things stand then (`ludotheque.standingsfile`). Every seat has it once a round, from the first of its
decisions whose tree is small enough. Whoever learns to beat the policy could find all of it, and more before that.
Then the same where all play these ends as champions do, who go by the policy only before them.
"""

import argparse
import multiprocessing
from concurrent.futures import ProcessPoolExecutor
from random import Random
from typing import Any, NamedTuple

from resultfile import shown, write_result
from rich.console import Console
from rich.progress import track
from wishes import at_least_one

from ludotheque.bots.ending import EndingBot, Learned
from ludotheque.bots.policy import PolicyBot
from ludotheque.bots.rest import worth_of
from ludotheque.games import game
from ludotheque.games.chip_trick.view import certain
from ludotheque.lab.intervals import estimate
from ludotheque.move import Move
from ludotheque.policyfile import learned_files
from ludotheque.position import CHANCE, Position
from ludotheque.view import View
from ludotheque.walk import WHOLE

PACKAGES = ("ludotheque", "numpy")
GAME = game("chip-trick-root", 3)
SEED = 21
MOST_DECISIONS = 120  # of a tree


class TooLarge(Exception):
    """More decisions than that."""


class Ending(NamedTuple):
    best: float  # the winning chance of a seat that answers best
    usual: float  # and of one that plays on like the others

    @property
    def gain(self) -> float:
        return self.best - self.usual


class Asked:
    """A bot that is asked again and again about the same views."""

    def __init__(self, bot: Learned) -> None:
        self.bot = bot
        self.answers: dict[tuple[int | None, tuple[str, ...]], dict[Move, float]] = {}

    def chances(self, view: View) -> dict[Move, float]:
        key = view.seat, tuple(view.history)
        if key not in self.answers:
            self.answers[key] = self.bot.chances(view)
        return self.answers[key]


class Walk:
    """From a position that the seat knows to the end of the round."""

    def __init__(self, everyone: Asked, seat: int) -> None:
        self.everyone, self.seat = everyone, seat
        self.decisions = 0

    def from_here(self, position: Position) -> Ending:
        position = position.copy()
        while not round_is_over(position) and len(position.moves()) == 1:
            position.play(position.moves()[0])
        if round_is_over(position):
            worth = worth_of_end(position)[self.seat]
            return Ending(worth, worth)
        self.decisions += 1
        if self.decisions > MOST_DECISIONS:
            raise TooLarge
        likely = self.everyone.chances(position.view(position.actor))
        if position.actor != self.seat:
            likely = {move: chance for move, chance in likely.items() if chance}  # the rest is never played
        after = {move: self.from_here(following(position, move)) for move in likely}
        usual = sum(chance * after[move].usual for move, chance in likely.items())
        if position.actor == self.seat:
            return Ending(max(ending.best for ending in after.values()), usual)
        return Ending(sum(chance * after[move].best for move, chance in likely.items()), usual)


def round_is_over(position: Position) -> bool:
    return position.over or position.actor == CHANCE


def worth_of_end(position: Position) -> list[float]:
    """To every seat: of the game its result, of a round before the last what the next is worth."""
    if position.over:
        return position.returns()
    rules, seats = GAME.rules, GAME.players
    assert rules.standing
    assert rules.opener
    first, opener = rules.standing(GAME.facts, position.state) * seats, rules.opener(GAME.facts, position.state)
    return [worth_of(GAME)[first + (seat - opener) % seats] / WHOLE for seat in range(seats)]


def following(position: Position, move: Move) -> Position:
    twin = position.copy()
    twin.play(move)
    return twin


class Round(NamedTuple):
    policies: list[Ending]  # of every seat that came to know all in time
    champions: list[Ending]
    too_large: int  # trees


def played(number: int) -> list[Round]:
    """The rounds of one game."""
    rng, position = Random(f"{SEED} {number}"), GAME.start()
    bot = PolicyBot(GAME, rng)
    policies, champions = Asked(bot), Asked(EndingBot(GAME, Random(SEED), bot))
    rounds = [Round([], [], 0)]
    found: set[int] = set()  # seats, in this round
    while not position.over:
        if position.actor == CHANCE:
            position.play(position.draw(rng))
            continue
        seat, view = position.actor, position.view(position.actor)
        if view.now["round"] > len(rounds):
            rounds.append(Round([], [], 0))
            found = set()
        if seat not in found and len(view.moves()) > 1 and certain(GAME.facts, position.state, seat):
            here = rounds[-1]
            try:
                endings = Walk(policies, seat).from_here(position), Walk(champions, seat).from_here(position)
            except TooLarge:
                rounds[-1] = here._replace(too_large=here.too_large + 1)
            else:
                found.add(seat)
                here.policies.append(endings[0])
                here.champions.append(endings[1])
        position.play(bot.choose(view))
    return rounds


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--processes", type=at_least_one, default=2)
    wish = parser.parse_args()
    if wish.games < 2:
        parser.error("--games should be 2 or more")
    console = Console(width=110)
    with ProcessPoolExecutor(wish.processes, multiprocessing.get_context("spawn")) as pool:
        games = list(track(pool.map(played, range(wish.games)), "playing", wish.games, console=console))
    rounds = []
    for number, of_games in enumerate(zip(*games, strict=True), 1):
        told: dict[str, Any] = {
            "endings": sum(len(one.policies) for one in of_games), "too_large": sum(one.too_large for one in of_games)
        }  # fmt: skip
        for who in ("policies", "champions"):
            gain = estimate([sum(ending.gain for ending in getattr(one, who)) / GAME.players for one in of_games])
            told[who] = gain._asdict()
            says = f"{gain.mean:.4f} ({gain.low:.4f} to {gain.high:.4f})"
            console.print(f"a best answer to {who} at the end of round {number} gains {says} in one seat")
        rounds.append(told)
    content = {
        "game": GAME.spec, "seed": SEED, "games": len(games), "most_decisions": MOST_DECISIONS, "rounds": rounds,
        "learned": learned_files(GAME),
    }  # fmt: skip
    console.print(f"written: {shown(write_result('endings', PACKAGES, content))}")


if __name__ == "__main__":
    main()
