"""Chipik's figures: derived on paper, here obtained from the game's own moves and odds.

A walk asks the game at every step what is possible and how likely it is, so a wrong rule, a missing
move or wrong odds all show up as a wrong fraction.
"""

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from random import Random
from typing import NamedTuple

import pytest

from ludotheque import CHANCE, Position, positiontext
from tests.games.chipik.positions import binned, combinations, discards, rerolls, table
from tests.size import not_in_check, sized
from tests.table import COMPILED, at, game, plain_state, play

Throw = str  # the words of a roll or reroll


# --- one throw --------------------------------------------------------------------------------


@cache
def first_throws() -> dict[Throw, tuple[Fraction, frozenset[str]]]:
    """Every first throw: how likely, and which combinations it is good for."""
    start = table("first_throw")
    return {str(move): (chance, frozenset(combinations(play(start.copy(), str(move))))) for move, chance in start.odds()}


def results(chances: Iterable[Fraction]) -> Fraction:
    """How many of the 216 ordered results."""
    return 216 * sum(chances, Fraction(0))


@pytest.mark.parametrize(("combination", "count"), [("addition", 56), ("odds", 27), ("run", 24), ("triple", 6)])
def test_one_throw_of_216(combination: str, count: int) -> None:
    assert results(chance for chance, found in first_throws().values() if combination in found) == count


def test_one_throw_at_least_one_or_none() -> None:
    assert results(chance for chance, found in first_throws().values() if found) == 99
    assert results(chance for chance, found in first_throws().values() if not found) == 117


def test_one_throw_exclusive_classes() -> None:
    classes: Counter[str] = Counter()
    for chance, found in first_throws().values():
        classes["+".join(sorted(found))] += int(results([chance]))
    assert classes == {
        "addition": 45,
        "odds": 21,
        "run": 18,
        "triple": 2,
        "addition+odds": 3,
        "addition+run": 6,
        "odds+triple": 2,
        "addition+triple": 1,
        "addition+odds+triple": 1,
        "": 117,
    }
    assert classes.total() == 216


def test_the_throws_of_the_small_classes() -> None:
    def throws(*wanted: str) -> set[str]:
        return {throw for throw, (_, found) in first_throws().items() if found == set(wanted)}

    assert throws("triple") == {"roll 2 2 2", "roll 4 4 4"}
    assert throws("addition", "odds") == {"roll 3 5 5"}
    assert throws("addition", "run") == {"roll 4 5 6"}
    assert throws("odds", "triple") == {"roll 1 1 1", "roll 3 3 3"}
    assert throws("addition", "triple") == {"roll 6 6 6"}
    assert throws("addition", "odds", "triple") == {"roll 5 5 5"}


# --- two throws -------------------------------------------------------------------------------

Odds = dict[frozenset[str], Fraction]  # how likely it is that the dice are good for just these combinations


@cache
def second_throws() -> dict[Throw, dict[Throw, Odds]]:
    """For every first throw and every choice of dice: what the second throw makes of them."""
    found: dict[Throw, dict[Throw, Odds]] = {}
    start = table("first_throw")
    for throw in first_throws():
        lying = play(start.copy(), throw)
        found[throw] = {reroll: odds_of(play(lying.copy(), reroll)) for reroll in rerolls(lying)}
    return found


def odds_of(thrown: Position) -> Odds:
    odds: Odds = {}
    for outcome, chance in thrown.odds():
        now = thrown.copy()
        now.play(outcome)
        good_for = frozenset(combinations(now))
        assert (now.actor is CHANCE) == (not good_for)  # nothing: the turn passes
        odds[good_for] = odds.get(good_for, Fraction(0)) + chance
    return odds


def success(odds: Odds, combination: str = "") -> Fraction:
    """With that combination, or with any."""
    return sum((chance for found, chance in odds.items() if (combination in found if combination else found)), Fraction(0))


def best(throw: Throw, combination: str = "") -> Fraction:
    """With the best choice of dice for a second throw."""
    return max(success(odds, combination) for odds in second_throws()[throw].values())


def within_the_turn(combination: str = "") -> Fraction:
    """A first success accepted, else the best second throw."""
    chances = Fraction(0)
    for throw, (chance, found) in first_throws().items():
        accepted = combination in found if combination else bool(found)
        chances += chance if accepted else chance * best(throw, combination)
    return chances


def test_some_combination_within_the_turn() -> None:
    assert within_the_turn() == Fraction(515, 648)


def test_success_when_always_throwing_again() -> None:
    assert sum(chance * best(throw) for throw, (chance, _) in first_throws().items()) == Fraction(10819, 15552)


