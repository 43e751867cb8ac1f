"""The figures that follow from the rules of both editions, each derived here or counted by the game itself.

Shares of random play are the only figures with a margin: six standard errors of as many rounds as are played here.
"""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import factorial, sqrt
from random import Random
from typing import NamedTuple

import pytest

from ludotheque import CHANCE, Game, Position
from ludotheque.games.chip_trick.chips import handful_of as handful
from ludotheque.games.chip_trick.chips import values
from tests.games.chip_trick.tables import (
    DEAL_TO_TWO,
    FOUR,
    LONGEST_OF_FOUR,
    LONGEST_OF_THREE,
    LONGEST_OF_TWO,
    ROOT,
    SHORTEST_OF_FOUR,
    SHORTEST_OF_THREE,
    SHORTEST_OF_TWO,
    THREE,
    TWO,
    after_round,
    counted,
)
from tests.size import is_part_of, not_in_check, sized
from tests.table import COMPILED, at, game, plain_state, play, random_step, texts

ROUNDS = sized(100, 100 if COMPILED else 600, 1200)  # at random, of which shares are counted
Hands = tuple[tuple[int, ...], ...]


def all_chips(id: str, players: int) -> list[int]:
    return values(game(id, players).facts.chips)


def limit(id: str, players: int = 3) -> int:
    most: int = game(id, players).facts.limit
    return most


# --- chips and deals --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("id", "players", "seats", "chips", "total"),
    [
        ("chip-trick", 2, 3, 12, 78),
        ("chip-trick", 3, 3, 12, 78),
        ("chip-trick", 4, 4, 16, 104),
        ("chip-trick-root", 3, 3, 12, 78),
    ],
)
def test_sum_of_the_chips(id: str, players: int, seats: int, chips: int, total: int) -> None:
    there = all_chips(id, players)
    assert (len(there), sum(there)) == (chips, total)
    assert sum(there) / seats == 26


def deals(table: Game) -> dict[tuple[int, ...], Fraction]:
    """Every way the hands can come, with its odds: a deal after another, those that come to the same put together."""
    now: dict[tuple[int, ...], tuple[Position, Fraction]] = {(): (play(table.start(), "start 0"), Fraction(1))}
    while any(texts(position)[0].startswith("deal") for position, _ in list(now.values())[:1]):
        then: dict[tuple[int, ...], tuple[Position, Fraction]] = {}
        for position, chance in now.values():
            for move, share in position.odds():
                twin = position.copy()
                twin.play(move)
                hands = tuple(plain_state(twin).hand)
                before = then[hands][1] if hands in then else 0
                then[hands] = (twin, before + chance * share)
        now = then
    return {hands: chance for hands, (_, chance) in now.items()}


def only(table: Game, colour: str) -> Game:
    """The same with the chips of one colour."""
    red = colour == "red"
    chips = table.facts.chips & (table.facts.red if red else ~table.facts.red)
    return table.with_facts(chips=chips, reds=2 if red else 0, blues=0 if red else 2)


def test_8100_deals_to_two_each_as_likely() -> None:
    """90 × 90, and the ghost's chips are what the players leave over."""
    found = deals(game("chip-trick", 2))
    assert len(found) == 8100
    assert set(found.values()) == {Fraction(1, 8100)}


@pytest.mark.parametrize("id", ["chip-trick", "chip-trick-root"])
def test_8100_deals_to_three_each_as_likely(id: str) -> None:
    """6! / 2!³ = 90 for either colour."""
    reds, blues = deals(only(game(id, 3), "red")), deals(only(game(id, 3), "blue"))
    assert set(reds.values()) == set(blues.values()) == {Fraction(1, 90)}
    assert len(reds) * len(blues) == 8100


def test_194400_deals_with_the_order_of_the_stack() -> None:
    """8,100 deals × 4! orders: six of colours, then two for the first red and two for the first blue to be shown."""
    position = play(game("chip-trick", 2).start(), "start 0", *DEAL_TO_TWO)
    ways = len(position.odds())
    assert ways == 6
    position.play("stack rbrb")
    shown = 0
    while shown < 4:
        if position.actor is CHANCE:
            ways *= len(position.odds())
            shown += 1
        position.play(texts(position)[0])
    assert (ways, ways * 8100) == (24, 194_400)


