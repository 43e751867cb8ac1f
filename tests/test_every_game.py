"""What holds for every game on the shelf and names none: a sixth game is held to it by being there."""

import json
from collections import Counter
from random import Random

import pytest

import ludotheque
from ludotheque import Game, IllegalMove, Position, gamerecord, positiontext, rulebook
from ludotheque.game import Ruleset
from ludotheque.kit.complete import check_complete
from tests.size import is_part_of, sized
from tests.table import COMPILED, chosen_games, compiled_rules_of, plain_state, random_step

GAMES = chosen_games()
SMALLEST_AND_LARGEST = [game for game in GAMES if game.players in (game.ruleset.players[0], game.ruleset.players[-1])]
ROUNDS = sized(1, 2, 8) if COMPILED else sized(3, 25, 100)  # random games of each
CLOSELY = sized(1, 5, 20)  # of them, every step is looked at
STEPS = sized(60, 150, 300)  # of a random game, where each costs much


def name(game: Game) -> str:
    return game.spec


def view_bytes(position: Position, seat: int | None) -> bytes:
    view = position.view(seat)
    return json.dumps([view.to_dict(), view.sight.as_dict()], sort_keys=True).encode()


def seats(game: Game) -> list[int | None]:
    return [*range(game.players), None]


@pytest.mark.parametrize("game", GAMES, ids=name)
def test_random_games_keep_every_invariant(game: Game) -> None:
    from tests.invariants import play_and_check

    for number in range(ROUNDS):
        play_and_check(game, Random(f"{game.spec} {number}"), every=1 if number < CLOSELY else 5)


@pytest.mark.parametrize("game", GAMES, ids=name)
def test_legal_is_reason_and_a_refusal_explains_itself_and_changes_nothing(game: Game) -> None:
    """Legality is `reason == OK`, and IllegalMove prints a full sentence."""
    rng = Random(game.spec)
    position = game.start()
    rules = game.rules
    steps = 0
    while not position.over and steps < sized(60, 100, 150):
        if steps % 5 == 0:
            possible = {move.action for move, _ in position.odds()} | {move.action for move in position.moves()}
            by_reason = {a for a in range(rules.actions) if not rules.reason(game.facts, position.state, a)}
            assert possible == by_reason
            before = view_bytes(position, None), plain_state(position).copy()
            impossible = [a for a in range(rules.actions) if a not in possible]
            for action in rng.sample(impossible, min(20, len(impossible))):
                with pytest.raises(IllegalMove) as refusal:
                    position.play(game.ruleset.moves[action])
                assert refusal.value.clause
                assert refusal.value.code.isupper()
                assert "{" not in str(refusal.value)
                assert str(refusal.value).endswith(f"({refusal.value.clause})")
            assert (view_bytes(position, None), plain_state(position)) == before
        random_step(position, rng)
        steps += 1


@pytest.mark.parametrize("game", GAMES, ids=name)
def test_the_lottery_is_exactly_the_odds(game: Game) -> None:
    """All tickets of a step, counted: a player's moves once each, chance by its odds."""
    rng = Random(game.spec)
    position = game.start()
    rules = game.rules
    while not position.over and position.steps < STEPS:
        number = rules.tickets(game.facts, position.state)
        drawn = Counter(str(game.ruleset.moves[rules.ticket(game.facts, position.state, n)]) for n in range(number))
        if position.actor is ludotheque.CHANCE:
            assert {str(move): chance * number for move, chance in position.odds()} == drawn
        else:
            assert {str(move): 1 for move in position.moves()} == drawn
        random_step(position, rng)


@pytest.mark.parametrize("game", GAMES, ids=name)
def test_notation_reads_what_it_writes(game: Game) -> None:
    for action in range(game.rules.actions):
        text = game.ruleset.text.words(action)
        if text not in ("roll", "reroll"):  # of no die: a number that means nothing
            assert game.ruleset.read(text.upper()).action == action, text


