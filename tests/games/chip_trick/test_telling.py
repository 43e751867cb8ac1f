"""12 Chip Trick told in sentences, as each seat may know it."""

from random import Random

import pytest

from ludotheque import Position
from ludotheque.happened import Happened, seen_by, sentences
from tests.games.chip_trick.tables import (
    DEAL_TO_THREE,
    DEAL_TO_TWO,
    FOUR,
    LONGEST_OF_TWO,
    ROOT,
    SHORTEST_OF_TWO,
    THREE,
    TWO,
    dealt,
    last_trick,
)
from tests.table import NAMES, at, game, play
from tests.table import told as told_to

WITH_GHOST = ["Ada", "Bob", "Ghost"]
HANDS = "5.6.1.11 7.8.10.12 4.9.2.3"


def told(position: Position, move: str, seat: int | None = None) -> list[str]:
    """Plays the move and tells it to that seat."""
    return told_to(position, move, seat, WITH_GHOST if position.game.facts.ghost else NAMES)


def before_last(game: str, owned: str, **fields: str) -> tuple[Position, str]:
    """Before the last take of a round that seat 0 ends with these chips in front of everyone, and that take."""
    position = last_trick(game, owned, 0, 0, 0, **fields)
    takes = [f"take {hand.split('.')[0]}" for hand in owned.split()][: position.game.players]
    return play(position, *takes[:-1]), takes[-1]


def told_last(game: str, owned: str, seat: int | None = None, **fields: str) -> list[str]:
    """What follows the last take of a round that seat 0 ends with these chips in front of everyone."""
    return told(*before_last(game, owned, **fields), seat)


def moments(position: Position, move: str, seat: int | None = None) -> list[Happened]:
    return seen_by(position.game, seat, position.play_and_tell(move))


def drawn(happened: Happened) -> dict[str, list[str | None]]:
    """The chips of every zone as they are drawn then, face down ones None."""
    return {zone.id: [thing.face for thing in zone.things] for zone in happened.game.ruleset.scene(happened.view).zones}


# --- before the first trick -------------------------------------------------------------------


@pytest.mark.parametrize("seat", [0, 1, None])
def test_who_leads_first(seat: int | None) -> None:
    assert told(game("chip-trick", 3).start(), "start 1", seat) == ["Lots were drawn. Bob will lead the first trick."]
    assert told(game("chip-trick", 2).start(), "start 2", seat) == ["Lots were drawn. Ghost will lead the first trick."]


@pytest.mark.parametrize(
    ("seat", "sentence"),
    [
        (0, "Your chips: red 5, red 7, blue 10, blue 12."),
        (1, "Your chips: blue 1, red 4, red 6, blue 11."),
        (None, "All chips are dealt."),
    ],
)
def test_ones_own_chips_once_when_the_deal_is_complete(seat: int | None, sentence: str) -> None:
    position = play(game("chip-trick", 3).start(), "start 0")
    deals = [told(position, move, seat) for move in DEAL_TO_THREE]
    assert deals == [[]] * 11 + [[sentence]]


def test_roots_chips_are_black() -> None:
    position = play(game("chip-trick-root").start(), "start 0", *DEAL_TO_THREE[:-1])
    assert told(position, DEAL_TO_THREE[-1], 0) == ["Your chips: red 5, red 7, black 10, black 12."]


def test_the_ghosts_stack_is_no_story() -> None:
    position = play(game("chip-trick", 2).start(), "start 2", *DEAL_TO_TWO[:-1])
    assert told(position, DEAL_TO_TWO[-1], 1) == ["Your chips: blue 1, blue 3, red 4, red 7."]
    assert told(position, "stack rrbb", 1) == []


# --- tricks -----------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", [0, 1, None])
def test_a_trick(seat: int | None) -> None:
    position = dealt(THREE, HANDS)
    assert told(position, "play 5", seat) == ["Ada led the 5."]
    assert told(position, "play 12", seat) == ["Bob played the 12."]
    assert told(position, "play 2", seat) == ["Cleo played the 2.", "Bob won the trick: the 12 is the highest."]
    assert told(position, "take 5", seat) == ["Bob took the 5 and laid it down."]
    assert told(position, "take 12", seat) == ["Cleo took the 12 in hand."]
    assert told(position, "take 2", seat) == ["Ada took the 2 in hand."]
    assert told(position, "play 10", seat) == ["Bob led the 10."]
    play(position, "play 4", "play 6")
    assert told(position, "take 4", seat) == ["Bob took the 4 and laid it down: 4 + 5 = 9 there."]