@pytest.mark.parametrize("colour", ["red", "blue"])
def test_deals_to_four(colour: str) -> None:
    """Each colour: 8! / 2!⁴ = 2,520 deals of chips, 828 of values; the rarest deal of values is one of chips."""
    found = deals(only(game("chip-trick", 4), colour))
    assert len(found) == 828
    assert min(found.values()) == Fraction(1, 2520)
    assert {chance * 2520 for chance in found.values()} == {1, 2, 4}
    assert 2520**2 == 6_350_400
    assert len(found) ** 2 == 685_584


# --- tricks and rounds ------------------------------------------------------------------------


class Round(NamedTuple):
    tricks: int
    shown: list[int]  # how many chips lay on each display when it ended
    leader: int  # of the last trick
    winner: int  # of the last trick
    earned: list[int]  # what it added to everyone's score
    winners: list[int]  # of the game, if it was the last round


def play_round(position: Position, steps: list[str] | Random) -> Round:
    """Plays on to the end of the round, by these steps or at random."""
    finished, before = plain_state(position).round, position.scores()
    given = [] if isinstance(steps, Random) else steps[::-1]
    tricks, shown, leader, winner = 0, [0], 0, 0
    while (state := plain_state(position)).round == finished:
        shown, leader, winner = state.shown[: len(before)], state.leader, state.winner
        plays = position.actor == 0 and not state.trick[0]
        tricks += plays  # seat 0 plays one chip a trick
        if isinstance(steps, Random):
            random_step(position, steps)
        else:
            position.play(given.pop())
    assert given == []
    earned = [now - was for now, was in zip(position.scores(), before, strict=True)]
    return Round(tricks, [display.bit_count() for display in shown], leader, winner, earned, position.winners())


@pytest.mark.parametrize(
    ("id", "players", "moves", "tricks"),
    [
        ("chip-trick", 3, SHORTEST_OF_THREE, 4),
        ("chip-trick", 3, LONGEST_OF_THREE, 10),
        ("chip-trick", 4, SHORTEST_OF_FOUR, 4),
        ("chip-trick", 4, LONGEST_OF_FOUR, 13),
        ("chip-trick", 2, SHORTEST_OF_TWO, 4),
        ("chip-trick", 2, LONGEST_OF_TWO, 10),
        ("chip-trick-root", 3, SHORTEST_OF_THREE, 4),
        ("chip-trick-root", 3, LONGEST_OF_THREE, 10),
    ],
)
def test_shortest_and_longest_round(id: str, players: int, moves: list[str], tricks: int) -> None:
    """A trick adds one chip to one display and the fourth on one of them ends the round: 4 to 3n + 1."""
    there = play(game(id, players).start(), "start 0")
    played = play_round(there, moves)
    seats = len(there.scores())
    assert played.tricks == tricks
    assert 4 <= tricks <= 3 * seats + 1
    assert sum(played.shown) == tricks


