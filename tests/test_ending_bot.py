"""The end of a game played exactly: when it begins, and that nothing better could have been played."""

from collections.abc import Iterator
from random import Random

import pytest

import ludotheque
from ludotheque import CHANCE, Move, Position, View, bots, walk
from ludotheque.bots import bot as champion
from ludotheque.bots import compile_for
from ludotheque.extras import HAS_ENGINE

pytest.importorskip("numpy")

from ludotheque.bots import rest, search
from ludotheque.bots.coach import advise
from ludotheque.bots.ending import EndingBot
from ludotheque.bots.rest import Rest, known, worth_of
from tests.sixth_game import SIXTH
from tests.size import SIZE, sized

ROOT = ludotheque.game("chip-trick-root", 3)


class Fond:
    """Likes the moves that come first in the alphabet twice as much as the next."""

    def choose(self, view: View) -> Move:
        return next(iter(self.chances(view)))

    def chances(self, view: View) -> dict[Move, float]:
        moves = sorted(view.moves(), key=str)
        weights = [2.0**-n for n in range(len(moves))]
        return {move: weight / sum(weights) for move, weight in zip(moves, weights, strict=True)}


def choices(seed: int) -> Iterator[Position]:
    """Every position of a game played at random in which somebody has a choice."""
    rng, position = Random(seed), ROOT.start()
    while not position.over:
        if position.actor != CHANCE and len(position.moves()) > 1:
            yield position.copy()
        position.play(position.draw(rng))


def last_round(seed: int) -> list[Position]:
    return [position for position in choices(seed) if position.view(0).now["round"] == ROOT.facts.rounds]


def after(position: Position, move: Move) -> Position:
    position = position.copy()
    position.play(move)
    return position


def walked(position: Position) -> list[float]:
    """All ways to play on from there, without any shortcut."""
    if position.over:
        return position.returns()
    ways = [walked(after(position, move)) for move in position.moves()]
    best = max(shares[position.actor] for shares in ways)
    as_good = [shares for shares in ways if shares[position.actor] > best - 1e-9]
    return [sum(shares[seat] for shares in as_good) / len(as_good) for seat in range(ROOT.players)]


def of_moves(position: Position) -> dict[int, list[float]]:
    return {move.action: walked(after(position, move)) for move in position.moves()}


def bot() -> EndingBot:
    return EndingBot(ROOT, Random(1), Fond(), engine=False)


either_way = pytest.mark.parametrize(
    "compiled",
    [
        False,
        pytest.param(
            True, marks=[pytest.mark.skipif(not HAS_ENGINE, reason="no engine"), pytest.mark.compiles("chip-trick-root")]
        ),
    ],
)


@either_way
def test_everyone_does_what_is_best_for_himself(compiled: bool) -> None:
    found, short, compared, games = Rest(ROOT, compiled), Rest(ROOT, compiled=False), 0, sized(10, 20, 60)
    short.most = sized(60, 60, short.most)
    for seed in range(games):
        *_, before, _ = last_round(seed)
        if short(before.state):
            shares, wanted = found(before.state), of_moves(before)
            assert shares.keys() == wanted.keys()
            assert all(shares[action] == pytest.approx(wanted[action], abs=1e-5) for action in wanted)
            compared += 1
    assert compared > games // 3


@pytest.mark.skipif(not HAS_ENGINE, reason="no engine")
@pytest.mark.compiles("chip-trick-root")
def test_compiled_it_finds_the_same_and_sees_further() -> None:
    interpreted, compiled = Rest(ROOT, False), Rest(ROOT, True)
    further = 0
    for seed in range(sized(2, 2, 6)):
        for position in last_round(seed):
            near, far = interpreted(position.state), compiled(position.state)
            assert not near or near == far
            further += bool(far) and not near
    assert further > sized(3, 3, 10)


def test_the_last_choice_of_a_game_is_the_best_for_who_has_it() -> None:
    mattered, games = 0, sized(20, 40, 60)
    for seed in range(games):
        *_, last = choices(seed)
        seat, results = last.actor, of_moves(last)
        likely = bot().at_the_end(last.view(seat))
        if known(last.view(seat)) is None:
            assert not likely
            continue
        best = max(shares[seat] for shares in results.values())
        assert {action for action, shares in results.items() if shares[seat] == best} == {move.action for move in likely}
        assert sum(likely.values()) == pytest.approx(1)
        assert bot().choose(last.view(seat)) in likely
        mattered += len(likely) < len(results)
    assert mattered > games // 20


def test_the_coach_says_exactly_what_comes_of_it() -> None:
    exact, games = 0, sized(6, 12, 20)
    for seed in range(games):
        *_, last = choices(seed)
        view = last.view(last.actor)
        if known(view):
            chances, results = advise(view, engine=False).chances, of_moves(last)
            assert {move: chance.mean for move, chance in chances.items()} == pytest.approx(
                {move: results[move.action][last.actor] for move in last.moves()}, abs=1e-5
            )
            assert all(chance.interval() == (chance.mean, chance.mean) for chance in chances.values())
            exact += 1
    assert exact > games // 2


