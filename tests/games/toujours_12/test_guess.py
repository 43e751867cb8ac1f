"""Guesses of what is hidden, against every history that looks the same (tests/posterior.py).

Four games with few cards, written out; each is looked at from every seat and by an onlooker.
"""

from collections import Counter
from fractions import Fraction
from random import Random

import pytest

from ludotheque import Game, Position, positiontext
from ludotheque.draws import COUNT
from ludotheque.games.toujours_12.view import Belief, Sight, believe
from ludotheque.trios import numbers_in
from tests.games.toujours_12.tables import without_luck
from tests.posterior import disagreement, fingerprint, guesses, not_again_compiled, posterior, posteriors
from tests.size import not_in_check, sized
from tests.table import game, plain_state


def small(players: int, refill: str, chain_takes: bool, deck: tuple[int, ...], hand: int, target: int) -> Game:
    return game("toujours-12", players, refill=refill, chain_takes=chain_takes).with_facts(deck=deck, hand=hand, target=target)


TWO_AT_ONCE = (
    small(2, "immediate", True, (2, 2, 2, 1, 0, 0, 0), 2, 4),
    (
        "draw 0, draw 3, draw 2, draw 1, start 0, "  # 5: announced and level
        "lay 0 1, draw 1, lay 2 4, draw 2, lay 3 3, "  # 10
        "draw 0, lay 2 2, lay 1 4, lay 1 1, lay 0 2"  # 11: the stock is empty
    ),
)
TWO_AT_THE_END = (
    small(2, "end-of-turn", True, (4, 4, 3, 2, 1, 0, 0), 3, 5),
    (
        "draw 1, draw 0, draw 2, draw 0, draw 2, draw 1, start 0, lay 2 1, draw 0, lay 0 3, "  # 7: announced
        "draw 2, lay 0 2, draw 1, lay 2 4, draw 0, lay 1 2, lay 1 4, draw 3, draw 4, lay 2 1, "  # 16: a take, an extra card
        "draw 3, lay 0 3, draw 1, lay 3 4, lay 0 3, lay 3 2, lay 1 1, lay 4 1, lay 1 4"  # 23: the stock is empty
    ),
)
THREE_AT_ONCE = (
    small(3, "immediate", True, (4, 4, 3, 2, 1, 1, 0), 2, 5),
    (
        "draw 0, draw 2, draw 2, draw 1, draw 0, draw 3, start 2, lay 0 3, draw 1, lay 0 2, "  # 7: announced
        "draw 4, lay 1 1, draw 1, lay 3 4, draw 0, lay 2 1, draw 5, lay 5 4, draw 0, lay 2 3, "  # 16: a take, an extra card
        "draw 2, lay 0 2, draw 3, lay 4 4, draw 1, lay 2 4, lay 1 1, lay 1 3, lay 0 2, lay 3 4, "  # 25: the stock is empty
        "lay 1 2"
    ),
)
THREE_AT_THE_END = (
    small(3, "end-of-turn", False, (4, 4, 4, 3, 1, 0, 1), 3, 6),
    (
        "draw 1, draw 2, draw 1, draw 2, draw 3, draw 0, draw 0, draw 4, draw 1, start 1, "  # 10: announced
        "lay 3 4, draw 2, lay 4 3, draw 2, lay 1 2, draw 0, lay 0 1, draw 6, lay 1 4, lay 2 3, "  # 19: a take, an extra card
        "draw 3, draw 0, lay 2 1, draw 1, lay 2 2, draw 3, lay 0 4, lay 3 3, lay 1 2, lay 3 1, "  # 26: the stock is empty
        "lay 0 4, lay 0 3, lay 2 2, lay 1 4, lay 6 1"
    ),
)
PLAYED = {
    "two at once": TWO_AT_ONCE,
    "two at the end": TWO_AT_THE_END,
    "three at once": THREE_AT_ONCE,
    "three at the end": THREE_AT_THE_END,
}
EVERYONE = [(name, seat) for name, (there, _) in PLAYED.items() for seat in (None, *range(there.players))]


def after(name: str, steps: int) -> Position:
    there, told = PLAYED[name]
    return there.replay(told.split(", ")[:steps])


