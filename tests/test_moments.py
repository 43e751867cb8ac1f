"""What happens, as each seat may know it: nothing hidden is told, and a game told again tells the same."""

import dataclasses
import json
from random import Random
from typing import Any

import pytest

import ludotheque
from ludotheque import Game, LudothequeError, positiontext
from ludotheque.game import Rules, Ruleset
from ludotheque.happened import seen_by
from ludotheque.kit import telling
from ludotheque.kit.events import COUNT, Event
from ludotheque.kit.telling import Moment
from tests.sixth_game import treize
from tests.size import sized
from tests.table import COMPILED, NAMES, chosen_games
from tests.twins import bytes_for, leaks, pairs, small_games, some_pairs

PAIRS = sized(60, 200, 1000)
RULESETS = list(ludotheque.GAMES.values())


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.id)
def test_twins_are_told_the_same(ruleset: Ruleset) -> None:
    for pair in some_pairs(ruleset.id, PAIRS):
        assert not leaks(pair), (pair.game.spec, pair.seat, [moment.event.name for moment in pair.one])


SELDOM = {
    "toujours-12": {"NONE_LEFT"},
    "calcory": {"MARKED_WITH_MORE", "NO_CARD_LEFT", "PASSED", "PATIENCE_OVER", "TOO_FEW"},
}


@pytest.mark.parametrize("id", SELDOM)
def test_twins_are_told_what_hardly_ever_happens(id: str) -> None:
    rng, told = Random(id), set[str]()
    for _ in range(20):
        for pair in (pair for game in small_games(id) for pair in pairs(game, rng)):
            assert not leaks(pair), (pair.game.spec, pair.seat)
            told |= {moment.event.name for moment in pair.one}
    assert told >= SELDOM[id]


def planted(monkeypatch: pytest.MonkeyPatch, event: Event, number: str) -> None:
    """A number that was one seat's is everyone's."""
    monkeypatch.setitem(event.numbers, number, COUNT)


@pytest.mark.parametrize(("id", "event", "number"), [("calcory", "PUT_BACK", "value"), ("treize", "DEALT", "value")])
def test_a_number_told_to_all_is_noticed(id: str, event: str, number: str, monkeypatch: pytest.MonkeyPatch) -> None:
    planted(monkeypatch, next(one for one in ludotheque.GAMES[id].rules.events if one.name == event), number)
    assert any(leaks(pair) for pair in some_pairs(id, 2000))


def test_what_is_told_before_it_is_hidden_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if a card put back at Calcory were told one line too early."""

    def too_early(step: int, event: Event, numbers: tuple[int, ...], state: Any) -> Moment:
        if event.name == "PUT_BACK":
            state.secret = 0
        return Moment(step, event, numbers, state)

    monkeypatch.setattr(telling, "Moment", too_early)
    assert any(leaks(pair) for pair in some_pairs("calcory", 2000))


@pytest.mark.parametrize("game", chosen_games(), ids=lambda game: game.spec)
def test_a_game_told_again_tells_the_same(game: Game) -> None:
    """Live and afterwards, by whoever sits there; and nobody's table is changed by being looked at."""
    rng, position = Random(game.spec), game.start()
    moments: list[Moment] = []
    while not position.over and position.steps < sized(40, 100, 1000):
        moments += position.play_and_tell(position.draw(rng))
    for seat in (0, game.players - 1, None):
        again = position.events(seat)
        live = seen_by(game, seat, moments)
        assert [one.to_dict() for one in again] == [one.to_dict() for one in live]
        assert json.dumps([one.to_dict() for one in again])
        assert [one.says(NAMES) for one in again] == [one.says(NAMES) for one in live]
        assert bytes_for(game, seat, moments) == bytes_for(game, seat, moments)
        half = position.steps // 2
        assert [one.to_dict() for one in position.events(seat, since=half)] == [o.to_dict() for o in live if o.step >= half]


@pytest.mark.skipif(COMPILED, reason="guesses are the plain rules'")
def test_a_guess_has_no_events_before_it() -> None:
    """Nobody knows how it came about."""
    position = ludotheque.game("treize", 2).start()
    for move in ("deal 3", "deal 4", "throw", "roll 2"):
        position.play(move)
    guess = position.game.guess(position.view(0), Random(1))
    with pytest.raises(LudothequeError, match="not known"):
        guess.events(0)
    with pytest.raises(LudothequeError, match="not known"):
        positiontext.read(positiontext.write(position)).events(0)


@pytest.mark.skipif(COMPILED, reason="compiled rules have no such field")
def test_what_only_a_moment_has_is_gone_when_the_step_is_over() -> None:
    rules = ludotheque.GAMES["chip-trick"].rules

    def apply(f: Any, s: Any, action: int) -> None:
        rules.apply(f, s, action)
        s.turned_up = 1

    ruleset = dataclasses.replace(ludotheque.GAMES["chip-trick"], rules=dataclasses.replace(rules, apply=apply))
    with pytest.raises(ValueError, match=r"chip-trick: .* leaves 'turned_up' at 1; what is FLEETING must be 0 again"):
        ruleset.game(3).start().play_and_tell("start 0")


def test_games_that_tell_nothing_are_told_in_notation() -> None:
    silent = Rules.of(treize, treize, treize)
    ruleset = dataclasses.replace(ludotheque.GAMES["treize"], rules=silent)
    position = ruleset.game(2).start()
    told: dict[int | None, list[str]] = {0: [], 1: [], None: []}
    for move in ("deal 3", "deal 4", "throw", "roll 2"):
        moments = position.play_and_tell(move)
        for seat in told:
            told[seat] += [one.says(NAMES) for one in seen_by(position.game, seat, moments)]
    assert told[0] == ["chance: deal 3", "", "Ada: throw", "chance: roll 2"]
    assert told[None] == ["", "", "Ada: throw", "chance: roll 2"]