def test_the_first_of_twins_wins() -> None:
    position = play(dealt(FOUR, "3.4.9.10 3.4.9.10 5.6.1.11 7.8.2.12"), "play 10", "play 10", "play 1")
    assert told(position, "play 2") == ["Dan played the 2.", "Ada won the trick: of two chips with 10 the first one wins."]


@pytest.mark.parametrize("seat", [0, 1, None])
def test_the_ghost_plays_and_takes(seat: int | None) -> None:
    position = play(game("chip-trick", 2).start(), "start 0", *LONGEST_OF_TWO[:9])
    assert told(position, "play 7", seat) == ["Ada led the 7."]
    assert told(position, "play 3", seat) == ["Bob played the 3."]  # what the ghost has on top nobody knows yet
    assert told(position, "show 10", seat) == [
        "Ghost played the 10 from its stack.",
        "Ghost won the trick: the 10 is the highest.",
        "Ghost took the 7 and laid it down.",
    ]
    assert told(position, "take 10", seat) == ["Ada took the 10 in hand."]
    assert told(position, "take 3", seat) == ["Bob took the 3 in hand."]
    assert told(position, "show 1", seat) == ["Ghost led the 1 from its stack."]


def test_the_ghost_takes_under_its_stack_and_plays_that_by_itself() -> None:
    position = play(game("chip-trick", 2).start(), "start 0", *LONGEST_OF_TWO)
    steps = play(game("chip-trick", 2).start(), "start 0")
    story = [sentence for move in LONGEST_OF_TWO for sentence in told(steps, move)]
    assert steps.history == position.history
    assert "Ghost took the 3 under its stack." in story
    assert "Ghost led the 3 from its stack." in story
    plays = [sentence for sentence in story if "played" in sentence or " led " in sentence]
    takes = [sentence for sentence in story if " took " in sentence]
    wins = [sentence for sentence in story if " won the trick" in sentence]
    assert (len(plays), len(takes), len(wins)) == (30, 30, 10)


# --- the end of a round -----------------------------------------------------------------------


@pytest.mark.parametrize("seat", [0, 2, None])
def test_the_highest_that_did_not_explode(seat: int | None) -> None:
    assert told_last(THREE, "6.1.2.12 4.3.8.11 5.7.9.10", seat) == [
        "Cleo took the 5 in hand.",
        "The next to lead has no chips: round 1 is over.",
        "Ada: 1 + 2 + 6 + 12 = 21. Perfect!",
        "Bob: 3 + 4 + 8 + 11 = 26, more than 21: boom!",
        "Cleo: 5 + 7 + 9 + 10 = 31, more than 21: boom!",
        "Ada earned a tile: 21 is the highest total that counts. Tiles: 1 of 3.",
        "Ada had the last lead and will start round 2.",
    ]


def test_level_totals_earn_a_tile_each() -> None:
    assert told_last(THREE, "8.1.2.9 4.3.6.7 5.10.11.12")[2:] == [
        "Ada: 1 + 2 + 8 + 9 = 20.",
        "Bob: 3 + 4 + 6 + 7 = 20.",
        "Cleo: 5 + 10 + 11 + 12 = 38, more than 21: boom!",
        "Ada earned a tile: 20 is the highest total that counts. Tiles: 1 of 3.",
        "Bob earned a tile: 20 is the highest total that counts. Tiles: 1 of 3.",
        "Ada had the last lead and will start round 2.",
    ]


