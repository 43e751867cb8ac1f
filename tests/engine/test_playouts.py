"""Random play in the engine: the same games whichever way, and counts that are exact."""

import json
import os
import re
import shutil
import subprocess
import sys
import threading
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy
import pytest

import ludotheque
from ludotheque import Game, OptionError
from ludotheque.engine import loops, playouts
from ludotheque.engine.lottery import below, open_stream
from ludotheque.engine.module import module_of, source_of
from ludotheque.engine.playouts import simulate
from tests.size import not_in_check, sized
from tests.table import chosen_games

ROOT = Path(__file__).parent.parent.parent
SMALLEST = [game for game in chosen_games() if game.players == game.ruleset.players[0] and game.id != "treize"]
DEFAULT = [game for game in SMALLEST if game == ludotheque.game(game.id, game.players)]
THREE = ["chipik", "toujours-12", "calcory"]  # and root's 12 Chip Trick further below
COUNTED = sized(THREE, THREE, [game.id for game in DEFAULT])


def interpreted(game: Game, games: int, seed: int) -> list[int]:
    """The same loop and rules without Numba."""
    tables = [0] * loops.ENTRIES
    module_of(game, "python").play_games(game.ruleset.rules.State(), [0, 0], [0] * 8, seed, 0, games, 1, tables, tables)
    return tables


@pytest.mark.compiles
@pytest.mark.parametrize("game", [game for game in DEFAULT if game.id in COUNTED], ids=lambda game: game.spec)
def test_interpreted_and_compiled_count_the_same_games(game: Game) -> None:
    assert simulate(game, 300, seed=5, threads=2).entries == interpreted(game, 300, 5)


@pytest.mark.parametrize("game", SMALLEST, ids=lambda game: game.spec)
def test_the_flat_source_plays_as_positions_do(game: Game) -> None:
    """The same draws through Position: length, winners and scores of each game."""
    for number in range(3):
        tables = [0] * loops.ENTRIES
        state, out = game.ruleset.rules.State(), [0] * 8
        module_of(game, "python").play_games(state, [0, 0], out, 9, number, number + 1, 1, tables, tables)
        rng, position, decisions = [0, 0], ludotheque.game(game.id, game.players, **game.options).start(), 0
        open_stream(rng, 9, number)
        rules, facts = position.game.rules, position.game.facts
        while not position.over:
            decisions += position.actor >= 0
            ticket = rules.ticket(facts, position.state, below(rng, rules.tickets(facts, position.state)))
            position.play(position.game.ruleset.moves[ticket])
        assert tables[loops.FIRST_LENGTH + decisions] == 1
        assert tables[sum(1 << winner for winner in position.winners())] == 1
        for seat, score in enumerate(position.scores()):
            assert tables[loops.FIRST_SCORE + seat * loops.SCORES + score] == 1


@pytest.mark.compiles("toujours-12")
def test_counts_depend_on_seed_and_number_alone() -> None:
    game = ludotheque.game("toujours-12", 2)
    one = simulate(game, 40_000, seed=3, threads=1)
    two = simulate(game, 40_000, seed=3, threads=2)
    assert one.entries == two.entries
    assert simulate(game, 40_000, seed=4).entries != one.entries
    assert sum(one.wins()) == pytest.approx(40_000)
    assert one.moves == 72 * 40_000
    assert one.longest == 72
    assert sum(one.scores_of(0)) == 40_000
    arrays = one.arrays()
    assert arrays["won_by"].sum() == arrays["lengths"].sum() == 40_000
    assert (arrays["scores"].sum(axis=1) == 40_000).all()
    assert arrays["lengths"][72] == 40_000


def test_counts_stay_exact_beyond_any_word(monkeypatch: pytest.MonkeyPatch) -> None:
    """A million million games and more: chunks are added up in numbers of any size."""
    huge = numpy.zeros(loops.ENTRIES, numpy.int64)
    huge[1], huge[loops.FIRST_LENGTH + 77] = 2**62, 2**63 - 1
    monkeypatch.setattr(playouts, "on_cpu", lambda *_: ((huge, 1) for _ in range(5)))
    tally = simulate(ludotheque.game("chipik", 3), 10**12)
    assert tally.won_by(1) == 5 * 2**62
    assert tally.moves == 5 * 77 * (2**63 - 1)
    assert tally.longest == 77
    assert tally.wins()[0] == 5 * 2**62