def test_who_does_not_care_plays_anything() -> None:
    """A loser makes somebody king by chance, as everyone who reckons with him expects."""
    for seed in range(200):
        *_, last = choices(seed)
        seat, results = last.actor, of_moves(last)
        if len({tuple(shares) for shares in results.values()}) > 1 and not any(shares[seat] for shares in results.values()):
            assert bot().chances(last.view(seat)) == dict.fromkeys(last.moves(), 1 / len(last.moves()))
            return
    pytest.fail("nobody was king-maker")


def first_rounds(seed: int) -> list[Position]:
    return [position for position in choices(seed) if position.view(0).now["round"] < ROOT.facts.rounds]


def by_standing(position: Position) -> list[float]:
    """All ways to the end of the round, and what it is worth then, without any shortcut."""
    if position.actor == CHANCE:
        first = 3 * ROOT.rules.standing(ROOT.facts, position.state)  # type: ignore[misc]
        from_the_starter = [share / walk.WHOLE for share in worth_of(ROOT)[first : first + 3]]
        return [from_the_starter[(seat - position.state.starter) % 3] for seat in range(3)]
    ways = [by_standing(after(position, move)) for move in position.moves()]
    best = max(shares[position.actor] for shares in ways)
    as_good = [shares for shares in ways if shares[position.actor] > best - walk.NO_DIFFERENCE]
    return [sum(shares[seat] for shares in as_good) / len(as_good) for seat in range(3)]


@either_way
def test_at_the_end_of_a_round_it_reckons_with_what_the_next_is_worth(compiled: bool) -> None:
    small, compared = Rest(ROOT, False, by_rounds=True), 0
    found, of_the_game = Rest(ROOT, compiled, by_rounds=True), Rest(ROOT, compiled)
    enough = sized(4, 12, 40)
    for seed in range(30):
        for position in first_rounds(seed)[::3]:
            if compared == enough:
                return
            if small(position.state):
                wanted = {move.action: by_standing(after(position, move)) for move in position.moves()}
                shares = found(position.state)
                assert shares.keys() == wanted.keys()
                assert all(shares[action] == pytest.approx(wanted[action], abs=1e-4) for action in wanted)
                assert not of_the_game(position.state)  # another round is to come
                compared += 1
    pytest.fail(f"only {compared} positions were small enough")


def test_a_game_whose_standings_nobody_learned_is_walked_to_its_end() -> None:
    other = ROOT.with_facts(limit=19)
    assert worth_of(other) == []
    assert not Rest(other, False, by_rounds=True)(first_rounds(1)[-1].state)


def test_the_coach_calls_no_estimate_exact() -> None:
    """What standings are worth was learned; so between rounds moves are tried, as elsewhere."""
    position = next(p for p in first_rounds(3) if known(p.view(p.actor)) and Rest(ROOT, False, by_rounds=True)(p.state))
    advice = advise(position.view(position.actor), budget=0.01, engine=False)
    assert all(chance.interval()[0] < chance.interval()[1] for chance in advice.chances.values())


def test_before_the_end_it_plays_what_was_learned() -> None:
    learned = Fond()
    player = EndingBot(ROOT, Random(1), learned, engine=False)
    first, *_ = choices(3)
    view = first.view(first.actor)
    assert known(view) is None  # chips are hidden
    assert player.choose(view) == learned.choose(view)
    assert player.chances(view) == learned.chances(view)
    open_to_all = [view for view in (position.view(position.actor) for position in first_rounds(3)) if known(view)]
    assert any(player.at_the_end(view) for view in open_to_all)  # that of a round will do


def test_a_tree_that_is_too_large_is_not_the_end_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    before_the_last = (last_round(seed)[-2] for seed in range(60))
    small = next(position for position in before_the_last if Rest(ROOT, False)(position.state))
    monkeypatch.setattr(rest, "INTERPRETED", 1)
    assert not Rest(ROOT, False)(small.state)
    assert not Rest(ROOT, False)(ROOT.start().state)  # chance has its say


def test_the_champion_of_root_plays_the_end_exactly() -> None:
    assert isinstance(champion("champion", ROOT, seed=1, engine=False), EndingBot)


@pytest.mark.skipif(not HAS_ENGINE, reason="no engine")
@pytest.mark.compiles("chip-trick-root")
def test_all_that_bots_think_with_is_compiled_beforehand(monkeypatch: pytest.MonkeyPatch) -> None:
    assert compile_for(SIXTH.game(2))  # nobody learned it
    assert SIXTH.game(2) in search.WARM
    if SIZE != "thorough":  # root's search takes twenty seconds, and what is compiled is the same text
        monkeypatch.setattr(bots, "warm", lambda game: True)
    assert compile_for(ROOT)
    assert ROOT in rest.WALKED


def test_a_walk_is_made_for_a_game() -> None:
    with pytest.raises(NotImplementedError):
        walk.actor(None, None)
