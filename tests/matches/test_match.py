"""What may be asked at a table, by whom and when; and that the log alone gives the match."""

from random import Random
from typing import Any

import pytest

from ludotheque.table import events, requests
from ludotheque.table.events import House
from ludotheque.table.match import Match
from ludotheque.table.refusal import Refused
from tests.matches.setting import NONCE, Table, full_table, play_to_the_end


def refused(table: Table, token: str | None, request: requests.Request) -> str:
    before = snapshot(table.match)
    with pytest.raises(Refused) as caught:
        table.ask(token, request)
    assert snapshot(table.match) == before, "a refusal changes nothing"
    assert str(caught.value)
    return caught.value.code


def snapshot(match: Match) -> Any:
    position = match.position
    return (
        match.seq, match.changed, match.since, [repr(seat) for seat in match.seats], repr(match.plays), repr(match.asking),
        match.closed, dict(match.done), position and (position.history, position.scores(), position.actor),
    )  # fmt: skip


def sit(seat: int, **changes: Any) -> requests.Sit:
    return requests.Sit(**{"at": seat, "name": "Ada", "nonce": NONCE, **changes})


# --- seats ------------------------------------------------------------------------------------------


def test_who_sits_down_gets_a_token_and_only_its_hash_is_kept() -> None:
    table = Table("chipik", 3)
    (token,) = table.sit(1)
    assert token not in repr(table.log)
    assert [seat.taken for seat in table.match.seats] == [False, True, False]


def test_a_taken_seat_is_refused() -> None:
    table = Table("chipik", 3, bots=(2,))
    table.sit(0)
    assert refused(table, None, sit(0)) == "seat_taken"
    assert refused(table, None, sit(2)) == "seat_taken"
    assert refused(table, None, sit(3)) == "no_such_seat"


@pytest.mark.parametrize("name", ["", "   ", "\n\t", "x" * 25])
def test_a_name_has_letters(name: str) -> None:
    assert refused(Table("chipik", 3), None, sit(0, name=name)) == "bad_name"


def test_a_name_is_shown_without_what_could_command_a_screen() -> None:
    table = Table("chipik", 3)
    table.ask(None, sit(0, name="  A\x1b[2Jda \u202e "))
    assert table.match.seats[0].name == "A [2Jda"


def test_nobody_sits_down_once_the_game_has_begun() -> None:
    table, _ = full_table("chipik", 3)
    assert refused(table, None, sit(0)) == "begun"


def test_leaving_before_the_beginning_frees_the_seat() -> None:
    table = Table("chipik", 3)
    (token,) = table.sit(0)
    table.ask(token, requests.Leave())
    assert not table.match.seats[0].taken
    assert table.match.seats[0].name == table.match.seats[0].nonce == ""
    assert refused(table, token, requests.Leave()) == "not_seated"


def test_who_leaves_a_game_is_replaced_by_a_bot_and_the_nonce_stays() -> None:
    table, tokens = full_table("chipik", 3)
    nonces = table.match.nonces()
    table.ask(tokens[1], requests.Leave())
    assert table.match.seats[1].player(table.match.house) == "casual"
    assert table.match.nonces() == nonces
    assert refused(table, tokens[1], requests.Leave()) == "not_seated"


def test_only_the_opener_begins_removes_seats_bots_and_closes() -> None:
    table = Table("chipik", 3)
    (token,) = table.sit(0)
    for request in (requests.Begin(), requests.Remove(at=0), requests.Seatbot(at=1), requests.Close()):
        assert refused(table, token, request) == "opener_only"
        assert refused(table, None, request) == "opener_only"
    table.ask("opener", requests.Seatbot(at=1, level="random"))
    table.ask("opener", requests.Remove(at=0))
    table.ask("opener", requests.Remove(at=1))
    assert not any(seat.taken for seat in table.match.seats)
    assert refused(table, "opener", requests.Remove(at=1)) == "not_seated"
    assert refused(table, "opener", requests.Seatbot(at=1, level="grandmaster")) == "no_such_bot"
    table.ask("opener", requests.Close())
    assert refused(table, None, sit(0)) == "closed"