LONG = ludotheque.game("chip-trick-root").with_facts(rounds=100)  # scores beyond 255, lengths beyond 4095


@pytest.mark.compiles("chip-trick-root")
def test_numbers_beyond_their_table_are_summed_exactly() -> None:
    """Against the games played one by one: totals, squares, the least and the greatest."""
    games = 4
    lengths, scores = [], []
    for number in range(games):
        rng, position, decisions = [0, 0], LONG.start(), 0
        open_stream(rng, 3, number)
        rules, facts = LONG.rules, LONG.facts
        while not position.over:
            decisions += position.actor >= 0
            ticket = rules.ticket(facts, position.state, below(rng, rules.tickets(facts, position.state)))
            position.play(LONG.ruleset.moves[ticket])
        lengths.append(decisions)
        scores.append(position.scores())
    tally = simulate(LONG, games, seed=3)
    for numbers, seen in [(tally.length, lengths), *((tally.score(seat), [row[seat] for row in scores]) for seat in range(3))]:
        assert min(seen) >= len(numbers.counts)
        assert numbers.or_more == len(numbers.counts) - 1
        assert numbers.counts[-1] == games
        assert (numbers.total, numbers.least, numbers.greatest) == (sum(seen), min(seen), max(seen))
        assert numbers.mean == pytest.approx(sum(seen) / games)
        assert numbers.spread == pytest.approx(numpy.std(seen))
    assert tally.moves == sum(lengths)
    assert tally.entries == interpreted(LONG, games, 3)


def test_numbers_within_and_beyond_their_table_go_together() -> None:
    """3 and 3, and in the last entry of five, of 4 or more, 4 and 9."""
    numbers = playouts.Numbers([0, 0, 0, 2, 2], [4 + 9, 16 + 81, 9, loops.FAR - 4])
    assert (numbers.total, numbers.least, numbers.greatest, numbers.or_more) == (19, 3, 9, 4)
    assert numbers.spread == pytest.approx(numpy.std([3, 3, 4, 9]))
    within = playouts.Numbers([0, 1, 1, 0, 0], [0] * loops.SUMS)
    assert (within.total, within.least, within.greatest, within.or_more) == (3, 1, 2, None)


def test_draws_are_fair() -> None:
    rng, counts = [0, 0], [0] * 6
    open_stream(rng, 1, 2)
    for _ in range(60_000):
        counts[below(rng, 6)] += 1
    assert all(abs(count - 10_000) < 6 * (10_000 * 5 / 6) ** 0.5 for count in counts)


def test_no_game_of_one_seed_is_a_game_of_another() -> None:
    """Many games of each of several seeds, anywhere among all that a seed has: none begins as another does.

    By chance two of so many begin alike once in ten million such tests.
    """
    seeds, games = (0, 1, -1, 1 << 32, -(1 << 63)), 1 << 18
    rng = numpy.random.default_rng(7)
    streams = []
    for seed in seeds:
        stream: Any = [0, 0]
        numbers: Any = numpy.unique(rng.integers(0, 1 << 32, games))
        open_stream(stream, seed, numbers)  # on arrays as on numbers
        streams.append(stream[0] << 31 | stream[1] >> 1)
    every = numpy.sort(numpy.concatenate(streams))
    assert (every[1:] != every[:-1]).all()


def test_seeds_that_differ_little_share_no_stream() -> None:
    seeds = [*range(64), *(1 << bit for bit in range(6, 64)), *(-1 << bit for bit in range(63))]
    streams = {tuple(opened(seed, game)) for seed in seeds for game in range(20)}
    assert len(streams) == 20 * len(seeds)


def opened(seed: int, game: int) -> list[int]:
    rng = [0, 0]
    open_stream(rng, seed, game)
    return rng


