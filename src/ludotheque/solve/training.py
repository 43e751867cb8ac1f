"""Trains a policy by self-play, on a GPU if it is to be good.

    python -m ludotheque.solve.training chip-trick-root --players 3 --minutes 3 --out trained

Leaves the policy, rounded as it ships, and a JSON file with the course of its learning: its winning
chance in one seat while the others play at random, and while they play what came out in the end.
Who interrupts it keeps what has been learnt so far.
"""

import argparse
import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, replace
from math import inf
from pathlib import Path
from typing import Any, NamedTuple

from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from ludotheque.errors import LudothequeError
from ludotheque.game import Game
from ludotheque.games import from_spec
from ludotheque.i18n import _
from ludotheque.policyfile import SLIGHT, Policy, file_name, read, write
from ludotheque.solve.judging import Critic
from ludotheque.solve.lanes import Lanes, contest
from ludotheque.solve.learning import Learner, Settings
from ludotheque.solve.networks import Network, copied, from_policy, to_policy, torch

EVERY_SEAT = 60  # lanes of a contest are a multiple of it, so that each of up to six seats is the learner's equally often
CONTEST_LANES = 1024 * EVERY_SEAT
LOOKS = 10  # at the policy while it learns

Look = Callable[[float, float, dict[str, float]], None]  # the share of the time that has gone, the seconds, what was learnt
Heard = Callable[[float, dict[str, float]], None]


class Trained(NamedTuple):
    policy: Policy
    critic: Critic  # whoever goes on from the policy need not learn it anew
    told: dict[str, Any]


def train(
    game: Game, settings: Settings, *, start: Policy | None = None, critic: Critic | None = None, minutes: float,
    rounds: int = 0, seed: int, device: str, heard: Heard,
) -> Trained:  # fmt: skip
    """A policy from nothing, or one that goes on from another, and what there is to tell about how it came to be."""
    prepare(seed)
    lanes = Lanes(game, settings.lanes, seed, device, settled=settings.settled)
    beginning = from_policy(start, device, lanes.inputs.size) if start else None
    learner = Learner(lanes, settings, start=beginning, critic=critic)
    looks: list[dict[str, Any]] = []
    networks: list[Network] = []

    def look(share: float, seconds: float, said: dict[str, float]) -> None:
        if share * LOOKS >= len(looks):
            looks.append({"seconds": seconds, "games": learner.games, "decisions": learner.decisions, **said})
            networks.append(copied(learner.mean))
        heard(share, said)

    seconds = learn(learner, minutes, rounds, look)
    policy = to_policy(game, learner.mean)
    shipped = from_policy(policy, device)
    lanes = Lanes(game, contest_lanes(CONTEST_LANES, device), seed + 1, device, settled=settings.settled)
    for where, network in zip(looks, networks, strict=True):  # afterwards: nobody knew the final one before
        where["against_random"] = contest(lanes, network, None, 1).told()
        where["against_final"] = contest(lanes, network, shipped, 1).told()
    told = {
        "game": game.spec, "seed": seed, "seconds": seconds, **told_of(learner), "sizes": policy.sizes, "device": name_of(device),
        "against_random": contest(lanes, shipped, None, 4).told(),
        "all_the_same": contest(lanes, shipped, shipped, 4, (0.0, 0.0)).told(),
        "without_the_slight": contest(lanes, shipped, shipped, 4, (SLIGHT, 0.0)).told(),
        "curve": looks,
    }  # fmt: skip
    return Trained(policy, learner.critic.copy(), told)


def learn(learner: Learner, minutes: float, rounds: int, look: Look) -> float:
    """Learns for so many rounds, or else so long, and says how many seconds that took.

    Rounds can be repeated: the same seed and number of them come to the same, but for the order in which
    a GPU adds up. Minutes can't. An interruption ends it early: hours of learning are not thrown away.
    """
    began, share, seconds = time.monotonic(), 0.0, 0.0
    with suppress(KeyboardInterrupt):
        while share < 1.0:
            said = learner.round(share)
            seconds = time.monotonic() - began
            share = learner.rounds / rounds if rounds else seconds / (60 * minutes)
            look(share, seconds, said)
    return seconds


def prepare(seed: int) -> None:
    torch.manual_seed(seed)
    torch.set_float32_matmul_precision("high")


def contest_lanes(wish: int, device: str) -> int:
    """As many as wished on a GPU; a processor plays few games side by side as fast as many."""
    return wish if device == "cuda" else 4 * EVERY_SEAT


def told_of(learner: Learner) -> dict[str, Any]:
    return {
        "games": learner.games, "decisions": learner.decisions, "rounds": learner.rounds, "updates": learner.updates,
        "settings": asdict(learner.settings),
    }  # fmt: skip


def name_of(device: str) -> str:
    return str(torch.cuda.get_device_name()) if device == "cuda" else device


# --- the command ----------------------------------------------------------------------------------


@contextmanager
def progress_of(what: str) -> Iterator[Heard]:
    """A bar that also says how mixed the policy still is."""
    columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
    with Progress(*columns) as progress:
        bar = progress.add_task(what, total=1.0)

        def heard(share: float, said: dict[str, float]) -> None:
            mixed = _("{what}, entropy {entropy}").format(what=what, entropy=f"{said['entropy']:.3f}")
            progress.update(bar, completed=min(share, 1.0), description=mixed)

        yield heard


def asked_of(parser: argparse.ArgumentParser, settings: Settings) -> None:
    """What training and exploiting are asked alike."""
    parser.add_argument("--minutes", type=float, default=3.0, help=_("how long to learn"))
    parser.add_argument("--rounds", type=int, default=0, help=_("or how many rounds, which can be repeated exactly"))
    parser.add_argument("--out", type=Path, default=Path(), help=_("the folder for what comes out"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--device", choices=("cuda", "cpu"), default="cuda")
    parser.add_argument("--lanes", type=int, default=settings.lanes, help=_("games side by side"))


def make_sure_of_wishes(parser: argparse.ArgumentParser, wish: argparse.Namespace) -> None:
    """Before anything is learnt that would then be lost."""
    if wish.rounds < 0 or not 0 < wish.minutes < inf:
        parser.error(_("--minutes should be above 0, and --rounds 0 or more"))
    wish.out.mkdir(parents=True, exist_ok=True)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m ludotheque.solve.training", description=_("Trains a policy by self-play."))
    parser.add_argument("game")
    parser.add_argument("--start", type=Path, help=_("a policy to go on from"))
    parser.add_argument("--players", type=int, required=True)
    parser.add_argument("--option", action="append", default=[], help=_("such as scoring=halving"))
    asked_of(parser, Settings())
    wish = parser.parse_args()
    make_sure_of_wishes(parser, wish)
    try:
        game = from_spec(" ".join([wish.game, f"players={wish.players}", *wish.option]))
        start = read(wish.start) if wish.start else None
    except LudothequeError as problem:
        parser.error(str(problem))
    settings = replace(Settings(), lanes=wish.lanes, minibatch=min(Settings.minibatch, 2 * wish.lanes))
    with progress_of(game.spec) as heard:
        policy, _critic, told = train(
            game, settings, start=start, minutes=wish.minutes, rounds=wish.rounds,
            seed=wish.seed, device=wish.device, heard=heard,
        )  # fmt: skip
    path = wish.out / file_name(game)
    write(policy, path)
    path.with_suffix(".training.json").write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
    print(_("written: {file}").format(file=path))


if __name__ == "__main__":
    main()