def test_open_seats_get_bots_when_the_opener_begins_but_seats_for_people_wait() -> None:
    table = Table("chipik", 3)
    table.match.seats[2].plan = events.Plan(kind="person")
    assert refused(table, "opener", requests.Begin()) == "seats_free"
    table.sit(2)
    table.ask("opener", requests.Begin())
    assert [seat.bot for seat in table.match.seats] == ["casual", "casual", ""]
    assert table.match.nonces() == ["bot", "bot", NONCE]


def test_a_seat_moves_to_another_device_once() -> None:
    table, tokens = full_table("chipik", 3)
    link = table.ask(tokens[0], requests.Link())["link"]
    assert link not in repr(table.log)
    assert refused(table, None, requests.Follow(link="another")) == "bad_link"
    new = table.ask(None, requests.Follow(link=link))["token"]
    assert refused(table, tokens[0], requests.Leave()) == "not_seated"
    assert refused(table, None, requests.Follow(link=link)) == "bad_link"
    table.ask(new, requests.Leave())


def test_who_holds_several_seats_says_which() -> None:
    table, tokens = full_table("chipik", 3)
    table.match.seats[1].token = table.match.seats[0].token  # one device, two people
    assert refused(table, tokens[0], requests.Resign()) == "which_seat"
    assert refused(table, tokens[0], requests.Resign(seat=2)) == "not_your_seat"
    table.ask(tokens[0], requests.Resign(seat=1))
    assert table.match.seats[1].resigned


# --- moves ------------------------------------------------------------------------------------------


def test_a_move_needs_its_seat_its_turn_and_what_was_seen() -> None:
    table, tokens = full_table("chip-trick-root", 3)
    position, seq = table.match.position, table.match.seq
    assert position is not None
    turn = position.actor
    move = position.moves()[0].text
    assert refused(table, None, requests.Move(move=move, expected=seq)) == "not_seated"
    assert refused(table, None, requests.Move(move=move, expected=seq, seat=turn)) == "not_your_seat"
    assert refused(table, tokens[(turn + 1) % 3], requests.Move(move=move, expected=seq)) == "not_your_turn"
    assert refused(table, tokens[turn], requests.Move(move=move, expected=seq - 1)) == "moved_on"
    assert refused(table, tokens[turn], requests.Move(move=move, expected=seq + 1)) == "moved_on"
    assert refused(table, tokens[turn], requests.Move(move="castle", expected=seq)) == "unreadable_move"
    assert refused(table, tokens[turn], requests.Move(move="take 3", expected=seq)) == "illegal"
    table.ask(tokens[turn], requests.Move(move=f"  {move.upper()}  ", expected=seq))
    after = table.match.position
    assert after is not None
    assert (after.steps, after.last) == (position.steps + 1, move), "kept in its canonical form"


def test_a_refused_move_says_why_with_its_clause_and_its_numbers() -> None:
    table, tokens = full_table("chip-trick-root", 3)
    position = table.match.position
    assert position is not None
    missing = next(value for value in range(1, 13) if f"play {value}" not in map(str, position.moves()))
    with pytest.raises(Refused) as caught:
        table.move(tokens[position.actor], f"play {missing}")
    assert caught.value.numbers["clause"]
    assert caught.value.numbers["reason"]


def test_someone_leaving_does_not_spoil_the_move_of_another() -> None:
    table, tokens = full_table("chipik", 3)
    turn, seen = table.match.turn, table.match.seq
    assert turn is not None
    table.ask(tokens[(turn + 1) % 3], requests.Leave())
    assert table.match.position is not None
    table.ask(tokens[turn], requests.Move(move=table.match.position.moves()[0].text, expected=seen))


