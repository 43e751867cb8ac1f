"""The champion of Chipik: it plays what is legal, as the solution mixes it, and knows what its moves are worth."""

from collections.abc import Callable
from pathlib import Path
from random import Random

import numpy
import pytest

import ludotheque
from ludotheque import CHANCE, Game
from ludotheque.bots import solved
from ludotheque.bots.solved import TABLES, SolvedBot, Table, has_table, leaning
from ludotheque.errors import LudothequeError
from ludotheque.games.chipik.rules import State
from ludotheque.position import Position
from ludotheque.solve.chipik_certificate import Others, ending_with
from ludotheque.solve.chipik_dice import dice_of
from ludotheque.solve.chipik_positions import SUCCESSORS, Positions, choices_table, number_of, positions_of
from ludotheque.solve.chipik_table import read_table, table_path
from tests.size import sized
from tests.solve.positions import position_at
from tests.solve.walked import Walk

SOLVED = [3, 4, 5, 6]


def decision_of(game: Game, seed: int) -> Position:
    """Some position in which a player decides, late in a random game."""
    rng, position = Random(seed), game.start()
    for _ in range(60):
        before = position.copy()
        position.play(position.draw(rng))
        if position.over:
            position = before
            break
    while position.actor is CHANCE:
        position.play(position.draw(rng))
    return position


def test_which_games_are_solved() -> None:
    for players in range(3, 9):
        for seating in ("by-roll", "as-seated"):
            assert has_table(ludotheque.game("chipik", players, seating=seating)) == (players in SOLVED)
    assert not has_table(ludotheque.game("chipik", 3).with_facts(tokens=3))
    assert not has_table(ludotheque.game("chipik", 3).with_facts(addition=12))
    assert not has_table(ludotheque.game("calcory", 3))
    with pytest.raises(ValueError, match="not solved"):
        SolvedBot(ludotheque.game("chipik", 8), Random(1))


