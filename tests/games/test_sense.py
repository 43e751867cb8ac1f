"""What players do without much thought is always legal; moves left out come to the same as one that is not; memory fades."""

from collections.abc import Iterator
from math import inf
from random import Random
from typing import Any

import pytest

from ludotheque import positiontext
from ludotheque.game import Rules
from ludotheque.games.chip_trick.chips import handful_of
from ludotheque.position import Position
from ludotheque.view import View
from tests.size import sized
from tests.table import COMPILED, game, plain_state

SETTINGS = [
    ("chip-trick", 2), ("chip-trick", 3), ("chip-trick", 4), ("chip-trick-root", 3), ("chipik", 3), ("chipik", 8),
    ("toujours-12", 2), ("toujours-12", 6), ("calcory", 2), ("calcory", 4),
]  # fmt: skip
GAMES = sized(1, 1, 3) if COMPILED else sized(1, 3, 12)
FEWER = sized(1, 2, 4)


def decisions(id: str, players: int, by: str, games: int = GAMES) -> Iterator[Position]:
    """Every decision of games in which people go by habit or hunch, and now and then by chance."""
    rules = game(id, players).rules
    for seed in range(games):
        rng, position = Random(seed), game(id, players).start()
        for _ in range(3000):
            if position.over:
                break
            if position.actor >= 0:
                yield position
            if position.actor < 0 or rng.random() < 0.3:
                position.play(position.draw(rng))
            else:
                instinct: Any = getattr(rules, by) or rules.hunch
                action = instinct(position.game.facts, position.state, rules.draws(rng))
                position.play(position.game.ruleset.moves[int(action)])


def worth(position: Position, rules: Rules | None = None) -> list[int]:
    rules = rules or position.game.rules
    out = rules.room(rules.most_choices)
    n = (rules.worth or rules.legal)(position.game.facts, rules.from_plain(plain_state(position)), out)
    return [int(action) for action in out[:n]]


@pytest.mark.parametrize("by", ["habit", "hunch", "reflex"])
@pytest.mark.parametrize(("id", "players"), SETTINGS)
def test_habits_and_hunches_are_legal_and_moves_worth_a_thought_are_too(id: str, players: int, by: str) -> None:
    rng = Random(5)
    for position in decisions(id, players, by):
        rules, facts = position.game.rules, position.game.facts
        legal = {move.action for move in position.moves()}
        thought = worth(position)
        assert len(thought) == len(set(thought)) > 0
        assert set(thought) <= legal
        assert rules.habit is not None
        assert rules.hunch is not None
        assert rules.habit(facts, position.state, rules.draws(rng)) in legal
        assert rules.hunch(facts, position.state, rules.draws(rng)) in thought
        assert (rules.reflex or rules.hunch)(facts, position.state, rules.draws(rng)) in thought, "a search finds it again"
        if COMPILED:
            assert what_comes_to_mind(position, position.game.rules) == what_comes_to_mind(position, position.game.ruleset.rules)


def what_comes_to_mind(position: Position, rules: Rules) -> tuple[list[int], list[int]]:
    """By these rules, compiled or not: what is done without much thought, and what is worth one."""
    game, state = position.game, rules.from_plain(plain_state(position))
    instincts = [instinct for instinct in (rules.habit, rules.hunch, rules.reflex) if instinct]
    return [int(instinct(game.facts, state, rules.draws(Random(9)))) for instinct in instincts], worth(position, rules)


def outcome(position: Position, action: int) -> Any:
    """What a move comes to, whatever the place it is made at."""
    rules, twin = position.game.rules, position.copy()
    rules.apply(position.game.facts, twin.state, action)
    after = rules.plain(rules.State, twin.state)
    if position.game.id == "toujours-12":
        return sorted(piles(after)), after.hand, after.won, after.turn, after.phase
    return after.pile, after.phase, after.turn, after.sum, after.marked_sum, sorted(after.value), after.unseen, after.captured


def piles(state: Any) -> list[list[int]]:
    found = []
    for card in state.top:
        pile = []
        while card >= 0:
            pile.append(state.digit[card])
            card = state.under[card]
        found.append(pile)
    return found


@pytest.mark.parametrize(("id", "players"), [("toujours-12", 2), ("calcory", 3)])
def test_a_move_that_is_left_out_comes_to_the_same_as_the_one_that_stands_for_it(id: str, players: int) -> None:
    left_out = 0
    for position in decisions(id, players, "hunch", FEWER):
        alike, thought = position.game.rules.alike, worth(position)
        assert alike is not None
        assert [alike(position.game.facts, position.state, action) for action in thought] == thought
        outcomes = {action: outcome(position, action) for action in thought}
        for move in position.moves():
            stands_for_it = int(alike(position.game.facts, position.state, move.action))
            assert outcome(position, move.action) == outcomes[stands_for_it]
            left_out += move.action != stands_for_it
    assert left_out


@pytest.mark.skipif(COMPILED, reason="memory is never compiled")
@pytest.mark.parametrize(("id", "players"), SETTINGS)
def test_what_fades_can_still_be_played_with(id: str, players: int) -> None:
    """A short memory makes a view that can be guessed from, in which the same moves are legal, and it forgets something."""
    forgotten = 0
    for number, position in enumerate(decisions(id, players, "hunch", FEWER)):
        view = position.view(position.actor)
        fade = position.game.ruleset.fade
        kept: Any = fade(view, inf)
        now: Any = view.sight
        if id.startswith("chip-trick"):
            kept.logged = now.logged  # nobody remembers the order of play
        assert kept == now
        faded = fade(view, 4)
        forgotten += faded != view.sight
        assert view.sight == position.view(position.actor).sight, "the view itself stays as it is"
        if number % 5 == 0:
            dim = View(view.game, view.seat, view.actor, faded, view.history, view.moves())
            guessed = position.game.guess(dim, Random(number))
            assert guessed.moves() == position.moves()
    assert forgotten or id == "chipik", "dice lie open"


@pytest.mark.skipif(COMPILED, reason="memory is never compiled")
def test_a_game_that_goes_on_from_a_text_has_no_past_to_forget() -> None:
    position = game("calcory", 2).replay(["start 0", "turn a1", "show 8", "turn b1", "show 9"])
    read = positiontext.read(positiontext.write(position))
    assert read.game.ruleset.fade(read.view(read.actor), 1) == read.view(read.actor).sight


@pytest.mark.skipif(COMPILED, reason="memory is never compiled")
def test_both_of_two_twins_are_forgotten() -> None:
    table = game("chip-trick", 4)
    view = table.start().view(0)
    sight: Any = view.sight
    sight.known[1] = handful_of([1, 10, 10])
    past = View(table, 0, 0, sight, ["take 10", "take 10", "take 1"], [])
    faded: Any = table.ruleset.fade(past, 0)
    assert faded.known[1] == 0
