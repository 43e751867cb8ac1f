"""Writes docs/cards: a page for every ruleset, with what a researcher asks first.

python scripts/cards.py [--games 100000]     plays that many random games of every setting, then writes the pages
python scripts/cards.py --check              says whether sizes and versions on the pages are those of the code
"""

import argparse
import json
import sys
from pathlib import Path
from typing import Any

import numpy
from rich.progress import track

from ludotheque.engine.batch import Batch
from ludotheque.engine.playouts import simulate
from ludotheque.game import Game, Ruleset
from ludotheque.games import GAMES, from_spec
from ludotheque.observation import floats_of, words_of
from ludotheque.solve.saved import FIGURES

CARDS = Path(__file__).parent.parent / "docs" / "cards"
HOUSE = [ruleset for ruleset in GAMES.values() if ruleset.rulebook.is_relative_to(CARDS.parent.parent)]  # guests have their own
DATA = CARDS / "cards.json"
SEED = 1
LANES, STEPS = 4096, 200  # decisions looked at for the branching


def sizes(game: Game) -> dict[str, Any]:
    """What can be said without playing."""
    rules = game.ruleset.rules
    layout = rules.layout(game.facts)
    return {
        "version": game.ruleset.version,
        "actions": rules.player_actions,
        "outcomes": rules.actions - rules.player_actions,
        "floats": floats_of(layout),
        "words": words_of(layout),
        "bound": list(game.ruleset.longest(game.facts)),
    }


def played(game: Game, games: int) -> dict[str, Any]:
    """What random play shows."""
    tally = simulate(game, games, seed=SEED)
    batch = Batch(game, LANES, seed=SEED, observation="float")
    choices = numpy.zeros(batch.actions + 1, numpy.int64)
    for _ in range(STEPS):
        choices += numpy.bincount(batch.mask.sum(axis=1), minlength=len(choices))
        batch.choose_at_random()
        batch.step()
    return {
        "games": games,
        "decisions": [tally.length.mean, tally.length.spread, tally.length.least, tally.length.greatest],
        "branching": [float(choices @ numpy.arange(len(choices)) / choices.sum()), int(choices.nonzero()[0].max())],
        "won": [won / games for won in tally.wins()],
        "scores": [tally.score(seat).mean for seat in range(tally.participants)],
    }


def measure(games: int) -> dict[str, Any]:
    settings = [ruleset.game(players) for ruleset in HOUSE for players in ruleset.players]
    return {game.spec: {**sizes(game), **played(game, games)} for game in track(settings, "playing")}


def table(heads: list[str], rows: list[list[str]]) -> str:
    lines = [heads, ["--:"] * len(heads), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines) + "\n"


def shares(numbers: list[float], players: int) -> str:
    told = ", ".join(f"{number:.1%}" for number in numbers[:players])
    return told + (f"; ghost {numbers[players]:.1%}" if len(numbers) > players else "")


def page(ruleset: Ruleset, data: dict[str, Any]) -> str:
    games = [ruleset.game(players) for players in ruleset.players]
    return "\n".join(
        [
            f"# {ruleset.title}\n",
            f"{ruleset.feel} Rules: [rulebook]({rulebook(ruleset)}). Behaviour version {ruleset.version}: it changes when what a "
            "seed gives does. Written by `scripts/cards.py`.\n",
            names(ruleset),
            SPACES
            + table(["players", "actions", "outcomes", "floats", "words", "bound"], [spaces(g, data[g.spec]) for g in games]),
            RANDOM_PLAY.format(id=ruleset.id, players=ruleset.players[0], games=data[games[0].spec]["games"], seed=SEED)
            + table(BASELINE, [baseline(g, data[g.spec]) for g in games]),
            small(ruleset),
        ]
    )


