"""What a best answer to root's policy gains at the end of the game alone, exactly: once its seat knows who holds which chip.

    python benchmarks/endings.py [--games 300] [--processes 2]

Three play the policy. In the last round nothing is dealt any more, so from the moment on when a seat knows every chip,
the rest is a tree that it can walk: it chooses what is best for it, and the others as likely as the policy does. What
that is worth more than playing the policy itself is its gain. Every seat has it once a game, from the first of its
decisions whose tree is small enough. Whoever learns to beat the policy could find all of it, and more before that.
Then the same where all play the end as champions do, who go by the policy only before it.
"""

import argparse
import multiprocessing
from concurrent.futures import ProcessPoolExecutor
from random import Random
from typing import NamedTuple

from resultfile import shown, write_result
from rich.console import Console
from rich.progress import track

from ludotheque.bots.ending import EndingBot, Learned
from ludotheque.bots.policy import PolicyBot
from ludotheque.games import game
from ludotheque.games.chip_trick.view import certain
from ludotheque.lab.intervals import estimate
from ludotheque.move import Move
from ludotheque.position import CHANCE, Position
from ludotheque.view import View

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
    """From a position that the seat knows to the end of the game."""

    def __init__(self, everyone: Asked, seat: int) -> None:
        self.everyone, self.seat = everyone, seat
        self.decisions = 0

    def from_here(self, position: Position) -> Ending:
        position = position.copy()
        while not position.over and len(position.moves()) == 1:
            position.play(position.moves()[0])
        if position.over:
            won = position.returns()[self.seat]
            return Ending(won, won)
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


def following(position: Position, move: Move) -> Position:
    twin = position.copy()
    twin.play(move)
    return twin


class Game(NamedTuple):
    policies: list[Ending]  # of every seat that came to know all in time
    champions: list[Ending]
    too_large: int  # trees


def played(number: int) -> Game:
    rng, position = Random(f"{SEED} {number}"), GAME.start()
    bot = PolicyBot(GAME, rng)
    policies, champions = Asked(bot), Asked(EndingBot(GAME, Random(SEED), bot))
    found: dict[int, tuple[Ending, Ending]] = {}
    too_large = 0
    while not position.over:
        if position.actor == CHANCE:
            position.play(position.draw(rng))
            continue
        seat, view = position.actor, position.view(position.actor)
        last_round = view.now["round"] == GAME.facts.rounds
        if last_round and seat not in found and len(view.moves()) > 1 and certain(GAME.facts, position.state, seat):
            try:
                found[seat] = Walk(policies, seat).from_here(position), Walk(champions, seat).from_here(position)
            except TooLarge:
                too_large += 1
        position.play(bot.choose(view))
    return Game([of_policy for of_policy, _ in found.values()], [of_champion for _, of_champion in found.values()], too_large)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--processes", type=int, default=2)
    wish = parser.parse_args()
    if wish.games < 2:
        parser.error("--games should be 2 or more")
    console = Console(width=110)
    with ProcessPoolExecutor(wish.processes, multiprocessing.get_context("spawn")) as pool:
        games = list(track(pool.map(played, range(wish.games)), "playing", wish.games, console=console))
    gains = {}
    for who, endings in (("policies", [one.policies for one in games]), ("champions", [one.champions for one in games])):
        gain = estimate([sum(ending.gain for ending in found) / GAME.players for found in endings])
        gains[who] = gain._asdict()
        console.print(f"a best answer to {who} at the end gains {gain.mean:.4f} ({gain.low:.4f} to {gain.high:.4f}) in one seat")
    content = {
        "game": GAME.spec, "seed": SEED, "games": len(games), "most_decisions": MOST_DECISIONS, "gains": gains,
        "endings": sum(len(one.policies) for one in games), "too_large": sum(one.too_large for one in games),
    }  # fmt: skip
    console.print(f"written: {shown(write_result('endings', PACKAGES, content))}")


if __name__ == "__main__":
    main()