def test_before_the_beginning_and_after_the_end_there_is_nothing_to_play() -> None:
    table = Table("chipik", 3)
    (token,) = table.sit(0)
    assert refused(table, token, requests.Move(move="addition bin", expected=1)) == "not_begun"
    assert refused(table, token, requests.Resign()) == "not_begun"
    table, tokens = full_table("chipik", 3)
    play_to_the_end(table, tokens, Random(1))
    assert refused(table, tokens[0], requests.Move(move="addition bin", expected=table.match.seq)) == "over"
    assert refused(table, tokens[0], requests.Undo(expected=table.match.seq)) == "over"
    assert refused(table, tokens[0], requests.Resign()) == "over"


def test_requests_are_remembered_by_their_ids_the_last_of_them() -> None:
    table, tokens = full_table("toujours-12", 2)
    for number in range(70):
        if table.match.turn is not None:
            table.move(tokens[table.match.turn], id=f"request {number}")
    assert len(table.match.done) == 70
    for number in range(70):  # of one who asks a lot the last are remembered, and the others' are not forgotten for it
        table.ask(tokens[0], requests.Link(id=f"link {number}"))
    own = [key for key in table.match.done if key.startswith("0:")]
    assert own == [f"0:link {number}" for number in range(6, 70)]
    assert sum(key.startswith("1:") for key in table.match.done) in (34, 35, 36)


# --- resigning --------------------------------------------------------------------------------------


def test_a_bot_plays_on_for_who_resigns_and_the_last_one_standing_wins() -> None:
    table, tokens = full_table("chipik", 3)
    table.ask(tokens[0], requests.Resign())
    assert table.match.seats[0].player(table.match.house) == "casual"
    assert not table.match.over
    assert refused(table, tokens[0], requests.Resign()) == "resigned"
    turn = table.match.turn
    if turn == 0:
        assert refused(table, tokens[0], requests.Move(move="reroll 1", expected=table.match.seq)) == "resigned"
    table.ask(tokens[2], requests.Resign())
    assert table.match.over
    assert table.match.winners() == [1]


# --- taking back ------------------------------------------------------------------------------------


def at_a_take() -> tuple[Table, list[str]]:
    """12 Chip Trick where everyone has played: the winner takes, and taking reveals nothing."""
    table, tokens = full_table("chip-trick-root", 3)
    for _ in range(3):
        assert table.match.turn is not None
        table.move(tokens[table.match.turn])
    assert table.match.position is not None
    assert str(table.match.position.moves()[0]).startswith("take")
    return table, tokens


def test_ones_own_move_is_taken_back_while_nothing_was_revealed() -> None:
    table, tokens = at_a_take()
    turn, before = table.match.turn, table.match.position
    assert turn is not None
    assert before is not None
    table.move(tokens[turn])
    table.ask(tokens[turn], requests.Undo(expected=table.match.seq))
    after = table.match.position
    assert after is not None
    assert (after.history, after.state, after.actor) == (before.history, before.state, turn)


def test_a_chip_that_was_shown_is_not_taken_back() -> None:
    table, tokens = full_table("chip-trick-root", 3)
    turn = table.match.turn
    assert turn is not None
    table.move(tokens[turn])
    assert refused(table, tokens[turn], requests.Undo(expected=table.match.seq)) == "no_undo"


def test_a_draw_is_not_taken_back() -> None:
    table, tokens = full_table("chipik", 3)
    turn = table.match.turn
    assert turn is not None
    table.move(tokens[turn], next(m.text for m in table.match.position.moves() if m.text.startswith("reroll")))  # type: ignore[union-attr]
    assert refused(table, tokens[turn], requests.Undo(expected=table.match.seq)) == "no_undo"


def test_beyond_another_move_everyone_is_asked() -> None:
    table, tokens = at_a_take()
    first = table.match.turn
    assert first is not None
    before = table.match.position
    table.move(tokens[first])
    second = table.match.turn
    assert second is not None
    table.move(tokens[second])
    third = 3 - first - second
    table.ask(tokens[first], requests.Undo(expected=table.match.seq))
    assert table.match.asking is not None
    assert table.match.asking.missing == {second, third}
    assert refused(table, tokens[first], requests.Answer(agrees=True)) == "not_asked"
    table.ask(tokens[second], requests.Answer(agrees=True))
    assert refused(table, tokens[second], requests.Answer(agrees=True)) == "not_asked"
    table.ask(tokens[third], requests.Answer(agrees=True))
    assert table.match.asking is None
    assert table.match.position is not None
    assert before is not None
    assert table.match.position.history == before.history