def test_everyone_explodes() -> None:
    assert told_last(THREE, "4.1.8.12 5.3.9.10 6.2.7.11")[2:] == [
        "Ada: 1 + 4 + 8 + 12 = 25, more than 21: boom!",
        "Bob: 3 + 5 + 9 + 10 = 27, more than 21: boom!",
        "Cleo: 2 + 6 + 7 + 11 = 26, more than 21: boom!",
        "Boom for everyone, so the highest total counts after all.",
        "Bob earned a tile: 27 is the highest total that counts. Tiles: 1 of 3.",
        "Ada had the last lead and will start round 2.",
    ]


def test_halving() -> None:
    assert told_last(f"{THREE} scoring=halving", "6.1.2.12 4.3.8.11 5.7.9.10")[3:6] == [
        "Bob: 3 + 4 + 8 + 11 = 26, more than 21: only half counts, 13.",
        "Cleo: 5 + 7 + 9 + 10 = 31, more than 21: only half counts, rounded down to 15.",
        "Ada earned a tile: 21 is the highest total that counts. Tiles: 1 of 3.",
    ]


def test_a_ghosts_round() -> None:
    position = play(game("chip-trick", 2).start(), "start 0", *SHORTEST_OF_TWO[:-1])
    assert told(position, SHORTEST_OF_TWO[-1], 0) == [
        "Bob took the 11 in hand.",
        "The next to lead has no chips: round 1 is over.",
        "Ada: 2 + 8 + 10 + 12 = 32, more than 21: boom!",
        "Bob: 1 + 3 + 7 + 11 = 22, more than 21: boom!",
        "Ghost: 4 + 5 + 6 + 9 = 24, more than 21: boom!",
        "Boom for everyone, so the highest total counts after all.",
        "Ada earned a tile: 32 is the highest total that counts. Tiles: 1 of 3.",
        "Ghost had the last lead and will start round 2.",
    ]


# --- the end of the game ----------------------------------------------------------------------


def test_enough_tiles() -> None:
    assert told_last(THREE, "6.1.2.12 4.3.8.11 5.7.9.10", 1, score="2,1,0")[5:] == [
        "Ada earned a tile: 21 is the highest total that counts. Tiles: 3 of 3.",
        "The game is over. First to 3 tiles: Ada.",
    ]


def test_two_with_enough_tiles() -> None:
    assert told_last(THREE, "8.1.2.9 4.3.6.7 5.10.11.12", score="2,2,0")[-1] == "The game is over. First to 3 tiles: Ada, Bob."


def test_enough_tiles_beside_a_ghost() -> None:
    assert told_last(TWO, "6.1.2.12 4.3.8.11 5.7.9.10", score="2,0,1")[-1] == "The game is over. First to 3 tiles: Ada."


def test_the_ghost_has_its_tiles() -> None:
    assert told_last(TWO, "9.10.11.12 8.4.5.7 6.1.2.3", score="1,0,2")[-3:] == [
        "Ghost earned a tile: 12 is the highest total that counts. Tiles: 3 of 3.",
        "The game is over. First to 3 tiles: Ghost.",
        "Still, the player with more tiles than the other wins. Only if both are level, Ghost wins.",
    ]


@pytest.mark.parametrize("seat", [1, None])
def test_roots_rounds_give_points(seat: int | None) -> None:
    assert told_last(f"{ROOT} players=3", "6.1.2.12 4.3.5.8 7.9.10.11", seat) == [
        "Cleo took the 7 in hand.",
        "The next to lead has no chips: round 1 is over.",
        "Ada: 1 + 2 + 6 + 12 = 21, more than 20: only half counts, rounded down to 10.",
        "Bob: 3 + 4 + 5 + 8 = 20. Perfect!",
        "Cleo: 7 + 9 + 10 + 11 = 37, more than 20: only half counts, rounded down to 18.",
        "Points after round 1 of 3: Ada 10, Bob 20, Cleo 18.",
        "The start moves on to the left. Bob will start round 2.",
    ]


def test_roots_last_round() -> None:
    assert told_last(f"{ROOT} players=3", "6.1.2.12 4.3.5.8 7.9.10.11", round="2", score="20,20,20")[5:] == [
        "Points after round 3 of 3: Ada 30, Bob 40, Cleo 38.",
        "That was the last round: the game is over.",
    ]