@pytest.mark.parametrize(
    ("combination", "chance"),
    [
        ("addition", Fraction(761, 1296)),
        ("odds", Fraction(27, 64)),
        ("run", Fraction(571, 1944)),
        ("triple", Fraction(73, 648)),
    ],
)
def test_aiming_at_one_combination(combination: str, chance: Fraction) -> None:
    assert within_the_turn(combination) == chance


BEST_KEEP = """
    1-1-2  1-1   1/2
    1-1-4  1-1   1/2
    1-1-6  6     7/12
    1-2-2  none  11/24
    1-2-4  none  11/24
    1-2-5  5     23/36
    1-2-6  6     7/12
    1-3-4  1-3   2/3
    1-3-6  1-3   2/3
    1-4-4  4-4   1/2
    1-4-5  4-5   2/3
    1-4-6  4-6   2/3
    1-5-6  5-6   5/6
    2-2-3  3     5/9
    2-2-4  none  11/24
    2-2-5  5     23/36
    2-2-6  6     7/12
    2-3-3  3     5/9
    2-3-5  3-5   5/6
    2-3-6  6     7/12
    2-4-4  4-4   1/2
    2-4-5  4-5   2/3
    2-4-6  4-6   2/3
    2-5-5  5-5   5/6
    3-3-4  3     5/9
    3-3-6  6     7/12
    3-4-4  3     5/9
"""
KEEPS = [tuple(line.split()) for line in BEST_KEEP.strip().splitlines()]


@pytest.mark.parametrize(("thrown", "kept", "chance"), KEEPS)
def test_best_keep(thrown: str, kept: str, chance: str) -> None:
    again = Counter(thrown.split("-")) - Counter(kept.split("-"))
    throw, reroll = f"roll {thrown.replace('-', ' ')}", " ".join(["reroll", *sorted(again.elements())])
    assert success(second_throws()[throw][reroll]) == best(throw) == Fraction(chance)


def test_best_keep_is_for_every_failing_throw() -> None:
    failing = {throw for throw, (_, found) in first_throws().items() if not found}
    assert {f"roll {thrown.replace('-', ' ')}" for thrown, _, _ in KEEPS} == failing
    assert len(KEEPS) == 27


# --- every position of three players ----------------------------------------------------------

# A throw for each combination and one for none: a discard does the same whatever the dice show besides.
ENOUGH = {"addition": "roll 4 4 5", "odds": "roll 1 3 5", "run": "roll 1 2 3", "triple": "roll 2 2 2", "": "roll 1 2 4"}

Key = tuple[int, ...]  # step, turn, holder, tokens: all that is left of a table between two turns


def key(position: Position) -> Key:
    s = plain_state(position)
    return (s.phase, s.order[s.at], s.lucky, *s.tokens[: position.game.players])


class Turn(NamedTuple):
    """Where the discards lead, by their words; "" for a turn without one."""

    dry: dict[str, Key]
    second: dict[str, Key]


class Walk(NamedTuple):
    in_play: dict[Key, Position]  # every table that can be reached, before a first throw
    ends: dict[Key, Position]  # every table at the end
    soonest: dict[Key, int]  # turns until then, at least
    turns: dict[Key, Turn]


@cache
def every_position() -> Walk:
    start = table("first_throw", players=3)
    walk = Walk({key(start): start}, {}, {key(start): 0}, {})
    edge = [start]
    while edge:
        coming = []
        for before in edge:
            here = key(before)
            again = play(before.copy(), "roll 1 2 4", "reroll 1 2 4")
            dry, second = afterwards(before), afterwards(again)
            walk.turns[here] = Turn(*({move: key(after) for move, after in each.items()} for each in (dry, second)))
            for after in [*dry.values(), *second.values()]:
                if key(after) not in walk.soonest:
                    walk.soonest[key(after)] = walk.soonest[here] + 1
                    (walk.ends if after.over else walk.in_play)[key(after)] = after
                    coming += [] if after.over else [after]
        edge = coming
    return walk


def afterwards(before: Position, throws: Iterable[Throw] = ENOUGH.values()) -> dict[str, Position]:
    """The tables after these throws, each with each of its discards."""
    found: dict[str, Position] = {}
    for throw in throws:
        lying = play(before.copy(), throw)
        found |= {move: play(lying.copy(), move) for move in discards(lying)}
        if lying.actor is CHANCE:
            found[""] = lying
    return found


def test_enough_throws_are_walked() -> None:
    """Whatever the dice are, the discards they are good for do what they do with the throws walked."""
    for step, fields in (("first_throw", ""), ("second_throw", ""), ("first_throw", "lucky=2"), ("second_throw", "lucky=1")):
        before = table(step, fields, players=3)
        walked = afterwards(before)
        for throw, (_, good_for) in first_throws().items():
            after = afterwards(before, [throw])
            assert set(after) - {""} == {move for move in walked if move and move.split()[0] in good_for}
            assert all(key(position) == key(walked[move]) for move, position in after.items())


