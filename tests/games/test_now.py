"""`now` of a seat is what an onlooker sees, but for what is the seat's own: so much of a table is told to all alike."""

from random import Random

import pytest

from ludotheque import CHANCE, Game
from tests.size import sized
from tests.table import chosen_games


@pytest.mark.parametrize("game", [game for game in chosen_games() if game.id != "treize"], ids=lambda game: game.spec)
def test_a_seat_sees_what_everyone_sees_and_its_own(game: Game) -> None:
    rng, position = Random(12), game.start()
    for _ in range(sized(40, 80, 150)):
        if position.over:
            break
        position.play(position.draw(rng) if position.actor is CHANCE else rng.choice(position.moves()))
        everyone = position.now(None)
        for seat in range(game.players):
            assert {**everyone, **position.own(seat)} == position.now(seat) == position.view(seat).now