def test_tricks_of_every_small_round() -> None:
    """Two chips each instead of four: 2 to n + 1 tricks by the same reasoning, and every one of them can happen."""
    small = game("chip-trick", 3).with_facts(chips=handful([2, 5, 6, 7, 11, 12]), reds=1, blues=1)
    found: Counter[int] = Counter()

    def explore(position: Position) -> None:
        state = plain_state(position)
        if state.round:
            found[sum(text.startswith("play") for text in position.history) // 3] += 1
            return
        for move in position.moves():
            explore(play(position.copy(), str(move)))

    for hands in ((5, 2, 6, 11, 7, 12), (7, 12, 6, 11, 5, 2)):
        explore(play(small.start(), "start 0", *[f"deal {value}" for value in hands]))
    assert sorted(found) == [2, 3, 4]


@cache
def random_rounds(id: str, players: int, number: int) -> list[Round]:
    rng = Random(12)
    played: list[Round] = []
    position = game(id, players).start()
    while len(played) < number:
        if position.over:
            position = game(id, players).start()
        if position.history == []:
            random_step(position, rng)
        played.append(play_round(position, rng))
    return played


@pytest.mark.parametrize(
    ("id", "players", "most"), [("chip-trick", 2, 10), ("chip-trick", 3, 10), ("chip-trick", 4, 13), ("chip-trick-root", 3, 10)]
)
def test_every_number_of_tricks_occurs(id: str, players: int, most: int) -> None:
    played = random_rounds(id, players, ROUNDS)
    found = {a_round.tricks for a_round in played}
    assert found <= set(range(4, most + 1))
    assert len(found) > (most - 4) // 2  # the shortest and the longest are rare
    assert found == set(range(4, most + 1)) or not is_part_of("thorough")
    for a_round in played:
        assert sum(a_round.shown) == a_round.tricks
        assert a_round.shown[a_round.winner] == 4
        assert sorted(a_round.shown)[-2] <= 3


def close_to(share: float, found: int, of: int) -> bool:
    return abs(found / of - share) < 6 * sqrt(share * (1 - share) / of)


@not_in_check
def test_share_of_rounds_by_number_of_winners() -> None:
    """One winner 95.9 %, two 3.5 %, three 0.7 %."""
    played = random_rounds("chip-trick", 3, ROUNDS)
    winners = Counter(sum(a_round.earned) for a_round in played)
    assert set(winners) <= {1, 2, 3}
    assert close_to(0.959, winners[1], len(played))
    assert close_to(0.035, winners[2], len(played))
    assert close_to(0.007, winners[3], len(played))


@not_in_check
@pytest.mark.parametrize(("players", "share"), [(3, 0.50), (4, 0.58)])
def test_share_of_rounds_whose_last_leader_did_not_win_the_last_trick(players: int, share: float) -> None:
    played = random_rounds("chip-trick", players, ROUNDS)
    assert close_to(share, sum(a_round.leader != a_round.winner for a_round in played), len(played))


def with_one_less(hand: tuple[int, ...], value: int) -> list[int]:
    rest = list(hand)
    rest.remove(value)
    return rest


def partitions(chips: list[int], hands: int) -> Iterator[Hands]:
    """Every way to give out the chips in hands of four, the seats told apart and twins not."""
    if hands == 0:
        yield ()
        return
    for hand in dict.fromkeys(combinations(chips, 4)):
        rest = chips[:]
        for value in hand:
            rest.remove(value)
        for others in partitions(rest, hands - 1):
            yield hand, *others


# How a round can end: what everyone owns when so many earn a tile, those first.
ENDINGS = {
    3: {
        1: "6.1.2.12 4.3.8.11 5.7.9.10",  # 21, 26 and 31
        2: "5.1.2.12 4.3.6.7 8.9.10.11",  # 20, 20 and 38
        3: "1.2.11.12 3.6.8.9 10.4.5.7",  # 26 each
    },
    4: {
        1: "6.1.2.12 7.3.3.11 4.4.10.10 5.8.9.9",  # 21, 24, 28 and 31
        2: "6.1.2.12 5.3.3.10 4.4.10.11 7.8.9.9",  # 21, 21, 29 and 33
        3: "7.1.2.11 6.3.3.9 4.4.5.8 9.10.10.12",  # 21, 21, 21 and 41
        4: "1.3.10.12 2.4.9.11 3.6.8.9 10.4.5.7",  # 26 each
    },
}


def ending(tiles: tuple[int, ...]) -> str:
    """What everyone owns when exactly these seats earn a tile."""
    hands = ENDINGS[len(tiles)][sum(tiles)].split()
    earning, others = hands[: sum(tiles)], hands[sum(tiles) :]
    return " ".join(earning.pop() if tile else others.pop() for tile in tiles)


@pytest.mark.parametrize(("spec", "seats", "most"), [(THREE, 3, 7), (TWO, 3, 7), (FOUR, 4, 9)])
def test_rounds_per_game(spec: str, seats: int, most: int) -> None:
    """3 to 2n + 1: the game itself says what each ending of a round makes of each score."""
    outcomes = [tiles for tiles in product((0, 1), repeat=seats) if any(tiles)]
    lengths: dict[tuple[int, ...], tuple[int, int]] = {}

    def rounds_left(score: tuple[int, ...]) -> tuple[int, int]:
        if score not in lengths:
            shortest, longest = 99, 0
            for tiles in outcomes:
                position = after_round(spec, ending(tiles), score=",".join(map(str, score)))
                assert position.scores() == [was + tile for was, tile in zip(score, tiles, strict=True)]
                low, high = (0, 0) if position.over else rounds_left(tuple(position.scores()))
                shortest, longest = min(shortest, low + 1), max(longest, high + 1)
            lengths[score] = shortest, longest
        return lengths[score]

    assert rounds_left((0,) * seats) == (3, most)


def games_of(played: list[Round]) -> list[list[Round]]:
    """The same rounds game by game; the last game may not be finished, so it is left out."""
    games: list[list[Round]] = [[]]
    for a_round in played:
        games[-1].append(a_round)
        if a_round.winners:
            games.append([])
    return games[:-1]


@not_in_check
@pytest.mark.parametrize(("players", "share"), [(3, 0.14), (4, 0.38)])
def test_share_of_games_that_need_a_seventh_tile(players: int, share: float) -> None:
    games = games_of(random_rounds("chip-trick", players, ROUNDS))
    assert {len(a_game) for a_game in games} <= set(range(3, 2 * players + 2))
    assert close_to(share, sum(sum(sum(a_round.earned) for a_round in a_game) > 6 for a_game in games), len(games))


def test_root_games_last_three_rounds_and_12_to_30_tricks() -> None:
    shortest, longest = (play(game("chip-trick-root").start(), "start 0") for _ in range(2))
    short, long = 0, 0
    while not shortest.over:
        # Whoever starts holds what seat 0 holds in the round written down.
        short += play_round(shortest, turned(SHORTEST_OF_THREE, plain_state(shortest).starter)).tricks
        long += play_round(longest, turned(LONGEST_OF_THREE, plain_state(longest).starter)).tricks
    assert longest.over
    assert plain_state(shortest).round == plain_state(longest).round == 3
    assert (short, long) == (12, 30)


def turned(moves: list[str], starter: int) -> list[str]:
    """The same round with everyone sitting so many seats further on."""
    hands = [moves[4 * seat : 4 * seat + 4] for seat in range(3)]
    return [move for seat in range(3) for move in hands[(seat - starter) % 3]] + moves[12:]


# --- totals -----------------------------------------------------------------------------------


def totals_of_subsets(chips: list[int]) -> list[int]:
    return [sum(hand) for hand in combinations(chips, 4)]


def test_four_chips_of_twelve() -> None:
    """495 hands, 114 of them up to 21, 23 exactly 21, 91 up to 20."""
    totals = totals_of_subsets(all_chips("chip-trick", 3))
    assert len(totals) == 495
    assert sum(total <= limit("chip-trick") for total in totals) == 114
    assert totals.count(21) == 23
    assert sum(total <= limit("chip-trick-root") for total in totals) == 91


@pytest.mark.parametrize(
    ("spec", "players", "lowest", "highest", "with_lowest", "with_highest"),
    [
        (THREE, 3, 10, 42, "4.1.2.3 5.6.7.12 8.9.10.11", "9.10.11.12 5.1.7.8 4.2.3.6"),
        (FOUR, 4, 9, 43, "1.2.3.3 12.4.5.9 11.4.8.9 10.6.7.10", "12.10.10.11 1.3.8.9 2.4.5.9 3.4.6.7"),
    ],
)
def test_range_of_totals(spec: str, players: int, lowest: int, highest: int, with_lowest: str, with_highest: str) -> None:
    totals = totals_of_subsets(all_chips("chip-trick", players))
    assert (min(totals), max(totals)) == (lowest, highest)
    assert counted(after_round(spec, with_lowest))[0] == lowest
    assert counted(after_round(spec, with_highest))[0] == highest


def test_final_partitions_of_three() -> None:
    """34,650, of which 1,224 / 21,492 / 11,934 with one / two / three exploded, and 192 ties of all three at 26."""
    exploded: Counter[int] = Counter()
    three_way: Counter[tuple[int, ...]] = Counter()
    for hands in partitions(all_chips("chip-trick", 3), 3):
        totals = tuple(sum(hand) for hand in hands)
        exploded[sum(total > limit("chip-trick") for total in totals)] += 1
        if len(set(totals)) == 1:
            three_way[totals] += 1
    assert exploded == {1: 1224, 2: 21492, 3: 11934}
    assert sum(exploded.values()) == 34_650
    assert three_way == {(26, 26, 26): 192}


@cache
def totals_of_four() -> frozenset[tuple[int, ...]]:
    """Every four totals that the sixteen chips can make, lowest first: chip by chip, hands as (size, total)."""
    ways: set[tuple[tuple[int, int], ...]] = {((0, 0),) * 4}
    for chip in sorted(all_chips("chip-trick", 4), reverse=True):
        then = set()
        for hands in ways:
            for i, (size, total) in enumerate(hands):
                if size < 4:
                    then.add(tuple(sorted((*hands[:i], (size + 1, total + chip), *hands[i + 1 :]))))
        ways = then
    return frozenset(tuple(total for _, total in hands) for hands in ways)


def test_at_least_one_always_explodes() -> None:
    """3 × 21 = 63 < 78 and 4 × 21 = 84 < 104; so two survive of three at most, and three of four."""
    most = limit("chip-trick")
    assert 3 * most < sum(all_chips("chip-trick", 3))
    assert 4 * most < sum(all_chips("chip-trick", 4))
    three = {tuple(sum(hand) for hand in hands) for hands in partitions(all_chips("chip-trick", 3), 3)}
    assert max(sum(total <= most for total in totals) for totals in three) == 2
    survivors = {totals: sum(total <= most for total in totals) for totals in totals_of_four()}
    assert max(survivors.values()) == 3
    assert min(max(totals) for totals, alive in survivors.items() if alive == 3) == 41


def test_a_tie_of_all_four_is_26_each() -> None:
    assert {totals for totals in totals_of_four() if len(set(totals)) == 1} == {(26, 26, 26, 26)}


def with_total(chips: list[int], seats: int, total: int) -> str:
    """Hands of which the first totals so much, in an order that can be taken from the last trick."""
    for hand in combinations(chips, 4):
        if sum(hand) != total:
            continue
        rest = chips[:]
        for value in hand:
            rest.remove(value)
        for others in partitions(rest, seats - 1):
            hands = [hand, *others]
            for red in (True, False):
                firsts = [next((v for v in h if (4 <= v <= 9) == red), 0) for h in hands]
                if all(firsts) and len(set(firsts)) == seats:
                    return " ".join(".".join(map(str, [f, *with_one_less(h, f)])) for f, h in zip(firsts, hands, strict=True))
    raise AssertionError(total)


@pytest.mark.parametrize(
    ("spec", "seats", "lowest", "highest", "spared"),
    [
        (f"{THREE} scoring=halving", 3, 10, 42, 21),
        (f"{TWO} scoring=halving", 3, 10, 42, 21),
        (f"{FOUR} scoring=halving", 4, 9, 43, 21),
        (ROOT, 3, 10, 42, 20),
    ],
)
def test_what_a_total_counts(spec: str, seats: int, lowest: int, highest: int, spared: int) -> None:
    """Mandoo: 21 → 21, 22 → 11, 41 → 20, 42 → 21, 43 → 21. root: 20 → 20, 21 → 10, 22 and 23 → 11, 41 → 20, 42 → 21."""
    chips = [*range(1, 13), 3, 4, 9, 10] if seats == 4 else list(range(1, 13))
    counts = {}
    for total in range(lowest, highest + 1):
        counts[total] = counted(after_round(spec, with_total(sorted(chips), seats, total)))[0]
    assert counts == {t: t if t <= spared else t // 2 for t in range(lowest, highest + 1)}
    assert (min(counts.values()), max(counts.values())) == (lowest, 21)
    assert (counts[20], counts[22], counts[23], counts[40], counts[41], counts[42]) == (20, 11, 11, 20, 20, 21)
    assert counts[21] == (10 if spec == ROOT else 21)
    assert counts.get(43, 21) == 21


def test_root_best_round_is_21_and_only_by_the_four_highest() -> None:
    most = limit("chip-trick-root")
    counts = {hand: t // 2 if (t := sum(hand)) > most else t for hand in combinations(all_chips("chip-trick-root", 3), 4)}
    assert [hand for hand, points in counts.items() if points == 21] == [(9, 10, 11, 12)]
    assert {sum(hand) for hand, points in counts.items() if points == 20} == {20, 40, 41}
    assert {sum(hand) for hand, points in counts.items() if points == 10} == {10, 21}
    assert (min(counts.values()), max(counts.values())) == (10, 21)
    assert counted(after_round(ROOT, "9.10.11.12 5.1.7.8 4.2.3.6"))[0] == 21


@pytest.mark.parametrize(("owned", "total"), [("4.1.2.3 5.6.7.12 8.9.10.11", 30), ("9.10.11.12 5.1.7.8 4.2.3.6", 63)])
def test_root_game_totals_are_30_to_63(owned: str, total: int) -> None:
    """Three rounds of 10 to 21 each; here seat 0 ends all three with the least, or with the most."""
    position = after_round(ROOT, owned)
    for finished in (1, 2):
        position = after_round(ROOT, owned, round=f"{finished}", score=",".join(map(str, position.scores())))
    assert position.over
    assert position.scores()[0] == total


def test_root_at_least_one_is_halved_in_every_round() -> None:
    """Three totals of 20 or less would make 60 at most."""
    most = limit("chip-trick-root")
    assert 3 * most == 60 < sum(all_chips("chip-trick-root", 3))
    for hands in partitions(all_chips("chip-trick-root", 3), 3):
        assert any(sum(hand) > most for hand in hands)


@not_in_check
def test_root_share_of_ties() -> None:
    """8.4 % of random games tie for the highest total, 1.0 % are still level after the last round."""
    games = games_of(random_rounds("chip-trick-root", 3, ROUNDS))
    totals = [[sum(a_round.earned[seat] for a_round in a_game) for seat in range(3)] for a_game in games]
    ties = sum(total.count(max(total)) > 1 for total in totals)
    assert {len(a_game) for a_game in games} == {3}
    assert close_to(0.084, ties, len(games))
    assert close_to(0.010, sum(len(a_game[-1].winners) > 1 for a_game in games), len(games))


# --- taking -----------------------------------------------------------------------------------


def pick_sequences(position: Position) -> int:
    """In how many ways the trick can be taken from here."""
    if plain_state(position).lying == 0:
        return 1
    return sum(pick_sequences(play(position.copy(), str(move))) for move in position.moves())


@pytest.mark.parametrize(
    ("spec", "played", "hands", "ways"),
    [
        (THREE, "1 2 12", "4.5.10,6.7.11,8.9.3", 6),
        (THREE, "5 2 12", "4.1.10,6.7.11,8.9.3", 2),
        (THREE, "5 6 12", "4.1.10,2.7.11,8.9.3", 2),
        (THREE, "5 6 9", "4.1.10,2.7.11,8.12.3", 6),
        (FOUR, "1 2 11 12", "3.4.5,3.4.6,9.10.7,9.10.8", 24),
        (FOUR, "5 2 11 12", "3.4.1,3.4.6,9.10.7,9.10.8", 6),
        (FOUR, "5 6 11 12", "3.4.1,3.4.2,9.10.7,9.10.8", 4),
        (FOUR, "5 6 7 12", "3.4.1,3.4.2,9.10.11,9.10.8", 6),
        (FOUR, "5 6 7 8", "3.4.1,3.4.2,9.10.11,9.10.12", 24),
    ],
)
def test_pick_sequences(spec: str, played: str, hands: str, ways: int) -> None:
    """r! · (n − r)! with r reds among n chips."""
    chips = [int(value) for value in played.split()]
    winner = chips.index(max(chips))
    fields = f"trick={','.join(map(str, chips))} lying={'.'.join(map(str, chips))} hand={hands}"
    position = at(f"{spec} | phase=taking turn={winner} winner={winner} {fields}")
    reds = sum(4 <= value <= 9 for value in chips)
    assert pick_sequences(position) == ways == factorial(reds) * factorial(len(chips) - reds)