def test_level_after_roots_last_round() -> None:
    assert told_last(f"{ROOT} players=3", "6.1.2.12 4.3.5.8 7.9.10.11", round="2", score="20,20,22")[5:] == [
        "Points after round 3 of 3: Ada 30, Bob 40, Cleo 40.",
        "That was the last round: the game is over.",
        "Level with 40 points: Bob, Cleo. The last round decides.",
    ]


@pytest.mark.parametrize(
    ("owned", "score", "name", "best", "winners"),
    [
        ("6.1.2.12 4.3.8.11 5.7.9.10", "33,30,20", "LEVEL", 43, [1]),  # 10 and 13 in the last round
        ("5.1.2.12 4.3.6.7 8.9.10.11", "20,20,20", "STILL_LEVEL", 40, [0, 1]),  # 20 and 20
    ],
)
def test_root_R23_R24_the_last_round_decides_or_they_share(
    owned: str, score: str, name: str, best: int, winners: list[int]
) -> None:
    position, take = before_last(ROOT, owned, round="2", score=score)
    happened = moments(position, take)
    assert [one.name for one in happened][-2:] == ["NO_MORE_ROUNDS", name]
    assert happened[-1].numbers == {"points": best, "seats": 0b011}
    assert happened[-1].says(NAMES) == f"Level with {best} points: Ada, Bob. The last round decides."
    assert position.winners() == winners


@pytest.mark.parametrize(("score", "name", "winners"), [("1,0,2", "GHOST_BEATEN", [0]), ("1,1,2", "GHOST_WINS", [2])])
def test_R47_R48_what_becomes_of_the_ghosts_tiles(score: str, name: str, winners: list[int]) -> None:
    position, take = before_last(TWO, "9.10.11.12 8.4.5.7 6.1.2.3", score=score)
    last = moments(position, take)[-1]
    assert (last.name, last.numbers, position.winners()) == (name, {"ghost": 2}, winners)


# --- the table as it lay ----------------------------------------------------------------------


@pytest.mark.parametrize("seat", [0, 1, None])
def test_a_trick_is_won_while_all_its_chips_lie_there(seat: int | None) -> None:
    position = play(dealt(THREE, HANDS), "play 5", "play 12")
    played, won = moments(position, "play 2", seat)
    assert (played.name, played.clause, played.numbers) == ("PLAYED", "R17", {"seat": 2, "value": 2})
    assert (won.name, won.clause, won.numbers) == ("WON", "R19", {"seat": 1, "value": 12})
    assert drawn(played)["trick"] == drawn(won)["trick"] == ["5", "12", "2"]
    (took,) = moments(position, "take 5", seat)
    assert (drawn(took)["trick"], drawn(took)["display1"]) == (["12", "2"], ["5"])


@pytest.mark.parametrize("seat", [0, 1, None])
def test_R30_all_hands_lie_open_when_a_round_has_ended(seat: int | None) -> None:
    position, take = before_last(THREE, "6.1.2.12 4.3.8.11 5.7.9.10")
    before = position.view(seat).now
    took, *over, started = moments(position, take, seat)
    assert [one.name for one in over] == ["ROUND_OVER", "PERFECT", "BOOM", "BOOM", "ABOVE", "TILE"]
    hidden: list[str | None] = [None] * 4
    assert drawn(took)["hand1"] == (["3", "4", "8", "11"] if seat == 1 else hidden)
    assert drawn(took)["hand2"] == hidden
    for one in over:
        shown = drawn(one)
        assert (shown["hand0"], shown["display0"]) == ([], ["1", "2", "6", "12"])
        assert (shown["hand1"], shown["hand2"]) == (["3", "4", "8", "11"], ["5", "7", "9", "10"])
        now = one.to_dict()["now"]
        assert now.pop("turned_up") == [[], [3, 4, 8, 11], [5, 7, 9, 10]]
        assert (now["round"], now["display"][0], set(now)) == (1, [1, 2, 6, 12], set(before))
        scene = one.game.ruleset.scene(one.view)
        assert (scene.turn, scene.ask) == (None, "One moment: chance is at work.")
        assert {zone.id: zone.note for zone in scene.zones}["hand1"] == "with the display 26"
    assert (started.name, started.says(NAMES)) == ("NEXT_STARTER", "Ada had the last lead and will start round 2.")
    assert started.to_dict()["now"] == position.view(seat).now
    assert set(position.view(seat).now) == set(before)
    assert not any(position.view(seat).now["display"])