def test_one_no_is_enough_and_a_move_ends_the_question() -> None:
    for answer in ("no", "move"):
        table, tokens = at_a_take()
        first = table.match.turn
        assert first is not None
        table.move(tokens[first])
        second = table.match.turn
        assert second is not None
        table.move(tokens[second])
        table.ask(tokens[first], requests.Undo(expected=table.match.seq))
        if answer == "no":
            table.ask(tokens[second], requests.Answer(agrees=False))
        else:
            assert table.match.turn is not None
            table.move(tokens[table.match.turn])
        assert table.match.asking is None


def test_bots_are_not_asked() -> None:
    table, tokens = at_a_take()
    first = table.match.turn
    assert first is not None
    table.move(tokens[first])
    second = table.match.turn
    assert second is not None
    table.move(tokens[second])
    for other in range(3):
        if other != first:
            table.ask(tokens[other], requests.Leave())
    table.ask(tokens[first], requests.Undo(expected=table.match.seq))
    assert isinstance(table.log[-1][0], events.TookBack)


@pytest.mark.parametrize(("undo", "code"), [("none", "undo_off"), ("own", "no_undo")])
def test_the_house_says_how_much_is_taken_back(undo: Any, code: str) -> None:
    table, tokens = full_table("chip-trick-root", 3, house=House(undo=undo))
    for _ in range(5):
        assert table.match.turn is not None
        mover = table.match.turn
        table.move(tokens[mover])
    other = table.log[-2][0]
    assert isinstance(other, events.Moved)
    assert refused(table, tokens[other.seat], requests.Undo(expected=table.match.seq)) == code


# --- the log ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(12))
def test_the_log_alone_gives_the_match(seed: int) -> None:
    """People do whatever they may at random; what the stored log replays to is what was there."""
    rng = Random(seed)
    table, tokens = full_table(*rng.choice([("chip-trick-root", 3), ("chip-trick", 2), ("chipik", 4), ("calcory", 3)]))
    for _ in range(120):
        seat = rng.randrange(len(tokens))
        turn = table.match.turn
        wishes: list[requests.Request] = [
            requests.Undo(expected=table.match.seq), requests.Answer(agrees=rng.random() < 0.7), requests.Link(),
        ]  # fmt: skip
        if rng.random() < 0.02:
            wishes = [requests.Leave(), requests.Resign()]
        if turn is not None and rng.random() < 0.7:
            assert table.match.position is not None
            seat, wishes = turn, [requests.Move(move=rng.choice(table.match.position.moves()).text, expected=table.match.seq)]
        try:
            table.ask(tokens[seat], rng.choice(wishes))
        except Refused:
            continue
        assert snapshot(table.replayed()) == snapshot(table.match)


def test_a_match_of_other_rules_is_not_replayed_under_these() -> None:
    table, tokens = full_table("chipik", 3)
    (opened, at), *rest = table.log
    assert isinstance(opened, events.Opened)
    opened.version = 99
    table.log = [(opened, at), *rest]
    match = table.replayed()
    assert match.other_rules == 99
    assert match.position is None
    table.match = match
    assert refused(table, tokens[0], requests.Move(move="addition bin", expected=match.seq)) == "other_rules"
    assert refused(table, None, sit(0)) == "begun"
    table.ask("opener", requests.Close())


@pytest.mark.parametrize("name", ["You", "vous", "ＤＵ", "あなた"])
def test_nobody_is_called_what_everyone_is_called(name: str) -> None:
    assert refused(Table("chipik", 3), None, sit(0, name=name)) == "name_of_all"
