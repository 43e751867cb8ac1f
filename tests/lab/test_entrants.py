"""Who takes part: what can be read, and that everybody plays by a seed of his own."""

from random import Random

import pytest

import ludotheque
from ludotheque import OptionError
from ludotheque.lab.entrants import Blundering, Entrant, read_entrants, seated
from tests.lab.planted import First, plant
from tests.size import sized


def test_names_levels_and_handicaps() -> None:
    assert read_entrants("club, random+random:0.04,club") == (
        Entrant("club", "club"),
        Entrant("random+random:0.04", "random", 0.04),
        Entrant("club #2", "club"),
    )
    assert read_entrants("a+random:1e-1,a+random:.1")[1] == Entrant(
        "a+random:0.1 #2", "a", 0.1
    )  # written otherwise, but the same
    assert len({entrant.name for entrant in read_entrants("a+random:0.1234567,a+random:0.1234568,a")}) == 3


@pytest.mark.parametrize("word", ["club+random", "club+random:", "club+random:x", "club+random:0", "club+random:1.5", "club+luck:0.1", "club+random:nan"])  # fmt: skip  # noqa: E501
def test_a_handicap_that_is_none_is_refused(word: str) -> None:
    with pytest.raises(OptionError, match=r"a handicap is a share of random moves, such as club\+random:0\.04"):
        read_entrants(f"random,{word}")


@pytest.mark.parametrize("text", ["club", "", "club+random:0.5"])
def test_one_alone_has_no_tournament(text: str) -> None:
    with pytest.raises(OptionError, match="between two or more"):
        read_entrants(text)


def test_a_policy_in_a_file_plays_as_a_champion() -> None:
    pytest.importorskip("numpy")
    from ludotheque.bots.ending import EndingBot
    from ludotheque.bots.policy import shipped

    game, position = ludotheque.game("chip-trick-root", 3), ludotheque.game("chip-trick-root", 3).start()
    rng = Random(1)
    while position.actor == ludotheque.CHANCE:
        position.play(position.draw(rng))
    entrant, _ = read_entrants(f"{shipped(game)},champion")
    assert entrant.name.startswith("chip-trick-root-3 ")
    player = seated(entrant, game, 1, 0, 0)
    assert isinstance(player, EndingBot)
    if sized(False, False, True):  # it compiles for long, and tests/test_ending_bot.py has it choose
        assert player.choose(position.view(position.actor)) in position.moves()
    with pytest.raises(OptionError, match="was not learned from chipik players=3"):
        seated(entrant, ludotheque.game("chipik", 3), 1, 0, 0)


def test_a_policy_that_is_not_there_is_said_so() -> None:
    with pytest.raises(OptionError, match="there is no policy nowhere"):
        read_entrants("nowhere/chip-trick-root-3.policy,champion")


def test_everybody_has_a_seed_of_his_own() -> None:
    """The same bot plays the same again; another deal, seat, seed or name plays otherwise."""
    game = ludotheque.game("calcory", 2)
    position = game.replay(["start 0"])
    entrant, twin = read_entrants("random,random")

    def choices(entrant: Entrant, seed: int, deal: int, seat: int) -> list[str]:
        bot = seated(entrant, game, seed, deal, seat)
        return [str(bot.choose(position.view(0))) for _ in range(20)]

    first = choices(entrant, 1, 0, 0)
    assert first == choices(entrant, 1, 0, 0)
    others = [(twin, 1, 0, 0), (entrant, 2, 0, 0), (entrant, 1, 1, 0), (entrant, 1, 0, 1)]
    assert first not in [choices(*other) for other in others]


def test_a_handicap_is_a_share_of_the_decisions(monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch)
    game = ludotheque.game("calcory", 2)
    view = game.replay(["start 0"]).view(0)  # sixty cards lie face down
    bot = seated(Entrant("first+random:0.2", "first", 0.2), game, 1, 0, 0)
    assert isinstance(bot, Blundering)
    strange = sum(bot.choose(view) != First().choose(view) for _ in range(5000))
    assert strange / 5000 == pytest.approx(0.2 * 59 / 60, abs=0.02)
    assert isinstance(seated(Entrant("first", "first"), game, 1, 0, 0), First)