def test_facts_are_numbers_in_the_flat_source() -> None:
    source = source_of(ludotheque.game("chipik", 3).with_facts(tokens=2), "cpu")
    assert "f.tokens" not in source
    assert "s.tokens[seat] = 2" in source


@pytest.mark.compiles("chipik")
def test_any_number_is_a_seed() -> None:
    game = ludotheque.game("chipik", 3)
    one, two = (simulate(game, 50, seed=seed).entries for seed in (-(10**30), 10**30))
    assert one != two
    assert simulate(game, 50, seed=-1).entries == interpreted(game, 50, -1)


@pytest.mark.compiles("chipik")
def test_numpys_numbers_are_numbers() -> None:
    game = ludotheque.game("chipik", 3)
    plain = simulate(game, 50, seed=7, threads=1)
    tally = simulate(game, numpy.int32(50), seed=numpy.uint64(7), threads=numpy.int8(1))
    assert tally.entries == plain.entries
    assert (type(tally.seed), type(tally.games)) == (int, int)


@pytest.mark.parametrize(
    ("wish", "says"),
    [
        ({"games": 0}, "not 0"),
        ({"games": 1e6}, "games should be a whole number, not 1000000.0"),
        ({"device": "abacus"}, "there are cpu and cuda"),
        ({"seed": 1.5}, "seed should be a whole number, not 1.5"),
        ({"seed": "1"}, "seed should be a whole number, not 1"),
        ({"threads": 0}, "threads should be 1 or more, or None for one a core, not 0"),
        ({"threads": -1}, "not -1"),
        ({"threads": 2.0}, "threads should be a whole number"),
    ],
)
def test_bad_wishes(wish: dict[str, Any], says: str) -> None:
    with pytest.raises(OptionError, match=says):
        simulate(ludotheque.game("chipik", 3), **{"games": 1, **wish})


@pytest.mark.compiles("chipik")
def test_a_tally_shows_itself_in_a_line() -> None:
    assert re.fullmatch(
        r"Tally\(game=<Game chipik .*>, games=5, seconds=[\d.e-]+, device='cpu', seed=2\)",
        repr(simulate(ludotheque.game("chipik", 3), 5, seed=2)),
    )


# --- stopping -------------------------------------------------------------------------------------


def test_what_waits_is_given_up_when_it_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    """A thread finishes what it plays, and begins nothing more."""
    game, begun = ludotheque.game("chipik", 3), []

    def play_games(*how: Any) -> None:
        begun.append(how)
        time.sleep(0.1 if len(begun) > 1 else 0)  # the first call compiles

    def stop(done: int) -> None:
        raise KeyboardInterrupt

    state = game.ruleset.rules.State().to_numpy().dtype
    monkeypatch.setattr(playouts, "module_of", lambda *_: SimpleNamespace(STATE=state, play_games=play_games))
    with pytest.raises(KeyboardInterrupt):
        simulate(game, 10**6, threads=1, progress=stop)
    assert len(begun) <= 3
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("ThreadPool")]


def test_long_games_are_played_few_at_a_time() -> None:
    pace = playouts.Pace(16, 1 << 14, 1 << 20)
    tables = numpy.zeros(loops.ENTRIES, numpy.int64)
    tables[loops.FIRST_LENGTH + 32] = 16
    pace.heard(tables, 16)
    assert pace.next == 1 << 14
    tables[:] = 0
    tables[loops.FIRST_SCORE - 1], tables[loops.LENGTH_SUMS] = 16, 16 << 19
    pace.heard(tables, 16)
    assert pace.next == 3  # a mean of a little more than 2**18
    tables[loops.LENGTH_SUMS] = 16 << 29
    pace.heard(tables, 16)
    assert pace.next == 1


# --- what is kept on disk -------------------------------------------------------------------------

