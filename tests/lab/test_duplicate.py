"""A deal dealt again brings the same cards and dice, and chance stays fair."""

from collections import Counter
from collections.abc import Sequence
from random import Random

import pytest

import ludotheque
from ludotheque import CHANCE, Game, Position
from ludotheque.bots import Bot
from ludotheque.bots.chance_bot import RandomBot
from ludotheque.lab.duplicate import Deal
from tests.lab.planted import First, Last

TABLES = [(id, players) for id, box in ludotheque.GAMES.items() for players in sorted({box.players[0], box.players[-1]})]


def course(game: Game, bots: Sequence[Bot], deal: Deal) -> Position:
    position = game.start()
    while not position.over and position.steps < 3000:
        actor = position.actor
        position.play(deal.draw(position) if actor is CHANCE else bots[actor].choose(position.view(actor)))
    return position


def random_bots(game: Game, seed: int) -> list[RandomBot]:
    return [RandomBot(game, Random(f"{seed} {seat}")) for seat in range(game.players)]


def drawn(position: Position, *words: str) -> list[str]:
    return [text for text in position.history if text.split()[0] in words]


@pytest.mark.parametrize(("id", "players"), TABLES)
def test_the_same_players_play_the_same_game_again(id: str, players: int) -> None:
    game = ludotheque.game(id, players)
    one, again = (course(game, random_bots(game, 5), Deal(1, 7)).history for _ in range(2))
    assert one == again
    other_deal, other_seed = (course(game, random_bots(game, 5), deal).history for deal in (Deal(1, 8), Deal(2, 7)))
    assert one != other_deal
    assert one != other_seed


@pytest.mark.parametrize("players", [2, 6])
def test_the_stock_lies_in_the_same_order_whoever_draws(players: int) -> None:
    game = ludotheque.game("toujours-12", players)
    one, other = (drawn(course(game, random_bots(game, seed), Deal(1, 1)), "draw") for seed in (1, 2))
    assert one == other
    assert len(one) == 72


def test_the_chips_of_every_round_are_the_same() -> None:
    """With two players the ghost shows more or fewer chips, depending on the play; the deals don't shift by that."""
    game = ludotheque.game("chip-trick", 2)
    courses = [course(game, random_bots(game, seed), Deal(1, 2)) for seed in range(8)]
    assert len({len(drawn(position, "show")) for position in courses}) > 1
    fewest = min(len(drawn(position, "deal")) for position in courses)
    assert len({tuple(drawn(position, "deal")[:fewest]) for position in courses}) == 1


def test_the_throw_of_a_turn_does_not_depend_on_dice_thrown_again() -> None:
    """Somebody who never throws again and somebody who does see the same first throws."""
    game = ludotheque.game("chipik", 3)

    def first_throws(bot: Bot) -> list[str]:
        position, deal = game.start(), Deal(1, 3)
        throws: list[str] = []
        while not position.over and len(throws) < 20:
            actor = position.actor
            first = position.state.phase == game.rules.Phase["FIRST_THROW"]
            move = deal.draw(position) if actor is CHANCE else bot.choose(position.view(actor))
            throws += [str(move)] * first
            position.play(move)
        return throws

    calm, eager = first_throws(Last()), first_throws(First())
    shorter = min(len(calm), len(eager))
    assert shorter >= 10
    assert calm[:shorter] == eager[:shorter]
    assert len(set(calm)) > 5


@pytest.mark.parametrize(("id", "players"), TABLES)
def test_chance_is_fair(id: str, players: int) -> None:
    """Over many deals each outcome of the first step, and of the one after it, comes as often as its odds say."""
    game = ludotheque.game(id, players)
    deals = 4000
    for before in range(2):
        start = course_of_steps(game, before)
        found = Counter(str(follow(game, start, number)) for number in range(deals))
        for move, odds in start.odds():
            expected = float(odds) * deals
            assert abs(found[str(move)] - expected) < 5 * (expected + 1) ** 0.5, move
        assert sum(found.values()) == deals


def course_of_steps(game: Game, steps: int) -> Position:
    """After so many chance steps, whatever players do between."""
    position, deal = game.start(), Deal(0, 0)
    drawn = 0
    while drawn < steps or position.actor is not CHANCE:
        is_chance = position.actor is CHANCE
        position.play(deal.draw(position) if is_chance else position.moves()[0])
        drawn += is_chance
    return position


def follow(game: Game, start: Position, number: int) -> str:
    return str(Deal(9, number).draw(start))