def test_R31_everyones_chips_are_told_with_their_total() -> None:
    position, take = before_last(f"{THREE} scoring=halving", "6.1.2.12 4.3.8.11 5.7.9.10")
    noted = position.copy().play_and_note(position.game.ruleset.read(take))
    totals = [one for one in moments(position, take) if "chips" in one.numbers]
    assert [(one.name, one.clause, one.numbers["total"]) for one in totals] == [
        ("PERFECT", "R32", 21), ("HALVED", "R40", 26), ("HALVED", "R40", 31),
    ]  # fmt: skip
    assert [one.numbers.get("half") for one in totals] == [None, 13, 15]
    assert noted == "1.2.6.12 3.4.8.11 5.7.9.10"


def lanes(one: Happened) -> list[tuple[str, bool, bool]]:
    return [(lane.verdict, lane.boom, lane.best) for lane in one.game.ruleset.scene(one.view).lanes]


def test_R31_everyone_is_added_up_one_after_the_other_and_then_it_is_clear_who_is_best() -> None:
    position, take = before_last(THREE, "6.1.2.12 4.3.8.11 5.7.9.10")
    seen = {one.name: lanes(one) for one in moments(position, take)}
    nothing = ("", False, False)
    assert seen["TOOK"] == []
    assert seen["ROUND_OVER"] == [nothing] * 3
    assert seen["PERFECT"] == [("exactly 21", False, False), nothing, nothing]
    assert seen["TILE"] == [("exactly 21", False, True), ("5 above 21", True, False), ("10 above 21", True, False)]


def test_R40_a_lane_says_what_half_counts() -> None:
    position, take = before_last(f"{THREE} scoring=halving", "6.1.2.12 4.3.8.11 5.7.9.10")
    assert lanes(moments(position, take)[-2]) == [
        ("exactly 21", False, True),
        ("half: 13", False, False),
        ("half: 15", False, False),
    ]


def test_R34_where_all_are_above_the_highest_is_best() -> None:
    position, take = before_last(THREE, "6.1.8.12 4.3.10.11 5.7.9.2")
    assert lanes(moments(position, take)[-2]) == [
        ("6 above 21", True, False),
        ("7 above 21", True, True),
        ("2 above 21", True, False),
    ]


def test_A23_the_ghosts_stack_lies_open_too() -> None:
    table = f"{TWO} | phase=taking turn=1 winner=0 leader=0 hand=-,4.3.8 shown=6.1.2.12 trick=6,4,5 lying=5.11"
    _, took, over, *_ = moments(at(f"{table} stack=-1,-2,9 stacked=3 pool=7.10"), "take 5")
    assert (took.name, drawn(took)["stack"]) == ("GHOST_TOOK", [None] * 4)
    assert (over.name, drawn(over)["stack"]) == ("ROUND_OVER", ["7", "9", "10", "11"])
    assert over.to_dict()["now"]["turned_up"] == [[], [3, 4, 5, 8], [7, 9, 10, 11]]


# --- whole games ------------------------------------------------------------------------------


@pytest.mark.parametrize(("id", "players"), [("chip-trick", 2), ("chip-trick", 4), ("chip-trick-root", 3)])
def test_whole_games(id: str, players: int) -> None:
    for seed in range(2):
        position = game(id, players).start()
        rng = Random(seed)
        names = WITH_GHOST if players == 2 else NAMES
        taken = 0
        while not position.over:
            move = position.draw(rng)
            happened = position.play_and_tell(move)
            stories = [sentences(seen_by(position.game, seat, happened), names) for seat in [*range(players), None]]
            if not move.text.startswith("deal"):
                assert stories == [stories[0]] * (players + 1)  # all happens in the open
            taken += sum(" took " in sentence for sentence in stories[0]) - sum(
                "led the" in s or "played the" in s for s in stories[0]
            )
        assert taken == 0  # every chip played was taken, the ghost's too
