"""What happened takes time to be seen: bots wait for it, clocks run from then on, and nobody waits where nobody looks."""

from pathlib import Path

from ludotheque.position import Position
from ludotheque.table import events
from ludotheque.table.deciding import Who
from ludotheque.table.hall import Hall, Live
from ludotheque.table.requests import Move
from ludotheque.table.showing import moments_of, still_showing
from tests.matches.test_hall import Onlooker, alone, hall_at, rest, until, with_one_person


def moved(live: Live) -> list[events.Moved]:
    """The moves that the first who looks was told."""
    looking = next(iter(live.listeners))
    assert isinstance(looking, Onlooker)
    return [event for event in looking.heard if isinstance(event, events.Moved)]


async def move(hall: Hall, live: Live, who: Who) -> tuple[Position, str]:
    """One's own moves until it is a bot's turn: the last of them, and the position before it."""
    await until(lambda: live.match.turn == 0)
    while live.match.turn == 0:
        assert live.match.position
        before = live.match.position.copy()
        text = before.moves()[0].text
        await hall.act(live.match.id, who, Move(move=text, expected=live.match.seq))
    return before, text


@alone
async def test_a_move_says_how_long_it_is_shown_where_somebody_looks(path: Path) -> None:
    async with hall_at(path) as hall:
        live, who = await with_one_person(hall, game="toujours-12")
        hall.listen(live, Onlooker(0, shows=True))
        before, text = await move(hall, live, who)
        event = moved(live)[-1]
        assert event.move == text
        told = moments_of(live.match, before, event)
        assert event.shows == sum(int(1000 * moment.event.shown.seconds) for moment in told if moment.event.says) > 0


@alone
async def test_programs_are_not_waited_for(path: Path) -> None:
    async with hall_at(path) as hall:
        live, who = await with_one_person(hall, game="toujours-12")
        hall.listen(live, Onlooker(0))
        await move(hall, live, who)
        await until(lambda: live.match.turn == 0 or live.match.over)
        assert {event.shows for event in moved(live)} == {0}


@alone
async def test_a_bot_waits_until_all_was_shown_or_everyone_has_seen_it(path: Path) -> None:
    now = 1000.0
    async with hall_at(path, now=lambda: now) as hall:
        live, who = await with_one_person(hall, game="toujours-12")
        looking = Onlooker(0, shows=True)
        hall.listen(live, looking)
        await move(hall, live, who)
        changed = live.match.changed
        assert live.match.turn != 0
        assert still_showing(live, now) * 1000 == moved(live)[-1].shows
        await rest()
        assert live.match.changed == changed, "the bot waits"
        hall.seen(live, looking, live.match.seq)
        assert still_showing(live, now) == 0
        await until(lambda: live.match.changed > changed)


@alone
async def test_an_onlooker_who_has_seen_it_hurries_nobody(path: Path) -> None:
    async with hall_at(path, now=lambda: 1000.0) as hall:
        live, who = await with_one_person(hall, game="toujours-12")
        seated, looking = Onlooker(0, shows=True), Onlooker(None, shows=True)
        hall.listen(live, seated)
        hall.listen(live, looking)
        await move(hall, live, who)
        hall.seen(live, looking, live.match.seq)
        assert still_showing(live, 1000.0) > 0
        hall.seen(live, seated, live.match.seq + 99)
        assert still_showing(live, 1000.0) == 0
        assert seated.seen == live.match.seq, "nobody has seen what has not happened"


@alone
async def test_the_clock_of_a_move_starts_when_it_was_shown(path: Path) -> None:
    async with hall_at(path, now=lambda: 1000.0) as hall:
        live, who = await with_one_person(hall, events.House(seconds=30), "toujours-12")
        hall.listen(live, Onlooker(0, shows=True))
        await move(hall, live, who)
        assert live.match.deadline() == 1_000_000 + moved(live)[-1].shows + 30_000


def test_a_log_from_before_there_was_a_time_to_show_is_read() -> None:
    old = b'{"is":"moved","seat":0,"move":"keep","draws":[],"by":"person"}'
    event = events.decode(old)
    assert isinstance(event, events.Moved)
    assert event.shows == 0
