"""A policy on disk, and the inputs that its network gets."""

import json
from pathlib import Path

import pytest

import ludotheque
from ludotheque.errors import OptionError
from ludotheque.games import from_spec
from ludotheque.observation import digits, flags, number
from ludotheque.policyfile import Policy, Step, about, file_name, read, steps, write


def test_a_flag_is_one_step() -> None:
    assert steps([flags("lit", 2), number("taking", 1)]) == [Step(0, 0, 1), Step(1, 0, 1), Step(2, 0, 1)]


def test_a_small_number_has_a_step_for_each_of_its_values() -> None:
    assert steps([number("reds", 4)]) == [Step(0, low, 1) for low in range(4)]


def test_twins_have_a_step_for_the_second() -> None:
    assert steps([digits("hand", 2, 2, 3)]) == [Step(0, 0, 1), Step(0, 1, 2), Step(1, 0, 1), Step(1, 1, 2)]


def test_a_large_number_climbs_in_wider_and_wider_steps_up_to_the_most_it_can_be() -> None:
    found = steps([number("taking", 1), number("won", 72)])[1:]
    assert [step.low for step in found] == [0, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64]
    assert all(step.place == 1 and step.width.bit_count() == 1 for step in found)
    assert found[-1].low + found[-1].width >= 72


def test_files_are_named_by_what_is_not_as_usual() -> None:
    assert file_name(ludotheque.game("chip-trick-root", 3)) == "chip-trick-root-3.policy"
    assert file_name(ludotheque.game("chip-trick", 2)) == "chip-trick-2.policy"
    assert file_name(ludotheque.game("chip-trick", 2, scoring="halving")) == "chip-trick-2-halving.policy"


@pytest.mark.parametrize("spec", ["chip-trick players=4 scoring=halving", "toujours-12 players=2"])
def test_what_was_written_is_read(spec: str, tmp_path: Path) -> None:
    game = from_spec(spec)
    written = Policy(about(game, [3, 2]), bytes(range(16)))  # a line feed among the weights, too
    write(written, tmp_path / file_name(game))
    policy = read(tmp_path / file_name(game))
    assert policy == written
    assert policy.sizes == [3, 2]
    assert policy.plays(game)
    assert from_spec(policy.about["game"]) == game
    assert not policy.plays(from_spec(spec.replace("4", "3").replace("=2", "=3")))


GOOD = json.dumps(about(ludotheque.game("chip-trick-root", 3), [3, 2])).encode()


@pytest.mark.parametrize(
    "content",
    [
        b"", b"\xff\xfe", b"5\n", b"{}\n", b"[" * 100_000, GOOD, GOOD + b"\n" + bytes(15), GOOD + b"\n" + bytes(17),
        GOOD.replace(b"[3, 2]", b"[3]") + b"\n", GOOD.replace(b"[3, 2]", b'"abc"') + b"\n",
        GOOD.replace(b"[3, 2]", b"[3, -2]") + b"\n", GOOD.replace(b"[3, 2]", b"[3, true]") + b"\n" + bytes(8),
    ],
)  # fmt: skip
def test_what_is_damaged_is_refused_in_a_sentence(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "some.policy"
    path.write_bytes(content)
    with pytest.raises(OptionError, match=r"some\.policy is not a whole policy"):
        read(path)
    with pytest.raises(OptionError, match="there is no policy"):
        read(tmp_path)


@pytest.mark.parametrize("sizes", [[4000, 24], [1061, 5], [1061, 24]])
def test_what_does_not_fit_the_game_is_refused_too(sizes: list[int], tmp_path: Path) -> None:
    """Too many numbers in, too few out, and numbers that are none."""
    pytest.importorskip("numpy")
    from ludotheque.bots import by_policy

    game, path = ludotheque.game("chip-trick-root", 3), tmp_path / "some.policy"
    write(Policy(about(game, sizes), b"\x00\x7e" * (sizes[0] + 1) * sizes[1]), path)
    with pytest.raises(OptionError, match=r"some\.policy is not a whole policy"):
        by_policy(path, game)
