"""Learning, where PyTorch is installed: what is judged, who is counted, and that it learns at all."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy
import pytest

import ludotheque

torch: Any = pytest.importorskip("torch", reason="PyTorch is not part of the environment that tests are run in")

from ludotheque.bots.policy import Net  # noqa: E402
from ludotheque.recall import recall_layout, remembered  # noqa: E402
from ludotheque.solve.exploiting import SETTINGS, exploit  # noqa: E402
from ludotheque.solve.lanes import Lanes, chances, contest  # noqa: E402
from ludotheque.solve.learning import Learner, Settings, judge  # noqa: E402
from ludotheque.solve.networks import copied, fresh, from_policy, outputs, parameters, to_policy  # noqa: E402
from ludotheque.solve.training import train  # noqa: E402
from tests.engine.test_batch import Twin  # noqa: E402

SMALL = Settings(
    lanes=240, steps=48, unjudged=8, size=120_000, critic_width=64, minibatch=2048, rate=3e-3, hot=0.01, cold=0.002, lately=30.0
)


def memory_of(
    steps: list[tuple[int, bool, float, tuple[float, float] | None]], trembled: int | None = None, misled: tuple[int, ...] = ()
) -> Any:
    """One lane of a game of two: who moves, whether he has a choice, what the critic thinks, and what the step paid out."""
    return SimpleNamespace(
        action=torch.zeros(len(steps), 1),
        seat=torch.tensor([[seat] for seat, _, _, _ in steps]),
        decides=torch.tensor([[decides] for _, decides, _, _ in steps]),
        trembled=torch.tensor([[step == trembled] for step in range(len(steps))]),
        misled=torch.tensor([[step in misled] for step in range(len(steps))]),
        value=torch.tensor([[value] for _, _, value, _ in steps]),
        reward=torch.tensor([[paid or (0.0, 0.0)] for _, _, _, paid in steps]),
        done=torch.tensor([[paid is not None] for _, _, _, paid in steps]),
        advantage=torch.zeros(len(steps), 1),
        judged=torch.zeros(len(steps), 1, dtype=torch.bool),
    )


def test_every_seat_is_judged_by_its_own_next_decision_and_the_end() -> None:
    memory = memory_of([(0, True, 0.5, None), (0, True, 0.6, None), (1, True, 0.3, None), (0, False, 0.9, (1.0, 0.0))])
    judge(memory, 0.0)
    assert memory.advantage[:3, 0].tolist() == pytest.approx([0.1, 0.4, -0.3])
    assert memory.judged[:, 0].tolist() == [True, True, True, False]  # a step without a choice is none
    judge(memory, 1.0)
    assert memory.advantage[:3, 0].tolist() == pytest.approx([0.5, 0.4, -0.3])  # everything up to the end


def test_a_new_game_does_not_reach_back_and_an_open_end_is_not_judged() -> None:
    memory = memory_of([(1, True, 0.5, (0.5, 0.5)), (0, True, 0.2, None), (1, True, 0.4, None), (0, True, 0.7, None)])
    judge(memory, 1.0)
    assert memory.advantage[:, 0].tolist() == pytest.approx([0.0, 0.5, 0.0, 0.0])
    assert memory.judged[:, 0].tolist() == [True, True, False, False]


def test_only_a_trembling_hand_is_judged_by_what_it_did() -> None:
    """Step 2: the mover's last decision is judged by what the critic expected there, the other's before and after not at all."""
    steps = [(0, True, 0.2, None), (1, True, 0.5, None), (0, True, 0.6, None), (1, True, 0.3, None), (0, True, 0.7, (1.0, 0.0))]
    memory = memory_of(steps, trembled=2, misled=(3,))
    judge(memory, 1.0)
    assert memory.judged[:, 0].tolist() == [True, False, True, False, True]
    assert memory.advantage[[0, 2, 4], 0].tolist() == pytest.approx([0.4, 0.4, 0.3])


def some_way_on(game: ludotheque.Game, steps: int) -> Lanes:
    lanes = Lanes(game, 60, 3, "cpu")
    for _ in range(steps):
        lanes.batch.choose_at_random()
        lanes.step()
    return lanes


@pytest.mark.parametrize(("name", "players"), [("chip-trick-root", 3), ("chip-trick", 4), ("chip-trick", 2), ("chipik", 3)])
def test_everyone_remembers_what_a_view_tells_of_the_round(name: str, players: int) -> None:
    game = ludotheque.game(name, players)
    lanes, twins = Lanes(game, 6, 9, "cpu"), [Twin(game, 9, lane) for lane in range(6)]
    seen = lanes.observation.shape[1]
    assert lanes.numbers().shape[1] == seen + len(recall_layout(game))
    for _ in range(60):
        rows = lanes.numbers()[:, seen:].tolist()
        lanes.batch.choose_at_random()
        played = lanes.batch.action.tolist()
        lanes.step()
        for twin, row, action in zip(twins, rows, played, strict=True):
            if not twin.position.over:
                assert row == remembered(twin.position.view(twin.position.actor))
                twin.play(action)
    lanes.reset()
    assert not lanes.numbers()[:, seen:].any()


def test_without_recall_there_is_the_observation_alone() -> None:
    lanes = Lanes(ludotheque.game("chip-trick-root", 3), 6, 9, "cpu", recall=False)
    lanes.batch.choose_at_random()
    lanes.step()
    lanes.reset()
    assert lanes.numbers().shape[1] == lanes.observation.shape[1] == len(lanes.inputs.most)


def test_what_a_policy_does_not_know_is_worth_nothing_to_it() -> None:
    game = ludotheque.game("chip-trick-root", 3)
    lanes = some_way_on(game, 30)
    short = Lanes(game, 60, 3, "cpu", recall=False)
    network = fresh([len(short.inputs.steps), 16, lanes.batch.actions], "cpu", 1.0)
    policy = to_policy(game, network)
    inputs = lanes.inputs(lanes.numbers())
    wide = from_policy(policy, "cpu", inputs.shape[1])
    assert torch.allclose(outputs(wide, inputs), outputs(from_policy(policy, "cpu"), inputs[:, : len(short.inputs.steps)]))


def test_the_network_is_the_one_that_ships() -> None:
    """From torch to a file and to NumPy: the same inputs, the same numbers out."""
    game = ludotheque.game("chip-trick", 4)
    lanes = some_way_on(game, 30)
    torch.manual_seed(4)
    network = fresh([len(lanes.inputs.steps), 32, 32, lanes.batch.actions], "cpu", 1.0)
    policy = to_policy(game, network)
    net = Net(policy, lanes.batch.layout + recall_layout(game))
    inputs = lanes.inputs(lanes.numbers())
    assert torch.equal(inputs.unique(), inputs.unique().clamp(0, 1))
    most = numpy.array([entry.most for entry in recall_layout(game)])
    recalled = lanes.numbers()[:, lanes.observation.shape[1] :].numpy() / most
    in_numpy = net(numpy.concatenate([lanes.batch.observation, recalled], 1))
    assert numpy.abs(in_numpy - outputs(from_policy(policy, "cpu"), inputs).numpy()).max() < 1e-4
    assert numpy.abs(in_numpy - outputs(network, inputs).numpy()).max() < 0.05  # rounded to 16 bits


def test_chances_are_of_what_is_legal() -> None:
    lanes = Lanes(ludotheque.game("chip-trick", 2), 60, 3, "cpu")
    inputs = lanes.inputs(lanes.numbers())
    network = fresh([len(lanes.inputs.steps), 16, lanes.batch.actions], "cpu", 5.0)
    for likely in (chances(None, inputs, lanes.mask), chances(network, inputs, lanes.mask)):
        assert torch.allclose(likely.sum(1), torch.ones(60))
        assert not likely[~lanes.mask].any()
    cut = chances(network, inputs, lanes.mask, 0.1)
    assert not ((cut > 0) & (cut < 0.1)).any()
    assert (cut == 0).sum() > (~lanes.mask).sum()


def test_the_critic_sees_every_hand_the_movers_first() -> None:
    lanes = some_way_on(ludotheque.game("chip-trick-root", 3), 7)
    secrets = lanes.secrets()
    rows = [numpy.roll(hands, -seat) for hands, seat in zip(lanes.batch.states["hand"], lanes.batch.seat, strict=True)]
    assert secrets.tolist() == numpy.array(rows).tolist()
    inputs = lanes.inputs(lanes.numbers())
    bits = lanes.with_secrets(inputs, secrets)[:, inputs.shape[1] :].int()
    assert bits.sum(1).tolist() == [sum(int(hand).bit_count() for hand in row) for row in rows]


def test_games_without_hands_can_be_learnt() -> None:
    lanes = Lanes(ludotheque.game("chipik", 3), 6, 3, "cpu")
    assert not lanes.secrets().any()


def test_a_magnet_holds_the_policy_back() -> None:
    def moved(magnet: float) -> float:
        torch.manual_seed(1)
        learner = Learner(Lanes(ludotheque.game("chip-trick-root", 3), 240, 1, "cpu"), replace(SMALL, magnet=magnet))
        before = copied(learner.policy)
        for _ in range(6):
            learner.round(0.0)
        inputs = learner.lanes.inputs(learner.lanes.numbers())
        return float((outputs(copied(learner.policy), inputs) - outputs(before, inputs)).abs().mean())

    assert moved(5.0) < moved(0.0) / 2


def test_trembling_hands_play_anything_legal() -> None:
    def after_a_round(tremble: float) -> Learner:
        torch.manual_seed(1)
        lanes = Lanes(ludotheque.game("chip-trick-root", 3), 240, 1, "cpu")
        stubborn = fresh([len(lanes.inputs.steps), 16, lanes.batch.actions], "cpu", 1000.0)
        learner = Learner(lanes, replace(SMALL, tremble=tremble), start=stubborn)
        learner.round(0.0)
        return learner

    never, at_times, always = (after_a_round(tremble).memory for tremble in (0.0, 0.25, 1.0))
    assert always.mask.gather(2, always.action[:, :, None]).all()
    assert len(never.action[0].unique()) < len(always.action[0].unique())
    learner = torch.arange(240) % 3
    assert torch.equal(always.trembled, always.decides & (always.seat == learner))
    assert int(at_times.trembled.sum()) == pytest.approx(0.25 * int(at_times.decides.sum()) / 3, rel=0.1)
    assert not (at_times.misled & at_times.judged).any()
    assert not (never.trembled | never.misled).any()
    for memory in (at_times, always):  # misled is who decides after the learner's seat has trembled, till chips are dealt anew
        chips = ((memory.secrets[..., None] >> torch.arange(32)) & 1).sum((2, 3))
        assert (chips == 12).sum() > 240 + memory.done.sum()  # second rounds began
        strayed = torch.zeros(240, dtype=torch.bool)
        for step in range(SMALL.steps):
            strayed &= chips[step] < 12
            assert torch.equal(memory.misled[step], strayed & (memory.seat[step] != learner))
            strayed |= memory.trembled[step]


def test_what_is_never_played_is_learnt_once_it_is_good() -> None:
    """The policy is sure of move 0, and a trembling hand makes move 1."""
    lanes = Lanes(ludotheque.game("chip-trick-root", 3), 60, 1, "cpu")
    sure = fresh([len(lanes.inputs.steps), 16, lanes.batch.actions], "cpu", 0.0)
    sure[-1][1][0] = 40.0
    learner = Learner(lanes, replace(SMALL, tremble=0.1, magnet=0.0), start=sure)
    learner.learns.fill_(1.0)
    mask = torch.zeros(60, lanes.batch.actions, dtype=torch.bool)
    mask[:, :2] = True

    def pushed(advantage: float) -> float:
        ones = torch.ones(60)
        played = (torch.ones(60, dtype=torch.int64), torch.full((60,), -torch.inf), torch.ones(60, dtype=torch.bool))
        loss, _ = learner.loss(lanes.numbers(), lanes.secrets(), mask, *played, 0.5 * ones, advantage * ones)
        (gradient,) = torch.autograd.grad(loss, learner.policy[-1][1])
        return -float(gradient[1])

    assert pushed(0.5) == pytest.approx(0.5 / 2)  # away from the mean of two
    assert pushed(-0.5) == pytest.approx(0.0, abs=1e-6)  # it is unlikely enough


def test_a_contest_counts_every_game_once_whoever_plays() -> None:
    game = ludotheque.game("chip-trick-root", 3)
    won = contest(Lanes(game, 60, 5, "cpu"), None, None, 3)
    assert won.games == [60, 60, 60]
    assert won.everywhere == pytest.approx(1 / 3, abs=5 * won.error)


def test_it_learns() -> None:
    game = ludotheque.game("chip-trick-root", 3)
    _, _, told = train(game, SMALL, minutes=0, rounds=60, seed=2, device="cpu", heard=lambda share, said: None)
    assert told["rounds"] == 60
    against = told["against_random"]
    assert against["mean"] - against["give_or_take"] > 1 / 3
    assert told["curve"][0]["entropy"] > told["curve"][-1]["entropy"]


def test_who_goes_on_begins_with_what_is_there_and_slows_down_as_told() -> None:
    game = ludotheque.game("chip-trick-root", 3)
    hush: dict[str, Any] = {"minutes": 0, "rounds": 1, "seed": 2, "device": "cpu", "heard": lambda share, said: None}
    policy, critic, _ = train(game, replace(SMALL, rate=0.0), **hush)
    gone_on = train(game, replace(SMALL, rate=0.0), start=policy, critic=critic, **hush)
    assert gone_on.policy.weights == policy.weights
    assert all((mine == given).all() for mine, given in zip(parameters(gone_on.critic), parameters(critic), strict=True))
    learner = Learner(Lanes(game, 60, 1, "cpu"), replace(SMALL, rate=0.01, left=0.4))
    rates = []
    for share in (0.0, 0.5, 1.0, 1.1):
        learner.round(share)
        rates.append(float(learner.rate))
    assert rates == pytest.approx([0.01, 0.007, 0.004, 0.004])


def test_who_interrupts_it_keeps_what_was_learnt() -> None:
    def heard(share: float, said: dict[str, float]) -> None:
        if share >= 0.5:
            raise KeyboardInterrupt

    game = ludotheque.game("chip-trick-root", 3)
    policy, _, told = train(game, SMALL, minutes=0, rounds=4, seed=2, device="cpu", heard=heard)
    assert told["rounds"] == 2
    assert policy.plays(game)


def test_what_is_hardly_trained_can_be_exploited() -> None:
    game = ludotheque.game("chip-trick-root", 3)
    torch.manual_seed(4)
    learner = Learner(Lanes(game, 240, 1, "cpu"), SMALL)
    settings = replace(SMALL, critic_first=2, hot=SETTINGS.hot, cold=SETTINGS.cold, magnet=SETTINGS.magnet)
    found = exploit(
        to_policy(game, learner.policy), settings, minutes=0, rounds=40, games=400, seed=3, device="cpu",
        heard=lambda share, said: None,
    )  # fmt: skip
    assert found["gain"] > found["give_or_take"] > 0
    assert all(0 < look["won"] < 1 for look in found["course"])
    won = [look["won"] for look in found["course"]]  # the first round ends a handful of games only
    assert sum(won[-10:]) > sum(won[:10])
    assert found["policy"]["mean"] == pytest.approx(1 / 3, abs=0.06)
