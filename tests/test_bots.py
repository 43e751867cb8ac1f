"""Bots: legal and repeatable moves from a view alone, the same search interpreted and compiled, budgets and bounds."""

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import pytest

import ludotheque
from ludotheque import Game, Position
from ludotheque.bots import LEVELS, bot, search, tree
from ludotheque.bots.coach import advise
from ludotheque.bots.search import How, searched
from ludotheque.errors import OptionError
from tests.sixth_game import SIXTH
from tests.size import not_in_check, sized
from tests.table import chosen_games

SMALL = 0.002  # of the usual budget: enough to see that everything works
ONE_OF_EACH = [ruleset.game(ruleset.players[0]) for ruleset in ludotheque.GAMES.values()]


def decisions(game: Game, seed: int, every: int = 7) -> Iterator[Position]:
    rng, position = Random(seed), game.start()
    while not position.over and position.steps < 160:
        if position.actor >= 0 and position.steps % every == 0:
            yield position
        position.play(position.draw(rng))


@pytest.fixture(autouse=True)
def cold() -> Iterator[None]:
    """Nothing is compiled here unless a test asks for it."""
    warm, search.WARM = search.WARM, set()
    yield
    search.WARM = warm


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("game", sized(ONE_OF_EACH, chosen_games(), chosen_games()), ids=str)
def test_every_level_plays_every_game_legally_and_the_same_seed_gives_the_same_move(game: Game, level: str) -> None:
    for position in islice(decisions(game, 3, 37), sized(1, 2, None)):
        view = position.view(position.actor)
        moves = {bot(level, game, seed=5, budget=SMALL, engine=False).choose(view) for _ in range(2)}
        assert len(moves) == 1
        assert moves <= set(view.moves())


@pytest.mark.parametrize("level", [level for level in LEVELS if level != "random"])
@pytest.mark.parametrize("id", [id for id in ludotheque.GAMES if id != SIXTH.id])
def test_what_is_hidden_changes_no_choice(id: str, level: str) -> None:
    """Two positions that look the same to a seat, and differ in what it can't see: it chooses the same."""
    game = ludotheque.game(id, ludotheque.GAMES[id].players[-1])
    differ = 0
    for position in islice(decisions(game, 8, 17), 0, None, sized(5, 2, 1)):
        seat = position.actor
        view = position.view(seat)
        other = game.guess(view, Random(position.steps))
        differ += other.state != position.state
        one = bot(level, game, seed=2, budget=SMALL, engine=False).choose(view)
        assert one == bot(level, game, seed=2, budget=SMALL, engine=False).choose(other.view(seat))
    assert differ or id == "chipik"


@not_in_check
@pytest.mark.parametrize("id", sized([], ["chip-trick-root"], [*ludotheque.GAMES, "small"]))
def test_the_search_is_the_same_interpreted_and_compiled(id: str) -> None:
    """The small one has twins among three: guesses go by who took what, and how many seats there are is compiled in."""
    root = ludotheque.GAMES["chip-trick-root"]
    game = root.instance("small").game(root) if id == "small" else ludotheque.game(id, ludotheque.GAMES[id].players[0])
    position = next(p for p in decisions(game, 4, 1) if p.steps > 12 or id == SIXTH.id)
    sight = position.view(position.actor).sight
    how = How(greed=0.4 * game.rules.scoring, patience=3)
    interpreted = searched(game, sight, 9, how, 60), search.felt(game, sight, 7, False), search.felt(game, sight, 7, True)
    assert search.warm(game)
    assert (
        searched(game, sight, 9, how, 60),
        search.felt(game, sight, 7, False),
        search.felt(game, sight, 7, True),
    ) == interpreted


def test_a_tree_takes_no_more_memory_than_it_was_given() -> None:
    game = ludotheque.game("chipik", 3)
    position = next(decisions(game, 1, 1))
    few = search.InterpretedSearch(game, 40)
    few.look(position.view(position.actor).sight)
    few.think(1, How(patience=1), 300, False)
    assert few.tree.size == [40, 40]
    assert sum(few.tree.visits[node] for node in range(1, 40) if few.tree.label[node] < game.rules.player_actions) >= 300
    assert search.MOST_NODES * (6 * 4 + 8) < 8 << 20, "a few megabytes"