@not_in_check
@not_again_compiled
@pytest.mark.parametrize(
    ("name", "steps", "seat", "times"),
    [
        ("two at once", 3, 0, 2000),  # during the deal
        ("two at once", 5, None, 2000),  # announced
        ("two at once", 10, 1, 2000),
        ("two at the end", 5, None, 2000),  # during the deal
        ("two at the end", 7, 1, 2000),  # announced
        ("two at the end", 16, 1, 2000),  # an extra card is due
        ("two at the end", 18, None, 1000),  # between two draws
        ("two at the end", 24, None, 1000),  # the stock is empty
        ("three at once", 5, 2, 2000),  # during the deal
        ("three at once", 7, None, 1000),  # announced
        ("three at once", 13, 0, 2000),
        ("three at once", 17, 2, 1000),  # an extra card is due
        ("three at once", 27, 1, 1000),  # the stock is empty
        ("three at the end", 8, 0, 1000),  # during the deal
        ("three at the end", 10, 1, 1000),  # announced
        ("three at the end", 20, 0, 2000),
        ("three at the end", 30, None, 1000),  # the stock is empty, and hands are not of one size
    ],
)
def test_a_guess_comes_as_often_as_what_it_guesses(name: str, steps: int, seat: int | None, times: int) -> None:
    position = after(name, steps)
    exact = posterior(position, seat)
    assert len(exact) > 1
    drawn = guesses(position, seat, sized(0, times // 4, times))
    assert disagreement(Counter(map(positiontext.write, drawn)), exact) == ""


@pytest.mark.parametrize(("name", "seat"), EVERYONE)
def test_beliefs_are_exact_after_every_step(name: str, seat: int | None) -> None:
    """A guess is as likely as the weights of its hands, times the ways to draw them from the cards unseen.

    So what is believed is compared number by number, not only by drawing.
    """
    there, told = PLAYED[name]
    for step, (position, exact) in enumerate(posteriors(there, told.split(", "), seat, hidden=hands_of)):
        if step % sized(5, 1, 1):
            continue
        believed = hands_believed(position, seat)
        assert believed == pytest.approx({hands: float(odds) for hands, odds in exact.items()}, rel=1e-9)


@pytest.mark.parametrize(("name", "seat"), EVERYONE)
def test_no_guess_is_impossible_and_every_guess_looks_the_same(name: str, seat: int | None) -> None:
    there, told = PLAYED[name]
    for position, exact in posteriors(there, told.split(", "), seat, hidden=fingerprint):
        assert sum(exact.values()) == 1
        assert fingerprint(position) in exact
        for guess in guesses(position, seat, sized(1, 3, 5)):
            assert fingerprint(guess) in exact
            assert guess.view(seat).to_dict() == position.view(seat).to_dict()


def hands_of(position: Position) -> str:
    return " ".join(map(str, plain_state(position).hand))


def hands_believed(position: Position, seat: int | None) -> dict[str, float]:
    """How likely the hands of all are together, by the weights the game believes in."""
    there = position.game
    rules = there.rules
    sight, belief = rules.from_plain(position.view(seat).sight), rules.new(rules.Belief)
    assert rules.believe
    rules.believe(there.facts, sight, belief)
    weights = rules.plain(rules.Belief, belief).weight
    size = len(weights) // 6
    own = position.view(seat).now["hand"]
    going: list[tuple[list[int], list[int], float]] = [([], plain_unseen(position, seat), 1.0)]
    for other in range(6):
        after = []
        for hands, unseen, weight in going:
            if other >= there.players or other == seat:
                after.append(([*hands, packed(own) if other == seat else 0], unseen, weight))
                continue
            for hand in range(size):
                if weights[other * size + hand] > 0:
                    cards = [number - 1 for number in numbers_in(hand) if number]
                    left, ways = drawn(unseen, cards)
                    if ways:
                        after.append(([*hands, packed(cards)], left, weight * weights[other * size + hand] * ways))
        going = after
    everything = sum(weight for _, _, weight in going)
    return {" ".join(map(str, hands)): weight / everything for hands, _, weight in going}


def packed(cards: list[int]) -> int:
    return sum(16**digit for digit in cards)


def plain_unseen(position: Position, seat: int | None) -> list[int]:
    """How many cards of each digit are in the stock or in the hands of others."""
    laid = [digit for _, digit in position.view(seat).seen["laid"]]
    known = Counter(laid + (position.view(seat).now["hand"] or []))
    return [count - known[digit] for digit, count in enumerate(position.game.facts.deck)]


def drawn(unseen: list[int], cards: list[int]) -> tuple[list[int], int]:
    """What is left when these cards are drawn one after another, and in how many ways they can be."""
    left, ways = unseen[:], 1
    for digit in cards:
        ways *= left[digit]
        left[digit] -= 1
    return left, ways


# --- guesses of the whole game ----------------------------------------------------------------


def test_guesses_of_one_belief_are_those_of_the_game() -> None:
    position = after("three at the end", 20)
    rng = Random(3)
    each = [positiontext.write(position.game.guess(position.view(1), rng)) for _ in range(20)]
    assert each == list(map(positiontext.write, guesses(position, 1, 20, seed=3)))
    assert len(set(each)) > 1


@pytest.mark.parametrize("refill", ["immediate", "end-of-turn"])
def test_guesses_with_all_cards_look_the_same_and_can_be_played_on(refill: str) -> None:
    there = game("toujours-12", 6, refill=refill)
    for step, position in enumerate(without_luck(there, 5, greedy=True)):
        if step % 24 == 7:
            for seat in (None, 5):
                view = position.view(seat)
                guess = there.guess(view, Random(step))
                assert guess.view(seat).to_dict() == view.to_dict()
                assert there.ruleset.faults(there.facts, plain_state(guess)) == []
                while not guess.over:
                    guess.play(guess.moves()[0] if guess.moves() else guess.odds()[-1][0])
                assert plain_state(guess).laid == 72


# --- the measure itself -----------------------------------------------------------------------


def test_a_card_nobody_saw_is_as_likely_as_its_draw() -> None:
    position = after("three at once", 1)
    assert sorted(posterior(position, 2).values()) == [Fraction(n, 15) for n in (1, 1, 2, 3, 4, 4)]
    assert list(posterior(position, 0).values()) == [1]


def test_a_lay_says_something_about_the_rest_of_the_hand() -> None:
    """Announced 4, laid a 2: it was 2 and 2, both of them 2s, or 3 and 1, which had none."""
    there = small(2, "immediate", True, (2, 2, 2, 2, 0, 0, 0), 2, 4)
    position = there.replay(["draw 2", "draw 2", "draw 0", "draw 1", "lay 2 1"])
    assert list(posterior(position, 1, hands_of).values()) == [1]
    assert {hands_of(guess) for guess in guesses(position, 1, 50)} == {hands_of(position)}


def test_the_measure_finds_what_is_wrong() -> None:
    exact = posterior(after("three at the end", 14), None)
    rng = Random(1)
    fair = Counter(rng.choices(list(exact), [float(odds) for odds in exact.values()], k=2000))
    assert disagreement(fair, exact) == ""
    assert disagreement(Counter(rng.choices(list(exact), k=2000)), exact) != ""  # each as often
    assert "can't be" in disagreement(fair + Counter({"nonsense": 1}), exact)
    assert "instead of" in disagreement(Counter({min(exact): 2000}), exact)


def test_a_guess_of_five_hands_is_soon_kept() -> None:
    """Each takes cards from the next; measured by a hand that could still have all of them, it took ten times as long."""
    rng, position = Random(1), game("toujours-12", 6).start()
    while position.actor < 0 or position.now(None)["stock"] > 9:
        position.play(position.draw(rng))
    rules, sight, belief, draws = position.game.ruleset.rules, Sight(), Belief(), [12, 0]
    rules.view(position.game.facts, plain_state(position), position.actor, sight)
    believe(position.game.facts, sight, belief)
    for _ in range(20):
        rules.guess(position.game.facts, sight, belief, draws, rules.State())
    assert draws[COUNT] < 20 * 60