def test_tokens_are_conserved() -> None:
    """Tokens in front of the players and in the bin are 4 for each player."""
    walk = every_position()
    for position in [*walk.in_play.values(), *walk.ends.values()]:
        assert sum(position.scores()) + binned(position) == 4 * 3


def test_nobody_but_the_winner_has_none() -> None:
    walk = every_position()
    assert all(min(position.scores()) >= 1 for position in walk.in_play.values())
    for position in walk.ends.values():
        assert [seat for seat, tokens in enumerate(position.scores()) if tokens == 0] == position.winners()
        assert len(position.winners()) == 1


def test_a_player_holds_at_most_3n_plus_1() -> None:
    """While the game goes on; the winner's last token may still come on top of that."""
    walk = every_position()
    assert max(max(position.scores()) for position in walk.in_play.values()) == 3 * 3 + 1
    assert max(max(position.scores()) for position in walk.ends.values()) == 3 * 3 + 2


def test_at_most_two_tokens_leave_per_turn() -> None:
    walk = every_position()
    leaving = set()
    for (_, seat, _, *before), turn in walk.turns.items():
        for _, _, _, *after in [*turn.dry.values(), *turn.second.values()]:
            leaving.add(before[seat] - after[seat])
            assert all(after[other] >= before[other] for other in range(3) if other != seat)
    assert leaving == {0, 1, 2}


def test_every_split_of_the_tokens_can_be() -> None:
    """Every table with one token each at least comes up, at anyone's turn and whoever holds the card."""
    splits = {(a, b, c) for a in range(1, 11) for b in range(1, 11) for c in range(1, 11) if a + b + c <= 12}
    seen = {(turn, holder, *tokens) for _, turn, holder, *tokens in every_position().in_play}
    assert len(splits) == 220
    assert {entry[2:] for entry in seen} == splits
    assert {entry[:2] for entry in seen} == {(turn, holder) for turn in (0, 1, 2) for holder in (-1, 0, 1, 2)}


def test_no_fault_is_found_in_play() -> None:
    for there, position in every_position().in_play.items():
        assert position.game.ruleset.faults(position.game.facts, plain_state(position)) == []
        assert key(at(positiontext.write(position))) == there


def test_no_fault_is_found_at_the_end() -> None:
    for there, position in every_position().ends.items():
        assert position.game.ruleset.faults(position.game.facts, plain_state(position)) == [], position.scores()
        assert key(at(positiontext.write(position))) == there


# --- length -----------------------------------------------------------------------------------


def test_no_game_is_shorter_than_n_plus_1_turns() -> None:
    walk = every_position()
    assert min(walk.soonest[end] for end in walk.ends) == 3 + 1


@pytest.mark.parametrize("players", range(3, 9))
def test_a_game_of_n_plus_1_turns(players: int) -> None:
    """Two Triples of the starter, nobody feeding him; two tokens a turn at most, so nobody can be faster."""
    position = game("chipik", players).start()
    for total in range(players):
        position.play(f"roll 6 6 {6 - total}" if total < 6 else f"roll 1 1 {8 - total}")
    assert position.view(None).now["turn"] == 0
    play(position, "roll 2 2 2", "triple left")
    for _ in range(players - 1):
        assert not position.over
        play(position, "roll 1 2 4", "reroll 4", "roll 6")
    play(position, "roll 2 2 2", "triple right")
    assert position.winners() == [0]


# --- the opening ------------------------------------------------------------------------------


def opening_sums() -> dict[int, Fraction]:
    """How likely each sum of an opening throw is."""
    sums: dict[int, Fraction] = {}
    for move, chance in game("chipik", 3).start().odds():
        total = sum(map(int, str(move).split()[1:]))
        sums[total] = sums.get(total, Fraction(0)) + chance
    return sums


def tie_for_the_highest(players: int) -> Fraction:
    sums = opening_sums()
    alone = Fraction(0)
    for highest, chance in sums.items():
        below = sum((chance for total, chance in sums.items() if total < highest), Fraction(0))
        alone += players * chance * below ** (players - 1)
    return 1 - alone


@pytest.mark.parametrize(("players", "percent"), [(3, "13.4"), (4, "16.1"), (5, "18.1"), (6, "19.6"), (7, "20.9"), (8, "22.0")])
def test_tie_on_the_starting_roll(players: int, percent: str) -> None:
    assert f"{float(100 * tie_for_the_highest(players)):.1f}" == percent