# A module's functions are kept one by one: one that is compiled in no time shows as much as what plays whole games.
PROGRAM = """
import ludotheque
from ludotheque.engine.module import module_of
from ludotheque.games.chipik.rules import Phase
game = ludotheque.game("chipik", 3)
state = game.rules.State()
state.phase, state.dice[:] = Phase.AFTER_FIRST, (4, 5, 5)
discards = module_of(game, "cpu").discards
print(int(discards(state.to_numpy())).bit_count(), "discards")
print(sum(discards.stats.cache_hits.values()), sum(discards.stats.cache_misses.values()))
"""


def in_new_process(cache: Path, program: str = PROGRAM, **env: str) -> str:
    environment = {**os.environ, "LUDOTHEQUE_CACHE": str(cache), **env}
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=environment, cwd=ROOT, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@not_in_check
def test_a_second_process_hits_and_bounds_checked_code_is_kept_apart(tmp_path: Path) -> None:
    assert in_new_process(tmp_path).endswith("\n0 1")
    assert in_new_process(tmp_path).endswith("\n1 0")
    assert in_new_process(tmp_path, NUMBA_BOUNDSCHECK="1").endswith("\n0 1")
    assert len(list(tmp_path.iterdir())) == 2


@not_in_check
def test_an_edited_rule_misses(tmp_path: Path) -> None:
    """A rule that another file calls is edited in a copy of the package: what runs is the edited one."""
    copy = tmp_path / "edited" / "ludotheque"
    shutil.copytree(ROOT / "src" / "ludotheque", copy)
    assert in_new_process(tmp_path / "cache", PYTHONPATH=str(copy.parent)) == "1 discards\n0 1"
    assert in_new_process(tmp_path / "cache", PYTHONPATH=str(copy.parent)) == "1 discards\n1 0"
    dice = copy / "games" / "chipik" / "dice.py"
    edited = dice.read_text().replace("s.dice[2] >= least", "s.dice[2] >= least + 3")
    assert edited != dice.read_text()
    dice.write_text(edited)
    assert in_new_process(tmp_path / "cache", PYTHONPATH=str(copy.parent)) == "0 discards\n0 1"


@not_in_check
def test_a_folder_that_cannot_be_written_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    assert in_new_process(tmp_path / "file" / "cache").endswith(" 1")


@not_in_check
def test_a_planted_error_is_caught_by_the_bounds_check(tmp_path: Path) -> None:
    """Whose turn it is, in a turn order that is not so long; three 5s ask for it."""
    program = PROGRAM.replace("(4, 5, 5)", "(5, 5, 5)\nstate.at = 100")
    assert program != PROGRAM
    environment = {**os.environ, "LUDOTHEQUE_CACHE": str(tmp_path), "NUMBA_BOUNDSCHECK": "1"}
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=environment, cwd=ROOT, check=False)
    assert done.stderr.splitlines()[-1].startswith("IndexError")


def test_without_numba_the_engine_says_what_brings_it() -> None:
    code = "import sys; sys.modules['numba'] = None; import ludotheque.engine.batch"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.stderr.splitlines()[-1] == "ImportError: the engine is not installed; make engine brings it"


def test_importing_is_quick_and_compiles_nothing() -> None:
    code = "import sys, ludotheque; print('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"


@pytest.mark.compiles("chipik")
def test_the_command_reports(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "ludotheque", "simulate", "chipik", "--players", "3", "--games", "2000", "--seed", "1"]
    environment = {**os.environ, "LC_ALL": "C.UTF-8"}
    told = subprocess.run([*command, "--json"], capture_output=True, text=True, check=True, env=environment).stdout
    report = json.loads(told)
    assert {
        "game",
        "players",
        "options",
        "games",
        "moves",
        "seconds",
        "moves_per_second",
        "device",
        "wins",
        "mean_length",
    } <= set(report)
    assert report["moves"] == simulate(ludotheque.game("chipik", 3), 2000, seed=1).moves
    shown = subprocess.run(command, capture_output=True, text=True, check=True, env=environment).stdout
    assert "2,000 games" in shown
    cuda = subprocess.run([*command, "--device", "cuda"], capture_output=True, text=True, check=False, env=environment)
    if cuda.returncode:
        assert cuda.returncode == 2
        assert cuda.stderr.strip() == "there is no CUDA device on this machine; cpu plays everywhere"