@pytest.mark.parametrize(
    "damage",
    [
        lambda whole: b"", lambda whole: b"{}\n", lambda whole: whole.partition(b"\n")[0], lambda whole: whole[:-1],
        lambda whole: whole.replace(b'"players": 3', b'"players": 4'), lambda whole: whole[:-9] + bytes(9),
    ],
)  # fmt: skip
def test_a_damaged_solution_is_refused_with_a_sentence(
    damage: Callable[[bytes], bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "chipik-3.bin").write_bytes(damage((TABLES / "chipik-3.bin").read_bytes()))
    monkeypatch.setattr(solved, "TABLES", tmp_path)
    with pytest.raises(LudothequeError, match=r"chipik-3\.bin is not a whole solution of Chipik"):
        Table(3).column(2)


@pytest.mark.parametrize("players", SOLVED)
@pytest.mark.parametrize("seating", ["by-roll", "as-seated"])
def test_a_whole_game_of_champions(players: int, seating: str) -> None:
    """Legal moves throughout; and the same seeds play the same game."""
    game, games = ludotheque.game("chipik", players, seating=seating), []
    for _ in range(2):
        bot, rng, position = SolvedBot(game, Random(5)), Random(6), game.start()
        while not position.over:
            position.play(position.draw(rng) if position.actor is CHANCE else bot.choose(position.view(position.actor)))
        games.append(position.history)
    assert games[0] == games[1]


@pytest.mark.parametrize("players", SOLVED)
def test_equal_views_give_equal_choices(players: int) -> None:
    """Also when the way to the position was another, which a view's history shows but the table does not."""
    game = ludotheque.game("chipik", players)
    position = decision_of(game, seed=players)
    twin = Position(game, position.state.copy(), ["as if"])
    choices = [[SolvedBot(game, Random(seed)).choose(p.view(p.actor)) for seed in range(20)] for p in (position, twin)]
    assert choices[0] == choices[1]


@pytest.mark.parametrize("players", SOLVED)
def test_what_moves_are_worth(players: int) -> None:
    """Every legal move has its chance; what is chosen is near the best; all chances of all seats add up to 1."""
    game = ludotheque.game("chipik", players)
    bot = SolvedBot(game, Random(1))
    for seed in range(6):
        position = decision_of(game, seed)
        seat = position.actor
        view = position.view(seat)
        chances, shares, everyone = bot.chances(view), bot.shares(view), bot.everyone(view)
        assert set(chances) == set(shares) == set(view.moves())
        assert sum(shares.values()) == pytest.approx(1)
        assert sum(everyone) == pytest.approx(1, abs=2e-3)
        assert everyone[seat] == pytest.approx(sum(shares[move] * chances[move] for move in shares), abs=1e-9)
        assert everyone == pytest.approx(bot.everyone(position.view(None)))
        assert everyone[seat] > max(chances.values()) - 0.03


def test_a_winning_move_is_certain() -> None:
    game = ludotheque.game("chipik", 3)
    position = position_at(game, 0)  # everyone has one token, the mover holds the card
    position.play("roll 5 5 5")
    bot = SolvedBot(game, Random(1))
    discards = {move: chance for move, chance in bot.chances(position.view(position.actor)).items() if "reroll" not in move.text}
    assert set(discards.values()) == {1.0}
    assert all("reroll" not in bot.choose(position.view(position.actor)).text for _ in range(20))


def test_between_turns_and_before_the_opening() -> None:
    game = ludotheque.game("chipik", 3)
    bot = SolvedBot(game, Random(1))
    assert bot.everyone(game.start().view(None)) == [1 / 3] * 3
    opening = position_at(game, 759, at=1)
    chances = bot.everyone(opening.view(None))
    assert chances[opening.state.order[1]] == max(chances)  # whoever is to move at the start is best off
    assert sum(chances) == pytest.approx(1)


def test_leaning() -> None:
    assert leaning([0.3, 0.3], 0.01) == pytest.approx([0.5, 0.5])
    assert leaning([0.3, 0.28, 0.1], 0.01) == pytest.approx([1, 0, 0])  # more than a width behind
    assert leaning([0.305, 0.3], 0.01) == pytest.approx([0.75, 0.25])
    assert leaning([0.3], 0.01) == pytest.approx([1])


@pytest.mark.compiles("solver of chipik")
@pytest.mark.parametrize(("players", "sample"), [(3, sized(10, 10, 60)), (6, sized(1, 1, 4))])
def test_the_champion_plays_what_was_certified(players: int, sample: int) -> None:
    """How likely each position follows, walked move by move with the bot, against the certificate's own arrays."""
    game = ludotheque.game("chipik", players)
    table, dice = read_table(table_path(players), game), dice_of(game)
    every = positions_of(game, dice)
    numbers = [every.opening, *(Random(3).randrange(every.count) for _ in range(sample))]
    few = Positions(players, len(numbers), 0, every.successors[:, numbers])  # only these are asked about
    others = Others(few, dice)
    others.play_by(ending_with(table.reckoned, 1.0), table.target_width, table.dice_width)
    for row, number in enumerate(numbers):
        certified = numpy.zeros(every.count + 1)
        for successor in range(SUCCESSORS):
            if others.successors[successor, row] >= 0:
                certified[others.successors[successor, row]] += others.weights[successor, row]
        found = {int(n): float(certified[n]) for n in certified.nonzero()[0]}
        walk = Walk(game, Numbers(game, every.count), number)
        walked = walk.odds()
        assert {int(n): pytest.approx(float(walked[n]), abs=1e-9) for n in walked.nonzero()[0] if walked[n] > 1e-12} == {
            n: p for n, p in found.items() if p > 1e-12
        }


class Numbers(dict[object, int]):
    """The numbers of positions, found when asked for; as many as there are."""

    def __init__(self, game: Game, count: int) -> None:
        self.game, self.count, self.choose = game, count, choices_table(game.facts)

    def __len__(self) -> int:
        return self.count

    def __missing__(self, key: tuple[tuple[int, ...], int]) -> int:
        tokens, card = key
        s = State()
        s.order[: len(tokens)], s.tokens[: len(tokens)] = range(len(tokens)), tokens
        s.lucky = card if card < len(tokens) else -1
        return number_of(self.game.facts, s, self.choose)