def test_all_moves_are_tried_equally_often_when_that_is_asked_for() -> None:
    game = ludotheque.game("toujours-12", 2)
    position = next(p for p in decisions(game, 1, 1) if p.steps > 20)
    tried = searched(game, position.view(position.actor).sight, 3, How(), 120, even=True)
    assert max(found.times for found in tried) - min(found.times for found in tried) <= 1
    assert sum(found.times for found in tried) == 120


def test_a_search_finds_what_wins_at_once() -> None:
    """A triple with two tokens left ends the game; nothing else does."""
    game = ludotheque.game("chipik", 3)
    position = next(p for p in decisions(game, 1, 1))
    state = position.state
    state.dice, state.tokens = [4, 4, 4], [2, 2, 2]
    view = position.view(position.actor)
    chosen = bot("expert", game, seed=1, budget=0.2, engine=False).choose(view)
    assert str(chosen).startswith("triple")


def test_an_unknown_level_is_refused_kindly() -> None:
    with pytest.raises(OptionError, match="there is no bot genius; there are novice, casual, club"):
        bot("genius", ludotheque.game("chipik", 3))


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("id", [id for id in ludotheque.GAMES if id != SIXTH.id])
def test_who_is_asked_at_the_wrong_time_says_so(id: str, level: str) -> None:
    """Whose turn it is not, an onlooker, at the end, with a position, in another game."""
    game, rng = ludotheque.game(id, 3), Random(4)
    asked, position = bot(level, game, seed=1, budget=SMALL, engine=False), game.start()
    while position.actor < 0:
        position.play(position.draw(rng))
    wrong = [position.view(None), position.view((position.actor + 1) % 3)]
    while not position.over:
        position.play(position.draw(rng))
    for view in (*wrong, position.view(0)):
        with pytest.raises(OptionError, match="there is nothing to choose"):
            asked.choose(view)
        with pytest.raises(OptionError, match="there is nothing to choose"):
            advise(view, engine=False)
    with pytest.raises(OptionError, match="by the view of a seat"):
        asked.choose(position)  # type: ignore[arg-type]
    other = next(decisions(ludotheque.game("chip-trick", 4), 3, 1))
    with pytest.raises(OptionError, match=f"this bot plays {game.spec}, not chip-trick players=4"):
        asked.choose(other.view(other.actor))


def test_a_level_is_a_word() -> None:
    with pytest.raises(OptionError, match="there is no bot"):
        bot([], ludotheque.game("chipik", 3))  # type: ignore[arg-type]


@pytest.mark.parametrize("budget", [0, -1.0, float("nan"), float("inf"), 1e300, 10**400, "1", None])
def test_a_budget_is_above_nothing_and_not_endless(budget: float) -> None:
    with pytest.raises(OptionError, match="a budget should be a number above 0 and up to 10000, not"):
        bot("club", ludotheque.game("chipik", 3), budget=budget)


@pytest.mark.parametrize("budget", ["0.1", None])
def test_a_budget_that_is_no_number_is_named_as_it_was_given(budget: Any) -> None:
    with pytest.raises(OptionError, match=f"not {budget!r}$"):
        bot("club", ludotheque.game("chipik", 3), budget=budget)


def test_what_is_no_game_no_seed_or_no_level_is_refused_kindly() -> None:
    with pytest.raises(OptionError, match=r"a bot plays a game such as .*, not a str"):
        bot("club", "calcory")  # type: ignore[arg-type]
    with pytest.raises(OptionError, match=r"a seed should be a number, a text or None, not \[1\]"):
        bot("club", ludotheque.game("chipik", 3), seed=[1])  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="there is no bot ''"):
        bot("", ludotheque.game("chipik", 3))


def test_a_game_without_sense_has_bots_too() -> None:
    game = ludotheque.game(SIXTH.id, SIXTH.players[0])
    assert game.rules.hunch is None
    position = next(decisions(game, 1, 1))
    for level in LEVELS:
        assert bot(level, game, seed=1, budget=SMALL, engine=False).choose(position.view(position.actor)) in position.moves()


def test_the_tree_does_not_run_by_itself() -> None:
    with pytest.raises(NotImplementedError):
        tree.any_move(None, None, None)