SPACES = """## Spaces

Actions of players are numbered from 0; outcomes of chance are texts of their own. Observations are the same numbers as
floats, or packed into words of 32 bits. The bound is on decisions and on steps of chance in a game.

"""
RANDOM_PLAY = """## Random play

{games:,} games of each setting, seed {seed}: `ludotheque simulate {id} --players {players} --games {games} --seed {seed}`.
Branching is the number of legal moves in a decision, on average and at most; victories are by seat, a shared one in shares.

"""
BASELINE = ["players", "decisions", "least", "most", "branching", "at most", "victories", "scores"]


def names(ruleset: Ruleset) -> str:
    """What it is called in every interface."""
    options = [f"`{option.name}`: {', '.join(f'`{value!r}`' for value in option.values)}" for option in ruleset.options]
    few, camel, snake = ruleset.players[0], ruleset.id.title().replace("-", ""), ruleset.id.replace("-", "_")
    rows = {
        "id": f"`{ruleset.id}`",
        "players": ", ".join(map(str, ruleset.players)),
        "options": "; ".join(options) or "none",
        "PettingZoo": f'`ludotheque.adapters.pettingzoo.env("{ruleset.id}", players={few})`',
        "Gymnasium": f'`gymnasium.make("ludotheque/{camel}-v{ruleset.version}", players={few})`',
        "OpenSpiel": f'`pyspiel.load_game("ludotheque_{snake}(players={few})")`',
    }
    return "| | |\n|---|---|\n" + "".join(f"| {what} | {value} |\n" for what, value in rows.items())


def rulebook(ruleset: Ruleset) -> str:
    return "../../" + ruleset.rulebook.relative_to(CARDS.parent.parent).as_posix()


def spaces(game: Game, found: dict[str, Any]) -> list[str]:
    bound = " + ".join(f"{number:,}" for number in found["bound"]) if any(found["bound"]) else "none"
    return [str(game.players), *(f"{found[kind]:,}" for kind in ("actions", "outcomes", "floats", "words")), bound]


def baseline(game: Game, found: dict[str, Any]) -> list[str]:
    mean, spread, least, most = found["decisions"]
    branching, widest = found["branching"]
    scores = ", ".join(f"{score:.2f}" for score in found["scores"])
    told = [f"{mean:,.1f} ± {spread:,.1f}", f"{least:,}", f"{most:,}", f"{branching:.2f}", str(widest)]
    return [str(game.players), *told, shares(found["won"], game.players), scores]


def small(ruleset: Ruleset) -> str:
    """Exact counts, where trees are small enough to be walked."""
    figures = json.loads(FIGURES.read_text(encoding="utf-8"))
    rows = []
    for instance in ruleset.instances:
        found = figures[f"{ruleset.id} {instance.name}"]
        counts = [f"{found[kind]:,}" for kind in ("nodes", "ends", "chance")]
        rows.append([f"`{instance.name}`", str(found["players"]), *counts, f"{sum(found['information_sets']):,}"])
    says = "## Exact counts\n\nOf the whole trees of the [small siblings](../openspiel.md#small-siblings).\n\n"
    return says + table(["instance", "players", "positions", "ends", "chance", "information sets"], rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--check", action="store_true")
    wish = parser.parse_args()
    if not wish.check:
        CARDS.mkdir(exist_ok=True)
        DATA.write_text(json.dumps(measure(wish.games), indent=1) + "\n", encoding="utf-8")
    data = json.loads(DATA.read_text(encoding="utf-8"))
    stale = [spec for spec, found in data.items() if any(found[k] != v for k, v in sizes(from_spec(spec)).items())]
    for ruleset in HOUSE:
        path, text = CARDS / f"{ruleset.id}.md", page(ruleset, data)
        if wish.check:
            stale += [path.name] if path.read_text(encoding="utf-8") != text else []
        else:
            path.write_text(text, encoding="utf-8")
    if stale:
        sys.exit(f"not up to date, python scripts/cards.py writes them: {', '.join(stale)}")


if __name__ == "__main__":
    main()