def test_tie_on_the_starting_roll_walked() -> None:
    """The same from the game itself: does anyone throw again after three opening throws?"""
    a_throw = {sum(map(int, str(move).split()[1:])): move for move, _ in game("chipik", 3).start().odds()}
    sums = opening_sums()
    tie = Fraction(0)
    start = game("chipik", 3, seating="as-seated").start()
    for one in sums:
        after_one = start.copy()
        after_one.play(a_throw[one])
        for two in sums:
            after_two = after_one.copy()
            after_two.play(a_throw[two])
            for three in sums:
                after_three = after_two.copy()
                after_three.play(a_throw[three])
                if after_three.view(None).now["step"] == "opening":
                    tie += sums[one] * sums[two] * sums[three]
    assert tie == tie_for_the_highest(3)


# --- greedy games -----------------------------------------------------------------------------
#
# Greedy: a dry success is accepted, else the best keep; most tokens first, players before the bin.


def liked(offered: Iterable[str]) -> list[str]:
    """What a greedy player chooses from, each as likely."""
    offered = list(offered)
    triples = [move for move in offered if move.startswith("triple")]
    return triples or [move for move in offered if move != "addition bin"] or offered


@cache
def best_reroll(throw: Throw) -> Throw:
    choices = second_throws()[throw]
    return max(choices, key=lambda reroll: success(choices[reroll]))


@cache
def greedy_turn() -> dict[tuple[bool, frozenset[str]], float]:
    """How a turn goes: whether it is decided on the first throw, and what the dice are good for."""
    odds: dict[tuple[bool, frozenset[str]], float] = {}
    for throw, (chance, found) in first_throws().items():
        for good_for, then in {found: Fraction(1)}.items() if found else second_throws()[throw][best_reroll(throw)].items():
            odds[bool(found), good_for] = odds.get((bool(found), good_for), 0) + float(chance * then)
    return odds


def after_a_greedy_turn(turn: Turn) -> dict[Key, float]:
    """Where the turn leads, and how likely."""
    odds: dict[Key, float] = {}
    for (dry, good_for), chance in greedy_turn().items():
        leads = turn.dry if dry else turn.second
        choice = liked(move for move in leads if move and move.split()[0] in good_for) or [""]
        for move in choice:
            odds[leads[move]] = odds.get(leads[move], 0.0) + chance / len(choice)
    return odds


@cache
def greedy_of_three() -> tuple[list[float], list[float]]:
    """Not drawn but worked out: how likely the game ends with each turn, and how likely each seat wins."""
    walk = every_position()
    leads = {here: after_a_greedy_turn(turn) for here, turn in walk.turns.items()}
    mass = {key(table("first_throw", players=3)): 1.0}
    ends, wins = [0.0], [0.0, 0.0, 0.0]
    while sum(mass.values()) > 1e-6:
        coming: dict[Key, float] = {}
        ends.append(0.0)
        for here, likely in mass.items():
            for there, chance in leads[here].items():
                if there in leads:
                    coming[there] = coming.get(there, 0.0) + likely * chance
                else:
                    ends[-1] += likely * chance
                    wins[here[1]] += likely * chance
        mass = coming
    return ends, wins


def test_greedy_turn_is_a_whole() -> None:
    assert sum(greedy_turn().values()) == pytest.approx(1)
    assert sum(chance for (_, found), chance in greedy_turn().items() if found) == pytest.approx(515 / 648)


def test_median_of_three_is_22_turns() -> None:
    ends, _ = greedy_of_three()
    assert sum(ends) == pytest.approx(1, abs=2e-6)
    assert sum(ends[:22]) < 0.5 <= sum(ends[:23])


def test_first_of_three_wins_most() -> None:
    _, wins = greedy_of_three()
    assert sum(wins) == pytest.approx(1, abs=2e-6)
    assert wins[0] > wins[1] > wins[2]


def greedy_game(players: int, rng: Random) -> int:
    """How many turns it took."""
    position = table("first_throw", players=players)
    turns = 0
    while not position.over:
        turns += 1
        position.play(fallen(3, rng))
        if not combinations(position):
            reroll = best_reroll(position.history[-1])
            play(position, reroll, fallen(len(reroll.split()) - 1, rng))
        if position.actor is not CHANCE:
            position.play(rng.choice(liked(discards(position))))
    return turns


def fallen(dice: int, rng: Random) -> str:
    return " ".join(["roll", *(str(rng.randint(1, 6)) for _ in range(dice))])


@not_in_check
def test_median_of_eight_is_39_turns() -> None:
    """Half of the games are shorter, half longer, within six standard errors of so many games."""
    games, rng = sized(0, 50 if COMPILED else 200, 400), Random(8)
    turns = [greedy_game(8, rng) for _ in range(games)]
    off = 6 * (0.25 / games) ** 0.5
    assert sum(length < 39 for length in turns) / games < 0.5 + off
    assert sum(length <= 39 for length in turns) / games > 0.5 - off