@pytest.mark.parametrize("game", GAMES, ids=name)
def test_what_a_seat_cannot_know_does_not_change_its_view(game: Game) -> None:
    """Resample what is hidden: the bytes of the view, and of the scene drawn from it, stay the same."""
    rng = Random(game.spec)
    changed = Counter[bool]()
    while changed.total() < sized(2, 4, 10) * (game.players + 1):
        position = game.start()
        steps = 0
        while not position.over and steps < 400:
            random_step(position, rng)
            steps += 1
            if rng.random() < 0.08:
                for seat in seats(game):
                    view = position.view(seat)
                    guessed = game.guess(view, rng)
                    assert view_bytes(guessed, seat) == view_bytes(position, seat)
                    assert game.ruleset.scene(guessed.view(seat)) == game.ruleset.scene(view)
                    assert game.ruleset.faults(game.facts, plain_state(guessed)) == []
                    changed[plain_state(guessed) != plain_state(position)] += 1
    assert changed[True] or game.id == "chipik", "nothing was ever hidden, so nothing was tested"


@pytest.mark.parametrize("game", SMALLEST_AND_LARGEST, ids=name)
def test_history_of_a_seat_is_never_rewritten(game: Game) -> None:
    rng = Random(game.spec)
    position = game.start()
    known: dict[int | None, list[str]] = {seat: [] for seat in seats(game)}
    while not position.over and position.steps < sized(60, 120, 200):
        random_step(position, rng)
        for seat in seats(game):
            history = position.view(seat).history
            assert history[:-1] == known[seat]
            assert history[-1] == position.history[-1] or "?" in history[-1].split()
            known[seat] = history


@pytest.mark.parametrize("game", GAMES, ids=name)
def test_position_text_and_record_bring_the_game_back(game: Game) -> None:
    rng = Random(game.spec)
    position = game.start()
    every = sized(29, 17, 9)
    while not position.over and position.steps < STEPS:
        if position.steps % every == 0:
            again = positiontext.read(positiontext.write(position))
            assert plain_state(again) == plain_state(position)
            assert again.game == game
        random_step(position, rng)
    record = gamerecord.read(gamerecord.write(position, seats="Ada, Bo"))
    assert plain_state(record.position) == plain_state(position)
    assert record.position.history == position.history


@pytest.mark.parametrize("game", GAMES, ids=name)
def test_scene_offers_every_move_and_nothing_else(game: Game) -> None:
    """Whoever may move finds each move by touching things; nobody else finds any."""
    rng = Random(game.spec)
    position = game.start()
    while not position.over and position.steps < sized(40, 80, 150):
        if position.actor >= 0:
            for seat in seats(game):
                scene = game.ruleset.scene(position.view(seat))
                touched = {move for zone in scene.zones for thing in zone.things for move in thing.moves}
                expected = {str(move) for move in position.moves()} if seat == position.actor else set()
                assert touched == expected
                assert all(thing.name for zone in scene.zones for thing in zone.things)
                assert len(scene.scores) == scene.participants == len(position.scores())
        random_step(position, rng)


@pytest.mark.skipif(not COMPILED and not is_part_of("thorough"), reason="where the rules are compiled anyway, this costs little")
@pytest.mark.parametrize("game", GAMES, ids=name)
def test_interpreted_and_compiled_play_the_same_games_step_by_step(game: Game) -> None:
    interpreted, compiled = game.with_rules(game.ruleset.rules), game.with_rules(compiled_rules_of(game.id))
    rng = Random(game.spec)
    for _game in range(sized(1, 1, 2)):
        here, there = interpreted.start(), compiled.start()
        while not here.over and len(here.history) < 500:
            assert there.actor == here.actor
            assert there.odds() == here.odds()
            assert there.moves() == here.moves()
            there.play(random_step(here, rng))
            assert plain_state(there) == here.state
            assert there.scores() == here.scores()
            assert there.winners() == here.winners()
            if len(here.history) % 25 == 0:
                seed = rng.random()
                for seat in seats(game):
                    view = here.view(seat)
                    assert there.view(seat).sight == view.sight
                    guesses = [plain_state(g.guess(view, Random(seed))) for g in (interpreted, compiled)]
                    assert guesses[0] == guesses[1]


@pytest.mark.parametrize("ruleset", ludotheque.GAMES.values(), ids=lambda ruleset: ruleset.id)
def test_every_game_is_complete(ruleset: Ruleset) -> None:
    book = rulebook.read(ruleset.rulebook)
    ids = {ruleset.clause_prefix + clause.id for clause in book.clauses}
    reasons = [reason for reason in ruleset.text.Reason if reason]
    assert book.title
    assert book.introduction
    assert set(ruleset.text.REASONS) == set(reasons)
    assert {rulebook.cited(clauses, ruleset.clause_prefix) for clauses, _ in ruleset.text.REASONS.values()} <= ids
    assert ruleset.version >= 1
    check_complete(ruleset)
