"""The end of a game played exactly: when it begins, and that nothing better could have been played."""

from collections.abc import Iterator
from random import Random

import pytest

import ludotheque
from ludotheque import CHANCE, Move, Position, View
from ludotheque.bots import bot as champion
from ludotheque.bots.ending import MOST_DECISIONS, EndingBot, Guess, NotTheEnd, Rest, following

ROOT = ludotheque.game("chip-trick-root", 3)


class Fond:
    """Likes the moves that come first in the alphabet twice as much as the next."""

    def __init__(self) -> None:
        self.asked = 0

    def choose(self, view: View) -> Move:
        return next(iter(self.chances(view)))

    def chances(self, view: View) -> dict[Move, float]:
        self.asked += 1
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


def ends(position: Guess) -> bool:
    """Without another choice."""
    position = position.copy()
    while not position.over and position.actor != CHANCE and len(position.moves()) == 1:
        position.play(position.moves()[0])
    return position.over


def bot() -> EndingBot:
    return EndingBot(ROOT, Random(1), Fond())


def test_the_last_choice_of_a_game_is_the_best_for_who_has_it() -> None:
    mattered = 0
    for seed in range(60):
        *_, last = choices(seed)
        seat = last.actor
        results = {move: Rest(Fond()).worth(following(last, move)) for move in last.moves()}
        assert all(ends(following(last, move)) for move in last.moves())
        likely = bot().at_the_end(last.view(seat))
        if bot().known(last.view(seat)) is None:
            assert not likely
            continue
        best = max(shares[seat] for shares in results.values())
        assert {move for move, shares in results.items() if shares[seat] == best} == set(likely)
        assert sum(likely.values()) == pytest.approx(1)
        assert bot().choose(last.view(seat)) in likely
        mattered += len(likely) < len(results)
    assert mattered > 3


def test_everyone_does_what_is_best_for_himself() -> None:
    """Held against all ways to play on from there, walked without any shortcut."""

    def walked(position: Guess) -> tuple[list[float], bool]:
        if position.over:
            return position.returns(), True
        after = {move: walked(following(position, move)) for move in position.moves()}
        best = max(shares[position.actor] for shares, _ in after.values())
        as_good = [shares for shares, _ in after.values() if shares[position.actor] == best]
        return as_good[0], all(plain for _, plain in after.values()) and all(shares == as_good[0] for shares in as_good)

    compared = 0
    for seed in range(80):
        *_, before, _ = choices(seed)
        if before.view(0).now["round"] < 3:
            continue
        try:
            found = Rest(Fond()).worth(before.copy())
        except NotTheEnd:
            continue
        shares, plain = walked(before)
        if plain:  # nobody had two ways that were as good for him and not for the others
            assert found == pytest.approx(shares)
            compared += 1
    assert compared > 10


def test_who_does_not_care_goes_by_what_was_learned() -> None:
    """A loser makes somebody king: by liking, not by chance."""
    for seed in range(200):
        *_, last = choices(seed)
        seat = last.actor
        results = {move: Rest(Fond()).worth(following(last, move)) for move in last.moves()}
        if len({tuple(shares) for shares in results.values()}) > 1 and not any(shares[seat] for shares in results.values()):
            learned = Fond()
            likely, shares = Rest(learned).choice(last)
            assert learned.asked == 1
            assert len(likely) == len(results)
            assert likely == pytest.approx(Fond().chances(last.view(seat)))
            assert sum(shares) == pytest.approx(1)
            return
    pytest.fail("nobody was king-maker")


def test_before_the_end_it_plays_what_was_learned() -> None:
    learned = Fond()
    player = EndingBot(ROOT, Random(1), learned)
    first, *_ = choices(3)
    assert player.known(first.view(first.actor)) is None  # chips are hidden
    assert player.choose(first.view(first.actor)) == next(iter(learned.chances(first.view(first.actor))))
    of_first_rounds = [position for position in choices(3) if position.view(0).now["round"] < 3]
    known = [view for view in (position.view(position.actor) for position in of_first_rounds) if player.known(view)]
    assert known
    assert not any(player.at_the_end(view) for view in known)  # another round is to come


def test_where_nothing_depends_on_it_it_plays_what_it_likes() -> None:
    for seed in range(60):
        *_, last = choices(seed)
        view = last.view(last.actor)
        likely = bot().at_the_end(view)
        if len({tuple(Rest(Fond()).worth(following(last, move))) for move in last.moves()}) == 1 and likely:
            assert likely == pytest.approx(Fond().chances(view))
            return
    pytest.fail("everything always mattered")


def test_a_tree_that_is_too_large_is_not_the_end_yet() -> None:
    opening = next(position for position in choices(5) if position.view(0).now["round"] == 3)
    rest = Rest(Fond())
    with pytest.raises(NotTheEnd):
        rest.choice(opening)
    assert rest.decisions == MOST_DECISIONS + 1


def test_the_champion_of_root_plays_the_end_exactly() -> None:
    pytest.importorskip("numpy")
    assert isinstance(champion("champion", ROOT, seed=1), EndingBot)
